// NewDirectory: a directory of files that is there whole or not at all. Files go into a hidden directory beside it,
// which nobody else can read, and gets its name when all is in it; it is removed when that does not happen. One that
// replaces another changes places with it in one step: whoever looks sees the old one or the new one, also after a
// crash.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "sourdine/base/stop.h"

namespace sourdine {

class NewDirectory {
 public:
  // Throws Error(bad_input) when there is something at the target, unless it may be replaced, or when its parent cannot
  // be written to. Whether that something is what the caller would replace, the caller has looked.
  explicit NewDirectory(const std::string& target, bool may_replace = false);
  ~NewDirectory();
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;

  std::string path() const { return path_.string(); }
  std::string file(const char* name) const { return (path_ / name).string(); }
  void appear();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;  // empty: it has its name, and replaced nothing
  bool may_replace_;
};

// Throws Error(bad_input) when `directory` exists, or could not be made.
void refuse_existing_release(const std::string& directory);

// One file of it.
void write_text_file(const std::string& path, std::string_view text, const StopToken& stop);

}  // namespace sourdine
