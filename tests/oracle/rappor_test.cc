#include "sourdine/oracle/rappor/rappor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "oracle/channel.h"
#include "sourdine/audit/channel.h"
#include "sourdine/oracle/rappor/rappor_epsilon.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::Report;

OracleSpec spec_of(std::uint64_t k, double epsilon, std::map<std::string, double> parameters) {
  return {"rappor", Domain(k), epsilon, std::move(parameters)};
}

// A channel small enough to enumerate both responses.
OracleSpec tiny(std::uint64_t k, double hash_seed, double bits = 4, double hashes = 1, double cohorts = 3) {
  return spec_of(k, 2, {{"bits", bits}, {"hashes", hashes}, {"cohorts", cohorts}, {"hash_seed", hash_seed}});
}

Mechanism single_report(const Rappor& oracle) {
  return [&oracle](Value value, Branches& branches, std::vector<std::uint8_t>& output) {
    output.resize(oracle.report_bytes());
    oracle.enumerate_report(value, branches, output);
  };
}

using ReportChannel = std::map<Report, std::vector<double>, testing::ReportOrder>;
ReportChannel report_channel(const Rappor& oracle) {
  ReportChannel channel;
  for (Value value = 0; value < oracle.k(); ++value) {
    Branches branches;
    branches.explore([&](Branches& chance) {
      Report report(oracle.report_bytes());
      oracle.enumerate_report(value, chance, report);
      double p = 1;
      for (const Fraction& f : chance.path()) {
        p *= static_cast<double>(f.numerator) / (f.denominator == 0 ? 0x1p64 : static_cast<double>(f.denominator));
      }
      auto& row = channel[report];
      row.resize(oracle.k());
      row[value] += p;
    });
  }
  return channel;
}

TEST(Rappor, EpsilonsAreThoseOfTheMethodsSheet) {
  struct Vector {
    double f, q, p, h, for_ever, one_report;
  };
  for (const Vector& v :
       {Vector{.75, .75, .5, 2, 2.0433024951, .5342750864}, Vector{.5, .75, .5, 2, 4.3944491547, 1.0742858642},
        Vector{.2, .75, .25, 1, 4.3944491547, 1.6945957208}, Vector{.5, .75, .5, 1, 2.1972245773, .5371429321}}) {
    const Rappor oracle(spec_of(17, 0, {{"f", v.f}, {"q", v.q}, {"p", v.p}, {"hashes", v.h}}));
    EXPECT_NEAR(oracle.epsilon(), v.for_ever, 5e-11);
    EXPECT_NEAR(oracle.report_epsilon(), v.one_report, 5e-11);
    EXPECT_NEAR(oracle.oracle_spec().epsilon, v.for_ever, 5e-11);
    EXPECT_LE(oracle.epsilon(), oracle.oracle_spec().epsilon);
  }
  // f = 0, only the instantaneous response.
  EXPECT_NEAR(differing_epsilon(BitFlip::from_probabilities(.75, .5), {1, 1}), 1.0986122887, 5e-11);
}

TEST(Rappor, AskedEpsilonDecidesFExactlyForAnyNumberOfHashes) {
  for (const double hashes : {1., 2., 3., 5., 7.}) {
    for (const double epsilon : {0.1, 0.5, 1., 2., 4., 50.}) {
      const Rappor oracle(spec_of(5, epsilon, {{"bits", 64}, {"hashes", hashes}}));
      EXPECT_LE(oracle.epsilon(), epsilon);
      EXPECT_GE(oracle.epsilon(), epsilon * (1 - 1e-6)) << hashes;
      const double f = 2 / (std::exp(epsilon / (2 * hashes)) + 1);
      EXPECT_NEAR(oracle.permanent().q.probability(), f / 2, 1e-15);
      EXPECT_EQ(oracle.permanent().p.numerator + oracle.permanent().q.numerator, 0U);  // p + q = 1
    }
  }
}

TEST(Rappor, PermanentResponseOfTheAuditChannelSpendsTheAskedEpsilon) {
  for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0}) {
    for (const std::uint64_t k : {2U, 3U, 5U}) {
      const auto oracle = make_oracle(table_spec(find_oracle("rappor"), Domain(k), epsilon, true));
      const ChannelAudit audit = audit_exact(*oracle);
      EXPECT_TRUE(audit.within(epsilon));
      EXPECT_TRUE(audit.rows_sum_to_one);
      EXPECT_NEAR(audit.exact_epsilon, oracle->epsilon(), 1e-12) << k << " " << epsilon;
      EXPECT_GE(audit.exact_epsilon, 0.999 * epsilon) << k;
    }
  }
}

TEST(Rappor, EpsilonIsExactWhenFiltersCollide) {
  int less = 0;
  for (int seed = 0; seed < 60; ++seed) {
    const Rappor oracle(tiny(3, seed, 3, 2, 2));
    const double exact = audit_exact(oracle).exact_epsilon;
    EXPECT_NEAR(oracle.epsilon(), exact, 1e-12) << seed;
    EXPECT_NEAR(oracle.report_epsilon(), exact_channel(single_report(oracle), 3).exact_epsilon, 1e-12) << seed;
    EXPECT_LE(oracle.epsilon(), 2);
    if (exact < 1.99) {
      ++less;
      EXPECT_NE(oracle.guarantee().caveats.back().find("share bits"), std::string::npos);
    }
  }
  EXPECT_EQ(less, 60);  // three bits cannot hold two disjoint pairs
}

TEST(Rappor, OneReportTellsEpsilonOneExactly) {
  for (int seed = 0; seed < 10; ++seed) {
    const Rappor oracle(tiny(4, seed));
    const ChannelAudit audit = exact_channel(single_report(oracle), 4);
    EXPECT_NEAR(oracle.report_epsilon(), audit.exact_epsilon, 1e-12);
    EXPECT_LT(oracle.report_epsilon(), oracle.epsilon());
  }
}

TEST(Rappor, GuaranteeIsOfOneReportAndSaysWhatAPermanentResponseAdds) {
  const Guarantee guarantee = Rappor(spec_of(17, 2, {})).guarantee();
  EXPECT_EQ(guarantee.unit_text, "the value in one report");
  EXPECT_NE(guarantee.caveats[0].find("one report alone spends"), std::string::npos);
  EXPECT_NE(guarantee.caveats[1].find("in which the same reports have equal values: which ones have is not protected"),
            std::string::npos);
  EXPECT_NE(guarantee.caveats[2].find("fresh permanent responses"), std::string::npos);
  EXPECT_NE(guarantee.caveats[3].find("cohort"), std::string::npos);
}

TEST(Rappor, EstimateIsUnbiasedAndItsVarianceExactByEnumeration) {
  for (const auto& spec : {tiny(3, 1), tiny(4, 2), tiny(3, 4, 4, 2, 3)}) {
    const Rappor oracle(spec);
    const Value k = oracle.k();
    const ReportChannel channel = report_channel(oracle);
    for (Value held = 0; held < k; ++held) {
      std::vector<double> mean(k);
      std::vector<double> square(k);
      for (const auto& [report, row] : channel) {
        const std::vector<double> estimate = oracle.invert(testing::tally_of(oracle, report));
        for (Value v = 0; v < k; ++v) {
          mean[v] += row[held] * estimate[v];
          square[v] += row[held] * estimate[v] * estimate[v];
        }
      }
      std::vector<double> counts(k);
      counts[held] = 1;
      for (Value v = 0; v < k; ++v) {
        EXPECT_NEAR(mean[v], v == held ? 1 : 0, 1e-9);
        EXPECT_NEAR(oracle.variance(v, counts), square[v] - mean[v] * mean[v], 1e-9 * square[v]);
      }
    }
  }
}

TEST(Rappor, SupportsAreOnTheScaleOfSupport) {
  const Rappor oracle(tiny(3, 1));
  Tally tally = oracle.empty_tally();
  SeededBits random(1);
  oracle.simulate(std::vector<std::uint64_t>{50, 20, 30}, random, tally);
  const auto supports = oracle.supports(tally);
  const auto counts = oracle.invert(tally);
  const Support s = oracle.support();
  for (Value v = 0; v < 3; ++v) EXPECT_NEAR((supports[v] - 100 * s.no) / s.gap, counts[v], 1e-9);
}

TEST(Rappor, LikelihoodIsTheReportChannelUpToOneFactorPerReport) {
  const Rappor oracle(tiny(4, 3, 4, 2, 2));
  for (const auto& [report, row] : report_channel(oracle)) {
    std::vector<double> likelihood(4);
    oracle.likelihood(report, likelihood);
    for (Value v = 1; v < 4; ++v) EXPECT_NEAR(likelihood[v] / likelihood[0], row[v] / row[0], 1e-9);
  }
}

TEST(Rappor, EveryBitIsRandomisedTwiceTheLastOneIncludedAndOnesAreCleared) {
  const Rappor oracle(tiny(2, 0));
  const RapporRates rates = oracle.rates();
  std::vector<double> ones(3 * 4);
  for (const auto& [report, row] : report_channel(oracle)) {
    const std::size_t cohort = take_bits(report, 0, 2);
    for (std::size_t bit = 0; bit < 4; ++bit) ones[cohort * 4 + bit] += get_bit(report, 2 + bit) ? row[1] : 0;
  }
  for (std::size_t cohort = 0; cohort < 3; ++cohort) {
    const auto filter = oracle.bloom().filter(oracle.bloom().digest("1"), cohort);
    for (std::size_t bit = 0; bit < 4; ++bit) {
      const bool is_set = filter.positions[0] == bit;
      EXPECT_NEAR(3 * ones[cohort * 4 + bit], is_set ? rates.set : rates.clear, 1e-12) << cohort << " " << bit;
    }
  }
  EXPECT_LT(rates.set, 1);
}

TEST(Rappor, RefusesReportsItCannotHaveMade) {
  const Rappor oracle(tiny(3, 1));  // 2 + 4 bits, three cohorts
  EXPECT_TRUE(oracle.is_possible(Report{0b00111110}));
  EXPECT_FALSE(oracle.is_possible(Report{0b00000011}));
  EXPECT_FALSE(oracle.is_possible(Report{0b01000000}));
  EXPECT_FALSE(oracle.is_possible(Report{0b10000000}));
}

TEST(Rappor, SaysWhenTheDomainIsTooLargeToEstimateTogether) {
  const Rappor full(spec_of(40, 2, {{"bits", 4}, {"cohorts", 4}}));
  EXPECT_EQ(input_error([&] { full.invert(full.empty_tally()); }),
            "the 40 strings cannot be told apart by 4 cohorts of 4 bits");
  EXPECT_EQ(input_error([&] { full.invert(full.empty_tally()); }),
            "the 40 strings cannot be told apart by 4 cohorts of 4 bits");
  // 16 bits, but each cohort's bits of a filter sum to one: rank at most 4·3 + 1.
  const Rappor rank(spec_of(14, 2, {{"bits", 4}, {"hashes", 1}, {"cohorts", 4}}));
  EXPECT_NE(input_error([&] { rank.invert(rank.empty_tally()); }).find("told apart"), std::string::npos);
  const Rappor many(spec_of(10000, 2, {}));
  EXPECT_NE(input_error([&] { many.invert(many.empty_tally()); }).find("8192"), std::string::npos);
}

TEST(Rappor, ChoosesEnoughCohortsForItsDomain) {
  EXPECT_EQ(Rappor(spec_of(17, 2, {})).bloom().cohorts, 64U);
  EXPECT_EQ(Rappor(spec_of(512, 2, {})).bloom().cohorts, 64U);
  EXPECT_EQ(Rappor(spec_of(1024, 2, {})).bloom().cohorts, 128U);
  EXPECT_EQ(Rappor(spec_of(100000, 2, {})).bloom().cohorts, 64U);
  const Rappor oracle(spec_of(1024, 2, {}));
  EXPECT_GT(oracle.approximate_variance(), 0);
}

TEST(Rappor, NamesBadParameters) {
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 2, {{"p", .8}})); }).find("0 < p < q < 1"), std::string::npos);
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 2, {{"q", 1}})); }).find("0 < p < q < 1"), std::string::npos);
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 2, {{"bits", 1}})); }).find("'bits'"), std::string::npos);
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 2, {{"hashes", 17}})); }).find("'hashes'"), std::string::npos);
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 2, {{"f", .5}})); }).find("was asked"), std::string::npos);
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 0, {{"f", 1}})); }).find("f must lie"), std::string::npos);
  EXPECT_NE(input_error([] { Rappor(spec_of(5, 0, {})); }).find("epsilon"), std::string::npos);
}

TEST(Rappor, SpecWithFRoundTrips) {
  const Rappor oracle(spec_of(5, 0, {{"f", .5}}));
  EXPECT_NO_THROW(Rappor{oracle.oracle_spec()});
}

TEST(Bloom, FiltersDoNotChangeWithTheVersion) {
  // Reports in files depend on these; computed apart, with other software, from the header's words.
  const Bloom bloom{.seed = 1, .bits = 1000, .hashes = 2, .cohorts = 64};
  const Bloom::Filter filter = bloom.filter(bloom.digest("Besançon"), 63);
  EXPECT_EQ(std::vector<std::uint16_t>(filter.begin(), filter.end()), (std::vector<std::uint16_t>{14, 333}));
}

TEST(Bloom, FiltersAreSortedDistinctAndInRange) {
  const Bloom bloom{.seed = 3, .bits = 5, .hashes = 4, .cohorts = 100};
  bool collided = false;
  for (std::uint64_t cohort = 0; cohort < 100; ++cohort) {
    const Bloom::Filter filter = bloom.filter(bloom.digest("x"), cohort);
    const std::set<std::uint16_t> positions(filter.begin(), filter.end());
    EXPECT_TRUE(std::equal(positions.begin(), positions.end(), filter.begin(), filter.end()));
    EXPECT_LT(*positions.rbegin(), 5U);
    collided = collided || filter.size < 4;
  }
  EXPECT_TRUE(collided);
}

}  // namespace
}  // namespace sourdine
