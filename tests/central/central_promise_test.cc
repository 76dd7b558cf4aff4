// The bold sentence of a central release against the mathematics: on a small one, the law of all that is measured is
// computed exactly (which events of a person are counted, by enumeration of the choosing code; what is counted of them,
// by the counting code without noise; the noise, by its law), for all pairs of neighbours. Whatever else a central
// release publishes is computed from what is measured.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "sourdine/central/counts.h"
#include "sourdine/counts/contribution.h"
#include "sourdine/random/branches.h"
#include "sourdine/random/seeded_bits.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using namespace std::chrono;

constexpr std::size_t regions = 2;
using Cell = std::size_t;          // day · regions + region, of two days
using Person = std::vector<Cell>;  // where their events lie
using Measured = std::vector<std::int64_t>;

class NoNoise final : public CountNoise {
 public:
  std::string_view name() const override { return "none"; }
  void add(Random& random, std::span<std::int64_t> numbers) const override { (void)random, (void)numbers; }
  double variance() const override { return 0; }
  double tail(std::int64_t x) const override { return x > 0 ? 0 : 1; }
  PrivacyLoss loss(const CountSensitivity& sensitivity) const override {
    (void)sensitivity;
    return PureEpsilon{0};
  }
};

ReleaseConfig two_days(double epsilon, std::uint64_t max_events) {
  ReleaseConfig config;
  config.events.from = local_days(2024y / January / 31);
  config.events.to = local_days(2024y / February / 1);
  config.privacy.model = PrivacyModel::central;
  config.privacy.epsilon = epsilon;
  config.privacy.person = PersonConfig{.column = "who", .max_events = max_events};
  config.publish.periods = {Period::year, Period::day};
  return config;
}

// Exact numbers, all levels one behind the other, and the rate of each one's noise.
struct Exact {
  Measured numbers;
  std::vector<double> rates;
};

class SmallRelease {
 public:
  SmallRelease(double epsilon, std::uint64_t max_events)
      : config_(two_days(epsilon, max_events)),
        max_events_(max_events),
        design_(design_with_totals(config_)),
        tree_(design_.tree(config_.events)),
        noises_(level_noises(design_, CentralBudget(config_.privacy), max_events)) {}

  double epsilon() const { return std::get<PureEpsilon>(levels_loss(noises_, max_events_)).epsilon; }

  Exact exact(const std::vector<Cell>& events) const {
    std::vector<std::int64_t> leaves(2 * regions);
    for (const Cell cell : events) ++leaves[cell];
    std::vector<CentralLevelNoise> silent;
    for (const CentralLevelNoise& level : noises_) {
      silent.push_back({level.regions ? std::make_unique<NoNoise>() : nullptr,
                        level.totals ? std::make_unique<NoNoise>() : nullptr});
    }
    SeededBits random(1);
    const std::vector<CentralMeasurement> measured = measure(tree_, regions, leaves, silent, random);
    Exact result;
    for (std::size_t level = 0; level < measured.size(); ++level) {
      add(measured[level].regions, noises_[level].regions.get(), result);
      add(measured[level].totals, noises_[level].totals.get(), result);
    }
    return result;
  }

  // The law of the exact numbers, over which events are counted.
  std::map<Measured, double> counted(const std::vector<Person>& people, bool is_bounded = true) const {
    std::map<std::vector<Cell>, double> law = {{{}, 1.0}};
    for (const Person& person : people) {
      std::map<std::vector<Cell>, double> next;
      Branches branches;
      branches.explore([&](Branches& chance) {
        const auto size = static_cast<std::uint32_t>(person.size());
        const auto chosen = choose_uniformly(size, is_bounded ? max_events_ : person.size(), chance);
        const auto probability = testing::path_probability<double>(chance.path());
        for (const auto& [before, mass] : law) {
          std::vector<Cell> after = before;
          for (const std::uint32_t event : chosen) after.push_back(person[event]);
          std::sort(after.begin(), after.end());
          next[after] += mass * probability;
        }
      });
      law = std::move(next);
    }
    std::map<Measured, double> numbers;
    for (const auto& [events, mass] : law) numbers[exact(events).numbers] += mass;
    return numbers;
  }

  // Up to a factor that is the same for all data.
  double density(const std::map<Measured, double>& law, const Measured& published) const {
    const std::vector<double> rates = exact({}).rates;
    double sum = 0;
    for (const auto& [numbers, mass] : law) {
      double exponent = 0;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        exponent += rates[i] * std::abs(static_cast<double>(published[i] - numbers[i]));
      }
      sum += mass * std::exp(-exponent);
    }
    return sum;
  }

 private:
  static CentralDesign design_with_totals(const ReleaseConfig& config) {
    CentralDesign design = design_central(config, regions);
    for (CentralLevel& level : design.levels) {  // all there can be: regions and totals of every level
      level.regions = 300;
      level.totals = 150;
    }
    return design;
  }
  static void add(const std::vector<std::int64_t>& numbers, const CountNoise* noise, Exact& into) {
    for (const std::int64_t number : numbers) {
      into.numbers.push_back(number);
      const auto [t, s] = dynamic_cast<const DiscreteLaplace&>(*noise).scale();
      into.rates.push_back(static_cast<double>(s) / static_cast<double>(t));
    }
  }

  ReleaseConfig config_;
  std::uint64_t max_events_;
  CentralDesign design_;
  PeriodTree tree_;
  std::vector<CentralLevelNoise> noises_;
};

// The largest ratio over what may be published: with noise of this law it is reached at the corners, far away on either
// side of every number.
double worst_ratio(const SmallRelease& release, const std::map<Measured, double>& with,
                   const std::map<Measured, double>& without) {
  const std::size_t size = release.exact({}).numbers.size();
  double worst = 1;
  for (std::size_t corner = 0; corner < std::size_t{1} << size; ++corner) {
    for (const std::int64_t far : {1, 20}) {
      Measured published(size);
      for (std::size_t i = 0; i < size; ++i) published[i] = (corner >> i & 1U) != 0 ? far : -far;
      const double a = release.density(with, published), b = release.density(without, published);
      worst = std::max({worst, a / b, b / a});
    }
  }
  return worst;
}

std::vector<Person> possible_people() {
  return {{}, {0}, {3}, {0, 1}, {2, 2}, {0, 3}, {1, 1, 1}, {0, 1, 2}, {0, 0, 1, 2, 3}, {3, 3, 3, 3, 3, 3}};
}

TEST(CentralPromise, HoldsHadAnyOnePersonNotBeenThere) {
  const SmallRelease release(1.0, 2);
  const double bound = std::exp(release.epsilon()) * (1 + 1e-9);
  EXPECT_LE(release.epsilon(), 1.0);
  double largest = 0;
  for (const Person& other : possible_people()) {
    const auto without = release.counted({other});
    for (const Person& person : possible_people()) {
      const double ratio = worst_ratio(release, release.counted({other, person}), without);
      ASSERT_LE(ratio, bound);
      largest = std::max(largest, ratio);
    }
  }
  EXPECT_GT(largest, 0.999 * bound) << "the bound is met, so no smaller one would do";
}

// The planted fault: who has more events than the bound is not bounded before the counting.
TEST(CentralPromise, IsBrokenWhenThePersonIsNotBoundedBeforeCounting) {
  const SmallRelease release(1.0, 2);
  const auto with = release.counted({{0}, {3, 3, 3, 3, 3, 3}}, false), without = release.counted({{0}}, false);
  EXPECT_GT(worst_ratio(release, with, without), 2 * std::exp(1.0));
}

// "Guesses it rightly in at most … of the cases": the best guess of who knows all others, over all that can be
// published of the numbers' signs far away is not needed: the total variation follows from the ratio. Here for one
// number, exactly, by the sum over all outcomes.
TEST(CentralPromise, NobodyGuessesRightlyMoreOftenThanItSays) {
  for (const double epsilon : {0.3, 1.0, 3.0}) {
    const auto noise = laplace_for(ExactEpsilon::spendable(epsilon), 3);
    const auto [t, s] = noise->scale();
    const double alpha = std::exp(-static_cast<double>(s) / static_cast<double>(t));
    double right = 0;  // of the better guess for each outcome
    for (std::int64_t x = -2000; x <= 2000; ++x) {
      const auto chance = [&](std::int64_t count) {
        return (1 - alpha) / (1 + alpha) * std::pow(alpha, std::abs(static_cast<double>(x - count)));
      };
      right += std::max(chance(0), chance(3)) / 2;
    }
    EXPECT_LE(right, std::exp(epsilon) / (1 + std::exp(epsilon)) + 1e-9);
  }
}

// Gaussian noise: what is spent is computed from σ² in use, levels add up, and ε at δ is not above the asked one.
TEST(CentralPromise, GaussianNoiseSpendsNoMoreThanAsked) {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    for (const std::uint64_t max_events : {1U, 3U, 40U}) {
      ReleaseConfig config = two_days(epsilon, max_events);
      config.privacy.noise = CentralNoise::gaussian;
      config.privacy.delta = 1e-6;
      const CentralBudget budget(config.privacy);
      const CentralDesign design = design_central(config, regions);
      EXPECT_EQ(design.spent(), CentralDesign::parts);
      const auto noises = level_noises(design, budget, max_events);
      double rho = 0;
      for (const CentralLevelNoise& level : noises) {
        for (const CountNoise* noise : {level.regions.get(), level.totals.get()}) {
          if (noise == nullptr) continue;
          const double m = static_cast<double>(max_events);
          rho += m * m / (2 * dynamic_cast<const DiscreteGaussian&>(*noise).sigma_squared().value());
        }
      }
      const PrivacyLoss loss = levels_loss(noises, max_events);
      EXPECT_NEAR(std::get<Zcdp>(loss).rho, rho, 1e-9 * rho);
      const double whole = budget.epsilon_of(compose(loss, budget.loss(design.people + design.removed)));
      EXPECT_LE(whole, epsilon);
      EXPECT_GT(whole, 0.98 * epsilon);
    }
  }
}

// The budget is spent as it was asked, whatever the bound.
TEST(CentralPromise, LaplaceNoiseSpendsExactlyItsParts) {
  for (const std::uint64_t max_events : {1U, 2U, 7U, 1000U}) {
    const ReleaseConfig config = two_days(0.7, max_events);
    const CentralBudget budget(config.privacy);
    const CentralDesign design = design_central(config, regions);
    const PrivacyLoss levels = levels_loss(level_noises(design, budget, max_events), max_events);
    const PrivacyLoss whole = compose(levels, budget.loss(design.people + design.removed));
    EXPECT_LE(std::get<PureEpsilon>(whole).epsilon, 0.7);
    EXPECT_GT(std::get<PureEpsilon>(whole).epsilon, 0.7 - 1e-6);
  }
}

TEST(CentralBound, ChosenBehindNoiseNearsTheBoundOfMostPeople) {
  std::vector<std::uint64_t> people;
  for (std::uint64_t i = 0; i < 20'000; ++i) people.push_back(1 + i % 2 + 8'000 / (500 + i));  // a heavy tail
  std::vector<std::uint64_t> sorted = people;
  std::sort(sorted.begin(), sorted.end());
  SeededBits random(5);
  const ChosenBound chosen = choose_bound(people, ExactEpsilon::spendable(0.5), random);
  // With probability 1 − 10⁻⁶ the rank is off by 2·19/20/ε·ln(20/10⁻⁶) = 64 people at most.
  EXPECT_GE(chosen.max_events, sorted[19'000 - 80]);
  EXPECT_LE(chosen.max_events, sorted[19'000 + 80] + 1);
  EXPECT_LE(chosen.loss.epsilon, 0.5);
}

}  // namespace
}  // namespace sourdine
