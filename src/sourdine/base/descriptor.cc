#include "sourdine/base/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace sourdine {

Descriptor::Descriptor(Descriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)), is_owned_(other.is_owned_) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  std::swap(is_owned_, other.is_owned_);
  return *this;
}

void Descriptor::close() noexcept {
  if (is_open() && is_owned_) ::close(number_);
  number_ = -1;
}

bool Descriptor::may_block() const noexcept {
  struct stat status {};
  if (::fstat(number_, &status) != 0) return false;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || ::isatty(number_) == 1;
}

bool Descriptor::write_all(std::span<const std::uint8_t> bytes) const noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(number_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool Descriptor::write_waiting(std::span<const std::uint8_t> bytes, const StopToken& stop) const {
  while (!bytes.empty()) {
    stop.wait_to_write(number_);
    // A pipe that is ready takes this much at once; a larger write would wait where nothing can stop it.
    const std::size_t size = std::min<std::size_t>(bytes.size(), PIPE_BUF);
    if (!write_all(bytes.first(size))) return false;
    bytes = bytes.subspan(size);
  }
  return true;
}

Descriptor open_checking(const std::string& path, int flags, const StopToken& stop) {
  for (;;) {
    stop.check();
    Descriptor descriptor(::open(path.c_str(), flags | O_CLOEXEC));
    if (descriptor.is_open() || errno != EINTR) return descriptor;
  }
}

}  // namespace sourdine
