#include "sourdine/base/text.h"

#include <gtest/gtest.h>

#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

TEST(Escaped, LeavesWordsOfAnyLanguageAsTheyAre) {
  for (const char* text : {"", "Besançon", "L'Isle-sur-le-Doubs", "東京", "Αθήνα", "\U0001F692", "a\\b", "ε ≤ 1 …"}) {
    EXPECT_EQ(escaped(text), text);
  }
}

TEST(Escaped, WritesOutWhatWouldGarbleATerminal) {
  EXPECT_EQ(escaped("\x1B[31mred\x1B[0m"), "\\x1B[31mred\\x1B[0m");
  EXPECT_EQ(escaped("a\nb\r\tc\x7F"), "a\\nb\\r\\tc\\x7F");
  EXPECT_EQ(escaped({"\0", 1}), "\\x00");
  EXPECT_EQ(escaped("\u009B31m"), "\\u009B31m");                            // begins a command as ESC [ does
  EXPECT_EQ(escaped("a\u202Eb\u2066c\u2028"), "a\\u202Eb\\u2066c\\u2028");  // turns what follows around; ends a line
}

TEST(Escaped, WritesOutBytesThatAreNoUtf8) {
  EXPECT_EQ(escaped("Comt\xE9"), "Comt\\xE9");
  EXPECT_EQ(escaped("\xE6\x9D"), "\\xE6\\x9D");
}

TEST(Escaped, ChangesNothingTheSecondTime) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string once = escaped(all);
  EXPECT_TRUE(is_utf8(once));
  EXPECT_EQ(escaped(once), once);
}

TEST(EscapedLines, StayLines) {
  EXPECT_EQ(escaped_lines("one\ntwo\x1B\n"), "one\ntwo\\x1B\n");
  EXPECT_EQ(escaped_lines(""), "");
}

TEST(Shown, CutsLongTextBetweenCharacters) {
  for (const std::string character : {"a", "é", "東", "\U0001F692"}) {
    for (std::size_t before = 0; before < 4; ++before) {
      std::string text(before, 'x');
      while (text.size() < 100) text += character;
      const std::string quoted = shown(text);
      EXPECT_TRUE(is_utf8(quoted)) << quoted;
      ASSERT_TRUE(quoted.ends_with("…")) << quoted;
      const std::string kept = quoted.substr(0, quoted.size() - std::string("…").size());
      EXPECT_TRUE(text.starts_with(kept)) << quoted;
      EXPECT_LE(kept.size(), 60U);
      EXPECT_GT(kept.size() + character.size(), 60U) << "more would have fitted: " << quoted;
    }
  }
}

TEST(Shown, LeavesAnEllipsisOutWhenNothingIsCut) {
  const std::string sixty = std::string(58, 'x') + "é";
  EXPECT_EQ(shown(sixty), sixty);
  EXPECT_EQ(shown(sixty + "y"), sixty + "…");
}

TEST(Shown, CutsBytesThatAreNoUtf8Anywhere) {
  const std::string quoted = shown(std::string(100, '\x80'));
  EXPECT_TRUE(is_utf8(quoted));
  EXPECT_TRUE(quoted.ends_with("\\x80…"));
}

TEST(Suggestion, IsMadeOnlyWhereSomethingIsNear) {
  const std::vector<std::string_view> names = {"epsilon", "budget", "time"};
  EXPECT_EQ(suggestion("epsilom", names), "did you mean 'epsilon'? ");
  EXPECT_EQ(suggestion("tyme", names), "did you mean 'time'? ");
  EXPECT_EQ(suggestion("tiem", names), "did you mean 'time'? ");  // neighbours swapped are one slip
  EXPECT_EQ(suggestion("emit", names), "");
  EXPECT_EQ(suggestion("speed", names), "");
  EXPECT_EQ(suggestion("file", names), "");  // two letters of four differ
  EXPECT_EQ(suggestion("", names), "");
  EXPECT_EQ(suggestion("epsilon", {}), "");
  EXPECT_FALSE(nearest("place", names));
}

TEST(SeemToBeData, IsSaidWhereNoNameHasALetter) {
  EXPECT_TRUE(seem_to_be_data(std::vector<std::string_view>{"2026-03", "12.5", ""}));
  EXPECT_FALSE(seem_to_be_data(std::vector<std::string_view>{"2026-03", "n"}));
  EXPECT_FALSE(seem_to_be_data(std::vector<std::string_view>{"été"}));
}

TEST(ShellWord, IsQuotedWhereItMustBe) {
  EXPECT_EQ(shell_word("été/my-1.toml"), "été/my-1.toml");
  EXPECT_EQ(shell_word("my events.toml"), "'my events.toml'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Counted, SpeaksOfOneAndOfMany) {
  EXPECT_EQ(counted(0, "event"), "0 events");
  EXPECT_EQ(counted(1, "event"), "1 event");
  EXPECT_EQ(counted(2, "event"), "2 events");
}

}  // namespace
}  // namespace sourdine
