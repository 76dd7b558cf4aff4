#include "sourdine/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

SharedLibrary::SharedLibrary(std::string file, std::string user, std::string package)
    : file_(std::move(file)),
      user_(std::move(user)),
      package_(std::move(package)),
      library_(dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) fail();
}

SharedLibrary::Symbol SharedLibrary::operator[](const char* function) const {
  void* const address = dlsym(library_, function);
  if (address == nullptr) fail();
  return Symbol(address);
}

void SharedLibrary::fail() const {
  const char* why = dlerror();
  fail_io(fmt::format("{} needs the library {}, which cannot be used: {}", user_, file_,
                      why != nullptr ? why : "the reason is not known"),
          fmt::format("Debian has it in the package {0}: apt-get install {0}", package_));
}

}  // namespace sourdine
