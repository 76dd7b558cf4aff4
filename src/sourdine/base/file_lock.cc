#include "sourdine/base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "sourdine/base/descriptor.h"

namespace sourdine {
namespace {

constexpr mode_t owner_only = 0600;

}  // namespace

FileLock::FileLock(const std::string& path, Absent absent)
    : path_(path), is_created_(absent == Absent::created), descriptor_(std::make_unique<Descriptor>()) {
  const std::string name = "'" + path + "'";
  const int creation = is_created_ ? O_CREAT : 0;
  for (;;) {
    *descriptor_ = Descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC | creation, owner_only));
    if (!descriptor_->is_open()) fail_write(name, errno);
    while (::flock(descriptor_->number(), LOCK_EX) != 0) {
      if (errno != EINTR) fail_write(name, errno);
    }
    if (is_locked_by_name()) return;
  }
}

// Whoever waits for the lock finds no file under the name, and makes one.
FileLock::~FileLock() {
  if (is_created_ && is_locked_by_name() && is_empty_) ::unlink(path_.c_str());
}

// Whether the path leads to the file that is locked, and not to one that took its place.
bool FileLock::is_locked_by_name() {
  struct stat locked {
  }, named{};
  if (::fstat(descriptor_->number(), &locked) != 0 || ::stat(path_.c_str(), &named) != 0) return false;
  is_empty_ = locked.st_size == 0;
  return locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

void FileLock::keep_for_owner() const {
  if (::fchmod(descriptor_->number(), owner_only) != 0) fail_write("'" + path_ + "'", errno);
}

}  // namespace sourdine
