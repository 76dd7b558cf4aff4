#include "sourdine/base/descriptor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "sourdine/base/error.h"

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

bool Descriptor::write_all(std::span<const std::uint8_t> bytes) const noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(number_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

void fail_read(const std::string& name, int error_number) {
  fail_input(fmt::format("cannot read {}: {}", name, std::generic_category().message(error_number)));
}

void fail_write(const std::string& name, int error_number) {
  fail_input(fmt::format("cannot write {}: {}", name, std::generic_category().message(error_number)));
}

}  // namespace sourdine
