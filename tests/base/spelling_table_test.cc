#include "sourdine/base/spelling_table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sourdine {
namespace {

TEST(SpellingTable, FindsEveryTextOfEveryLengthByItsNumber) {
  SpellingTable table;
  std::vector<std::string> texts;
  for (int length = 0; length < 40; ++length) {
    for (int i = 0; i < (length == 0 ? 1 : 50); ++i) {
      std::string text(static_cast<std::size_t>(length), 'a');
      if (length > 0) text[static_cast<std::size_t>(i % length)] = static_cast<char>('b' + i / length);
      if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }
  }
  for (const std::string& text : texts) {
    EXPECT_EQ(table.find(text), SpellingTable::absent);
    table.add(text);
  }
  for (std::uint32_t i = 0; i < texts.size(); ++i) EXPECT_EQ(table.find(texts[i]), i) << texts[i];
  table.clear();
  EXPECT_EQ(table.find(texts[7]), SpellingTable::absent);
}

}  // namespace
}  // namespace sourdine
