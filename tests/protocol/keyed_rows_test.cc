#include "sourdine/protocol/keyed_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string>

#include "random/aes_definition.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/range/local_protocol.h"
#include "support/errors.h"
#include "toy_protocol.h"
#include "words_protocol.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::ToyProtocol;
using testing::WordsProtocol;

// Rows with ids of both kinds.
struct Rows {
  std::vector<Value> values;
  std::vector<std::uint64_t> ids;
  std::vector<std::string> names;
  std::size_t width = 1;

  RecordsView records() const { return {values, width}; }
};

Rows some_rows(const Protocol& protocol, std::size_t count) {
  Rows rows;
  rows.width = protocol.width();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t a = 0; a < rows.width; ++a) {
      rows.values.push_back(static_cast<Value>((i * i + a) % protocol.domain_size(a)));
    }
    rows.ids.push_back(i * 0x9e3779b97f4a7c15U);
    rows.names.push_back(std::string(i % 40, 'x') + std::to_string(i));
  }
  return rows;
}

Rows in_order(const Rows& rows, const std::vector<std::size_t>& order) {
  Rows sorted;
  sorted.width = rows.width;
  for (const std::size_t i : order) {
    const auto record = rows.records()[i];
    sorted.values.insert(sorted.values.end(), record.begin(), record.end());
    sorted.ids.push_back(rows.ids[i]);
    sorted.names.push_back(rows.names[i]);
  }
  return sorted;
}

template <class Offset>
struct Names {
  explicit Names(std::span<const std::string> names, std::size_t unused = 0) : bytes(unused, 7) {
    offsets.push_back(static_cast<Offset>(unused));
    for (const std::string& name : names) {
      bytes.insert(bytes.end(), name.begin(), name.end());
      offsets.push_back(static_cast<Offset>(bytes.size()));
    }
  }
  ByteIds<Offset> ids() const { return {offsets, bytes}; }

  std::vector<Offset> offsets;
  std::vector<std::uint8_t> bytes;
};

using Bytes = std::vector<std::uint8_t>;

template <class Ids>
Bytes reports_of(const Protocol& protocol, RecordsView records, const Ids& ids, const RowSecret& secret,
                 std::size_t threads = 1) {
  Bytes reports(records.size() * protocol.report_bytes(), 0xee);
  randomize_rows(protocol, records, ids, secret, reports, threads);
  return reports;
}

std::span<const std::uint64_t> numbers(const Rows& rows) { return rows.ids; }

// Oracles of the table, one whose reports are long, a range protocol and one of two attributes.
std::vector<std::shared_ptr<const Protocol>> some_protocols() {
  std::vector<std::shared_ptr<const Protocol>> protocols;
  for (const OracleRow& row : oracle_table()) protocols.push_back(make_oracle(table_spec(row, Domain(9), 1)));
  for (const char* name : {"oue", "ss", "olh"}) {
    protocols.push_back(make_oracle(table_spec(find_oracle(name), Domain(1024), 1)));
  }
  protocols.push_back(make_oracle(table_spec(find_oracle("oue"), Domain(5000), 9)));  // sparse
  for (const ProtocolKind& kind : protocol_table().rows()) {
    if (kind.kind != RangeProtocol::protocol_kind) continue;
    for (const BenchCase& one : kind.bench_cases()) protocols.push_back(one.protocol);
  }
  protocols.push_back(std::make_shared<ToyProtocol>(2, 3, 1));
  return protocols;
}

TEST(ParallelKeyedRows, AReportDoesNotDependOnOrderBatchesOrThreads) {
  const RowSecret secret = seeded_row_secret(5);
  for (const auto& protocol : some_protocols()) {
    SCOPED_TRACE(std::string(protocol->spec()->json()));
    const std::size_t size = protocol->report_bytes();
    const Rows rows = some_rows(*protocol, size > 100 ? 1500 : 3000);
    const std::size_t count = rows.ids.size();
    const Bytes whole = reports_of(*protocol, rows.records(), numbers(rows), secret);
    const Bytes named = reports_of(*protocol, rows.records(), Names<std::int32_t>(rows.names).ids(), secret);
    EXPECT_TRUE(size == 0 || whole != named);
    EXPECT_TRUE(reports_of(*protocol, rows.records(), numbers(rows), secret, 3) == whole);
    EXPECT_TRUE(reports_of(*protocol, rows.records(), Names<std::int64_t>(rows.names, 5).ids(), secret, 2) == named);
    Bytes parts;
    Bytes named_parts;
    for (std::size_t first = 0, n = 1; first < count; first += n, n = n * 3 + 1) {
      n = std::min(n, count - first);
      const auto some = rows.records().subview(first, n);
      for (const std::uint8_t byte : reports_of(*protocol, some, numbers(rows).subspan(first, n), secret)) {
        parts.push_back(byte);
      }
      const Names<std::int32_t> names(std::span(rows.names).subspan(first, n));
      for (const std::uint8_t byte : reports_of(*protocol, some, names.ids(), secret)) named_parts.push_back(byte);
    }
    EXPECT_TRUE(parts == whole);
    EXPECT_TRUE(named_parts == named);
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::reverse(order.begin(), order.end());
    const Rows sorted = in_order(rows, order);
    const Bytes turned = reports_of(*protocol, sorted.records(), numbers(sorted), secret);
    const Bytes turned_named = reports_of(*protocol, sorted.records(), Names<std::int32_t>(sorted.names).ids(), secret);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_TRUE(std::equal(&turned[0] + i * size, &turned[0] + (i + 1) * size, &whole[0] + order[i] * size));
      ASSERT_TRUE(
          std::equal(&turned_named[0] + i * size, &turned_named[0] + (i + 1) * size, &named[0] + order[i] * size));
    }
    const Reports all = [&] {
      Reports reports(size);
      std::ranges::copy(whole, reports.append(count).begin());
      return reports;
    }();
    Tally tally = protocol->empty_tally();
    protocol->tally(all, tally);  // all are reports that the protocol can make
    EXPECT_EQ(tally.reports, count);
  }
}

TEST(ParallelKeyedRows, ManyChunksOnManyThreadsGiveTheSameBytes) {
  const auto oracle = make_oracle(table_spec(find_oracle("grr"), Domain(17), 1));
  const Rows rows = some_rows(*oracle, 100'000);
  const RowSecret secret = seeded_row_secret(6);
  const Bytes one = reports_of(*oracle, rows.records(), numbers(rows), secret);
  for (const std::size_t threads : {0U, 2U, 8U}) {
    EXPECT_TRUE(reports_of(*oracle, rows.records(), numbers(rows), secret, threads) == one);
  }
}

// Labels, starts and words as the headers define them, computed here by plain HMAC and AES.
class Definition {
 public:
  Definition(const Protocol& protocol, const RowSecret& secret, const std::string& kind)
      : words_(key(protocol, secret, "sourdine words of rows with " + kind)),
        starts_(key(protocol, secret, "sourdine starts of rows with " + kind)) {}

  std::vector<std::uint64_t> words(testing::Block start) const {
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < WordsProtocol::words; ++i) words.push_back(testing::row_word(words_, start, i));
    return words;
  }
  testing::Block mac(const std::vector<testing::Block>& message) const {
    testing::Block state{};
    for (const testing::Block& block : message) {
      state = testing::aes_block(starts_, {state[0] ^ block[0], state[1] ^ block[1]});
    }
    return state;
  }

 private:
  static testing::AesKey key(const Protocol& protocol, const RowSecret& secret, const std::string& purpose) {
    Bytes label(purpose.begin(), purpose.end());
    label.push_back(0);
    const Fingerprint& fingerprint = protocol.spec()->fingerprint();
    label.insert(label.end(), fingerprint.begin(), fingerprint.end());
    return testing::hmac_key(secret.bytes(), label);
  }

  testing::AesKey words_;
  testing::AesKey starts_;
};

std::vector<std::uint64_t> words_in(const Bytes& reports, std::size_t row) {
  std::vector<std::uint64_t> words(WordsProtocol::words);
  std::memcpy(words.data(), &reports[row * WordsProtocol::words * 8], WordsProtocol::words * 8);
  return words;
}

testing::Block text_block(std::string_view text) {
  testing::Block block{};
  std::memcpy(block.data(), text.data(), text.size());
  return block;
}

TEST(KeyedRows, WordsOfNumbersAreThoseOfTheDefinition) {
  const RowSecret secret = RowSecret::draw();
  const WordsProtocol one(1);
  const std::vector<std::uint64_t> ids{0, 1, std::numeric_limits<std::uint64_t>::max(), 42};
  const std::vector<Value> values{0, (Value{1} << 31) - 1, 7, 0};
  const Bytes reports = reports_of(one, {values, 1}, std::span<const std::uint64_t>(ids), secret);
  const Definition definition(one, secret, "numbers");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(words_in(reports, i), definition.words({ids[i], values[i]})) << i;
  }

  const WordsProtocol seven(7);
  const std::vector<Value> record{1, 2, 3, 4, 5, 6, 7};
  const Bytes wide = reports_of(seven, {record, 7}, std::span<const std::uint64_t>(ids).first(1), secret);
  const Definition wide_definition(seven, secret, "numbers");
  const auto pair = [](std::uint64_t low, std::uint64_t high) { return low | high << 32; };
  EXPECT_EQ(
      words_in(wide, 0),
      wide_definition.words(wide_definition.mac({{ids[0], pair(1, 2)}, {pair(3, 4), pair(5, 6)}, {pair(7, 0), 0}})));
}

TEST(KeyedRows, WordsOfBytesAreThoseOfTheDefinition) {
  const RowSecret secret = RowSecret::draw();
  const WordsProtocol one(1);
  const Definition definition(one, secret, "bytes");
  const std::vector<std::string> names{"", "a", "sixteen letters!", "sixteen letters! and more", "a"};
  const std::vector<Value> values{3, 3, 3, 3, 4};
  const Bytes reports = reports_of(one, {values, 1}, Names<std::int32_t>(names).ids(), secret);
  EXPECT_EQ(words_in(reports, 0), definition.words(definition.mac({{0, 3}})));
  EXPECT_EQ(words_in(reports, 1), definition.words(definition.mac({{1, 3}, text_block("a")})));
  EXPECT_EQ(words_in(reports, 2), definition.words(definition.mac({{16, 3}, text_block("sixteen letters!")})));
  EXPECT_EQ(words_in(reports, 3),
            definition.words(definition.mac({{25, 3}, text_block("sixteen letters!"), text_block(" and more")})));
  EXPECT_EQ(words_in(reports, 4), definition.words(definition.mac({{1, 4}, text_block("a")})));
}

TEST(KeyedRows, EverythingThatTellsRowsApartGivesOtherWords) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  const auto add = [&](const Bytes& reports) {
    for (std::size_t i = 0; i < reports.size() / (WordsProtocol::words * 8); ++i) {
      for (const std::uint64_t word : words_in(reports, i)) seen.insert(word);
      count += WordsProtocol::words;
    }
  };
  const std::vector<std::uint64_t> ids{1, 1, 2, 2, 0, std::numeric_limits<std::uint64_t>::max()};
  const std::vector<Value> values{1, 2, 1, 2, 0, 0};
  const std::vector<std::string> names{"1", "1", "2", std::string("2\0", 2), "", std::string("\0", 1)};
  const std::vector<Value> pairs{1, 2, 2, 1, 1, 1, 2, 2, 0, 1, 1, 0};
  for (const std::uint64_t seed : {1U, 2U}) {
    const RowSecret secret = seeded_row_secret(seed);
    for (const int version : {1, 2}) {
      add(reports_of(WordsProtocol(1, version), {values, 1}, std::span<const std::uint64_t>(ids), secret));
      add(reports_of(WordsProtocol(1, version), {values, 1}, Names<std::int32_t>(names).ids(), secret));
      add(reports_of(WordsProtocol(2, version), {pairs, 2}, std::span<const std::uint64_t>(ids), secret));
      add(reports_of(WordsProtocol(2, version), {pairs, 2}, Names<std::int32_t>(names).ids(), secret));
    }
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(KeyedRows, TheSameIdAndValueGiveTheSameReport) {
  const std::vector<std::uint64_t> ids{9, 9};
  const std::vector<Value> values{4, 4};
  const Bytes reports =
      reports_of(WordsProtocol(1), {values, 1}, std::span<const std::uint64_t>(ids), RowSecret::draw());
  EXPECT_EQ(words_in(reports, 0), words_in(reports, 1));
}

TEST(KeyedRows, NoRowsAreNoReports) {
  Bytes none;
  const auto oracle = make_oracle(table_spec(find_oracle("oue"), Domain(17), 1));
  const RowSecret secret = seeded_row_secret(1);
  randomize_rows(*oracle, {{}, 1}, std::span<const std::uint64_t>(), secret, none);
  const std::vector<std::int32_t> offsets{0};
  randomize_rows(*oracle, {{}, 1}, ByteIds<std::int32_t>{offsets, {}}, secret, none);
}

TEST(KeyedRows, BadInputIsRefusedBeforeAnythingIsWritten) {
  const auto oracle = make_oracle(table_spec(find_oracle("grr"), Domain(17), 1));
  const RowSecret secret = seeded_row_secret(1);
  Rows rows = some_rows(*oracle, 40'000);
  rows.values[30'000] = 17;
  rows.values[39'999] = 18;
  Bytes reports(rows.ids.size(), 0xee);
  const auto is_untouched = [&] {
    return std::ranges::all_of(reports, [](std::uint8_t byte) { return byte == 0xee; });
  };
  const Names<std::int32_t> names(rows.names);
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const std::string expected = "value 17 (number 30001) is outside the domain 0 … 16";
    EXPECT_EQ(input_error([&] { randomize_rows(*oracle, rows.records(), numbers(rows), secret, reports, threads); }),
              expected);
    EXPECT_EQ(input_error([&] { randomize_rows(*oracle, rows.records(), names.ids(), secret, reports, threads); }),
              expected);
  }
  rows.values[30'000] = rows.values[39'999] = 0;
  EXPECT_EQ(input_error([&] { randomize_rows(*oracle, rows.records(), numbers(rows).first(7), secret, reports); }),
            "there are 7 row ids for 40000 records");
  EXPECT_EQ(
      input_error([&] { randomize_rows(*oracle, rows.records(), numbers(rows), secret, std::span(reports).first(7)); }),
      "40000 reports of 1 bytes do not fit into 7 bytes");
  EXPECT_EQ(input_error([&] {
              randomize_rows(*oracle, {rows.values, 2}, numbers(rows), secret, reports);
            }),
            "a record of this protocol has 1 values, not 2");
  const std::vector<Value> two{0, 0};
  const std::vector<std::uint8_t> letters(10);
  const auto offsets_error = [&](std::vector<std::int64_t> offsets) {
    return input_error([&] {
      randomize_rows(*oracle, {two, 1}, ByteIds<std::int64_t>{offsets, letters}, secret, std::span(reports).first(2));
    });
  };
  EXPECT_EQ(offsets_error({}), "the offsets of the row ids are missing");
  EXPECT_EQ(offsets_error({0, 1}), "there are 1 row ids for 2 records");
  EXPECT_EQ(offsets_error({-1, 1, 2}), "offset 1 of the row ids (-1) is not between 0 and 10");
  EXPECT_EQ(offsets_error({0, 5, 4}), "offset 3 of the row ids (4) is not between 5 and 10");
  EXPECT_EQ(offsets_error({0, 5, 11}), "offset 3 of the row ids (11) is not between 5 and 10");
  EXPECT_TRUE(is_untouched());
}

TEST(KeyedRows, StopWhenAsked) {
  const auto oracle = make_oracle(table_spec(find_oracle("grr"), Domain(17), 1));
  const Rows rows = some_rows(*oracle, 10);
  Bytes reports(10);
  StopSource stop;
  stop.ask();
  EXPECT_EQ(testing::error_code([&] {
              randomize_rows(*oracle, rows.records(), numbers(rows), seeded_row_secret(1), reports, 1, stop.token());
            }),
            ErrorCode::cancelled);
}

}  // namespace
}  // namespace sourdine
