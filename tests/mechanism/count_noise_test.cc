#include "sourdine/mechanism/count_noise.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <thread>

#include "sourdine/privacy/gaussian.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using Precise = boost::multiprecision::cpp_bin_float_100;

// The hockey-stick divergence of X and X + shift, term by term from the definition.
Precise delta_of(double sigma_squared, double epsilon, int shift) {
  const Precise variance = sigma_squared;
  const auto weight = [&](int x) { return Precise(exp(-Precise(x) * x / (2 * variance))); };
  const int last = static_cast<int>(25 * std::sqrt(sigma_squared)) + 25 + shift;
  Precise whole = 0;
  Precise sum = 0;
  for (int x = -last; x <= last; ++x) {
    whole += weight(x);
    const Precise difference = weight(x) - exp(Precise(epsilon)) * weight(x + shift);
    if (difference > 0) sum += difference;
  }
  return sum / whole;
}

TEST(GaussianLaw, DeltaIsTheHockeyStickDivergenceRoundedUp) {
  for (const double sigma_squared : {0.25, 1.0, 2.75, 100.0}) {
    const GaussianLaw law({static_cast<std::uint64_t>(sigma_squared * 4), 4});
    for (const double epsilon : {0.0, 0.1, 1.0, 4.0}) {
      for (const int shift : {1, 2, 7}) {
        const Precise exact = delta_of(sigma_squared, epsilon, shift);
        const double stated = law.delta(epsilon, static_cast<std::uint64_t>(shift));
        EXPECT_GE(Precise(stated), exact) << sigma_squared << " " << epsilon << " " << shift;
        EXPECT_LE(stated, static_cast<double>(exact) * (1 + 1e-15) + 1e-300);
      }
    }
  }
}

TEST(GaussianLaw, DeltaAtTheEdges) {
  const GaussianLaw law({1, 1});
  EXPECT_EQ(law.delta(1, 0), 0);
  EXPECT_EQ(law.delta(0, 1'000'000), 1);
  EXPECT_LE(law.delta(1e6, 1), 1e-300);
  EXPECT_EQ(testing::input_error([&] { law.delta(-1, 1); }), "epsilon must be a number that is not negative");
  EXPECT_EQ(testing::input_error([&] {
              GaussianLaw({1 << 25, 1}).delta(1, 1);
            }),
            "the delta of Gaussian noise is summed up to sigma = 4096 only");
}

// A larger shift never has a smaller δ: why the stated sensitivity covers the smaller changes.
TEST(GaussianLaw, DeltaGrowsWithTheShift) {
  for (const std::uint64_t quarters : {1U, 7U, 64U}) {
    const GaussianLaw law({quarters, 4});
    for (const double epsilon : {0.0, 0.5, 2.0}) {
      for (std::uint64_t shift = 1; shift < 12; ++shift) {
        EXPECT_LE(law.delta(epsilon, shift), law.delta(epsilon, shift + 1));
      }
    }
  }
}

TEST(GaussianLaw, TailsAndVarianceAreThoseOfTheLaw) {
  for (const double sigma_squared : {0.25, 1.0, 100.0}) {
    const GaussianLaw law({static_cast<std::uint64_t>(sigma_squared * 4), 4});
    const auto weight = [&](int x) { return Precise(exp(-Precise(x) * x / (2 * sigma_squared))); };
    Precise whole = 1;
    Precise squares = 0;
    for (int x = 300; x >= 1; --x) {
      whole += 2 * weight(x);
      squares += 2 * x * x * weight(x);
    }
    EXPECT_NEAR(law.variance() / static_cast<double>(Precise(squares / whole)), 1, 1e-14);
    EXPECT_EQ(law.tail(0), 1);
    EXPECT_EQ(law.tail(-3), 1);
    for (const int m : {1, 2, 5, 30}) {
      Precise tail = 0;
      for (int x = 300; x >= m; --x) tail += 2 * weight(x) / whole;
      EXPECT_GE(Precise(law.tail(m)), tail);
      EXPECT_LE(law.tail(m), static_cast<double>(tail) * (1 + 1e-15) + 1e-300);
    }
  }
  EXPECT_NEAR(GaussianLaw({1, 1}).variance(), 0.9999997888, 5e-11);
  EXPECT_NEAR(GaussianLaw({1, 4}).variance(), 0.2150126751, 5e-11);
}

// Beyond the sums the tail is bounded by the continuous law, from above and closely.
TEST(GaussianLaw, WideTailsAreBoundedByTheContinuousLaw) {
  const GaussianLaw law({std::uint64_t{1} << 40, 1});
  const double exact = std::erfc(2.0 / std::sqrt(2.0));
  EXPECT_GT(law.tail(1 << 21), exact);
  EXPECT_LT(law.tail(1 << 21), exact * (1 + 1e-5));
}

TEST(CountSensitivity, OfAUnitThatIsCountedSeveralTimes) {
  EXPECT_EQ(CountSensitivity::of_unit(3, Neighbours::add_remove), (CountSensitivity{3, 9}));
  EXPECT_EQ(CountSensitivity::of_unit(3, Neighbours::replace), (CountSensitivity{6, 18}));
  EXPECT_EQ(CountSensitivity::of_unit(3, Neighbours::add_remove).in_levels(4), (CountSensitivity{12, 36}));
  EXPECT_EQ(testing::input_error([] { CountSensitivity::of_unit(0, Neighbours::replace); }),
            "the bound on what one unit adds to the counts must be a whole number from 1 to 1000000");
  EXPECT_EQ(testing::input_error([] { CountSensitivity{}.in_levels(0); }),
            "counts can be repeated in 1 to 1000 levels");
}

// Every vector of changes that a bounded unit can cause, over three cells, is within the stated sensitivity, which is
// attained.
TEST(CountSensitivity, CoversEveryChangeAndIsAttained) {
  const int bound = 3;
  std::vector<std::array<int, 3>> counted;
  for (int a = 0; a <= bound; ++a) {
    for (int b = 0; a + b <= bound; ++b) {
      for (int c = 0; a + b + c <= bound; ++c) counted.push_back({a, b, c});
    }
  }
  for (const Neighbours neighbours : all_neighbours()) {
    const CountSensitivity stated = CountSensitivity::of_unit(bound, neighbours);
    std::uint64_t l1 = 0;
    std::uint64_t l2_squared = 0;
    for (const auto& x : counted) {
      for (const auto& y : counted) {
        if (neighbours == Neighbours::add_remove && y != std::array<int, 3>{0, 0, 0}) continue;
        std::uint64_t sum = 0;
        std::uint64_t squares = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          const auto change = static_cast<std::uint64_t>(std::abs(x[i] - y[i]));
          sum += change;
          squares += change * change;
        }
        l1 = std::max(l1, sum);
        l2_squared = std::max(l2_squared, squares);
      }
    }
    EXPECT_EQ(stated, (CountSensitivity{l1, l2_squared}));
  }
}

TEST(DiscreteLaplaceNoise, TailQuantileAndLoss) {
  const DiscreteLaplace noise({1, 1});
  const double alpha = std::exp(-1.0);
  for (const std::int64_t x : {1, 2, 10}) {
    const double exact = 2 * std::pow(alpha, x) / (1 + alpha);
    EXPECT_NEAR(noise.tail(x) / exact, 1, 1e-15);
  }
  EXPECT_EQ(noise.tail(0), 1);
  EXPECT_NEAR(noise.variance(), 1.8413471884, 5e-11);
  EXPECT_EQ(std::get<PureEpsilon>(noise.loss({1, 1})).epsilon, 1);
  const DiscreteLaplace third({3, 1});
  EXPECT_EQ(std::get<PureEpsilon>(third.loss({1, 1})).epsilon, std::nextafter(1.0 / 3, 1));  // 1.0/3 is below a third
  EXPECT_EQ(std::get<PureEpsilon>(third.loss({6, 36})).epsilon, 2);
}

// tail(x + 1) ≤ miss < tail(x).
TEST(CountNoise, QuantilesAreTheLeastThatCover) {
  const DiscreteLaplace laplace({20, 1});
  const DiscreteGaussian gaussian({100, 1});
  const DiscreteGaussian narrow({1, 16});
  for (const CountNoise* const noise : std::initializer_list<const CountNoise*>{&laplace, &gaussian, &narrow}) {
    for (const double miss : {0.5, 0.05, 1e-6, 1e-12}) {
      const std::int64_t x = noise->quantile(miss);
      EXPECT_LE(noise->tail(x + 1), miss) << noise->name();
      EXPECT_TRUE(x == 0 || noise->tail(x) > miss);
    }
    EXPECT_EQ(noise->quantile(0.9999), 0);
    EXPECT_EQ(testing::input_error([&] { noise->quantile(0); }),
              "the share of intervals that may miss must be between 0 and 1");
  }
}

TEST(DiscreteGaussianNoise, LossIsZcdpFromTheIntegers) {
  const DiscreteGaussian noise({16, 1});
  EXPECT_EQ(std::get<Zcdp>(noise.loss({1, 1})).rho, 1.0 / 32);
  EXPECT_EQ(std::get<Zcdp>(noise.loss({3, 9})).rho, 9.0 / 32);
  EXPECT_GE(Precise(std::get<Zcdp>(DiscreteGaussian({7, 3}).loss({1, 1})).rho), Precise(3) / 14);
  EXPECT_NEAR(noise.one_count(0.9, 3).delta / static_cast<double>(delta_of(16, 0.9, 3)), 1, 1e-15);
}

// D_α(X ‖ X + Δ) ≤ α·Δ²/(2σ²) for every order, with equality for whole α·Δ: what zCDP promises, summed.
TEST(DiscreteGaussianNoise, RenyiDivergencesAreThoseOfZcdp) {
  for (const double sigma_squared : {0.5, 1.0, 6.25}) {
    const DiscreteGaussian noise({static_cast<std::uint64_t>(sigma_squared * 4), 4});
    for (const int shift : {1, 3}) {
      const double rho = std::get<Zcdp>(noise.loss({3, static_cast<std::uint64_t>(shift * shift)})).rho;
      for (const double order : {1.25, 1.5, 2.0, 8.0}) {
        Precise whole = 0;
        Precise moments = 0;
        for (int x = -200; x <= 200; ++x) {
          const Precise y = x - shift;
          whole += exp(-Precise(x) * x / (2 * sigma_squared));
          moments += exp(-(order * Precise(x) * x + (1 - order) * y * y) / (2 * sigma_squared));
        }
        const double divergence = static_cast<double>(Precise(log(moments / whole) / (order - 1)));
        EXPECT_LE(divergence, rho * order * (1 + 1e-14)) << sigma_squared << " " << shift << " " << order;
        if (order == std::floor(order)) {
          EXPECT_NEAR(divergence, rho * order, 1e-13 * rho * order);
        }
      }
    }
  }
}

// Several threads add the same noise, each with bits of its own; the table is made once.
TEST(ParallelCountNoise, IsAddedByManyThreads) {
  const DiscreteGaussian noise({100, 1});
  std::vector<std::vector<std::int64_t>> numbers(4, std::vector<std::int64_t>(5000));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    threads.emplace_back([&, i] {
      SeededBits random(i);
      noise.add(random, numbers[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    SeededBits random(i);
    std::vector<std::int64_t> alone(5000);
    noise.add(random, alone);
    EXPECT_EQ(numbers[i], alone);
  }
}

// Both paths add the same law; here, that they add something of the stated variance (false alarm far below 1e-6:
// eight standard errors of a variance whose fourth moment is at most 6 times its square).
TEST(CountNoise, AddsNoiseOfItsVarianceInBulkAndOneByOne) {
  const DiscreteLaplace laplace({20, 1});
  const DiscreteGaussian gaussian({100, 1});
  SeededBits random(80);
  for (const CountNoise* const noise : std::initializer_list<const CountNoise*>{&laplace, &gaussian}) {
    for (const std::size_t size : {std::size_t{4095}, std::size_t{100'000}}) {
      std::vector<std::int64_t> numbers(size, 1000);
      noise->add(random, numbers);
      double squares = 0;
      for (const std::int64_t number : numbers) squares += static_cast<double>((number - 1000) * (number - 1000));
      EXPECT_NEAR(squares / static_cast<double>(size) / noise->variance(), 1,
                  8 * std::sqrt(5.0 / static_cast<double>(size)));
    }
  }
}

TEST(Calibrate, LaplaceIsExact) {
  EXPECT_EQ(laplace_for({100'000'000}, 1)->scale(), (LaplaceScale{10, 1}));
  EXPECT_EQ(laplace_for({1'500'000'000}, 6)->scale(), (LaplaceScale{4, 1}));
  EXPECT_EQ(laplace_for({300'000'001}, 1)->scale(), (LaplaceScale{1'000'000'000, 300'000'001}));
  EXPECT_EQ(testing::input_error([] { laplace_for({0}, 1); }), "epsilon must be greater than 0");
  EXPECT_EQ(testing::input_error([] { laplace_for({1}, 0); }),
            "the sensitivity of a count must be a whole number from 1 to 10^9");
}

TEST(Calibrate, ZcdpIsTheLeastOnItsGrid) {
  for (const double rho : {0.005, 0.1, 0.5, 3.0}) {
    for (const std::uint64_t l2_squared : {1U, 9U, 1000U}) {
      const auto noise = gaussian_for_zcdp(rho, l2_squared);
      const auto [numerator, denominator] = noise->sigma_squared();
      EXPECT_EQ(denominator, sigma_squared_parts);
      const auto rho_of = [&](std::uint64_t parts) {
        return Precise(l2_squared) * sigma_squared_parts / (2 * Precise(parts));
      };
      EXPECT_LE(rho_of(numerator), Precise(rho));
      EXPECT_GT(rho_of(numerator - 1), Precise(rho) * (1 - 1e-15));
    }
  }
  EXPECT_EQ(testing::input_error([] { gaussian_for_zcdp(0, 1); }), "rho must be from 10^-9 to 10^6");
}

// Near the analytic σ of the continuous law (methods E1), which is another law: the whole numbers beyond the edge of
// the best test weigh a little more or less than the half-line, by a share of the order of 1/σ².
TEST(Calibrate, OneCountIsTheLeastOnItsGrid) {
  const std::vector<std::array<double, 3>> vectors = {
      {1, 1e-5, 3.7306316348}, {0.5, 1e-5, 7.0318266756}, {1, 1e-6, 4.2246788893}, {0.1, 1e-7, 41.3294516128}};
  for (const auto& [epsilon, delta, sigma] : vectors) {
    const auto noise = gaussian_for(epsilon, delta, 1);
    const std::uint64_t parts = noise->sigma_squared().numerator;
    EXPECT_NEAR(std::sqrt(noise->sigma_squared().value()), sigma, 1 / sigma / 16);
    EXPECT_LE(noise->one_count(epsilon, 1).delta, delta);
    EXPECT_GT(GaussianLaw({parts - 1, sigma_squared_parts}).delta(epsilon, 1), delta);
  }
  // The continuous law has 1.0811618495 here.
  const auto coarse = gaussian_for(4, 1e-5, 1);
  EXPECT_LE(coarse->one_count(4, 1).delta, 1e-5);
  EXPECT_NEAR(std::sqrt(coarse->sigma_squared().value()), 1.0811618495, 0.2);
}

// Nothing smaller on the whole grid would do.
TEST(Calibrate, OneCountHasNothingSmaller) {
  const double epsilon = 2;
  const double delta = 0.01;
  const std::uint64_t parts = gaussian_for(epsilon, delta, 1)->sigma_squared().numerator;
  for (std::uint64_t fewer = 1; fewer < parts; fewer += 7) {
    EXPECT_GT(GaussianLaw({fewer, sigma_squared_parts}).delta(epsilon, 1), delta) << fewer;
  }
}

TEST(Calibrate, ManyCountsGoByZcdp) {
  const auto noise = gaussian_for_counts(1, 1e-6, 9);
  const PrivacyLoss loss = noise->loss({3, 9});
  EXPECT_LE(approximate_at(loss, 1e-6).epsilon, 1);
  EXPECT_GT(approximate_at(loss, 1e-6).epsilon, 0.999);
  // Wider than one count of the same length would need, by less than a tenth.
  const double one = gaussian_sigma(3, 1, 1e-6);
  EXPECT_GT(std::sqrt(noise->sigma_squared().value()), one);
  EXPECT_LT(std::sqrt(noise->sigma_squared().value()), 1.1 * one);
}

TEST(Calibrate, RefusesInOneSentence) {
  EXPECT_EQ(testing::input_error([] { gaussian_for(0, 1e-6, 1); }), "epsilon must be from 10^-9 to 10^6");
  EXPECT_EQ(testing::input_error([] { gaussian_for(1, 1, 1); }), "delta must be greater than 0 and less than 1");
  EXPECT_EQ(testing::input_error([] { gaussian_for(1, 0, 1); }), "delta must be greater than 0 and less than 1");
  EXPECT_EQ(testing::input_error([] { gaussian_for(1, 1e-6, 0); }),
            "the sensitivity of a count must be a whole number from 1 to 1000000");
  EXPECT_EQ(testing::input_error([] { gaussian_for(0.001, 1e-6, 1000); }),
            "the noise would be wider than sigma = 4096, up to which the discrete law is summed");
}

}  // namespace
}  // namespace sourdine
