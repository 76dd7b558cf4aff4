#include "sourdine/tuple/tuple_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::for_each_tally;
using testing::input_error;
using testing::small_tuples;
using testing::tuple_of;

struct Moments {
  std::vector<double> mean, square;

  void add(const std::vector<double>& numbers, double probability) {
    mean.resize(numbers.size());
    square.resize(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      mean[i] += probability * numbers[i];
      square[i] += probability * numbers[i] * numbers[i];
    }
  }
};

// One person: the expected estimate is 1 at the value held, 0 elsewhere; its variance is the stated one. What several
// people say adds up, so this is unbiasedness and variance for any number of them.
TEST(TupleEstimate, OfEveryAttributeIsUnbiasedWithTheStatedVarianceByEnumeration) {
  for (const auto& protocol : small_tuples(1.1)) {
    SCOPED_TRACE(protocol->spec()->json());
    const bool is_sampled = protocol->tuple_spec().solution == TupleSolution::smp;
    for (const auto& record : all_records(*protocol)) {
      for (std::size_t i = 0; i < protocol->width(); ++i) {
        Moments moments;
        AttributeTally part;
        for_each_tally(*protocol, record, [&](const Tally& tally, double probability) {
          part = protocol->attribute_tally(tally, i, Population::sampled);
          moments.add(part.oracle->invert(part.view()), probability);
        });
        std::vector<double> held(protocol->domain_size(i));
        held[record[i]] = 1;
        for (Value value = 0; value < held.size(); ++value) {
          const double scale = is_sampled ? 2 : 1;  // half of the people draw the attribute
          EXPECT_NEAR(scale * moments.mean[value], held[value], 1e-12);
          if (is_sampled) continue;
          EXPECT_NEAR(moments.square[value] - held[value], part.oracle->variance(value, held), 1e-11);
          EXPECT_NEAR(protocol->share_variance(i, value, held, 1), part.oracle->variance(value, held), 1e-11);
        }
      }
    }
  }
}

std::shared_ptr<const TupleProtocol> split_in_pairs(std::initializer_list<std::uint64_t> sizes, double epsilon,
                                                    const char* oracle) {
  return TupleProtocol::make({.solution = TupleSolution::spl,
                              .attributes = testing::sized_attributes(sizes),
                              .epsilon = epsilon,
                              .oracle = oracle,
                              .pairs = true});
}

TEST(TupleEstimate, OfPairsIsUnbiasedWithTheStatedVarianceByEnumeration) {
  for (const auto& protocol :
       {split_in_pairs({2, 3}, 2, "grr"), split_in_pairs({2, 3}, 2, "oue"), split_in_pairs({3, 2}, 2, "ss"),
        tuple_of(TupleSolution::joint, {2, 3}, 1, "grr"), tuple_of(TupleSolution::joint, {2, 2, 2}, 1, "grr"),
        tuple_of(TupleSolution::joint, {2, 2}, 1, "oue")}) {
    SCOPED_TRACE(protocol->spec()->json());
    for (const auto& record : all_records(*protocol)) {
      for (const std::size_t first : {0U, 1U}) {
        const std::size_t second = 1 - first;
        Moments moments;
        AttributeTally pair;
        for_each_tally(*protocol, record, [&](const Tally& tally, double probability) {
          pair = protocol->pair_tally(tally, first, second);
          moments.add(pair.oracle->invert(pair.view()), probability);
        });
        const Value columns = protocol->domain_size(second);
        std::vector<double> held(std::size_t{protocol->domain_size(first)} * columns);
        held[record[first] * columns + record[second]] = 1;
        const auto curves = pair.oracle->variance_curves(1, held);
        for (Value value = 0; value < held.size(); ++value) {
          EXPECT_NEAR(moments.mean[value], held[value], 1e-11);
          const double variance = moments.square[value] - held[value];
          EXPECT_NEAR(variance, pair.oracle->variance(value, held), 1e-9 * std::max(1.0, variance));
          EXPECT_NEAR(variance, curves[value].at(held[value]), 1e-9 * std::max(1.0, variance));
        }
      }
    }
  }
}

// A tally of n people whose cells are what they are expected to be, as near as whole numbers go.
Tally expected_tally(const TupleProtocol& protocol, std::span<const std::vector<Value>> people, double scale) {
  std::vector<double> cells(protocol.cells());
  for (const auto& record : people) {
    for_each_tally(protocol, record, [&](const Tally& tally, double probability) {
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += probability * static_cast<double>(tally.cells[i]);
    });
  }
  Tally tally = protocol.empty_tally();
  tally.reports = static_cast<std::uint64_t>(scale) * people.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    tally.cells[i] = static_cast<std::uint64_t>(std::llround(scale * cells[i]));
  }
  return tally;
}

TEST(TupleEstimate, FindsTheSharesAndTheirPairsInExpectedTallies) {
  const std::vector<std::vector<Value>> people = {{0, 0}, {0, 1}, {1, 1}, {1, 1}};
  auto protocols = small_tuples(1);
  protocols.push_back(split_in_pairs({2, 3}, 1, "oue"));
  for (const auto& protocol : protocols) {
    SCOPED_TRACE(protocol->spec()->json());
    const Tally tally = expected_tally(*protocol, people, 1e7);
    const auto all = estimate_attributes(*protocol, tally);
    std::vector<std::vector<double>> shares = {{0.5, 0.5}, {0.25, 0.75}};
    shares[1].resize(protocol->domain_size(1));
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(all[i].people, 40'000'000U);
      ASSERT_EQ(all[i].shares.size(), protocol->domain_size(i));
      for (std::size_t v = 0; v < all[i].shares.size(); ++v) {
        const Estimate& share = all[i].shares[v];
        EXPECT_NEAR(share.value, shares[i][v], 1e-5);
        EXPECT_LE(share.lower, shares[i][v] + 1e-5);
        EXPECT_GE(share.upper, shares[i][v] - 1e-5);
        EXPECT_NEAR(all[i].counts[v].value, 4e7 * share.value, 1e-3);
        const double variance = protocol->share_variance(i, static_cast<Value>(v), shares[i], 4e7);
        EXPECT_NEAR(share.std_error, std::sqrt(variance), 1e-3 * share.std_error);
      }
    }
    if (protocol->tuple_spec().pairs || protocol->tuple_spec().solution == TupleSolution::joint) {
      const PairEstimates pair = estimate_pair(*protocol, tally, 0, 1);
      EXPECT_NEAR(pair.share(0, 0).value, 0.25, 1e-5);
      EXPECT_NEAR(pair.share(1, 1).value, 0.5, 1e-5);
      EXPECT_NEAR(pair.share(1, 0).value, 0, 1e-5);
      EXPECT_NEAR(estimate_pair(*protocol, tally, 1, 0).share(1, 0).value, pair.share(0, 1).value, 1e-12);
      EXPECT_NEAR(pair.counts[0].value, 4e7 * pair.shares[0].value, 1e-3);
    } else {
      EXPECT_NE(input_error([&] { estimate_pair(*protocol, tally, 0, 1); }).find("do not know pairs"),
                std::string::npos);
    }
  }
}

TEST(TupleEstimate, OfOneAttributeIsThatOfThePlainOracle) {
  SeededBits random(710);
  const auto oracle = make_oracle({"grr", Domain(5), 1, {}});
  std::vector<Value> people(2000);
  for (Value& value : people) value = static_cast<Value>(random.below(5) * random.below(2));
  for (const TupleSolution solution :
       {TupleSolution::spl, TupleSolution::smp, TupleSolution::rs_fd, TupleSolution::joint}) {
    const auto protocol = tuple_of(solution, {5}, 1, "grr");
    Reports reports(protocol->report_bytes());
    protocol->randomize(people, random, reports);
    Tally tally = protocol->empty_tally(), plain = oracle->empty_tally();
    protocol->tally(reports, tally);
    for (std::size_t i = 0; i < reports.size(); ++i) {
      oracle->tally({reports[i].last(1), 1, 1}, plain);
    }
    const AttributeEstimates found = estimate_attribute(*protocol, tally, 0);
    const Estimates expected = estimate(*oracle, plain);
    for (std::size_t v = 0; v < 5; ++v) {
      EXPECT_NEAR(found.counts[v].value, expected.values[v].value, 1e-9);
      EXPECT_NEAR(found.counts[v].std_error, expected.values[v].std_error, 1e-9);
      EXPECT_NEAR(found.counts[v].lower, expected.values[v].lower, 1e-9) << static_cast<int>(solution);
      EXPECT_NEAR(found.counts[v].upper, expected.values[v].upper, 1e-9);
    }
  }
}

TEST(TupleEstimate, ApproximateVariancesAreThoseOfTheFormulas) {
  const auto nv0 = [](TupleSolution solution, const char* oracle, std::size_t d, std::uint64_t k) {
    TupleSpec spec{.solution = solution, .epsilon = 1, .oracle = oracle};
    spec.attributes.assign(d, {.domain = Domain(k)});
    std::vector<double> shares(k, 1.0 / static_cast<double>(k - 1));
    shares[0] = 0;
    return 1e12 * TupleProtocol::make(spec)->share_variance(0, 0, shares, 1e12);
  };
  EXPECT_NEAR(nv0(TupleSolution::spl, "grr", 6, 17), 491.9602795, 1e-6);
  EXPECT_NEAR(nv0(TupleSolution::spl, "oue", 6, 17), 143.6671291, 1e-6);
  EXPECT_NEAR(nv0(TupleSolution::smp, "grr", 6, 17), 36.0067614, 1e-6);
  EXPECT_NEAR(nv0(TupleSolution::smp, "oue", 6, 17), 22.0961663, 1e-6);
  EXPECT_NEAR(nv0(TupleSolution::smp, "grr", 5, 10), 18.1512435, 1e-6);
  EXPECT_NEAR(nv0(TupleSolution::smp, "oue", 5, 10), 18.4134719, 1e-6);
  EXPECT_NEAR(nv0(TupleSolution::rs_fd, "grr", 6, 17), 233.12, 0.005);
  EXPECT_NEAR(nv0(TupleSolution::rs_fd, "oue-z", 6, 17), 132.58, 0.005);
}

// The people who drew an attribute are a part of all: without noise to speak of, the error is that of the sample, and
// when all drew it there is none.
TEST(TupleEstimate, SampledAttributesCountThePeopleWhoWereNotAsked) {
  const auto protocol = tuple_of(TupleSolution::smp, {2, 2}, 40, "grr");
  Tally tally = protocol->empty_tally();
  tally.reports = 1000;
  tally.cells = {400, 100, 300, 600, 300, 300};  // [reports, cells] of both
  const AttributeEstimates found = estimate_attribute(*protocol, tally, 0);
  EXPECT_EQ(found.people, 1000U);
  EXPECT_EQ(found.reports, 400U);
  EXPECT_NEAR(found.shares[0].value, 0.25, 1e-6);
  EXPECT_NEAR(found.shares[0].std_error, std::sqrt(0.25 * 0.75 / 400 * 600 / 999), 1e-6);
  const AttributeEstimates elsewhere = estimate_attribute(*protocol, tally, 0, {.population = Population::sampled});
  EXPECT_NEAR(elsewhere.shares[0].std_error, std::sqrt(0.25 * 0.75 / 400), 1e-6);
  tally.cells = {0, 0, 0, 1000, 300, 700};
  EXPECT_TRUE(estimate_attribute(*protocol, tally, 0).shares.empty());
  const AttributeEstimates all = estimate_attribute(*protocol, tally, 1);
  EXPECT_NEAR(all.counts[0].value, 300, 1e-6);
  EXPECT_LT(all.counts[0].std_error, 1e-3);
  EXPECT_EQ(all.counts[0].lower, 300);
}

TEST(TupleEstimate, ConsistentSharesAddUp) {
  SeededBits random(711);
  for (const auto& protocol : small_tuples(0.5)) {
    Reports reports(protocol->report_bytes());
    std::vector<Value> people;
    for (int i = 0; i < 300; ++i) people.insert(people.end(), {0, 1});
    protocol->randomize(people, random, reports);
    Tally tally = protocol->empty_tally();
    protocol->tally(reports, tally);
    for (const auto& one : estimate_attributes(*protocol, tally, {.consistency = Consistency::norm_sub})) {
      double sum = 0;
      for (const Estimate& share : one.shares) {
        EXPECT_GE(share.value, 0);
        sum += share.value;
      }
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
}

TEST(TupleEstimate, SaysWhatIsWrong) {
  const auto protocol = tuple_of(TupleSolution::smp, {2, 3}, 1, "grr");
  const auto other = tuple_of(TupleSolution::smp, {2, 3}, 2, "grr");
  EXPECT_NE(input_error([&] {
              estimate_attribute(*protocol, other->empty_tally(), 0);
            }).find("the tally was made by another protocol: the specs differ in"),
            std::string::npos);
  EXPECT_EQ(input_error([&] { estimate_attribute(*protocol, protocol->empty_tally(), 2); }),
            "there is no attribute 3: the tuple has 2");
  EXPECT_TRUE(estimate_attribute(*protocol, protocol->empty_tally(), 1).shares.empty());
  const auto joint = tuple_of(TupleSolution::joint, {2, 3}, 2, "grr");
  EXPECT_EQ(input_error([&] { estimate_pair(*joint, joint->empty_tally(), 1, 1); }),
            "a pair has two different attributes");
}

}  // namespace
}  // namespace sourdine
