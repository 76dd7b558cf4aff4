#include "sourdine/random/memo_key.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;
using What = FoundMemoKey::What;

TEST(MemoKey, WhatAFileHoldsIsToldWithoutMakingOne) {
  const TemporaryDirectory folder;
  const std::string path = folder.file("my.key");
  EXPECT_EQ(look_for_memo_key(path).what, What::nothing);
  EXPECT_FALSE(std::filesystem::exists(path));
  for (const auto& [text, is_short] :
       {std::pair(std::string(), true), std::pair(std::string(63, '0'), true), std::pair(std::string(64, 'g'), false),
        std::pair(std::string(65, '0'), false)}) {
    write_all(path, text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const FoundMemoKey found = look_for_memo_key(path);
    EXPECT_EQ(found.what, What::something_else) << text;
    EXPECT_EQ(found.is_short, is_short) << text;
    EXPECT_FALSE(found.secret);
    EXPECT_NE(input_error([&] { find_memo_key(path); }).find("is no key of a memo"), std::string::npos);
  }
}

TEST(MemoKey, IsKeptOnceForItsOwnerAlone) {
  const TemporaryDirectory folder;
  const std::string path = folder.file("my.key");
  const RowSecret secret = RowSecret::draw();
  EXPECT_TRUE(keep_memo_key(path, secret));
  EXPECT_FALSE(keep_memo_key(path, RowSecret::draw()));
  const FoundMemoKey found = look_for_memo_key(path);
  ASSERT_EQ(found.what, What::key);
  EXPECT_TRUE(std::equal(secret.bytes().begin(), secret.bytes().end(), found.secret->bytes().begin()));
  struct stat about = {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "what it was written as";
  EXPECT_NE(input_error([&] { keep_memo_key(folder.file("nowhere/my.key"), secret); }).find("cannot make"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
