#include "sourdine/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

struct LibraryDirectories {
  std::mutex mutex;
  std::vector<std::string> paths;
};

LibraryDirectories& library_directories() {
  static LibraryDirectories& directories = *new LibraryDirectories;  // libraries may be loaded until the very end
  return directories;
}

}  // namespace

void add_library_directory(std::string path) {
  LibraryDirectories& directories = library_directories();
  const std::lock_guard lock(directories.mutex);
  directories.paths.insert(directories.paths.begin(), std::move(path));
}

void* load_library(const std::string& file) {
  LibraryDirectories& directories = library_directories();
  std::vector<std::string> paths;
  {
    const std::lock_guard lock(directories.mutex);
    paths = directories.paths;
  }
  std::string broken;  // is there, and cannot be loaded
  for (const std::string& path : paths) {
    const std::string brought = fmt::format("{}/{}", path, file);
    if (access(brought.c_str(), F_OK) != 0) continue;
    if (void* const library = dlopen(brought.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    broken = brought;
  }
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr || broken.empty()) return library;
  return dlopen(broken.c_str(), RTLD_NOW | RTLD_LOCAL);  // for its reason, which tells more than that none was found
}

SharedLibrary::SharedLibrary(std::string file, std::string user, std::string package)
    : file_(std::move(file)), user_(std::move(user)), package_(std::move(package)), library_(load_library(file_)) {
  if (library_ == nullptr) fail();
}

SharedLibrary::Symbol SharedLibrary::operator[](const char* function) const {
  void* const address = dlsym(library_, function);
  if (address == nullptr) fail();
  return Symbol(address);
}

std::string SharedLibrary::folder() const {
  const link_map* loaded = nullptr;
  if (dlinfo(library_, RTLD_DI_LINKMAP, &loaded) != 0) fail();
  return std::filesystem::path(loaded->l_name).parent_path().string();
}

void SharedLibrary::fail() const {
  const char* why = dlerror();
  fail_io(fmt::format("{} needs the library {}, which cannot be used: {}", user_, file_,
                      why != nullptr ? why : "the reason is not known"),
          fmt::format("Debian has it in the package {0}: apt-get install {0}", package_));
}

}  // namespace sourdine
