#include "sourdine/publish/new_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "sourdine/base/error.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

class NewDirectories : public ::testing::Test {
 protected:
  std::string target() const { return parent_.file("made"); }
  std::string text() const { return testing::read_all(target() + "/text"); }
  std::size_t entries() const { return parent_.entries(); }  // the hidden ones included
  void make(const std::string& text, bool may_replace = false) const {
    NewDirectory into(target(), may_replace);
    write_text_file(into.file("text"), text, StopToken::never());
    into.appear();
  }

  testing::TemporaryDirectory parent_;
};

TEST_F(NewDirectories, AreThereWholeOrNotAtAll) {
  {
    NewDirectory into(target());
    write_text_file(into.file("text"), "one", StopToken::never());
    EXPECT_FALSE(std::filesystem::exists(target()));
  }
  EXPECT_EQ(entries(), 0);
  make("one");
  EXPECT_EQ(text(), "one");
  EXPECT_EQ(entries(), 1);
}

TEST_F(NewDirectories, ReplaceNothingUnlessTold) {
  make("one");
  EXPECT_THROW(make("two"), Error);
  EXPECT_EQ(text(), "one");
  make("two", true);
  EXPECT_EQ(text(), "two");
  EXPECT_EQ(entries(), 1) << "what was replaced is gone";
}

TEST_F(NewDirectories, ThatMayReplaceNeedNothingToReplace) {
  make("one", true);
  EXPECT_EQ(text(), "one");
  EXPECT_EQ(entries(), 1);
}

TEST_F(NewDirectories, TheOldOneStaysWhereItIsUntilTheNewOneAppears) {
  make("one");
  {
    NewDirectory into(target(), true);
    write_text_file(into.file("text"), "two", StopToken::never());
    EXPECT_EQ(text(), "one");
  }
  EXPECT_EQ(text(), "one");
  EXPECT_EQ(entries(), 1);
}

}  // namespace
}  // namespace sourdine
