#include "sourdine/base/shared_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

TEST(SharedLibrary, GivesFunctionsOfTheirType) {
  const SharedLibrary library("libm.so.6", "a test", "libc6");
  double (*const root)(double) = library["sqrt"];
  EXPECT_EQ(root(9), 3);
}

TEST(SharedLibrary, NamesThePackageWhenItIsNotThere) {
  try {
    SharedLibrary("libabsent.so.5", "a test", "libabsent5");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("a test needs the library libabsent.so.5, which cannot be used: "), 0U)
        << error.what();
    EXPECT_EQ(error.hint(), "Debian has it in the package libabsent5: apt-get install libabsent5");
  }
}

TEST(SharedLibrary, NamesAFunctionThatItLacks) {
  const SharedLibrary library("libm.so.6", "a test", "libc6");
  EXPECT_NE(testing::input_error([&] { library["no_such_function"]; }).find("no_such_function"), std::string::npos);
}

TEST(SharedLibrary, IsFoundInAnAddedDirectory) {
  Dl_info math = {};
  const SharedLibrary library("libm.so.6", "a test", "libc6");
  double (*const root)(double) = library["sqrt"];
  ASSERT_NE(dladdr(reinterpret_cast<void*>(root), &math), 0);
  const testing::TemporaryDirectory folder;
  std::filesystem::create_symlink(std::filesystem::canonical(math.dli_fname), folder.file("libbrought.so.1"));
  EXPECT_EQ(testing::error_code([] { SharedLibrary("libbrought.so.1", "a test", "libbrought1"); }), ErrorCode::io);
  add_library_directory(folder.file(""));
  add_library_directory("/no/such/folder");
  double (*const other)(double) = SharedLibrary("libbrought.so.1", "a test", "libbrought1")["sqrt"];
  EXPECT_EQ(other(9), 3);
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(library.folder()) / "libm.so.6")) << library.folder();
  // What is missing everywhere is named as the system names it.
  EXPECT_NE(testing::io_error([] {
              SharedLibrary("libabsent.so.5", "a test", "libabsent5");
            }).find("which cannot be used: libabsent.so.5: cannot open shared object file"),
            std::string::npos);
  std::filesystem::create_symlink("/dev/null", folder.file("libbroken.so.1"));
  EXPECT_NE(testing::io_error([] { SharedLibrary("libbroken.so.1", "a test", "libbroken1"); }).find(folder.file("")),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
