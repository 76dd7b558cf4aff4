// FileLock: one process at a time may change a file that is replaced as a whole (base/atomic_file.h).
//
// The lock is that of the file itself, so that nothing lies about beside it; others who ask for it wait. A file that
// was replaced in the meantime is opened again: what is locked is always the file that the path leads to now. Kept
// until the object goes, or the process dies. It covers one replacement: the file that takes the place is not locked.
#pragma once

#include <memory>
#include <string>

namespace sourdine {

class Descriptor;

class FileLock {
 public:
  // `created`: a file that is not there is made, empty and for its owner alone; where nothing takes its place, it goes
  // with the lock.
  enum class Absent { refused, created };

  // Throws Error(bad_input) naming the path and the reason when the file cannot be opened for reading and writing.
  explicit FileLock(const std::string& path, Absent absent = Absent::refused);
  ~FileLock();

  // Of the locked file, as it was when it was locked.
  bool is_empty() const { return is_empty_; }
  // From now on its owner alone may read or write it; whatever replaces it keeps that.
  void keep_for_owner() const;

 private:
  bool is_locked_by_name();

  std::string path_;
  bool is_created_ = false;
  std::unique_ptr<Descriptor> descriptor_;
  bool is_empty_ = false;
};

}  // namespace sourdine
