#include "sourdine/range/central_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "range/exact_ranges.h"
#include "range/zero_noise.h"
#include "sourdine/audit/channel.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::expect_exact_without_noise;
using testing::input_error;
using testing::ScriptedNoise;
using testing::some_counts;
using testing::ZeroNoise;

TEST(CentralTree, WithoutNoiseEveryRangeIsExact) {
  for (const std::uint64_t degree : {2U, 3U, 4U, 8U, 16U}) {
    for (std::uint64_t size = 1; size <= 40; ++size) expect_exact_without_noise({size, degree, 1});
    for (const std::uint64_t size : {81U, 100U, 128U, 243U, 257U}) expect_exact_without_noise({size, degree, 1});
  }
  for (const std::uint64_t size : {1U, 2U, 3U, 20U, 27U, 100U}) {
    expect_exact_without_noise({size, 3, 1, Neighbours::replace});
    expect_exact_without_noise({size, size + 1, 1, Neighbours::replace});
  }
}

// Every node is its count plus a draw of its own, of its level's scale, and nothing else; so all noise is independent.
TEST(CentralTree, EveryNodeHasNoiseOfItsOwn) {
  std::vector<std::int64_t> script(7 + 3 + 20);
  for (std::size_t i = 0; i < script.size(); ++i) script[i] = static_cast<std::int64_t>(1000 * (i + 1) * (i + 1));
  const std::vector<std::uint64_t> counts = some_counts(20);
  ScriptedNoise scripted(script);
  const auto tree = CentralTree::build(
      {.size = 20, .degree = 3, .epsilon = 1, .neighbours = Neighbours::add_remove, .shares = {1, 2, 2}}, counts,
      scripted);
  const TreeShape& shape = tree->model().shape();
  EXPECT_TRUE(tree->published()[0].empty());  // the exact total does not stay behind
  std::size_t drawn = 0;
  for (unsigned level = 1; level <= 3; ++level) {
    for (std::uint64_t i = 0; i < shape.count(level); ++i, ++drawn) {
      const Range leaves = shape.leaves({level, i});
      const auto first = counts.begin() + static_cast<std::ptrdiff_t>(leaves.first);
      const auto sum =
          std::accumulate(first, first + static_cast<std::ptrdiff_t>(leaves.length()), std::int64_t{0},
                          [](std::int64_t a, std::uint64_t b) { return a + static_cast<std::int64_t>(b); });
      EXPECT_EQ(tree->published()[level][i], sum + script[drawn]);
      const double budget = level == 1 ? 0.2 : 0.4;
      EXPECT_DOUBLE_EQ(static_cast<double>(scripted.scales()[drawn].s),
                       budget * static_cast<double>(scripted.scales()[drawn].t));
    }
  }
  EXPECT_EQ(scripted.scales().size(), drawn);
}

// The ε of a small tree, on whole numbers: Pr[y | D] is a product of α^|y − x(D)| over the nodes, so the worst ratio of
// two data sets is a sum over the nodes of the worst y of each. In units of 10^−9/`parts`.
std::uint64_t worst_epsilon(const CentralTreeSpec& spec, const std::vector<std::uint64_t>& one,
                            const std::vector<std::uint64_t>& other, std::uint64_t parts) {
  ScriptedNoise zero_one(std::vector<std::int64_t>(100)), zero_other(std::vector<std::int64_t>(100));
  const auto x = CentralTree::build(spec, one, zero_one)->published();
  const auto z = CentralTree::build(spec, other, zero_other)->published();
  const bool has_public_root = spec.neighbours == Neighbours::replace;
  if (has_public_root && x[0] != z[0]) return ~std::uint64_t{0};
  std::uint64_t sum = 0;
  std::size_t drawn = 0;
  for (std::size_t level = has_public_root ? 1 : 0; level < x.size(); ++level) {
    for (std::size_t i = 0; i < x[level].size(); ++i) {
      const LaplaceScale scale = zero_one.scales()[drawn++];
      std::int64_t largest_change = 0;
      for (std::int64_t y = -9; y <= 9; ++y) {
        largest_change = std::max(largest_change, std::abs(y - z[level][i]) - std::abs(y - x[level][i]));
      }
      EXPECT_EQ(1'000'000'000 * parts % scale.t, 0U);
      sum += static_cast<std::uint64_t>(largest_change) * scale.s * (1'000'000'000 * parts / scale.t);
    }
  }
  return sum;
}

TEST(CentralTree, ExactEpsilonIsTheClaimedOne) {
  const std::vector<std::uint64_t> base = {1, 0, 2, 0, 1};
  for (const std::vector<std::uint64_t>& shares : {std::vector<std::uint64_t>{}, {1, 2, 5}, {1, 1, 1, 1}}) {
    const std::uint64_t parts = shares.empty() ? 3 : std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
    const CentralTreeSpec spec{
        .size = 5, .degree = 2, .epsilon = 0.7, .neighbours = Neighbours::add_remove, .shares = shares};
    EXPECT_EQ(CentralTree::build(spec, base, SecureBits::this_thread())->guarantee().epsilon, 0.7);
    std::uint64_t worst = 0;
    for (std::size_t value = 0; value < base.size(); ++value) {
      auto with_one_record = base;
      ++with_one_record[value];
      worst = std::max({worst, worst_epsilon(spec, base, with_one_record, parts),
                        worst_epsilon(spec, with_one_record, base, parts)});
    }
    EXPECT_EQ(worst, 700'000'000 * parts);
  }
}

TEST(CentralTree, ExactEpsilonOfReplacingIsTheClaimedOne) {
  const std::vector<std::uint64_t> base = {1, 0, 2, 0, 1};
  const CentralTreeSpec spec{5, 2, 0.9, Neighbours::replace};
  std::uint64_t worst = 0;
  for (std::size_t from = 0; from < base.size(); ++from) {
    for (std::size_t to = 0; to < base.size(); ++to) {
      if (base[from] == 0 || from == to) continue;
      auto moved = base;
      --moved[from];
      ++moved[to];
      worst = std::max(worst, worst_epsilon(spec, base, moved, 6));
    }
  }
  EXPECT_EQ(worst, std::uint64_t{900'000'000} * 6);
  EXPECT_EQ(CentralTree::build(spec, base, SecureBits::this_thread())->guarantee().epsilon, 0.9);
}

// The sampler's own coins, enumerated: what ships, not a formula. Paths are cut, so the ε found bounds it from below.
class EnumeratedNoise final : public Noise {
 public:
  explicit EnumeratedNoise(Branches& branches) : branches_(branches) {}
  bool is_private() const noexcept override { return false; }
  void add(std::span<std::int64_t> numbers, const LaplaceScale& scale) override {
    for (std::int64_t& number : numbers) number += sample_discrete_laplace(branches_, scale.t, scale.s);
  }

 private:
  Branches& branches_;
};

TEST(CentralTree, EnumeratedCoinsShowNoViolationAndAlmostAllOfEpsilon) {
  const Mechanism mechanism = [](Value value, Branches& branches, std::vector<std::uint8_t>& output) {
    EnumeratedNoise noise(branches);
    const auto tree = CentralTree::build({1, 2, 1}, std::vector<std::uint64_t>{value}, noise);
    for (const std::int64_t number : tree->published()[1]) output.push_back(static_cast<std::uint8_t>(number));
  };
  const ChannelAudit audit = exact_channel(mechanism, 2, {.branches = {.public_words = 1, .prune_bits = 16}});
  EXPECT_TRUE(audit.rows_sum_to_one);
  EXPECT_TRUE(audit.within(1));
  EXPECT_GT(audit.exact_epsilon, 0.94);
}

TEST(CentralTree, NodesOfAnAnswerAddUpToIt) {
  SeededBits random(5);
  const auto tree = CentralTree::build({100, 3, 1}, some_counts(100), random);
  for (const Range range : {Range{0, 99}, {5, 5}, {7, 80}, {27, 53}, {90, 99}}) {
    double sum = 0;
    std::uint64_t leaves = 0;
    for (const RangeNode& node : tree->nodes(range)) {
      sum += node.value;
      leaves += node.leaves.length();
      EXPECT_GT(node.std_error, 0);
    }
    EXPECT_NEAR(sum, tree->answer(range).value, 1e-9);
    EXPECT_EQ(leaves, range.length());
  }
}

TEST(CentralTree, APublicTotalIsAnsweredExactly) {
  SeededBits random(6);
  const auto counts = some_counts(50);
  const auto tree = CentralTree::build({50, 4, 1, Neighbours::replace}, counts, random);
  const Estimate all = tree->answer({0, 49});
  EXPECT_NEAR(all.value, static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})), 1e-9);
  EXPECT_EQ(all.std_error, 0);
  EXPECT_EQ(all.lower, all.upper);
  EXPECT_GT(tree->answer({0, 48}).std_error, 1);
}

TEST(CentralTree, SharesOfTheBudgetAreExact) {
  const auto even = level_scales({1000, 10, 1});
  EXPECT_FALSE(even[0].has_value());
  for (std::size_t level = 1; level <= 3; ++level) EXPECT_EQ(*even[level], (LaplaceScale{3, 1}));
  const auto uneven = level_scales(
      {.size = 64, .degree = 4, .epsilon = 0.3, .neighbours = Neighbours::add_remove, .shares = {1, 1, 2, 6}});
  EXPECT_EQ(*uneven[0], (LaplaceScale{100, 3}));
  EXPECT_EQ(*uneven[3], (LaplaceScale{50, 9}));
  EXPECT_EQ(*level_scales({64, 64, 0.1, Neighbours::replace})[1], (LaplaceScale{20, 1}));
}

TEST(CentralTree, MergedStructuresAnswerForBothAndKeepBothNoises) {
  SeededBits random(7);
  const CentralTreeSpec spec{40, 4, 1};
  const auto counts = some_counts(40);
  const auto one = CentralTree::build(spec, counts, random);
  const auto other = CentralTree::build(spec, counts, random);
  const Range range{3, 29};
  const double sum = one->answer(range).value + other->answer(range).value;
  const double variance = 2 * std::pow(one->answer(range).std_error, 2);
  one->merge(*other);
  EXPECT_NEAR(one->answer(range).value, sum, 1e-9);
  EXPECT_NEAR(std::pow(one->answer(range).std_error, 2), variance, 1e-9);
  EXPECT_EQ(one->guarantee().epsilon, 1);
  const auto another = CentralTree::build({40, 5, 1}, counts, random);
  EXPECT_EQ(input_error([&] { one->merge(*another); }),
            "only central trees of the same domain, degree, epsilon, neighbours and shares can be merged");
}

TEST(CentralTree, SaysWhetherItIsPrivate) {
  SeededBits seeded(8);
  const auto counts = some_counts(10);
  EXPECT_TRUE(CentralTree::build({10, 4, 1}, counts, SecureBits::this_thread())->is_private());
  const auto tree = CentralTree::build({10, 4, 1}, counts, seeded);
  EXPECT_FALSE(tree->is_private());
  using enum RangeCaveat;
  EXPECT_EQ(tree->caveats(), (std::vector{several_records, seen_by_curator}));
  EXPECT_EQ(tree->guarantee().neighbours_text, "add or remove one record");
}

TEST(CentralTree, SaysWhatIsWrong) {
  ZeroNoise zero;
  const auto counts = some_counts(8);
  const auto tree = CentralTree::build({8, 2, 1}, counts, zero);
  EXPECT_EQ(input_error([&] { tree->answer({5, 3}); }), "the range 5 … 3 is reversed");
  EXPECT_EQ(input_error([&] { tree->answer({5, 8}); }), "the range 5 … 8 leaves the domain 0 … 7");
  EXPECT_EQ(input_error([&] { tree->nodes({9, 9}); }), "the range 9 … 9 leaves the domain 0 … 7");
  const auto refused = [&](const CentralTreeSpec& spec) {
    return input_error([&] { CentralTree::build(spec, counts, zero); });
  };
  EXPECT_EQ(refused({8, 1, 1}), "the degree of a tree must be at least 2, not 1");
  EXPECT_EQ(refused({8, 2, 0}), "epsilon must be a number greater than 0 and at most 10^6, not 0");
  EXPECT_EQ(refused({8, 2, std::nan("")}), "epsilon must be a number greater than 0 and at most 10^6, not nan");
  EXPECT_EQ(refused({8, 2, 1e-10}), "epsilon 1e-10 is less than the least that can be spent, 10^-9");
  EXPECT_EQ(refused({9, 2, 1}), "8 counts do not fit a domain of 9 values");
  const std::string shares = "the levels' shares of the budget must be 3 whole numbers between 1 and 1000";
  EXPECT_EQ(refused({.size = 8, .degree = 2, .epsilon = 1, .neighbours = Neighbours::replace, .shares = {1, 1, 1, 1}}),
            shares);
  EXPECT_EQ(refused({.size = 8, .degree = 2, .epsilon = 1, .neighbours = Neighbours::add_remove, .shares = {1, 0, 1}}),
            shares);
  const std::vector<double> not_a_number = {1, std::nan("")};
  EXPECT_EQ(input_error([&] { whole_counts(not_a_number); }),
            "count nan (of value 1) is not a whole number between 0 and 2^52");
  EXPECT_EQ(input_error([] { whole_counts(std::vector<double>{-1}); }),
            "count -1 (of value 0) is not a whole number between 0 and 2^52");
  EXPECT_EQ(input_error([] { Confidence(1.0); }), "the confidence must lie between 0 and 1 (both excluded), not 1");
}

}  // namespace
}  // namespace sourdine
