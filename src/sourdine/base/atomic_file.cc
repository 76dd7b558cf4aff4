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

std::string parent_directory(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

// Calls attempt(name) with fresh names beside the target until one is not taken; false, with errno set, otherwise.
template <class Attempt>
bool with_new_name(const std::string& target, const Attempt& attempt) {
  for (int tries = 0; tries < 16; ++tries) {
    std::uint64_t suffix = 0;
    if (getrandom(&suffix, sizeof suffix, 0) != static_cast<ssize_t>(sizeof suffix)) return false;
    if (attempt(fmt::format("{}.{:016x}.tmp", target, suffix))) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

std::string link_in_proc(const Descriptor& descriptor) { return fmt::format("/proc/self/fd/{}", descriptor.number()); }

// A file without a name: when the process is killed, nothing is left of it. Closed where the file system or a missing
// /proc does not allow it.
Descriptor create_nameless(const std::string& target) {
  Descriptor descriptor(::open(parent_directory(target).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, default_mode));
  if (descriptor.is_open() && ::access(link_in_proc(descriptor).c_str(), F_OK) != 0) descriptor.close();
  return descriptor;
}

// 0, or the reason. A rename is on the disk only when its directory is.
int flush_directory(const std::string& target) {
  const Descriptor directory(::open(parent_directory(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open()) return errno;
  // Some file systems have nothing to flush for a directory and say so with EINVAL.
  return ::fsync(directory.number()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path, StopToken stop, Existing existing)
    : name_(path == "-" ? "standard output" : "'" + path + "'"),
      target_(path),
      stop_(std::move(stop)),
      existing_(existing),
      descriptor_(std::make_unique<Descriptor>()) {
  buffer_.reserve(buffer_bytes);
  if (path == "-") {
    *descriptor_ = Descriptor(STDOUT_FILENO, false);
    may_block_ = descriptor_->may_block();
    return;
  }
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    *descriptor_ = open_checking(path, O_WRONLY, stop_);
    if (!descriptor_->is_open()) fail(errno);
    may_block_ = descriptor_->may_block();
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
  is_renamed_ = true;
  *descriptor_ = create_nameless(target_);
  if (descriptor_->is_open()) return;
  // Unlike mkstemp's, the file gets the permissions any new file would get.
  const bool is_created = with_new_name(target_, [this](const std::string& name) {
    *descriptor_ = Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, default_mode));
    if (descriptor_->is_open()) temporary_ = name;
    return descriptor_->is_open();
  });
  if (!is_created) fail(errno);
}

// Gives a nameless file a name, so that it can be renamed over the target.
void AtomicFile::name_temporary() {
  const std::string link = link_in_proc(*descriptor_);
  const bool is_named = with_new_name(target_, [&](const std::string& name) {
    if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
    temporary_ = name;
    return true;
  });
  if (!is_named) fail(errno);
}

void AtomicFile::append(std::span<const std::uint8_t> bytes) {
  stop_.check();
  if (buffer_.size() + bytes.size() > buffer_bytes) {
    write_out(buffer_);
    buffer_.clear();
    if (bytes.size() >= buffer_bytes) return write_out(bytes);
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void AtomicFile::commit() {
  stop_.check();
  write_out(buffer_);
  buffer_.clear();
  if (!is_renamed_) return descriptor_->close();
  if (::fsync(descriptor_->number()) != 0) fail(errno);
  if (temporary_.empty()) name_temporary();
  descriptor_->close();
  if (existing_ == Existing::refused) {
    if (::link(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    ::unlink(temporary_.c_str());
  } else if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    fail(errno);
  }
  temporary_.clear();
  if (const int reason = flush_directory(target_); reason != 0) fail(reason);
}

void AtomicFile::write_out(std::span<const std::uint8_t> bytes) {
  if (!(may_block_ ? descriptor_->write_waiting(bytes, stop_) : descriptor_->write_all(bytes))) fail(errno);
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
