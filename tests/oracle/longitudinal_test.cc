// Oracles of repeated collections: their calibration, against the numbers of the theory and by enumeration.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/channel.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/longitudinal/combinations.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine::testing {
namespace {

OracleSpec chained(const char* name, Value k, double epsilon, double epsilon1) {
  return {name, Domain(k), epsilon, {{"epsilon1", epsilon1}}};
}

const Memoised& memoised(const Oracle& oracle) { return dynamic_cast<const Memoised&>(oracle); }

// ε of the worst report of a channel.
Exact worst_epsilon(const Channel& channel) {
  Exact worst = 1;
  for (const auto& [report, row] : channel.probability) {
    const auto [least, most] = std::minmax_element(row.begin(), row.end());
    worst = std::max(worst, Exact(*most / *least));
  }
  return log(worst);
}

Channel reports_channel(const Oracle& oracle, std::size_t reports) {
  Channel channel;
  for (Value value = 0; value < oracle.k(); ++value) {
    Branches branches({.public_words = 4});
    branches.explore([&](Branches& chance) {
      Report all(reports * oracle.report_bytes());
      memoised(oracle).enumerate_reports(value, chance, all);
      Exact probability = 1;
      for (const Fraction& step : chance.path()) {
        probability *= Exact(step.numerator) / (step.denominator == 0 ? two_to_64() : Exact(step.denominator));
      }
      auto& row = channel.probability[all];
      row.resize(oracle.k());
      row[value] += probability;
    });
  }
  return channel;
}

TEST(LongGrr, HasThePublishedFirstRoundAndTheExactSecondOne) {
  const ChainedKeep seventeen = ChainedKeep::for_epsilons(2, 1, 17);
  EXPECT_NEAR(seventeen.permanent.yes(), 0.3159193799, 1e-10);
  EXPECT_NEAR(seventeen.permanent.no(0), 0.0427550388, 1e-10);
  EXPECT_NEAR(seventeen.instantaneous.yes(), 0.3751062536, 1e-10);
  EXPECT_NEAR(seventeen.instantaneous.no(0), 0.0390558592, 1e-10);
  EXPECT_NEAR(seventeen.instantaneous.epsilon(), 2.2622164215, 1e-10);
  EXPECT_NEAR(ChainedKeep::for_epsilons(2, 1, 2).instantaneous.yes(), 0.8033880668, 1e-10);
  EXPECT_NEAR(ChainedKeep::for_epsilons(2, 1, 4).instantaneous.yes(), 0.6164624617, 1e-10);
}

TEST(LongUnary, HasTheSecondRoundsOfTheTheory) {
  struct Vector {
    double epsilon, epsilon1;
    double sue_p2, sue_variance, osue_p2, osue_variance, oue_q2, oue_variance, soue_q2, soue_variance;
  };
  constexpr double unknown = 0;
  const Vector vectors[] = {
      {1, .5, .7538659173, 15.916926, .7649962878, 15.670792, .0962985042, 18.722010, .0820872845, 17.403810},
      {2, 1, .7649962878, 3.917698, .8033880668, 3.682694, .0809366186, 4.467197, .0720241815, 3.888770},
      {4, 2, .8033880668, .920674, .8950064146, .724062, .0393029651, .919142, .0437179282, .732732},
      {2, .2, .5540537980, unknown, .5654337969, unknown, .3728589771, unknown, .3931301720, unknown}};
  for (const Vector& v : vectors) {
    SCOPED_TRACE(v.epsilon1);
    const BitFlip symmetric = BitFlip::symmetric(v.epsilon);
    const BitFlip optimised = BitFlip::optimised(v.epsilon);
    const auto second = [&](const BitFlip& first, ChainedFlip::Second form) {
      return ChainedFlip::for_epsilons("", first, form, v.epsilon, v.epsilon1).instantaneous;
    };
    EXPECT_NEAR(second(symmetric, ChainedFlip::Second::symmetric).p.probability(), v.sue_p2, 1e-10);
    EXPECT_NEAR(second(optimised, ChainedFlip::Second::symmetric).p.probability(), v.osue_p2, 1e-10);
    EXPECT_NEAR(second(optimised, ChainedFlip::Second::optimised).q.probability(), v.oue_q2, 1e-10);
    EXPECT_NEAR(second(symmetric, ChainedFlip::Second::optimised).q.probability(), v.soue_q2, 1e-10);
    if (v.sue_variance == unknown) continue;
    const auto variance = [&](const char* name) {
      return make_oracle(chained(name, 17, v.epsilon, v.epsilon1))->approximate_variance();
    };
    EXPECT_NEAR(variance("l-sue"), v.sue_variance, 1e-6);
    EXPECT_NEAR(variance("l-osue"), v.osue_variance, 1e-6);
    EXPECT_NEAR(variance("l-oue"), v.oue_variance, 1e-6);
    EXPECT_NEAR(variance("l-soue"), v.soue_variance, 1e-6);
  }
}

TEST(Longitudinal, OneReportIsOneOfTheOracleAtEpsilon1) {
  const std::pair<const char*, const char*> pairs[] = {{"l-grr", "grr"}, {"l-sue", "sue"}, {"l-osue", "oue"}};
  for (const auto& [name, single] : pairs) {
    for (const double epsilon1 : {0.1, 0.5, 1.0, 1.9}) {
      SCOPED_TRACE(std::string(name) + ", ε1 = " + std::to_string(epsilon1));
      const auto oracle = make_oracle(chained(name, 3, 2, epsilon1));
      const Channel twice = enumerate_report_channel(*oracle);
      const Channel once = enumerate_channel(*make_oracle({single, Domain(3), epsilon1, {}}));
      ASSERT_EQ(twice.probability.size(), once.probability.size());
      for (const auto& [report, row] : once.probability) {
        for (Value value = 0; value < 3; ++value) {
          EXPECT_LT(abs(row[value] - twice.probability.at(report)[value]), 1e-12);
        }
      }
    }
  }
}

TEST(Longitudinal, NeitherEpsilonExceedsWhatWasAskedAndBothAreRealised) {
  for (const char* name : {"l-grr", "l-sue", "l-osue", "l-oue", "l-soue", "loloha"}) {
    for (const auto& [epsilon, epsilon1] : {std::pair(0.1, 0.05), {1.0, 0.3}, {1.0, 0.66}, {4.0, 2.0}}) {
      SCOPED_TRACE(std::string(name) + ", ε = " + std::to_string(epsilon));
      OracleSpec spec = chained(name, 3, epsilon, epsilon1);
      if (spec.oracle == "loloha") spec.parameters["g"] = 3;
      const auto oracle = make_oracle(spec);
      const Exact of_all = worst_epsilon(enumerate_channel(*oracle));
      const Exact of_one = worst_epsilon(enumerate_report_channel(*oracle));
      EXPECT_LE(of_all, epsilon);
      EXPECT_LE(of_one, epsilon1);
      EXPECT_GE(of_one, epsilon1 * (1 - 1e-12)) << "as much is told as may be";
      EXPECT_GE(Exact(oracle->epsilon()), of_all);
      EXPECT_GE(Exact(memoised(*oracle).report_epsilon()), of_one);
      EXPECT_NEAR(oracle->epsilon(), static_cast<double>(of_all), 1e-13);
      EXPECT_NEAR(memoised(*oracle).report_epsilon(), static_cast<double>(of_one), 1e-13);
    }
  }
}

TEST(Longitudinal, SeveralReportsTellWhatEnumerationSays) {
  struct Small {
    const char* name;
    Value k;
    std::size_t most;  // reports that can be enumerated
  };
  for (const Small& small : {Small{"l-grr", 3, 3},
                             {"l-sue", 2, 3},
                             {"l-osue", 2, 3},
                             {"l-oue", 2, 3},
                             {"l-soue", 2, 2},
                             {"loloha", 3, 2},
                             {"dbitflip", 3, 2}}) {
    OracleSpec spec{small.name, Domain(small.k), 2, {}};
    if (spec.oracle == "loloha") spec.parameters["g"] = 3;
    const auto oracle = make_oracle(spec);
    double before = 0;
    for (std::size_t t = 1; t <= small.most; ++t) {
      SCOPED_TRACE(spec.oracle + ", t = " + std::to_string(t));
      const Exact exact_epsilon = worst_epsilon(reports_channel(*oracle, t));
      const double stated = memoised(*oracle).epsilon_after(t);
      EXPECT_GE(Exact(stated), exact_epsilon);
      EXPECT_NEAR(stated, static_cast<double>(exact_epsilon), 1e-13);
      EXPECT_LE(stated, oracle->epsilon());
      EXPECT_GE(stated, before);
      before = stated;
    }
  }
}

TEST(LongUnary, RefusesAnEpsilon1OutOfReachAndNamesTheLargest) {
  const auto refused = [](const char* name, double epsilon, double epsilon1) {
    return input_error([&] { make_oracle(chained(name, 4, epsilon, epsilon1)); });
  };
  EXPECT_EQ(
      refused("l-oue", 1, 0.77),
      "epsilon1 = 0.77 is more than one report of oracle 'l-oue' can tell at epsilon = 1; the largest is 0.763382");
  const std::pair<double, double> oue[] = {{.5, .3594078}, {1, .7633825}, {2, 1.6600114}, {4, 3.6036510}};
  for (const auto& [epsilon, limit] : oue) {
    EXPECT_NE(refused("l-oue", epsilon, limit + 1e-6).find("can tell"), std::string::npos);
    EXPECT_NEAR(memoised(*make_oracle(chained("l-oue", 4, epsilon, limit - 1e-6))).report_epsilon(), limit, 2e-6);
  }
  const std::pair<double, double> soue[] = {{1, .6636433}, {2, 1.3105501}, {4, 2.5190789}};
  for (const auto& [epsilon, limit] : soue) {
    EXPECT_NE(refused("l-soue", epsilon, limit + 1e-6).find("can tell"), std::string::npos);
    EXPECT_NEAR(memoised(*make_oracle(chained("l-soue", 4, epsilon, limit - 1e-6))).report_epsilon(), limit, 2e-6);
  }
  EXPECT_EQ(refused("l-grr", 1, 1),
            "epsilon1 of oracle 'l-grr' must lie between 0 and epsilon = 1 (both excluded), not 1");
}

TEST(LongUnary, EstimatesTheVector) {
  const auto oracle = make_oracle(chained("l-osue", 4, 2, 1));
  const std::vector<std::uint64_t> cells = {55, 35, 30, 25};
  const std::vector<double> counts = oracle->invert({100, cells});
  const double expected[] = {1.21639534, .35081398, .13441863, -.08197671};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(counts[i] / 100, expected[i], 1e-8);
}

TEST(LongUnary, VarianceAtAFrequencyIsThatOfBothRounds) {
  const auto oracle = make_oracle(chained("l-osue", 2, 2, 1));
  const double f = 0.3;  // of a sampled population: f(1−f) more than of a fixed one
  EXPECT_NEAR(oracle->variance(0, std::vector<double>{f, 1 - f}) + f * (1 - f), 4.1926943768, 1e-9);
}

TEST(Loloha, HasTheErrorOfTheTheory) {
  struct Vector {
    double epsilon, epsilon1, bi_variance;
    std::uint64_t g;
    double variance;
  };
  const Vector vectors[] = {{1, .5, 16.670792, 3, 15.817400}, {2, 1, 4.682694, 4, 3.691655},
                            {3, 1.5, 2.478842, 6, 1.483274},  {4, 2, 1.724062, 8, .724591},
                            {5, 2.5, 1.389690, 13, .389712},  {5, 3, 1.220564, 21, .220565}};
  for (const Vector& v : vectors) {
    const auto best = make_oracle(chained("loloha", 64, v.epsilon, v.epsilon1));
    EXPECT_EQ(best->oracle_spec().parameters.at("g"), static_cast<double>(v.g));
    EXPECT_NEAR(best->approximate_variance(), v.variance, 1e-6);
    OracleSpec spec = chained("loloha", 64, v.epsilon, v.epsilon1);
    spec.parameters["g"] = 2;
    EXPECT_NEAR(make_oracle(spec)->approximate_variance(), v.bi_variance, 1e-6);
  }
}

TEST(Loloha, HashesTheLargestDomains) {
  const auto oracle = make_oracle(chained("loloha", 1U << 20, 8, 7));
  SeededBits random(1);
  Reports reports(oracle->report_bytes());
  oracle->randomize(std::vector<Value>(4, (1U << 20) - 1), random, reports);
  for (std::size_t i = 0; i < reports.size(); ++i) EXPECT_TRUE(oracle->is_possible(reports[i]));
  EXPECT_NE(input_error([] {
              make_oracle({"loloha", Domain(1U << 20), 8, {{"g", 8192}}});
            }).find("from 2 to 4096"),
            std::string::npos);
}

TEST(DBitFlip, HasTheErrorOfTheTheory) {
  const auto variance = [](double epsilon, double bits) {
    return make_oracle({"dbitflip", Domain(16), epsilon, {{"bits", bits}}})->approximate_variance();
  };
  EXPECT_NEAR(variance(1, 1), 62.6831694, 1e-6);
  EXPECT_NEAR(variance(1, 16), 3.9176981, 1e-6);
  EXPECT_NEAR(variance(2, 4), 3.6826944, 1e-6);
}

TEST(DBitFlip, SpendsEpsilonAtOnceOrHalfOfItWithOneBit) {
  const auto two = make_oracle({"dbitflip", Domain(5), 1, {{"bits", 2}}});
  EXPECT_NEAR(static_cast<double>(worst_epsilon(enumerate_channel(*two))), 1, 1e-12);
  EXPECT_EQ(memoised(*two).report_epsilon(), two->epsilon());
  EXPECT_EQ(memoised(*two).max_symbols(), 3U);
  const auto one = make_oracle({"dbitflip", Domain(5), 1, {{"bits", 1}}});
  EXPECT_NEAR(static_cast<double>(worst_epsilon(enumerate_channel(*one))), 0.5, 1e-12);
  EXPECT_NEAR(one->epsilon(), 0.5, 1e-12);
  EXPECT_EQ(memoised(*one).max_symbols(), 2U);
  const auto all = make_oracle({"dbitflip", Domain(5), 1, {{"bits", 5}}});
  EXPECT_EQ(memoised(*all).max_symbols(), 5U);
  EXPECT_EQ(all->report_bits(), 5U);
}

TEST(DBitFlip, RefusesMoreSetsThanNumbers) {
  EXPECT_EQ(input_error([] {
              make_oracle({"dbitflip", Domain(1000), 1, {{"bits", 30}}});
            }),
            "30 of 1000 buckets can be sampled in too many ways to number them");
  EXPECT_EQ(make_oracle({"dbitflip", Domain(1U << 20), 1, {}})->oracle_spec().parameters.at("bits"), 3);
}

TEST(Combinations, NumbersEverySetOnce) {
  for (const auto& [things, chosen] : {std::pair(1U, 1U), {5U, 1U}, {5U, 2U}, {7U, 4U}, {6U, 5U}, {4U, 4U}}) {
    const Combinations sets(things, chosen);
    std::map<std::vector<std::uint32_t>, int> seen;
    for (std::uint64_t rank = 0; rank < sets.count(); ++rank) {
      std::vector<std::uint32_t> members(chosen, things);
      sets.for_each_member(rank, [&](std::uint32_t place, std::uint32_t member) { members[place] = member; });
      EXPECT_TRUE(std::is_sorted(members.begin(), members.end()));
      EXPECT_EQ(std::adjacent_find(members.begin(), members.end()), members.end());
      EXPECT_LT(members.back(), things);
      ++seen[members];
    }
    EXPECT_EQ(seen.size(), sets.count());
  }
  EXPECT_EQ(Combinations(16, 4).count(), 1820U);
  EXPECT_TRUE(Combinations::fit(62, 31));
  EXPECT_FALSE(Combinations::fit(70, 35));
}

TEST(Longitudinal, BestGuessIsThatOfThePermanentChannel) {
  for (const char* name : {"l-grr", "l-sue", "l-osue", "dbitflip"}) {
    for (const Value k : {2U, 5U}) {
      SCOPED_TRACE(std::string(name) + ", k = " + std::to_string(k));
      OracleSpec spec{name, Domain(k), 2, {}};
      if (spec.oracle == "dbitflip") spec.parameters["bits"] = 2;
      const auto oracle = make_oracle(spec);
      Exact right = 0;
      for (const auto& [report, row] : enumerate_channel(*oracle).probability) {
        right += *std::max_element(row.begin(), row.end()) / k;
      }
      EXPECT_NEAR(memoised(*oracle).best_guess(), static_cast<double>(right), 1e-12);
    }
  }
  const auto hashed = make_oracle({"loloha", Domain(5), 2, {{"g", 2}}});
  Exact right = 0;
  for (const auto& [report, row] : enumerate_channel(*hashed).probability) {
    right += *std::max_element(row.begin(), row.end()) / 5;
  }
  EXPECT_LE(right, memoised(*hashed).best_guess() + 1e-12);
}

TEST(Longitudinal, GuaranteeSaysWhatOneReportSpendsAndWhatEqualReportsTell) {
  const Guarantee guarantee = make_oracle(chained("l-osue", 4, 2, 1))->guarantee();
  ASSERT_EQ(guarantee.caveats.size(), 4U);
  EXPECT_EQ(guarantee.caveats[0],
            "one report alone spends only 1; epsilon bounds all reports made from one permanent response");
  EXPECT_NE(guarantee.caveats[1].find("in which the same reports have equal values: which ones have is not protected"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine::testing
