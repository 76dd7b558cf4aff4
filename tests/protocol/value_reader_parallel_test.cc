#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "sourdine/base/line_reader.h"
#include "sourdine/protocol/value_reader.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

struct Result {
  std::vector<Value> values;
  std::uint64_t skipped = 0;
  std::string error = {};
  friend bool operator==(const Result&, const Result&) = default;
};

// What the reader's contract says, line by line.
Result read_plainly(std::string_view text, const Domain& domain, OnBadRow on_bad_row) {
  Result result;
  const DomainIndex index(domain);
  InputBytes input("'v'", text);
  LineReader lines(input);
  while (lines.next()) {
    if (const auto value = index.find(lines.text())) {
      result.values.push_back(*value);
    } else if (on_bad_row == OnBadRow::skip) {
      ++result.skipped;
    } else {
      result.error = fmt::format("'v', line {}: {}", lines.line(), index.why_not(lines.text()));
      return result;
    }
  }
  return result;
}

Result read_rows_plainly(std::string_view text, const Domain& domain, OnBadRow on_bad_row) {
  Result result;
  const DomainIndex index(domain);
  InputBytes input("'v'", text);
  CsvReader rows(input, {.on_bad_row = on_bad_row});
  result.error = input_error([&] {
    while (rows.next()) {
      const std::string_view field = rows.row()[1];
      if (const auto value = index.find(field)) {
        result.values.push_back(*value);
      } else {
        rows.reject(1, index.why_not(field));
      }
    }
  });
  if (result.error == "no error") result.error.clear();
  result.skipped = result.error.empty() ? rows.skipped() : 0;
  return result;
}

// Values one at a time, so that those before an error are all seen; `helpers` parse ahead meanwhile.
Result read(std::string_view text, const Domain& domain, const ValueReaderOptions& options, std::size_t helpers) {
  Result result;
  ValueReader reader(std::make_unique<InputBytes>("'v'", text), domain, options);
  std::atomic<bool> is_over = false;
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < helpers; ++i) {
    threads.emplace_back([&] {
      while (!is_over) {
        if (!reader.help()) std::this_thread::yield();
      }
    });
  }
  result.error = input_error([&] {
    std::vector<Value> room;
    for (auto values = reader.next(1, room); !values.empty(); values = reader.next(1, room)) {
      result.values.push_back(values[0]);
    }
  });
  is_over = true;
  if (result.error == "no error") result.error.clear();
  result.skipped = result.error.empty() ? reader.skipped() : 0;
  return result;
}

const Domain numbers(17);
const Domain many(10'000'000);
const Domain largest(Domain::max_size);
const Domain labels(std::vector<std::string>{"a", "0", "two words", "a\r", "Besançon in Franche-Comté"});

std::string some_lines(std::mt19937& random) {
  constexpr const char* texts[] = {"0",
                                   "7",
                                   "16",
                                   "17",
                                   "007",
                                   "00000000",
                                   "9999999",
                                   "10000000",
                                   "67108863",
                                   "000000000",
                                   "123456789",
                                   "4294967297",
                                   "",
                                   "a",
                                   "two words",
                                   "a\r",
                                   "1 ",
                                   "-1",
                                   "1\xB0",
                                   "\xFF",
                                   "1:",
                                   "1/",
                                   "3,4",
                                   "12345\r6",
                                   "a\rb",
                                   "\r",
                                   "\"a\"",
                                   "\"",
                                   "1.0",
                                   "18446744073709551617",
                                   "Besançon in Franche-Comté"};
  std::string text = random() % 8 == 0 ? "\xEF\xBB\xBF" : "";
  const bool is_tame = random() % 2 == 0;
  for (std::size_t n = random() % 40; n > 0; --n) {
    text += is_tame && random() % 16 != 0 ? std::to_string(random() % 17) : texts[random() % std::size(texts)];
    text += random() % 4 == 0 ? "\r\n" : n == 1 && random() % 2 == 0 ? "" : "\n";
  }
  return text;
}

void compare_lines(int texts, std::size_t helpers) {
  std::mt19937 random(1);
  std::size_t values = 0;
  for (int i = 0; i < texts; ++i) {
    const std::string text = some_lines(random);
    for (const Domain* domain : {&numbers, &many, &largest, &labels}) {
      for (const OnBadRow on_bad_row : {OnBadRow::stop, OnBadRow::skip}) {
        const Result plain = read_plainly(text, *domain, on_bad_row);
        ASSERT_EQ(read(text, *domain, {"", on_bad_row, 1 + random() % 60}, helpers), plain) << text;
        values += plain.values.size();
      }
    }
  }
  EXPECT_GT(values, 40U * static_cast<std::size_t>(texts));
}

void compare_rows(int texts, std::size_t helpers) {
  std::mt19937 random(2);
  for (int i = 0; i < texts; ++i) {
    std::string text = "n,v\n";
    for (std::size_t n = random() % 30; n > 0; --n) {
      constexpr const char* rows[] = {"1,0", "2,16", "\"x\ny\",\"7\"", "", "3,17", "4", "5,\"6", "6,", "7,1,2"};
      text += random() % 4 != 0 ? fmt::format("9,{}", random() % 17) : rows[random() % std::size(rows)];
      text += n == 1 && random() % 2 == 0 ? "" : "\n";
    }
    for (const OnBadRow on_bad_row : {OnBadRow::stop, OnBadRow::skip}) {
      const Result plain = read_rows_plainly(text, numbers, on_bad_row);
      ASSERT_EQ(read(text, numbers, {"v", on_bad_row, 1 + random() % 60}, helpers), plain) << text;
    }
  }
}

TEST(ValueBlocks, GiveTheSameValuesCountsAndErrorsAsLinesOneByOne) { compare_lines(500, 0); }
TEST(ValueBlocks, GiveTheSameValuesCountsAndErrorsAsRowsOneByOne) { compare_rows(1500, 0); }
TEST(ParallelValues, LinesGiveTheSameValuesCountsAndErrorsAsOneByOne) { compare_lines(20, 2); }
TEST(ParallelValues, RowsGiveTheSameValuesCountsAndErrorsAsOneByOne) { compare_rows(20, 2); }

TEST(ParallelValues, HelpersParseALongFile) {
  std::string text;
  std::vector<Value> expected;
  for (Value i = 0; i < 200'000; ++i) {
    expected.push_back(i * 7919 % 17);
    text += std::to_string(expected.back()) + "\n";
  }
  for (const std::size_t helpers : {0U, 1U, 3U}) {
    EXPECT_TRUE(read(text, numbers, {.block_bytes = 1000}, helpers).values == expected) << helpers;
  }
}

TEST(ParallelValues, ALineWithoutEndIsAnErrorBehindTheValuesBeforeIt) {
  const std::string text = fmt::format("1\n2\n{:0{}}\n3\n", 0, LineReader::max_line_bytes + 1);
  EXPECT_EQ(read(text, numbers, {}, 1), (Result{{1, 2}, 0, "'v': line 3 is longer than 1048576 bytes"}));
  const std::string longest = fmt::format("1\n{:0{}}\n3\n", 0, LineReader::max_line_bytes);
  EXPECT_EQ(read(longest, numbers, {}, 1), (Result{{1, 0, 3}, 0, ""}));
}

}  // namespace
}  // namespace sourdine
