#include "sourdine/publish/new_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>  // renameat2
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/system_failure.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

// What mkdir() gives a directory here: reading the umask itself would change it for other threads.
mode_t usual_mode(const fs::path& inside) {
  constexpr mode_t permissions = 0777;
  const std::string probe = (inside / "mode").string();
  struct stat about = {};
  const bool is_known = ::mkdir(probe.c_str(), permissions) == 0 && ::stat(probe.c_str(), &about) == 0;
  ::rmdir(probe.c_str());
  return is_known ? about.st_mode & permissions : S_IRWXU;
}

// Whether there was something to change places with.
bool exchange(const fs::path& made, const fs::path& target) {
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) return true;
  if (errno == ENOENT) return false;
  fail_system(fmt::format("cannot replace '{}'", target.string()), errno, "Move it away, or choose another directory.");
}

}  // namespace

NewDirectory::NewDirectory(const std::string& target, bool may_replace) : may_replace_(may_replace) {
  std::error_code error;
  target_ = fs::absolute(target, error).lexically_normal();
  if (target.empty() || error) fail_input("the release needs the name of a directory");
  if (!target_.has_filename()) target_ = target_.parent_path();
  if (!may_replace) refuse_existing_release(target_.string());
  std::string pattern = (target_.parent_path() / fmt::format(".{}.XXXXXX", target_.filename().string())).string();
  if (mkdtemp(pattern.data()) == nullptr) {
    fail_system(fmt::format("cannot make the release directory '{}'", target), errno,
                "Its parent directory must be there and writable.");
  }
  path_ = pattern;  // nobody else can read what is in it until it is whole
}

NewDirectory::~NewDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void NewDirectory::appear() {
  const mode_t mode = usual_mode(path_);
  if (!may_replace_ || !exchange(path_, target_)) {
    // rename() would replace an empty directory that was made meanwhile; nothing is lost then.
    if (::rename(path_.c_str(), target_.c_str()) != 0) {
      fail_system(fmt::format("cannot give the release its name '{}'", target_.string()), errno);
    }
    path_.clear();
  }
  ::chmod(target_.c_str(), mode);  // at worst it stays its owner's alone
}

void write_text_file(const std::string& path, std::string_view text, const StopToken& stop) {
  AtomicFile file(path, stop);
  file.append(text);
  file.commit();
}

void refuse_existing_release(const std::string& directory) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(directory, error);
  if (status.type() != fs::file_type::not_found && status.type() != fs::file_type::none) {
    fail_input(fmt::format("'{}' exists already", directory), "Choose another name.");
  }
  if (status.type() == fs::file_type::none) {
    fail_input(fmt::format("cannot make the release directory '{}': {}", directory, error.message()));
  }
}

}  // namespace sourdine
