#include "sourdine/base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "sourdine/base/descriptor.h"

namespace sourdine {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;
constexpr mode_t default_mode = 0666;  // the process's umask takes its part

// Unlike mkstemp's, the file gets the permissions any new file would get.
Descriptor create_new(const std::string& target, std::string& path) {
  for (int attempt = 0; attempt < 16; ++attempt) {
    std::uint64_t suffix = 0;
    if (getrandom(&suffix, sizeof suffix, 0) != static_cast<ssize_t>(sizeof suffix)) break;
    path = fmt::format("{}.{:016x}.tmp", target, suffix);
    Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, default_mode));
    if (descriptor.is_open() || errno != EEXIST) return descriptor;
  }
  return {};
}

// 0, or the reason. A rename is on the disk only when its directory is.
int flush_directory(const std::string& target) {
  const auto parent = std::filesystem::path(target).parent_path();
  const Descriptor directory(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open()) return errno;
  // Some file systems have nothing to flush for a directory and say so with EINVAL.
  return ::fsync(directory.number()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path)
    : name_(path == "-" ? "standard output" : "'" + path + "'"),
      target_(path),
      descriptor_(std::make_unique<Descriptor>()) {
  buffer_.reserve(buffer_bytes);
  if (path == "-") {
    *descriptor_ = Descriptor(STDOUT_FILENO, false);
    return;
  }
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    *descriptor_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!descriptor_->is_open()) fail(errno);
    return;
  }
  if (exists) {
    if (::access(path.c_str(), W_OK) != 0) fail(errno);  // a rename would get around a write protection
    std::error_code ignored;
    const auto followed = std::filesystem::canonical(path, ignored);
    if (!ignored) target_ = followed.string();
  }
  create_temporary();
  if (exists && ::fchmod(descriptor_->number(), status.st_mode & 07777) != 0) fail(errno);
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::create_temporary() {
  *descriptor_ = create_new(target_, temporary_);
  if (descriptor_->is_open()) return;
  const int reason = errno;
  temporary_.clear();
  fail(reason);
}

void AtomicFile::append(std::span<const std::uint8_t> bytes) {
  if (buffer_.size() + bytes.size() > buffer_bytes) {
    write_out(buffer_);
    buffer_.clear();
    if (bytes.size() >= buffer_bytes) return write_out(bytes);
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void AtomicFile::commit() {
  write_out(buffer_);
  buffer_.clear();
  if (temporary_.empty()) return descriptor_->close();
  if (::fsync(descriptor_->number()) != 0) fail(errno);
  descriptor_->close();
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  if (const int reason = flush_directory(target_); reason != 0) fail(reason);
}

void AtomicFile::write_out(std::span<const std::uint8_t> bytes) {
  if (!descriptor_->write_all(bytes)) fail(errno);
}

void AtomicFile::discard() noexcept {
  descriptor_->close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void AtomicFile::fail(int error_number) {
  discard();
  fail_write(name_, error_number);
}

}  // namespace sourdine
