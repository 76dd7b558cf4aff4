#include <gtest/gtest.h>

#include <set>

#include "oracle/channel.h"
#include "sourdine/audit/channel.h"
#include "sourdine/oracle/rappor/rappor.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::binomial_test;
using testing::false_alarm;

OracleSpec spec() { return {"rappor", Domain(std::vector<std::string>{"north", "south", "east"}), 2, {{"bits", 32}}}; }

MemoClient::Secret secret_of(std::uint64_t person) {
  MemoClient::Secret secret{};
  SeededBits bits = SeededBits(7).split(person);
  for (std::uint8_t& byte : secret) byte = static_cast<std::uint8_t>(bits.next());
  return secret;
}

TEST(MemoClient, ThePermanentResponseToAValueNeverChanges) {
  const Rappor oracle(spec());
  const MemoClient client(oracle, secret_of(1), "direction");
  const MemoClient restarted(oracle, secret_of(1), "direction");
  EXPECT_EQ(client.permanent_response("north"), restarted.permanent_response("north"));
  EXPECT_EQ(client.trait(), restarted.trait());
  // Nor with what may change during a collection: more labels, another instantaneous response.
  OracleSpec later = spec();
  later.domain = Domain(std::vector<std::string>{"north", "south", "east", "west"});
  later.parameters["q"] = 0.9;
  const Rappor changed(later);
  EXPECT_EQ(MemoClient(changed, secret_of(1), "direction").permanent_response("north"),
            client.permanent_response("north"));
}

TEST(MemoClient, ResponsesDifferBetweenValuesAttributesPersonsAndCollections) {
  const Rappor oracle(spec());
  OracleSpec other_spec = spec();
  other_spec.epsilon = 3;
  const Rappor other(other_spec);
  const std::set<testing::Report, testing::ReportOrder> responses = {
      MemoClient(oracle, secret_of(1), "direction").permanent_response("north"),
      MemoClient(oracle, secret_of(1), "direction").permanent_response("south"),
      MemoClient(oracle, secret_of(1), "origin").permanent_response("north"),
      MemoClient(oracle, secret_of(2), "direction").permanent_response("north"),
      MemoClient(other, secret_of(1), "direction").permanent_response("north")};
  EXPECT_EQ(responses.size(), 5U);
}

TEST(MemoClient, AveragingReportsFindsThePermanentResponseAndNothingMore) {
  const Rappor oracle(spec());
  const MemoClient client(oracle, secret_of(3), "direction");
  const std::vector<std::uint8_t> permanent = client.permanent_response("east");
  constexpr std::uint64_t times = 10'000;
  Reports reports(oracle.report_bytes());
  SeededBits random(5);
  for (std::uint64_t i = 0; i < times; ++i) client.report("east", random, reports.append(1));
  Tally tally = oracle.empty_tally();
  oracle.tally(reports, tally);
  const auto row = std::span(tally.cells).subspan(client.trait() * 33, 33);
  EXPECT_EQ(row[0], times);  // always the same cohort
  const auto filter = oracle.bloom().filter(oracle.bloom().digest("east"), client.trait());
  bool has_lie = false;
  for (std::size_t bit = 0; bit < 32; ++bit) {
    const bool is_one = get_bit(permanent, 6 + bit);
    const double rate = is_one ? 0.75 : 0.5;  // q* and p*: the mean tells the permanent bit, never the filter's
    EXPECT_GT(binomial_test(row[1 + bit], times, rate), false_alarm / 32) << bit;
    EXPECT_LT(row[1 + bit], times);  // a 1 is sometimes sent as 0
    const bool in_filter = std::find(filter.begin(), filter.end(), bit) != filter.end();
    has_lie = has_lie || in_filter != is_one;
  }
  EXPECT_TRUE(has_lie);
}

TEST(MemoClient, PermanentResponsesOverPersonsHaveTheLawOfTheOracle) {
  const Rappor oracle(spec());
  constexpr std::uint64_t persons = 4000;
  std::vector<std::uint64_t> cohorts(64);
  std::uint64_t set = 0;
  std::uint64_t set_kept = 0;
  std::uint64_t clear = 0;
  std::uint64_t clear_flipped = 0;
  for (std::uint64_t person = 0; person < persons; ++person) {
    const MemoClient client(oracle, secret_of(person), "direction");
    ++cohorts[client.trait()];
    const auto filter = oracle.bloom().filter(oracle.bloom().digest("south"), client.trait());
    const std::vector<std::uint8_t> response = client.permanent_response("south");
    for (std::size_t bit = 0; bit < 32; ++bit) {
      const bool in_filter = std::find(filter.begin(), filter.end(), bit) != filter.end();
      (in_filter ? set : clear) += 1;
      (in_filter ? set_kept : clear_flipped) += get_bit(response, 6 + bit) ? 1U : 0U;
    }
  }
  EXPECT_GT(testing::chi_squared_test(cohorts, std::vector<double>(64, 1.0 / 64)), false_alarm / 3);
  EXPECT_GT(binomial_test(set_kept, set, oracle.permanent().p.probability()), false_alarm / 3);
  EXPECT_GT(binomial_test(clear_flipped, clear, oracle.permanent().q.probability()), false_alarm / 3);
  EXPECT_LT(set_kept, set);  // 1s are cleared
}

TEST(MemoClient, ReportsStringsOutsideTheDomain) {
  const Rappor oracle(spec());
  const MemoClient client(oracle, secret_of(1), "direction");
  Reports reports(oracle.report_bytes());
  SeededBits random(6);
  client.report("somewhere else", random, reports.append(1));
  Tally tally = oracle.empty_tally();
  EXPECT_NO_THROW(oracle.tally(reports, tally));
}

// The memo of clients that exist must not change with the program: a second permanent response would spend ε again.
TEST(MemoClient, PermanentResponsesAreThoseOfEarlierVersions) {
  const Rappor oracle(spec());
  const MemoClient client(oracle, secret_of(1), "direction");
  EXPECT_EQ(client.trait(), 2U);
  EXPECT_EQ(client.permanent_response("north"), (std::vector<std::uint8_t>{0x02, 0x09, 0x10, 0x99, 0x02}));
}

// Reports of one client, together: exactly what any number of them may tell is bounded by ε, and more reports tell
// more.
TEST(MemoClient, SeveralReportsTellMoreThanOneAndLessThanThePermanentResponse) {
  const Rappor oracle({"rappor", Domain(2), 2, {{"bits", 2}, {"hashes", 1}, {"cohorts", 2}, {"hash_seed", 3}}});
  const auto epsilon_of = [&](std::size_t reports) {
    return exact_channel(
               [&](Value value, Branches& branches, std::vector<std::uint8_t>& output) {
                 output.assign(reports * oracle.memo_bytes(), 0);
                 oracle.enumerate_reports(value, branches, output);
               },
               2)
        .exact_epsilon;
  };
  ASSERT_GT(oracle.report_epsilon(), 0);  // the two filters differ
  EXPECT_NEAR(epsilon_of(1), oracle.report_epsilon(), 1e-12);
  double before = epsilon_of(1);
  for (const std::size_t reports : {2U, 3U}) {
    const double now = epsilon_of(reports);
    EXPECT_GT(now, before);
    EXPECT_LT(now, oracle.epsilon());
    before = now;
  }
}

}  // namespace
}  // namespace sourdine
