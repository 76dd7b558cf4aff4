#include "sourdine/base/utf8.h"

#include <gtest/gtest.h>

namespace sourdine {
namespace {

TEST(IsUtf8, FollowsTheStandard) {
  for (const char* text : {"", "abc", "é", "東", "\U0001F692", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const char* text : {"\x80", "\xC3", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE6\x9D", "\xED\xA0\x80",
                           "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "a\xFF"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(FirstCharacter, IsDecodedWithItsLength) {
  struct Case {
    const char* text;
    char32_t code;
    std::size_t bytes;
  };
  for (const Case& c :
       {Case{"ab", 'a', 1}, Case{"éa", 0xE9, 2}, Case{"東a", 0x6771, 3}, Case{"\U0001F692a", 0x1F692, 4}}) {
    const auto first = first_character(c.text);
    ASSERT_TRUE(first) << c.text;
    EXPECT_EQ(first->code, c.code);
    EXPECT_EQ(first->bytes, c.bytes);
  }
}

}  // namespace
}  // namespace sourdine
