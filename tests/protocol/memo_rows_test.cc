// Many people's repeated reports: permanent responses are functions of secret, attribute, person and symbol.
#include "sourdine/protocol/memo_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Crowd {
  std::vector<Value> values;
  std::vector<std::uint64_t> ids;
  std::vector<std::int32_t> offsets{0};
  Bytes names;

  ByteIds<std::int32_t> named() const { return {offsets, names}; }
};

Crowd crowd_of(std::size_t count, Value k) {
  Crowd crowd;
  for (std::size_t i = 0; i < count; ++i) {
    crowd.values.push_back(static_cast<Value>(i * i % k));
    crowd.ids.push_back(i * 0x9e3779b97f4a7c15U);
    const std::string name = std::string(i % 40, 'x') + std::to_string(i);
    crowd.names.insert(crowd.names.end(), name.begin(), name.end());
    crowd.offsets.push_back(static_cast<std::int32_t>(crowd.names.size()));
  }
  return crowd;
}

// dbitflip has no second round: its reports are the permanent responses.
std::unique_ptr<const Oracle> unchanged_oracle(Value k) {
  return make_oracle({"dbitflip", Domain(k), 2, {{"bits", 4}}});
}

Bytes reports_of(const Oracle& oracle, const Crowd& crowd, const RowSecret& secret, std::string_view attribute,
                 std::uint64_t seed, std::size_t threads = 1) {
  Bytes reports(crowd.values.size() * oracle.report_bytes(), 0xff);
  report_rows(oracle, crowd.values, crowd.ids, {secret, attribute}, SeededSource(seed), reports, threads);
  return reports;
}

TEST(MemoRows, PermanentResponsesDependOnPersonAttributeAndSecretAlone) {
  const auto oracle = unchanged_oracle(30);
  const Crowd crowd = crowd_of(1000, 30);
  const RowSecret secret = seeded_row_secret(1);
  const Bytes first = reports_of(*oracle, crowd, secret, "age", 1);
  EXPECT_EQ(first, reports_of(*oracle, crowd, secret, "age", 2))
      << "the source of the instantaneous responses is not asked";
  EXPECT_NE(first, reports_of(*oracle, crowd, secret, "sex", 1));
  EXPECT_NE(first, reports_of(*oracle, crowd, seeded_row_secret(2), "age", 1));

  Crowd reversed = crowd;
  std::ranges::reverse(reversed.values);
  std::ranges::reverse(reversed.ids);
  const Bytes backwards = reports_of(*oracle, reversed, secret, "age", 1);
  const std::size_t size = oracle->report_bytes();
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto at = [size](const Bytes& bytes, std::size_t number) {
      return std::span(bytes).subspan(number * size, size);
    };
    ASSERT_TRUE(std::ranges::equal(at(first, i), at(backwards, 999 - i))) << i;
  }
}

Bytes named_reports_of(const Oracle& oracle, const Crowd& crowd, const RowSecret& secret, std::string_view collection,
                       std::size_t threads = 1) {
  Bytes reports(crowd.values.size() * oracle.report_bytes(), 0xff);
  report_rows(oracle, crowd.values, crowd.ids, {secret, "age"}, NamedCollection{collection}, reports, threads);
  return reports;
}

TEST(MemoRows, ANamedCollectionIsTheSameWheneverItIsComputed) {
  const RowSecret secret = seeded_row_secret(1);
  for (const char* const name : {"l-grr", "l-osue", "l-soue", "loloha", "rappor"}) {
    const auto oracle = make_oracle({name, Domain(30), 2, {}});
    const std::size_t size = oracle->report_bytes();
    const Crowd crowd = crowd_of(20'000, 30);
    const Bytes first = named_reports_of(*oracle, crowd, secret, "monday");
    EXPECT_EQ(first, named_reports_of(*oracle, crowd, secret, "monday", 4)) << name;
    EXPECT_NE(first, named_reports_of(*oracle, crowd, secret, "tuesday")) << name;
    EXPECT_NE(first, named_reports_of(*oracle, crowd, seeded_row_secret(2), "monday")) << name;
    Crowd some = crowd;  // a partition of its own
    some.values.erase(some.values.begin(), some.values.begin() + 12'345);
    some.ids.erase(some.ids.begin(), some.ids.begin() + 12'345);
    const Bytes last = named_reports_of(*oracle, some, secret, "monday");
    EXPECT_TRUE(std::ranges::equal(last, std::span(first).subspan(12'345 * size))) << name;

    Bytes by_name(crowd.values.size() * size), again(by_name.size());
    report_rows(*oracle, crowd.values, crowd.named(), {secret, "age"}, NamedCollection{"monday"}, by_name, 1);
    report_rows(*oracle, crowd.values, crowd.named(), {secret, "age"}, NamedCollection{"monday"}, again, 2);
    EXPECT_EQ(by_name, again) << name;
    EXPECT_NE(by_name, first) << name;
  }
}

TEST(MemoRows, ANamedCollectionHasThePermanentResponsesOfTheOthers) {
  const auto oracle = unchanged_oracle(30);
  const Crowd crowd = crowd_of(1000, 30);
  const RowSecret secret = seeded_row_secret(1);
  EXPECT_EQ(named_reports_of(*oracle, crowd, secret, "monday"), reports_of(*oracle, crowd, secret, "age", 1));
}

TEST(MemoRows, PersonsKeepTheirTraitWhenTheirValueChanges) {
  const auto oracle = make_oracle({"loloha", Domain(30), 2, {}});
  Crowd crowd = crowd_of(500, 30);
  const RowSecret secret = seeded_row_secret(1);
  const Bytes before = reports_of(*oracle, crowd, secret, "age", 1);
  for (Value& value : crowd.values) value = (value + 11) % 30;
  const Bytes after = reports_of(*oracle, crowd, secret, "age", 2);
  const std::size_t size = oracle->report_bytes();
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_TRUE(std::equal(&before[i * size], &before[i * size] + 8, &after[i * size]))
        << "the seed of the hash, " << i;
  }
}

TEST(MemoRows, NamesAreAnotherKindOfIds) {
  const auto oracle = unchanged_oracle(30);
  const Crowd crowd = crowd_of(700, 30);
  const RowSecret secret = seeded_row_secret(1);
  const std::vector<std::int64_t> wide(crowd.offsets.begin(), crowd.offsets.end());
  Bytes narrow_reports(700 * oracle->report_bytes());
  Bytes wide_reports(narrow_reports.size());
  const SeededSource now(3);
  report_rows(*oracle, crowd.values, crowd.named(), {secret, "age"}, now, narrow_reports);
  report_rows(*oracle, crowd.values, ByteIds<std::int64_t>{wide, crowd.names}, {secret, "age"}, now, wide_reports);
  EXPECT_EQ(narrow_reports, wide_reports);
  EXPECT_NE(narrow_reports, reports_of(*oracle, crowd, secret, "age", 3));
}

// A person whose two values have one symbol sends one permanent response; of l-grr a symbol is the value.
TEST(MemoRows, SymbolsOfRowsAreThoseThatAreRespondedTo) {
  const auto oracle = unchanged_oracle(30);
  const RowSecret secret = seeded_row_secret(1);
  const MemoKey key{secret, "age"};
  Crowd crowd = crowd_of(700, 30);
  const std::vector<std::int64_t> wide(crowd.offsets.begin(), crowd.offsets.end());
  const ByteIds<std::int64_t> ids{wide, crowd.names};
  const auto answered = [&] {
    Bytes reports(700 * oracle->report_bytes());
    report_rows(*oracle, crowd.values, ids, key, SeededSource(3), reports);
    return reports;
  };
  const auto before = symbols_of_rows(*oracle, crowd.values, ids, key);
  const Bytes first = answered();
  for (Value& value : crowd.values) value = (value + 11) % 30;
  const auto after = symbols_of_rows(*oracle, crowd.values, ids, key);
  const Bytes second = answered();
  const std::size_t size = oracle->report_bytes();
  std::size_t same = 0;
  for (std::size_t i = 0; i < 700; ++i) {
    if (before[i] != after[i]) continue;
    ++same;
    EXPECT_TRUE(
        std::ranges::equal(std::span(first).subspan(i * size, size), std::span(second).subspan(i * size, size)));
  }
  EXPECT_GT(same, 300U);  // 26 of 30 values are in no bucket of a client that samples 4
  EXPECT_LT(same, 700U);
  const auto plain = symbols_of_rows(*make_oracle({"l-grr", Domain(30), 2, {}}), crowd.values, ids, key);
  for (std::size_t i = 0; i < 700; ++i) EXPECT_EQ(plain[i], std::to_string(crowd.values[i]));
}

TEST(ParallelMemoRows, ThreadsMakeNoDifference) {
  for (const char* name : {"l-grr", "l-osue", "rappor"}) {
    const auto oracle = make_oracle({name, Domain(17), 2, {}});
    const Crowd crowd = crowd_of(20'000, 17);
    const RowSecret secret = seeded_row_secret(1);
    EXPECT_EQ(reports_of(*oracle, crowd, secret, "age", 1, 1), reports_of(*oracle, crowd, secret, "age", 1, 3)) << name;
  }
}

TEST(MemoRows, ReportsOfEveryMemoisedOracleArePossible) {
  const Crowd crowd = crowd_of(600, 17);
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(17), 2));
    if (dynamic_cast<const Memoised*>(oracle.get()) == nullptr) continue;
    SCOPED_TRACE(row.name);
    const Bytes reports = reports_of(*oracle, crowd, seeded_row_secret(1), "age", 1);
    for (std::size_t i = 0; i < 600; ++i) {
      ASSERT_TRUE(oracle->is_possible(std::span(reports).subspan(i * oracle->report_bytes(), oracle->report_bytes())));
    }
  }
}

TEST(MemoRows, RefusesWhatItCannotKeep) {
  const Crowd crowd = crowd_of(3, 5);
  const RowSecret secret = seeded_row_secret(1);
  const auto grr = make_oracle({"grr", Domain(5), 1, {}});
  EXPECT_EQ(testing::input_error([&] { reports_of(*grr, crowd, secret, "age", 1); }),
            "oracle 'grr' keeps no permanent responses: a second report of a person spends again");
  const auto oracle = make_oracle({"l-grr", Domain(2), 1, {}});
  EXPECT_EQ(testing::input_error([&] { reports_of(*oracle, crowd, secret, "age", 1); }),
            "value 4 (number 3) is outside the domain 0 … 1");
  Crowd short_of_one = crowd;
  short_of_one.ids.pop_back();
  EXPECT_NE(testing::input_error([&] { reports_of(*oracle, short_of_one, secret, "age", 1); }), "no error");
}

// What was answered once must be answered for ever: these bytes must not change.
TEST(MemoRows, ResponsesAreThoseOfEarlierVersions) {
  const auto oracle = unchanged_oracle(17);
  const Crowd crowd = crowd_of(4, 17);
  const RowSecret secret = seeded_row_secret(1);
  EXPECT_EQ(reports_of(*oracle, crowd, secret, "age", 1), (Bytes{10, 8, 245, 7, 35, 70, 238, 136}));
  Bytes named(4 * oracle->report_bytes());
  report_rows(*oracle, crowd.values, crowd.named(), {secret, "age"}, SeededSource(1), named);
  EXPECT_EQ(named, (Bytes{32, 6, 156, 40, 11, 1, 45, 67}));
}

}  // namespace
}  // namespace sourdine
