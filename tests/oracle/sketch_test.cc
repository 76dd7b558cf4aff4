#include "sourdine/oracle/sketch/sketch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "oracle/channel.h"
#include "sourdine/audit/channel.h"
#include "sourdine/base/bits.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/sketch/sketch_estimator.h"
#include "sourdine/oracle/sketch/sketch_hash.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::enumerate_channel;
using testing::Report;

std::unique_ptr<const Oracle> sketch(const std::string& name, std::uint64_t k, double epsilon, double rows,
                                     double width, double seed = 0) {
  return make_oracle({name, Domain(k), epsilon, {{"rows", rows}, {"width", width}, {"hash_seed", seed}}});
}

double number(const Exact& exact) { return static_cast<double>(exact); }

TEST(Cms, FlipsWithTheProbabilitiesOfTheMethodsSheet) {
  for (const auto& [epsilon, flip, c] :
       {std::tuple{2.0, .2689414214, 2.1639534137}, {4.0, .1192029220, 1.3130352855}}) {
    const BitFlip bits = BitFlip::symmetric(epsilon);
    EXPECT_NEAR(bits.q.probability(), flip, 5e-11);
    EXPECT_NEAR(1 / bits.gap(), c, 5e-11);
    const Support support = sketch("cms", 5, epsilon, 64, 1024)->support();
    EXPECT_NEAR(support.yes, 1 - flip, 5e-11);
    EXPECT_NEAR(support.no, flip + (1 - 2 * flip) / 1024, 1e-10);
    EXPECT_NEAR(support.gap, (1 - 1.0 / 1024) / c, 5e-11);
  }
}

TEST(Hcms, KeepsTheSignWithTheProbabilityOfTheMethodsSheet) {
  const Support support = sketch("hcms", 5, 2, 64, 1024)->support();
  EXPECT_NEAR(1 - support.yes, .1192029220, 5e-11);
  EXPECT_NEAR((1 - 1.0 / 1024) / (2 * support.gap), 1.3130352855, 5e-11);
}

TEST(Sketches, ReportsHaveTheStatedSize) {
  EXPECT_EQ(sketch("cms", 5, 1, 64, 1024)->report_bits(), 6U + 1024U);
  EXPECT_EQ(sketch("hcms", 5, 1, 64, 1024)->report_bits(), 6U + 10U + 1U);
}

TEST(Sketches, ExactEpsilonOfTheAuditChannelIsTheRealisedOneAndAtMostTheAskedOne) {
  for (const std::string_view name : {"cms", "hcms"}) {
    for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0}) {
      for (const std::uint64_t k : {2U, 3U, 5U}) {
        const auto oracle = make_oracle(table_spec(find_oracle(name), Domain(k), epsilon, true));
        const ChannelAudit audit = audit_exact(*oracle);
        EXPECT_TRUE(audit.within(epsilon)) << name;
        EXPECT_TRUE(audit.rows_sum_to_one);
        EXPECT_NEAR(audit.exact_epsilon, oracle->epsilon(), 1e-12) << name << " " << k << " " << epsilon;
        EXPECT_GE(audit.exact_epsilon, 0.999 * epsilon) << name << " " << k;
        EXPECT_LE(oracle->epsilon(), epsilon);
      }
    }
  }
}

TEST(Sketches, SupportOfAFixedHashIsTheShareOfRowsInWhichValuesMeet) {
  const SketchHash hash(7, 4, 4);
  for (const std::string_view name : {"cms", "hcms"}) {
    const auto oracle = sketch(std::string(name), 6, 1, 4, 4, 7);
    const Support support = oracle->support();
    const double apart = (support.no - support.yes / 4) / (1 - 1.0 / 4);  // no = c·yes + (1−c)·apart, c = 1/4
    const auto channel = enumerate_channel(*oracle);
    for (Value held = 0; held < 6; ++held) {
      std::vector<double> supported(6);
      for (const auto& [report, row] : channel.probability) {
        const std::vector<double> supports = oracle->supports(testing::tally_of(*oracle, report));
        for (Value v = 0; v < 6; ++v) supported[v] += number(row[held]) * supports[v];
      }
      for (Value v = 0; v < 6; ++v) {
        double meet = 0;
        for (std::size_t row = 0; row < 4; ++row) meet += hash.bucket(row, v) == hash.bucket(row, held) ? .25 : 0;
        EXPECT_NEAR(supported[v], apart + meet * (support.yes - apart), 1e-12) << name << " " << v << " " << held;
      }
    }
  }
}

TEST(Sketches, LikelihoodIsTheChannelUpToOneFactorPerReport) {
  for (const std::string_view name : {"cms", "hcms"}) {
    const auto oracle = sketch(std::string(name), 5, 1.5, 2, 4, 3);
    for (const auto& [report, row] : enumerate_channel(*oracle).probability) {
      std::vector<double> likelihood(5);
      oracle->likelihood(report, likelihood);
      for (Value v = 1; v < 5; ++v) EXPECT_NEAR(likelihood[v] / likelihood[0], number(row[v] / row[0]), 1e-9) << name;
    }
  }
}

TEST(Cms, EveryBitOfEveryRowIsRandomisedTheLastOneIncluded) {
  const auto oracle = sketch("cms", 5, 1, 3, 6);
  const BitFlip flip = BitFlip::symmetric(1);
  const SketchHash hash(0, 3, 6);
  std::vector<double> ones(3 * 6);
  for (const auto& [report, probability] : enumerate_channel(*oracle).probability) {
    const std::size_t row = take_bits(report, 0, 2);
    for (std::size_t bit = 0; bit < 6; ++bit) {
      ones[row * 6 + bit] += get_bit(report, 2 + bit) ? number(probability[2]) : 0;
    }
  }
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t bit = 0; bit < 6; ++bit) {
      const Threshold expected = hash.bucket(row, 2) == bit ? flip.p : flip.q;
      EXPECT_NEAR(ones[row * 6 + bit], expected.probability() / 3, 1e-12) << row << " " << bit;
    }
  }
}

TEST(Sketches, RefuseReportsTheyCannotHaveMade) {
  const auto cms = sketch("cms", 5, 1, 3, 6);  // 2 + 6 bits: no padding, row 3 impossible
  EXPECT_TRUE(cms->is_possible(Report{0b11111110}));
  EXPECT_FALSE(cms->is_possible(Report{0b00000011}));
  const auto padded = sketch("cms", 5, 1, 2, 5);  // 1 + 5 bits
  EXPECT_TRUE(padded->is_possible(Report{0b00111111}));
  EXPECT_FALSE(padded->is_possible(Report{0b01000000}));
  const auto hcms = sketch("hcms", 5, 1, 3, 4);  // 24 outputs in 5 bits
  EXPECT_TRUE(hcms->is_possible(Report{23}));
  EXPECT_FALSE(hcms->is_possible(Report{24}));
  EXPECT_FALSE(hcms->is_possible(Report{32}));
}

TEST(Hcms, ACellCountsOneReport) {
  const auto oracle = sketch("hcms", 9, 1, 3, 8);
  ASSERT_TRUE(oracle->cell_is_report());
  for (std::size_t cell = 0; cell < oracle->cells(); ++cell) {
    Reports one(oracle->report_bytes());
    oracle->report_of_cell(cell, one.append(1));
    Tally tally = oracle->empty_tally();
    oracle->tally(one, tally);
    EXPECT_EQ(tally.cells[cell], 1U);
    // The fast transform agrees with looking at the report.
    std::vector<double> likelihood(9);
    oracle->likelihood(one[0], likelihood);
    const std::vector<double> supports = oracle->supports(tally);
    for (Value v = 0; v < 9; ++v) EXPECT_EQ(supports[v], likelihood[v] == 1 ? 1 : 0);
  }
}

TEST(Sketches, SpendNothingWhenAllValuesShareTheirBuckets) {
  for (const std::string_view name : {"cms", "hcms"}) {
    double seed = 0;
    while (SketchHash(static_cast<std::uint64_t>(seed), 1, 2).separates(2)) ++seed;
    const auto oracle = sketch(std::string(name), 2, 1, 1, 2, seed);
    EXPECT_EQ(oracle->epsilon(), 0);
    EXPECT_EQ(audit_exact(*oracle).exact_epsilon, 0);
    EXPECT_NE(oracle->guarantee().caveats.back().find("spends nothing"), std::string::npos);
  }
}

// Mean and variance of the estimates that one report of `held` gives, by enumeration.
struct Moments {
  std::vector<double> mean, square;
};
Moments moments_of_report(const Oracle& oracle, const testing::Channel& channel, Value held) {
  Moments moments{std::vector<double>(oracle.k()), std::vector<double>(oracle.k())};
  for (const auto& [report, probabilities] : channel.probability) {
    const std::vector<double> estimate = oracle.invert(testing::tally_of(oracle, report));
    for (Value v = 0; v < oracle.k(); ++v) {
      moments.mean[v] += number(probabilities[held]) * estimate[v];
      moments.square[v] += number(probabilities[held]) * estimate[v] * estimate[v];
    }
  }
  return moments;
}

// Rows in which two of the values 0 … k−1 share a bucket.
std::size_t meetings(const SketchHash& hash, Value k) {
  std::size_t meetings = 0;
  for (std::size_t row = 0; row < hash.rows(); ++row) {
    for (Value v = 0; v < k; ++v) {
      for (Value w = 0; w < v; ++w) meetings += hash.bucket(row, v) == hash.bucket(row, w) ? 1U : 0U;
    }
  }
  return meetings;
}

// A report is one of a sum of independent ones, so its mean and variance are those of all.
TEST(Sketches, EstimatesForFixedHashesAreUnbiasedWithTheStatedVariance) {
  constexpr Value k = 5;
  std::size_t regular = 0;
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const SketchHash hash(seed, 3, 4);
    const SketchEstimator estimator(hash, k, SketchReport::bits, {0.75, 0.25, 0.5});
    if (!estimator.is_for_fixed_hashes()) continue;
    ++regular;
    met += meetings(hash, k);
    for (const std::string_view name : {"cms", "hcms"}) {
      const auto oracle = sketch(std::string(name), k, 1.5, 3, 4, static_cast<double>(seed));
      const testing::Channel channel = enumerate_channel(*oracle);
      for (Value held = 0; held < k; ++held) {
        const Moments moments = moments_of_report(*oracle, channel, held);
        std::vector<double> counts(k);
        counts[held] = 1;
        for (Value v = 0; v < k; ++v) {
          EXPECT_NEAR(moments.mean[v], v == held, 1e-10) << name << ", seed " << seed;
          const double variance = moments.square[v] - moments.mean[v] * moments.mean[v];
          EXPECT_NEAR(oracle->variance(v, counts), variance, 1e-10 * moments.square[v]) << name << ", seed " << seed;
        }
      }
    }
  }
  EXPECT_GE(regular, 4U);
  EXPECT_GE(met, 4U * 3 * 2);  // pairs do meet: 7.5 expected per seed
}

TEST(Sketches, BeyondTheLimitsOrWhereValuesMeetInEveryRowTheEstimateIsOverTheHashSeeds) {
  const Support apart{0.75, 0.25, 0.5};
  const auto is_for_fixed_hashes = [&apart](const SketchHash& hash, Value k) {
    return SketchEstimator(hash, k, SketchReport::bits, apart).is_for_fixed_hashes();
  };
  EXPECT_TRUE(is_for_fixed_hashes(SketchHash(0, 4, 1024), 300));
  EXPECT_FALSE(is_for_fixed_hashes(SketchHash(0, 4, 1024), SketchEstimator::max_values + 1));
  EXPECT_FALSE(is_for_fixed_hashes(SketchHash(0, 65536, 256), 257));  // k²·rows
  EXPECT_FALSE(is_for_fixed_hashes(SketchHash(0, 2, 4), 8));  // k > rows·(width−1) + 1, though not rows·width
  std::uint64_t seed = 0;
  while (SketchHash(seed, 2, 4).separates(2)) ++seed;
  EXPECT_FALSE(is_for_fixed_hashes(SketchHash(seed, 2, 4), 2));
}

TEST(Sketches, EstimateOverTheHashSeedsIsTheOneOfTheMethodsSheet) {
  for (const std::string_view name : {"cms", "hcms"}) {
    const auto oracle = sketch(std::string(name), 8, 2, 2, 4);
    Tally tally = oracle->empty_tally();
    SeededBits random(4);
    oracle->simulate(std::vector<std::uint64_t>{100, 50, 0, 0, 3, 200, 10, 1}, random, tally);
    // (m/(m−1))·((1/K) Σ_l M[l, h_l(d)] − n/m), where M holds K·c/2·(±1) + K/2 per report and bucket (cms), or the
    // coefficients' inverse transform with K·c·(±1) (hcms): per report c·(2·supports − 1)/2 + 1/2, or
    // c·(2·supports − 1).
    const double n = 364;
    const double m = 4;
    const bool is_cms = name == "cms";
    const double c = is_cms ? 2.1639534137 : 1.3130352855;
    const std::vector<double> supports = oracle->supports(tally);
    const std::vector<double> estimate = oracle->invert(tally);
    for (Value v = 0; v < 8; ++v) {
      const double mean = c * (2 * supports[v] - n) / (is_cms ? 2 : 1) + (is_cms ? n / 2 : 0);
      EXPECT_NEAR(estimate[v], m / (m - 1) * (mean - n / m), 1e-6) << name;
    }
  }
}

TEST(Sketches, VarianceOverTheHashSeedsIsTheOneOfTheMethodsSheet) {
  const Value k = SketchEstimator::max_values + 1;
  std::vector<double> counts(k);
  for (const auto& [value, count] : {std::pair{0, 120}, {2, 300}, {3, 7}, {4, 50}}) {
    counts[static_cast<Value>(value)] = count;
  }
  const double n = 477;
  const double m = 16;
  for (Value v = 0; v < 5; ++v) {
    double others = 0;
    double pairs = 0;
    for (Value w = 0; w < counts.size(); ++w) {
      if (w == v) continue;
      others += counts[w];
      pairs += counts[w] * (counts[w] - 1);
    }
    const double e = std::exp(0.75);
    const double scale = m * m / ((m - 1) * (m - 1));
    const double cms = scale * (n * e / ((e - 1) * (e - 1)) + (1 / m) * (1 - 1 / m) * (others + pairs / 8));
    EXPECT_NEAR(sketch("cms", k, 1.5, 8, m)->variance(v, counts), cms, 1e-9 * cms);
    // hcms, exactly: a sign squared is 1, so its share of the first term is c² − 1 for holders of v.
    const double c = 1 / std::tanh(0.75);
    const double hcms =
        scale * (counts[v] * (c * c - 1) + others * (c * c - 1 / (m * m)) + (1 / m) * (1 - 1 / m) * pairs / 8);
    EXPECT_NEAR(sketch("hcms", k, 1.5, 8, m)->variance(v, counts), hcms, 1e-9 * hcms);
  }
}

TEST(Sketches, NameBadParameters) {
  using testing::input_error;
  EXPECT_EQ(input_error([] { sketch("hcms", 5, 1, 2, 6); }),
            "parameter 'width' of oracle 'hcms' must be a power of two, not 6");
  EXPECT_NE(input_error([] { sketch("cms", 5, 1, 2, 1); }).find("'width'"), std::string::npos);
  EXPECT_NE(input_error([] { sketch("cms", 5, 1, 0, 8); }).find("'rows'"), std::string::npos);
  EXPECT_NE(input_error([] { sketch("cms", 5, 0, 2, 8); }).find("epsilon"), std::string::npos);
  EXPECT_NE(input_error([] { sketch("hcms", 5, 1, 65536, 16777216); }).find("cells"), std::string::npos);
}

TEST(SketchHash, DoesNotChangeWithTheVersion) {
  // Reports in files depend on these; computed apart, with other software, from the header's words.
  const SketchHash hash(1, 3, 1000);
  EXPECT_EQ(hash.bucket(0, 0), 877U);
  EXPECT_EQ(hash.bucket(1, 5), 261U);
  EXPECT_EQ(hash.bucket(2, 67108863), 305U);
}

TEST(SketchHash, PolynomialsOfDegreeTwoTakeEveryTripleOfResiduesEquallyOften) {
  // The family over a small prime, where all of it can be listed.
  constexpr std::uint64_t p = 7;
  std::map<std::array<std::uint64_t, 3>, int> triples;
  for (std::uint64_t a = 0; a < p; ++a) {
    for (std::uint64_t b = 0; b < p; ++b) {
      for (std::uint64_t c = 0; c < p; ++c) {
        const auto h = [&](std::uint64_t v) { return (a + b * v + c * v * v) % p; };
        ++triples[{h(1), h(3), h(4)}];
      }
    }
  }
  EXPECT_EQ(triples.size(), p * p * p);
}

TEST(Sketches, HugeAndTinyEpsilonsBehave) {
  for (const std::string_view name : {"cms", "hcms"}) {
    for (const double epsilon : {1e-6, 50.0, 700.0}) {
      const auto oracle = sketch(std::string(name), 4, epsilon, 2, 8);
      EXPECT_LE(oracle->epsilon(), epsilon);
      EXPECT_GT(oracle->epsilon(), 0);
      EXPECT_TRUE(std::isfinite(oracle->approximate_variance()));
      EXPECT_GT(oracle->approximate_variance(), 0);
    }
  }
}

}  // namespace
}  // namespace sourdine
