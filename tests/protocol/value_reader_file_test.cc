#include <gtest/gtest.h>

#include "sourdine/protocol/value_reader.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using Values = std::vector<Value>;

const Domain numbers(17);
const Domain towns(std::vector<std::string>{"Besançon", "Dole", "Baume, les Dames"});

struct Result {
  Values values;
  std::uint64_t skipped = 0;
};

Result read(std::string_view text, const Domain& domain, ValueReaderOptions options = {}) {
  ValueReader reader(std::make_unique<InputBytes>("'v.txt'", text), domain, std::move(options));
  Result result;
  Values room;
  for (auto chunk = reader.next(2, room); !chunk.empty(); chunk = reader.next(2, room)) {
    EXPECT_LE(chunk.size(), 2U);
    result.values.insert(result.values.end(), chunk.begin(), chunk.end());
  }
  result.skipped = reader.skipped();
  return result;
}

TEST(ValueReader, ReadsNumbersOneALine) {
  EXPECT_EQ(read("0\n16\r\n3", numbers).values, (Values{0, 16, 3}));
  EXPECT_EQ(read("", numbers).values, Values{});
}

TEST(ValueReader, ReadsLabelsOneALineAndByColumn) {
  EXPECT_EQ(read("Dole\nBaume, les Dames\n", towns).values, (Values{1, 2}));
  EXPECT_EQ(read("n,town\n1,Dole\n\n2,\"Baume, les Dames\"\n", towns, {.column = "town"}).values, (Values{1, 2}));
}

TEST(ValueReader, AWrongValueNamesItsLine) {
  EXPECT_EQ(input_error([] { read("0\n1\n17\n", numbers); }),
            "'v.txt', line 3: value '17' is not in the domain (k = 17)");
  for (const char* text : {"-1", "+1", "1 ", " 1", "1.0", "0x1", "99999999999999999999", "x\x1B[31m"}) {
    EXPECT_THROW(read(text, numbers), Error) << text;
  }
  EXPECT_EQ(input_error([] { read("0\n\n1\n", numbers); }), "'v.txt', line 2: there is no value");
  EXPECT_EQ(input_error([] { read("x\x1B[31m\n", numbers); }),
            "'v.txt', line 1: value 'x\\x1B[31m' is not in the domain (k = 17)");
  EXPECT_EQ(input_error([] { read("n,town\n\"\n\",Dole\n3,dole\n", towns, {.column = "town"}); }),
            "'v.txt', line 4, column 2 ('town'): value 'dole' is not in the domain (k = 3)");
  EXPECT_EQ(input_error([] { read("n,town\n3,\n", towns, {.column = "town"}); }),
            "'v.txt', line 2, column 2 ('town'): there is no value");
}

TEST(ValueReader, HintsAtWhatWouldBeRight) {
  EXPECT_EQ(DomainIndex(numbers).hint("x"), "Values are whole numbers from 0 to 16.");
  EXPECT_EQ(DomainIndex(towns).hint("dole"), "Values are the labels of the domain; did you mean 'Dole'?");
}

TEST(ValueReader, WrongValuesAreSkippedAndCountedWhenAsked) {
  const Result lines = read("0\nx\n\n1\n2\n17\n", numbers, {.on_bad_row = OnBadRow::skip});
  EXPECT_EQ(lines.values, (Values{0, 1, 2}));
  EXPECT_EQ(lines.skipped, 3U);
  const Result rows =
      read("town\nDole\nParis\nDole,2\nDole\n", towns, {.column = "town", .on_bad_row = OnBadRow::skip});
  EXPECT_EQ(rows.values, (Values{1, 1}));
  EXPECT_EQ(rows.skipped, 2U);
}

TEST(ValueSpan, GivesItsValuesWhereTheyAre) {
  const Values values{0, 1, 2, 17};
  ValueSpan source(values);
  Values room;
  const auto chunk = source.next(3, room);
  EXPECT_EQ(chunk.data(), values.data());
  EXPECT_EQ(chunk.size(), 3U);
  EXPECT_EQ(source.next(3, room).data(), values.data() + 3);
  EXPECT_TRUE(source.next(3, room).empty());
}

}  // namespace
}  // namespace sourdine
