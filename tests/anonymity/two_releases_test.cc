#include "sourdine/anonymity/two_releases.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sourdine/anonymity/published_value.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

LabelledColumn column_of(const std::vector<std::string>& texts) {
  LabelledColumn column{.name = "x", .column = {}, .labels = {}};
  column.column = coded_like(column.labels, {.name = "x", .column = {{}, 0}, .labels = {}});
  for (const std::string& text : texts) {
    const auto place = std::find(column.labels.begin(), column.labels.end(), text);
    column.column.codes.push_back(static_cast<Value>(place - column.labels.begin()));
    if (place == column.labels.end()) column.labels.push_back(text);
  }
  column.column.size = static_cast<Value>(column.labels.size());
  return column;
}

bool overlap(std::string_view a, std::string_view b) {
  const bool one_way = PublishedValue(a).overlaps(PublishedValue(b));
  EXPECT_EQ(one_way, PublishedValue(b).overlaps(PublishedValue(a))) << a << " " << b;
  return one_way;
}

TEST(PublishedValues, KnownFormsOverlapWhereTheirSetsDo) {
  const std::pair<const char*, const char*> alike[] = {
      {"*", "France"},     {"130**", "13053"}, {"130**", "1305*"},        {"148**", "148***"},  {"[21;31[", "< 35"},
      {"[21;31[", "30"},   {"[17;23]", "23"},  {"[20,30)", "[29;40]"},    {"17-23", "[20;25["}, {">= 65", "65"},
      {"≥ 35", "[31;41["}, {"<= 35", ">= 35"}, {"2018-07", "2018-07-14"}, {"2018", "2018-07"},  {"**30", "1*"},
      {"a", "a"},          {"1.0", "1"},       {"-5--1", "-3"},           {"]3;4]", "4"},       {"(3,4]", "[4,5)"}};
  for (const auto& [a, b] : alike) EXPECT_TRUE(overlap(a, b)) << a << " " << b;
  const std::pair<const char*, const char*> apart[] = {
      {"130**", "148**"}, {"130**", "14853"}, {"[21;31[", "31"},    {"[21;31[", "[31;41["},
      {"< 35", "35"},     {"< 35", ">= 35"},  {"Europe", "France"}, {"2018-07", "2018-08-01"},
      {"a", "b"},         {"]3;4]", "3"},     {"France", "[1;2["},  {"nan", "1"},
      {"**30", "**31"}};
  for (const auto& [a, b] : apart) EXPECT_FALSE(overlap(a, b)) << a << " " << b;
}

// The two hospitals of Arcolezi's thesis, Tables 2.2 and 2.3.
TEST(TwoReleases, TheThesisPersonIsRevealed) {
  const auto repeated = [](std::vector<std::pair<std::string, int>> runs) {
    std::vector<std::string> texts;
    for (const auto& [text, times] : runs) texts.insert(texts.end(), static_cast<std::size_t>(times), text);
    return column_of(texts);
  };
  const std::vector<LabelledColumn> first = {repeated({{"130**", 4}, {"148**", 4}, {"130**", 4}}),
                                             repeated({{"[21;31[", 4}, {"[41;50[", 4}, {"[31;41[", 4}})};
  const std::vector<LabelledColumn> second = {repeated({{"130**", 5}, {"148***", 5}}),
                                              repeated({{"< 35", 5}, {"≥ 35", 5}})};
  const LabelledColumn disease = column_of({"Tuberculosis", "Heart", "Viral", "Viral", "Cancer", "Heart", "Viral",
                                            "Viral", "Cancer", "Cancer", "Cancer", "Cancer"});
  const LabelledColumn other = column_of({"Tuberculosis", "Diabetes", "Parkinson", "Parkinson", "Diabetes", "Heart",
                                          "Cancer", "Viral", "Cancer", "Cancer"});
  const TwoReleases found = compare_releases(first, disease, second, other);
  EXPECT_EQ(found.rows, 12U);
  EXPECT_EQ(found.possible, 5U);  // the first row, and those of 148**
  EXPECT_EQ(found.revealed_surely, 1U);
  EXPECT_EQ(found.revealed_possibly, 1U);
  EXPECT_EQ(found.isolated_surely, 1U);
  EXPECT_EQ(found.revealed_alone, 0U);
  EXPECT_EQ(found.unknown_values, 0U);
}

// By definition, row by row and class by class, on tables whose values are intervals.
TEST(TwoReleases, RowsAreCountedAsByTheDefinition) {
  SeededBits random(8401);
  for (int number = 0; number < 40; ++number) {
    const auto table = [&](std::uint64_t width) {
      std::pair<std::vector<std::vector<std::string>>, std::vector<std::string>> made;
      made.first.resize(2);
      const std::size_t rows = 1 + random.below(70);
      for (std::size_t row = 0; row < rows; ++row) {
        for (auto& column : made.first) {
          const std::uint64_t low = random.below(20) / width * width;
          column.push_back(fmt::format("[{};{}[", low, low + width));
        }
        made.second.push_back(fmt::format("s{}", random.below(4)));
      }
      return made;
    };
    const auto [one, one_values] = table(1 + random.below(8));
    const auto [two, two_values] = table(1 + random.below(8));
    TwoReleases expected{.rows = one_values.size()};
    for (std::size_t row = 0; row < one_values.size(); ++row) {
      std::vector<std::string> own;
      for (std::size_t r = 0; r < one_values.size(); ++r) {
        if (one[0][r] == one[0][row] && one[1][r] == one[1][row]) own.push_back(one_values[r]);
      }
      const std::set<std::string> kinds(own.begin(), own.end());
      bool is_possible = false, always = true, once = false, always_alone = true, once_alone = false;
      for (std::size_t o = 0; o < two_values.size(); ++o) {
        if (!overlap(one[0][row], two[0][o]) || !overlap(one[1][row], two[1][o])) continue;
        std::set<std::string> other;
        for (std::size_t r = 0; r < two_values.size(); ++r) {
          if (two[0][r] == two[0][o] && two[1][r] == two[1][o]) other.insert(two_values[r]);
        }
        if (!other.contains(one_values[row])) continue;
        is_possible = true;
        const bool is_revealed =
            std::count_if(kinds.begin(), kinds.end(), [&](const std::string& v) { return other.contains(v); }) == 1;
        const bool is_alone =
            std::count_if(own.begin(), own.end(), [&](const std::string& v) { return other.contains(v); }) == 1;
        always = always && is_revealed, once = once || is_revealed;
        always_alone = always_alone && is_alone, once_alone = once_alone || is_alone;
      }
      if (!is_possible) continue;
      ++expected.possible;
      expected.revealed_alone += kinds.size() == 1 ? 1U : 0U;
      expected.revealed_surely += always ? 1U : 0U;
      expected.revealed_possibly += once ? 1U : 0U;
      expected.isolated_surely += always_alone ? 1U : 0U;
      expected.isolated_possibly += once_alone ? 1U : 0U;
    }
    const std::vector<LabelledColumn> first = {column_of(one[0]), column_of(one[1])};
    const std::vector<LabelledColumn> second = {column_of(two[0]), column_of(two[1])};
    const TwoReleases found = compare_releases(first, column_of(one_values), second, column_of(two_values));
    EXPECT_EQ(found.possible, expected.possible);
    EXPECT_EQ(found.revealed_surely, expected.revealed_surely);
    EXPECT_EQ(found.revealed_possibly, expected.revealed_possibly);
    EXPECT_EQ(found.revealed_alone, expected.revealed_alone);
    EXPECT_EQ(found.isolated_surely, expected.isolated_surely);
    EXPECT_EQ(found.isolated_possibly, expected.isolated_possibly);
  }
}

TEST(TwoReleases, ValuesThatCannotBeReadAreCounted) {
  const std::vector<LabelledColumn> first = {column_of({"Europe", "France"})},
                                    second = {column_of({"France", "Italy"})};
  const TwoReleases found = compare_releases(first, column_of({"a", "a"}), second, column_of({"a", "b"}));
  EXPECT_EQ(found.unknown_values, 1U);
  EXPECT_EQ(found.possible, 1U);
}

}  // namespace
}  // namespace sourdine
