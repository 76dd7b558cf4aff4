#include "sourdine/base/shared_library.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "support/errors.h"

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

}  // namespace
}  // namespace sourdine
