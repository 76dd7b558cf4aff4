// Over the ids, the reports of a value have the law of the channel, as the audit enumerates it.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "sourdine/oracle/table.h"
#include "sourdine/protocol/keyed_rows.h"
#include "sourdine/random/seeded_row_secret.h"
#include "support/enumeration.h"
#include "support/statistics.h"
#include "toy_protocol.h"

namespace sourdine {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The p-value of the reports of rows 0 … count−1, all of this record.
double law_of_rows(const Protocol& protocol, const std::vector<Value>& record, std::size_t count, std::uint64_t seed,
                   bool has_names) {
  std::vector<Value> values;
  std::vector<std::uint64_t> ids(count);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  std::vector<std::int32_t> offsets{0};
  Bytes letters;
  for (std::size_t i = 0; i < count; ++i) {
    values.insert(values.end(), record.begin(), record.end());
    for (const char letter : std::to_string(i)) letters.push_back(static_cast<std::uint8_t>(letter));
    offsets.push_back(static_cast<std::int32_t>(letters.size()));
  }
  const std::size_t size = protocol.report_bytes();
  Bytes reports(count * size);
  const RecordsView records{values, protocol.width()};
  if (has_names) {
    randomize_rows(protocol, records, ByteIds<std::int32_t>{offsets, letters}, seeded_row_secret(seed), reports);
  } else {
    randomize_rows(protocol, records, ids, seeded_row_secret(seed), reports);
  }
  const auto law = testing::enumerate_law<double>({}, [&](Branches& branches) {
    Bytes report(size);
    protocol.enumerate(record, branches, report);
    return report;
  });
  std::map<Bytes, std::uint64_t> seen;
  for (std::size_t i = 0; i < count; ++i) ++seen[Bytes(&reports[i * size], &reports[i * size] + size)];
  std::vector<std::uint64_t> observed;
  std::vector<double> probabilities;
  for (const auto& [report, probability] : law.mass) {
    observed.push_back(seen[report]);
    probabilities.push_back(probability);
  }
  EXPECT_EQ(std::accumulate(observed.begin(), observed.end(), std::uint64_t{0}), count);
  return testing::chi_squared_test(observed, probabilities);
}

TEST(KeyedRowsLaw, OverTheIdsItIsTheChannels) {
  std::vector<std::pair<std::string, Value>> oracles{{"grr", 17}, {"oue", 9}, {"sue", 5}, {"ss", 8}, {"hr", 7}};
  std::vector<double> p_values;
  for (const auto& [name, k] : oracles) {
    const auto oracle = make_oracle(table_spec(find_oracle(name), Domain(k), 1));
    for (const bool has_names : {false, true}) {
      for (const Value value : {Value{0}, k - 1}) {
        p_values.push_back(law_of_rows(*oracle, {value}, 200'000, 10 + value, has_names));
      }
    }
  }
  const testing::ToyProtocol toy(2, 3, 1);
  for (const bool has_names : {false, true}) p_values.push_back(law_of_rows(toy, {1, 2}, 200'000, 3, has_names));
  for (const double p : p_values) EXPECT_GE(p, testing::false_alarm / static_cast<double>(p_values.size()));
}

// Reports of two values under the same id are independent: pairs of them have the product law.
TEST(KeyedRowsLaw, TwoValuesOfOneIdAreTwoDraws) {
  constexpr std::size_t count = 400'000;
  constexpr Value k = 4;
  const auto oracle = make_oracle(table_spec(find_oracle("grr"), Domain(k), 1));
  std::vector<std::uint64_t> ids(count);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  Bytes reports[2] = {Bytes(count), Bytes(count)};
  for (const Value value : {Value{0}, Value{1}}) {
    const std::vector<Value> values(count, value);
    randomize_rows(*oracle, {values, 1}, ids, seeded_row_secret(1), reports[value]);
  }
  const Support support = oracle->support();
  std::vector<std::uint64_t> observed(k * k);
  std::vector<double> probabilities;
  for (std::size_t i = 0; i < count; ++i) ++observed[reports[0][i] * k + reports[1][i]];
  for (Value a = 0; a < k; ++a) {
    for (Value b = 0; b < k; ++b) {
      probabilities.push_back((a == 0 ? support.yes : support.no) * (b == 1 ? support.yes : support.no));
    }
  }
  EXPECT_GE(testing::chi_squared_test(observed, probabilities), testing::false_alarm);
}

// Long reports take the other way through BernoulliBits: every bit has its probability, and so have neighbours.
TEST(KeyedRowsLaw, LongReportsHaveTheRightBits) {
  constexpr std::size_t count = 4000;
  constexpr Value k = 1024;
  const auto oracle = make_oracle(table_spec(find_oracle("oue"), Domain(k), 1));
  const std::vector<Value> values(count, 77);
  std::vector<std::uint64_t> ids(count);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  Reports reports(oracle->report_bytes());
  randomize_rows(*oracle, {values, 1}, ids, seeded_row_secret(2), reports.append(count));
  Tally tally = oracle->empty_tally();
  oracle->tally(reports, tally);
  const Support support = oracle->support();
  for (Value value = 0; value < k; ++value) {
    const double p = value == 77 ? support.yes : support.no;
    EXPECT_GE(testing::binomial_test(tally.cells[value], count, p), testing::false_alarm / k) << value;
  }
  const double q = support.no;
  std::vector<std::uint64_t> pairs(4);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t byte = 10; byte < 128; ++byte) {  // bits behind that of the value
      for (const int shift : {0, 2, 4, 6}) ++pairs[reports[i][byte] >> shift & 3];
    }
  }
  EXPECT_GE(testing::chi_squared_test(pairs, std::vector<double>{(1 - q) * (1 - q), (1 - q) * q, (1 - q) * q, q * q}),
            testing::false_alarm);
}

}  // namespace
}  // namespace sourdine
