#include "sourdine/reproduce/demo.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

TEST(Demo, WhoStopsItCanMakeItAgain) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("demo");
  DemoOptions options;
  bool was_there = false;
  options.progress = [&](const std::string&, std::size_t done, std::size_t) {
    was_there = std::filesystem::exists(path);
    if (done > 0) throw Error(ErrorCode::cancelled, "stopped");
  };
  EXPECT_EQ(testing::error_code([&] { run_demo(path, options); }), ErrorCode::cancelled);
  EXPECT_TRUE(was_there);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Demo, WhatIsThereIsNotTakenAway) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("demo");
  std::filesystem::create_directory(path);
  testing::write_all(path + "/mine", "x");
  EXPECT_EQ(testing::error_code([&] { run_demo(path, {}); }), ErrorCode::bad_input);
  EXPECT_TRUE(std::filesystem::exists(path + "/mine"));
}

}  // namespace
}  // namespace sourdine
