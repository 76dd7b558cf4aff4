#include "sourdine/base/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"

namespace sourdine {

std::string file_identity(const std::string& path) {
  struct stat status {};
  const bool is_input = path == "-";
  const bool is_there = (is_input ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) == 0;
  if (is_there && (!is_input || S_ISREG(status.st_mode))) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code failed;
  const std::string name = is_input ? path : weakly_canonical(std::filesystem::absolute(path), failed).string();
  return failed ? path : name;
}
namespace {

constexpr std::size_t read_ahead_bytes = std::size_t{1} << 13;  // larger reads go straight to their place
constexpr std::size_t after_skip = 64;                          // who skips will skip again

Descriptor open_for_reading(const std::string& path, const StopToken& stop) {
  if (path == "-") return Descriptor(STDIN_FILENO, false);
  Descriptor descriptor = open_checking(path, O_RDONLY, stop);
  if (!descriptor.is_open()) fail_read("'" + path + "'", errno);
  posix_fadvise(descriptor.number(), 0, 0, POSIX_FADV_SEQUENTIAL);  // a hint: pipes refuse it, and that is fine
  return descriptor;
}

}  // namespace

InputFile::InputFile(const std::string& path, StopToken stop)
    : Input(path == "-" ? "standard input" : "'" + path + "'"),
      stop_(std::move(stop)),
      descriptor_(std::make_unique<Descriptor>(open_for_reading(path, stop_))),
      may_block_(descriptor_->may_block()),
      buffer_(read_ahead_bytes),
      ahead_(read_ahead_bytes) {}
InputFile::~InputFile() = default;

std::size_t InputFile::read_some(std::span<std::uint8_t> into) {
  for (;;) {
    stop_.check();
    if (may_block_) stop_.wait_to_read(descriptor_->number());
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
      buffered_ = std::span<const std::uint8_t>(buffer_).first(read_some(std::span(buffer_).first(ahead_)));
      ahead_ = std::min(2 * ahead_, buffer_.size());
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

std::optional<std::uint64_t> InputFile::skip(std::size_t size) {
  struct stat status {};
  if (size <= buffered_.size() || ::fstat(descriptor_->number(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const off_t read_up_to = ::lseek(descriptor_->number(), 0, SEEK_CUR);
  if (read_up_to < static_cast<off_t>(buffered_.size())) return {};
  const off_t place = read_up_to - static_cast<off_t>(buffered_.size());
  if (status.st_size < place || static_cast<std::size_t>(status.st_size - place) < size) return {};
  if (::lseek(descriptor_->number(), place + static_cast<off_t>(size), SEEK_SET) < 0) fail_read(name(), errno);
  buffered_ = {};
  ahead_ = after_skip;
  return static_cast<std::uint64_t>(place);
}

void InputFile::read_at(std::uint64_t place, std::span<std::uint8_t> into) const {
  while (!into.empty()) {
    stop_.check();
    const ssize_t got = ::pread(descriptor_->number(), into.data(), into.size(), static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_read(name(), errno);
    if (got == 0) fail_input(name() + " became shorter while it was read", "Nothing may write to a file that is read.");
    place += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace sourdine
