#include "sourdine/range/decimal_number.h"

#include <gtest/gtest.h>

#include "sourdine/ranges/range_counts.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

TEST(DecimalNumber, IsRoundedDownToItsSteps) {
  struct Case {
    const char* text;
    unsigned decimals;
    std::int64_t steps;
    bool is_exact;
  };
  for (const Case& one : {Case{"2.517", 1, 25, false}, Case{"2.5", 1, 25, true}, Case{"2.50", 1, 25, true},
                          Case{"-2.517", 1, -26, false}, Case{"-2.5", 1, -25, true}, Case{"3", 2, 300, true},
                          Case{".25", 2, 25, true}, Case{"+7.", 0, 7, true}, Case{"-0.01", 1, -1, false}}) {
    const auto got = parse_decimal(one.text, one.decimals);
    ASSERT_TRUE(got) << one.text;
    EXPECT_EQ(got->steps, one.steps) << one.text;
    EXPECT_EQ(got->is_exact, one.is_exact) << one.text;
  }
  for (const char* text :
       {"", "-", ".", "1,5", "1e3", "nan", "1.2.3", "--1", "9999999999999999", "999999999999999.9"}) {
    EXPECT_FALSE(parse_decimal(text, 1)) << text;
  }
}

TEST(DecimalNumber, IsWrittenAsItIsRead) {
  EXPECT_EQ(decimal_text(25, 1), "2.5");
  EXPECT_EQ(decimal_text(-5, 2), "-0.05");
  EXPECT_EQ(decimal_text(0, 1), "0.0");
  EXPECT_EQ(decimal_text(42, 0), "42");
  for (std::int64_t steps = -205; steps <= 205; ++steps) {
    EXPECT_EQ(parse_decimal(decimal_text(steps, 2), 2)->steps, steps);
  }
}

TEST(DecimalNumber, AreCountedInBins) {
  const TemporaryDirectory directory;
  testing::write_all(directory.file("t.csv"), "Delay\n0\n0.499\n0.5\n2.517\n3.0\n-0.2\n");
  RangeRows rows{.source = directory.file("t.csv"),
                 .query = {},
                 .column = "Delay",
                 .period = {},
                 .bin = 5,
                 .decimals = 1,
                 .from = "0",
                 .to = "2.9",
                 .counts = {}};
  const RangeCounts counts = read_range_counts(rows);
  EXPECT_EQ(counts.counts, (std::vector<std::uint64_t>{2, 1, 0, 0, 0, 1}));
  EXPECT_EQ(counts.rows.outside, 2U);
  EXPECT_EQ(counts.domain.describe(), "6 bins of 0.5 from 0.0 to 2.9");
  EXPECT_EQ(counts.domain.values.label(5), "2.5-2.9");
  EXPECT_EQ(counts.domain.values.parse("2.5-2.9"), (Range{5, 5}));
  EXPECT_EQ(counts.domain.values.parse("0.5.."), (Range{1, 5}));
  EXPECT_NE(input_error([&] { counts.domain.values.parse("0.5..1"); }).find("cuts a value in two"), std::string::npos);
  EXPECT_EQ(OrderedDomain::from_json(counts.domain.to_json(), 6), counts.domain.values);
  rows.decimals = 0;
  rows.to = std::string("3");  // a literal sets off a false alarm of g++ 12 (stringop-overflow)
  EXPECT_NE(input_error([&] { read_range_counts(rows); }).find("'0.499' is not a whole number"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
