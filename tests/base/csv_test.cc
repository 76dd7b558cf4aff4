#include "sourdine/base/csv.h"

#include <gtest/gtest.h>

#include <random>

#include "sourdine/base/line_reader.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;
using testing::input_error;

struct Table {
  Row header;
  Rows rows;
  std::vector<std::uint64_t> lines;
  std::uint64_t skipped = 0;
  friend bool operator==(const Table&, const Table&) = default;
};

Table read(std::string_view text, CsvOptions options = {}) {
  InputBytes input("'t.csv'", text);
  CsvReader reader(input, options);
  Table table{reader.header(), {}, {}, 0};
  while (reader.next()) {
    table.rows.emplace_back(reader.row().begin(), reader.row().end());
    table.lines.push_back(reader.line());
  }
  table.skipped = reader.skipped();
  return table;
}

Table read_skipping(std::string_view text) { return read(text, {.on_bad_row = OnBadRow::skip}); }

// The same table by blocks, with next() where there is none.
Table read_blocks(std::string_view text, CsvOptions options) {
  InputBytes input("'t.csv'", text);
  CsvReader reader(input, options);
  CsvReader blocks = reader.block_reader();
  Table table{reader.header(), {}, {}, 0};
  const auto take = [&](const CsvReader& from) {
    table.rows.emplace_back(from.row().begin(), from.row().end());
    table.lines.push_back(from.line());
  };
  for (TextBlock block;;) {
    if (reader.next_block(block)) {
      blocks.open(block);
      while (blocks.next()) take(blocks);
    } else if (reader.next()) {
      take(reader);
    } else {
      break;
    }
  }
  table.skipped = reader.skipped() + blocks.skipped();
  return table;
}

TEST(Csv, ReadsPlainRowsByAnyLineEnd) {
  const Rows rows{{"1", "2"}, {"", "x y"}};
  for (const char* text : {"a,b\n1,2\n,x y\n", "a,b\r\n1,2\r\n,x y\r\n", "a,b\n1,2\n,x y",
                           "\xEF\xBB\xBF"
                           "a,b\r\n1,2\n,x y\r"}) {
    const Table table = read(text);
    EXPECT_EQ(table.header, (Row{"a", "b"}));
    EXPECT_EQ(table.rows, rows);
    EXPECT_EQ(table.lines, (std::vector<std::uint64_t>{2, 3}));
  }
}

TEST(Csv, ReadsQuotedFieldsWithSeparatorsQuotesAndLineBreaks) {
  const Table table = read("a,b\r\n\"x,\"\"y\"\"\",\"line 1\nline 2\r\n\"\r\nz,\"\"\n\"\"\"\",\"q\"");
  EXPECT_EQ(table.rows, (Rows{{"x,\"y\"", "line 1\nline 2\r\n"}, {"z", ""}, {"\"", "q"}}));
  EXPECT_EQ(table.lines, (std::vector<std::uint64_t>{2, 5, 6}));
}

TEST(Csv, IgnoresEmptyLinesButCountsThem) {
  const Table table = read("a\n\n1\n\r\n\n\"\"\n");
  EXPECT_EQ(table.rows, (Rows{{"1"}, {""}}));
  EXPECT_EQ(table.lines, (std::vector<std::uint64_t>{3, 6}));
}

TEST(Csv, FindsColumnsByName) {
  InputBytes input("'t.csv'", "place,date,date\n");
  const CsvReader reader(input);
  EXPECT_EQ(reader.column("place"), 0U);
  EXPECT_EQ(input_error([&] { (void)reader.column("plaec"); }),
            "'t.csv' has no column 'plaec'; did you mean 'place'? columns: place, date, date");
  EXPECT_EQ(input_error([&] { (void)reader.column("date"); }), "'t.csv' has more than one column 'date'");
}

TEST(Csv, BadRowsStopWithLineAndColumn) {
  EXPECT_EQ(input_error([] { read("a,b\n1,2\n3\n"); }),
            "'t.csv', line 3, column 1 ('a'): the row has 1 field, the header 2");
  EXPECT_EQ(input_error([] { read("a,b\n1,2,3\n"); }), "'t.csv', line 2, column 3: the row has 3 fields, the header 2");
  EXPECT_EQ(input_error([] { read("a,b\n\"1\n\n\",2\nx,5\"\n"); }),
            "'t.csv', line 5, column 2 ('b'): a quote stands inside a field that does not begin with one");
  EXPECT_EQ(input_error([] { read("a,b\n\"1\"x,2\n"); }),
            "'t.csv', line 2, column 1 ('a'): text follows a closing quote");
  EXPECT_EQ(input_error([] { read("a,b\n1,\"2\n3,4\n"); }), "'t.csv', line 2, column 2 ('b'): a quote lacks its pair");
  EXPECT_EQ(input_error([] { read(""); }), "'t.csv' is empty: a header row that names the columns is needed");
  EXPECT_EQ(input_error([] { read_skipping("a,\"b\n"); }), "'t.csv', line 1, column 2: a quote lacks its pair");
}

TEST(Csv, BadRowsAreSkippedAndCountedWhenAsked) {
  const Table table = read_skipping("a,b\n1,2\n3\n4,5\"\n6,\"7\n8,9\n\"x\"y,1\n10,11\n1,2,3\n");
  EXPECT_EQ(table.rows, (Rows{{"1", "2"}, {"8", "9"}, {"10", "11"}}));
  EXPECT_EQ(table.lines, (std::vector<std::uint64_t>{2, 6, 8}));
  EXPECT_EQ(table.skipped, 5U);
}

TEST(Csv, AnUnpairedQuoteCostsOneLineAndBoundedMemory) {
  std::string text = "a,b\n1,\"2\n";
  for (int i = 0; i < 200'000; ++i) text += "3,4\n";
  EXPECT_EQ(input_error([&] { read(text, {.max_row_bytes = 1000}); }),
            "'t.csv', line 2, column 2 ('b'): the row is longer than 1000 bytes; a quote may lack its pair");
  const Table table = read(text, {.on_bad_row = OnBadRow::skip, .max_row_bytes = 1000});
  EXPECT_EQ(table.rows.size(), 200'000U);
  EXPECT_EQ(table.skipped, 1U);
  EXPECT_EQ(table.lines.front(), 3U);
}

TEST(Csv, RowsUpToTheLimitAreReadAndLongerOnesAreNot) {
  const std::string longest(995, 'x');  // with separator, one more field and the line feed: 998 bytes
  EXPECT_EQ(read("a,b\n" + longest + ",1\n", {.max_row_bytes = 998}).rows.size(), 1U);
  EXPECT_THROW(read("a,b\n" + longest + ",1\n", {.max_row_bytes = 997}), Error);
}

// Wherever the window over the input ends, the rows are the same.
TEST(Csv, RowsDoNotDependOnWhereTheBufferEnds) {
  const std::string unit = "12,\"a \"\"b\"\"\r\n,c\",\r\n\"\",x,\"\"\"\"\r\n\n7,8,9\r\n";
  for (std::size_t shift = 0; shift < unit.size(); ++shift) {
    std::string text = "p,q,r\n" + std::string(shift, '0') + ",,\n";
    std::size_t units = 0;
    for (; text.size() < 600'000; ++units) text += unit;
    const Table table = read(text, {.max_row_bytes = 100});
    ASSERT_EQ(table.rows.size(), 1 + 3 * units);
    for (std::size_t i = 0; i < units; ++i) {
      ASSERT_EQ(table.rows[1 + 3 * i], (Row{"12", "a \"b\"\r\n,c", ""}));
      ASSERT_EQ(table.rows[2 + 3 * i], (Row{"", "x", "\""}));
      ASSERT_EQ(table.rows[3 + 3 * i], (Row{"7", "8", "9"}));
    }
    ASSERT_EQ(table.lines.back(), 3 + 5 * units - 1);
  }
}

TEST(Csv, WhatIsWrittenIsReadBack) {
  const Rows rows{{"plain", "with,comma"}, {"\"quoted\"", "two\nlines"}, {"", "\r"}, {" spaces ", "é"}};
  std::string text;
  OutputBytes output(text);
  const auto append = [&](const Row& row) {
    append_csv_row(output, std::vector<std::string_view>(row.begin(), row.end()));
  };
  append({"a", "b"});
  for (const Row& row : rows) append(row);
  EXPECT_EQ(read(text).rows, rows);
  text.clear();
  append({"a"});
  append({""});
  EXPECT_EQ(text, "a\n\"\"\n");
  EXPECT_EQ(read(text).rows, (Rows{{""}}));
}

TEST(Csv, RejectedRowsAreBadRows) {
  InputBytes input("'t.csv'", "a,b\n1,2\n");
  CsvReader reader(input);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(input_error([&] { reader.reject(1, "too even"); }), "'t.csv', line 2, column 2 ('b'): too even");
}

TEST(LineReader, GivesLinesByAnyLineEnd) {
  InputBytes input("'t'",
                   "\xEF\xBB\xBF"
                   "1\r\n\nx\r");
  LineReader reader(input);
  Row lines;
  while (reader.next()) lines.emplace_back(reader.text());
  EXPECT_EQ(lines, (Row{"1", "", "x"}));
  EXPECT_EQ(reader.line(), 3U);
}

TEST(LineReader, RefusesALineWithoutEnd) {
  const std::string text = "1\n" + std::string(LineReader::max_line_bytes + 1, 'x');
  InputBytes input("'t'", text);
  LineReader reader(input);
  EXPECT_TRUE(reader.next());
  EXPECT_EQ(input_error([&] { reader.next(); }), "'t': line 2 is longer than 1048576 bytes");
}

// Texts of a few letters, so that quotes are paired, doubled and misplaced in every way, cut at every place.
TEST(CsvBlocks, HoldTheSameRowsLinesAndErrorsAsReadingRowByRow) {
  std::mt19937 random(1);
  constexpr std::string_view tame = "ab,,\n\n\"\"\r";
  int good = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = "x,y\n";
    const std::size_t rows = random() % 12;
    for (std::size_t row = 0; row < rows; ++row) {
      switch (random() % 8) {
        case 0:
          for (std::size_t n = random() % 9; n > 0; --n) text += tame[random() % tame.size()];
          break;
        case 1:
          text += "\"a\n\"\"b\",\"c,\r\n\"\r\n";
          break;
        case 2:
          text += "\n\r\n";
          break;
        default:
          text += random() % 2 == 0 ? "1,\"2\"\n" : "3,4\n";
      }
    }
    for (const OnBadRow on_bad_row : {OnBadRow::stop, OnBadRow::skip}) {
      const CsvOptions options{
          .on_bad_row = on_bad_row, .max_row_bytes = 4 + random() % 20, .block_bytes = 1 + random() % 40};
      Table plain, blocks;
      const std::string plain_error = input_error([&] { plain = read(text, options); });
      const std::string block_error = input_error([&] { blocks = read_blocks(text, options); });
      ASSERT_EQ(block_error, plain_error) << text;
      ASSERT_EQ(blocks, plain) << text;
      good += plain_error == "no error" && on_bad_row == OnBadRow::stop ? 1 : 0;
    }
  }
  EXPECT_GT(good, 3000);
}

TEST(CsvBlocks, HoldWholeRowsOfQuotedText) {
  const std::string text = "a,b\n1,\"x\ny\"\n2,z\n3,w";
  InputBytes input("'t.csv'", text);
  CsvReader reader(input, {.block_bytes = 11});
  TextBlock block;
  ASSERT_TRUE(reader.next_block(block));
  EXPECT_EQ(std::string(block.text.begin(), block.text.end()), "1,\"x\ny\"\n");
  EXPECT_EQ(block.first_line, 2U);
  ASSERT_TRUE(reader.next_block(block));
  EXPECT_EQ(std::string(block.text.begin(), block.text.end()), "2,z\n");
  EXPECT_EQ(block.first_line, 4U);
  EXPECT_FALSE(reader.next_block(block));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 5U);
}

TEST(HarmlessCell, IsNoFormula) {
  for (const char* text : {"=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "+", "--1", "-inf", "=1"}) {
    EXPECT_EQ(harmless_cell(text), std::string("'") + text) << text;
  }
  for (const char* text : {"", "a=1", "3", "-3", "+3.5", "-1e3", "'=1", "Saint-Vit", "1-2"}) {
    EXPECT_EQ(harmless_cell(text), text) << text;
  }
}

}  // namespace
}  // namespace sourdine
