#include "sourdine/base/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "sourdine/base/descriptor.h"

namespace sourdine {

std::string file_identity(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0) return path;
  return fmt::format("{}:{}", status.st_dev, status.st_ino);
}
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 13;  // larger reads go straight to their place

Descriptor open_for_reading(const std::string& path) {
  if (path == "-") return Descriptor(STDIN_FILENO, false);
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.is_open()) fail_read("'" + path + "'", errno);
  posix_fadvise(descriptor.number(), 0, 0, POSIX_FADV_SEQUENTIAL);  // a hint: pipes refuse it, and that is fine
  return descriptor;
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : Input(path == "-" ? "standard input" : "'" + path + "'"),
      descriptor_(std::make_unique<Descriptor>(open_for_reading(path))),
      buffer_(buffer_bytes) {}
InputFile::~InputFile() = default;

std::size_t InputFile::read_some(std::span<std::uint8_t> into) {
  for (;;) {
    const ssize_t got = ::read(descriptor_->number(), into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) fail_read(name(), errno);
  }
}

std::size_t InputFile::read(std::span<std::uint8_t> into) {
  std::size_t have = 0;
  while (have < into.size()) {
    const auto rest = into.subspan(have);
    if (buffered_.empty() && rest.size() < buffer_.size()) {
      buffered_ = std::span<const std::uint8_t>(buffer_).first(read_some(buffer_));
      if (buffered_.empty()) break;
    }
    if (buffered_.empty()) {
      const std::size_t got = read_some(rest);
      if (got == 0) break;
      have += got;
      continue;
    }
    const std::size_t count = std::min(rest.size(), buffered_.size());
    std::copy_n(buffered_.begin(), count, rest.begin());
    buffered_ = buffered_.subspan(count);
    have += count;
  }
  return have;
}

}  // namespace sourdine
