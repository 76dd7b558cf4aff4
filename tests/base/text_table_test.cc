#include "sourdine/base/text_table.h"

#include <gtest/gtest.h>

namespace sourdine {
namespace {

TEST(TextTable, AlignsByWhatIsSeenAndEndsLinesWithoutSpaces) {
  EXPECT_EQ(table_lines("lr", {{"", "how many"}, {"année", "7"}, {"day", "1234"}}),
            (std::vector<std::string>{"       how many", "année         7", "day        1234"}));
  EXPECT_EQ(table_lines("ll", {{"a", ""}, {"bcd", "e"}}), (std::vector<std::string>{"a", "bcd  e"}));
}

// A label of a file must not command the terminal.
TEST(TextTable, EscapesItsTexts) { EXPECT_EQ(table_lines("l", {{"\x1B[2J"}}).front(), "\\x1B[2J"); }

}  // namespace
}  // namespace sourdine
