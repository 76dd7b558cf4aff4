#include "sourdine/base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

#include "sourdine/base/descriptor.h"

namespace sourdine {
namespace {

constexpr mode_t owner_only = 0600;

bool is_same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

}  // namespace

FileLock::FileLock(const std::string& path, Absent absent)
    : name_("'" + path + "'"), descriptor_(std::make_unique<Descriptor>()) {
  const int creation = absent == Absent::created ? O_CREAT : 0;
  for (;;) {
    *descriptor_ = Descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC | creation, owner_only));
    if (!descriptor_->is_open()) fail_write(name_, errno);
    while (::flock(descriptor_->number(), LOCK_EX) != 0) {
      if (errno != EINTR) fail_write(name_, errno);
    }
    struct stat locked {
    }, named{};
    if (::fstat(descriptor_->number(), &locked) != 0) fail_write(name_, errno);
    is_empty_ = locked.st_size == 0;
    if (::stat(path.c_str(), &named) == 0 && is_same_file(locked, named)) return;
  }
}

FileLock::~FileLock() = default;

void FileLock::keep_for_owner() const {
  if (::fchmod(descriptor_->number(), owner_only) != 0) fail_write(name_, errno);
}

}  // namespace sourdine
