#include "sourdine/tuple/fake_oracle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/audit/channel.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::report_law;

FakeOracle fake_oracle(const char* word, Value k, double epsilon, std::size_t d,
                       std::vector<std::uint64_t> prior = {}) {
  return {OracleSpec{word, Domain(k), epsilon, {}}, FakeEntry::for_epsilon(word, k, epsilon, std::move(prior)), d};
}

TEST(FakeOracle, ApproximateVariancesAreThoseOfTheFormulas) {
  const auto nv0 = [](const char* word, std::size_t d, Value k) {
    return approximate_variance(
        FakeEntry::for_epsilon(word, k, std::log(static_cast<double>(d) * (std::exp(1) - 1) + 1)), d);
  };
  EXPECT_NEAR(nv0("grr", 6, 17), 13.1567554, 1e-7);
  EXPECT_NEAR(nv0("oue-z", 6, 17), 15.3222285, 1e-7);
  EXPECT_NEAR(nv0("oue-r", 6, 17), 18.7651351, 1e-7);
  EXPECT_NEAR(nv0("sue-z", 6, 17), 21.6822671, 1e-7);
  EXPECT_NEAR(nv0("sue-r", 6, 17), 23.3604678, 1e-7);
  EXPECT_NEAR(nv0("grr", 5, 10), 9.6604810, 1e-7);
  EXPECT_NEAR(nv0("oue-z", 5, 10), 12.9943217, 1e-7);
  EXPECT_NEAR(nv0("oue-r", 5, 10), 16.8343217, 1e-7);
  EXPECT_NEAR(nv0("sue-z", 5, 10), 17.6069588, 1e-7);
  EXPECT_NEAR(nv0("sue-r", 5, 10), 19.4469588, 1e-7);
  // The same ε for the tuple instead.
  EXPECT_NEAR(approximate_variance(FakeEntry::for_epsilon("grr", 17, 1), 6), 233.12, 0.005);
  EXPECT_NEAR(approximate_variance(FakeEntry::for_epsilon("oue-z", 17, 1), 6), 132.58, 0.005);
}

TEST(FakeOracle, EstimatesAreThoseOfTheFormulas) {
  const double local = std::log(3 * (std::exp(1) - 1) + 1);
  const FakeEntry grr = FakeEntry::for_epsilon("grr", 4, local);
  EXPECT_NEAR(grr.yes(), .6723046823, 1e-10);
  EXPECT_NEAR(grr.no(), .1092317726, 1e-10);
  EXPECT_NEAR(FakeEntry::for_epsilon("oue-z", 4, local).no(), .1397654222, 1e-10);
  const auto expect_shares = [&](const char* word, std::vector<std::uint64_t> cells,
                                 const std::vector<double>& shares) {
    const std::vector<double> counts = fake_oracle(word, 4, local, 3).invert({100, cells});
    for (std::size_t v = 0; v < 4; ++v) EXPECT_NEAR(counts[v] / 100, shares[v], 1e-8) << word;
  };
  expect_shares("grr", {40, 25, 20, 15}, {1.04918602, .25, -.01639534, -.28279068});
  expect_shares("oue-z", {30, 25, 22, 20}, {1.33441863, .91802329, .66818609, .50162795});
  expect_shares("oue-r", {30, 25, 22, 20}, {.83441863, .41802329, .16818609, .00162795});
}

struct EntryCase {
  const char* word;
  std::vector<std::uint64_t> prior;
};

std::vector<EntryCase> entry_cases() {
  return {{"grr", {}},   {"oue-z", {}},      {"sue-z", {}},        {"oue-r", {}},
          {"sue-r", {}}, {"grr", {5, 3, 2}}, {"oue-r", {5, 3, 2}}, {"sue-r", {1, 1, 9}}};
}

TEST(FakeOracle, SupportEpsilonAndLikelihoodAreThoseOfTheEnumeratedChannel) {
  for (const EntryCase& one : entry_cases()) {
    SCOPED_TRACE(one.word);
    const FakeOracle oracle = fake_oracle(one.word, 3, 1.2, 4, one.prior);
    const ChannelAudit audit = audit_exact(oracle);
    EXPECT_TRUE(audit.rows_sum_to_one);
    EXPECT_NEAR(audit.exact_epsilon, oracle.epsilon(), 1e-13);
    std::vector<std::map<testing::Report, double>> laws;
    for (Value held = 0; held < 3; ++held) laws.push_back(report_law(oracle, {&held, 1}));
    for (Value value = 0; value < 3; ++value) {
      for (Value held = 0; held < 3; ++held) {
        double supports = 0;
        for (const auto& [report, probability] : laws[held]) {
          if (oracle.supports_value(report, value)) supports += probability;
        }
        const Support s = oracle.support_of(value);
        EXPECT_NEAR(supports, held == value ? s.yes : s.no, 1e-14) << value << held;
        EXPECT_NEAR(s.gap, s.yes - s.no, 1e-14);
      }
    }
    for (const auto& [report, probability] : laws[0]) {
      double likelihood[3];
      oracle.likelihood(report, likelihood);
      EXPECT_NEAR(likelihood[1] / likelihood[0], laws[1].at(report) / probability, 1e-12);
      EXPECT_NEAR(likelihood[2] / likelihood[0], laws[2].at(report) / probability, 1e-12);
    }
  }
}

// With one attribute nothing is fake: the channel is that of the plain oracle, probability for probability.
TEST(FakeOracle, OfOneAttributeIsThePlainOracle) {
  for (const auto& [word, plain] : {std::pair{"grr", "grr"}, std::pair{"oue-z", "oue"}, std::pair{"sue-z", "sue"},
                                    std::pair{"oue-r", "oue"}, std::pair{"sue-r", "sue"}}) {
    const FakeOracle fake = fake_oracle(word, 4, 0.8, 1);
    const auto oracle = make_oracle({plain, Domain(4), 0.8, {}});
    EXPECT_EQ(fake.epsilon(), oracle->epsilon());
    EXPECT_NEAR(fake.support().gap, oracle->support().gap, 1e-16);
    for (Value value = 0; value < 4; ++value) {
      EXPECT_EQ(report_law(fake, {&value, 1}), report_law(*oracle, {&value, 1})) << word;
    }
  }
}

TEST(FakeOracle, AdaptiveEntriesHaveTheSmallerVariance) {
  std::size_t bits = 0;
  for (const double epsilon : {0.2, 1.0, 2.5}) {
    for (const std::size_t d : {1U, 2U, 5U, 20U}) {
      for (const Value k : {2U, 5U, 12U, 40U, 300U}) {
        const double grr = approximate_variance(FakeEntry::for_epsilon("grr", k, epsilon), d);
        const double oue = approximate_variance(FakeEntry::for_epsilon("oue-z", k, epsilon), d);
        EXPECT_EQ(adaptive_entry(k, epsilon, d), grr <= oue ? "grr" : "oue-z") << k << " " << d;
        bits += oue < grr ? 1 : 0;
      }
    }
  }
  EXPECT_GT(bits, 10U);
  EXPECT_LT(bits, 50U);
}

TEST(FakeOracle, SaysWhatIsWrong) {
  EXPECT_EQ(input_error([] { FakeEntry::for_epsilon("olh", 4, 1); }),
            "'olh' is no entry of a report with fake data; known: grr, oue-z, sue-z, oue-r, sue-r");
  EXPECT_EQ(input_error([] {
              FakeEntry::for_epsilon("oue-z", 2, 1, {1, 1});
            }),
            "'oue-z' has no use for a prior: its fake data are those of no value");
  EXPECT_NE(input_error([] { FakeEntry::for_epsilon("grr", 2, -1); }), "no error");
}

}  // namespace
}  // namespace sourdine
