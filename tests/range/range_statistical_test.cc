// Errors of the structures against their closed forms. Every check has a false-alarm rate below 10^−6: a mean of R
// squared errors in units of their variance differs from 1 by more than 5·√((κ − 1)/R) less often than that, κ being
// the kurtosis of one error (3 for normal ones, at most 6 + 1/σ² for sums of discrete Laplace ones).
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "range/exact_ranges.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/range/stream_counter.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::some_counts;

double true_count(const std::vector<std::uint64_t>& counts, const Range& range) {
  double sum = 0;
  for (std::uint64_t i = range.first; i <= range.last; ++i) sum += static_cast<double>(counts[i]);
  return sum;
}

std::vector<Range> some_ranges(std::uint64_t size) {
  std::vector<Range> ranges = {{0, size - 1}, {0, 0}, {size - 1, size - 1}, {0, size / 2}, {1, size - 2}};
  for (std::uint64_t i = 1; i < 6; ++i) ranges.push_back({i * size / 9, i * size / 9 + i * i});
  return ranges;
}

// How often intervals cover, and the mean of error²/variance, per range.
struct Score {
  double squares = 0;
  std::uint64_t covered = 0;

  void add(const Estimate& estimate, double truth) {
    const double error = (estimate.value - truth) / estimate.std_error;
    squares += error * error;
    covered += estimate.lower <= truth && truth <= estimate.upper ? 1U : 0U;
  }
};

constexpr double confidence = 0.95;

template <class Build>
void expect_stated_errors(const std::vector<std::uint64_t>& counts, std::uint64_t rounds, double kurtosis,
                          Build build) {
  const std::vector<Range> ranges = some_ranges(counts.size());
  std::vector<Score> scores(ranges.size());
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const auto structure = build();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const Estimate estimate = structure->answer(ranges[i], confidence);
      if (estimate.std_error > 0) scores[i].add(estimate, true_count(counts, ranges[i]));
    }
  }
  const auto n = static_cast<double>(rounds);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (scores[i].squares == 0) continue;  // known exactly
    SCOPED_TRACE(::testing::Message() << ranges[i].first << " … " << ranges[i].last);
    EXPECT_NEAR(scores[i].squares / n, 1, 5 * std::sqrt((kurtosis - 1) / n));
    EXPECT_GT(testing::binomial_lower_tail(scores[i].covered, rounds, confidence), testing::false_alarm);
  }
}

TEST(RangeStatistics, CentralTreesErrAsTheirModelSays) {
  SeededBits random(101);
  const auto counts = some_counts(70);
  for (const CentralTreeSpec& spec : std::vector<CentralTreeSpec>{
           {70, 70, 1},
           {70, 70, 1, Neighbours::replace},
           {70, 2, 1},
           {70, 4, 0.5, Neighbours::replace},
           {70, 8, 3},
           {70, 4, 1, Neighbours::add_remove, {1, 2, 3, 4}},
           {70, 3, 1, Neighbours::add_remove, {1, 1, 1, 1, 1}},
       }) {
    SCOPED_TRACE(::testing::Message() << "degree " << spec.degree << ", epsilon " << spec.epsilon);
    expect_stated_errors(counts, 6000, 6.5, [&] { return CentralTree::build(spec, counts, random); });
  }
}

TEST(RangeStatistics, StreamsErrAsTheirBlocksSay) {
  SeededBits random(102);
  const auto counts = some_counts(75);
  for (const StreamSpec& spec : {StreamSpec{1, 75}, StreamSpec{1, 1000}, StreamSpec{0.5, std::nullopt}}) {
    expect_stated_errors(counts, 6000, 6.5, [&] {
      auto stream = std::make_unique<StreamCounter>(spec);
      for (const std::uint64_t count : counts) stream->push(count, random);
      return stream;
    });
  }
}

TEST(RangeStatistics, GridsErrByTheProductOfTheirDirections) {
  SeededBits random(103);
  const auto counts = some_counts(12 * 20);
  struct Question {
    std::vector<Range> rows;
    Range columns;
  };
  const std::vector<Question> questions = {{{{0, 11}}, {0, 19}},
                                           {{{3, 3}}, {5, 17}},
                                           {{{2, 9}}, {0, 0}},
                                           {{{0, 5}}, {9, 10}},
                                           {{{0, 0}, {4, 6}, {11, 11}}, {3, 12}}};
  constexpr std::uint64_t rounds = 4000;
  for (const GridSpec& spec : {GridSpec{.rows = 12, .columns = 20, .row_degree = 12, .column_degree = 3, .epsilon = 1},
                               GridSpec{.rows = 12,
                               .columns = 20,
                               .row_degree = 3,
                               .column_degree = 5,
                               .epsilon = 2,
                               .neighbours = Neighbours::replace}}) {
    std::vector<Score> scores(questions.size());
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const Grid grid = Grid::build(spec, counts, random);
      for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto& [rows, columns] = questions[i];
        double truth = 0;
        for (const Range& range : rows) {
          for (std::uint64_t row = range.first; row <= range.last; ++row) {
            truth += true_count(counts, {row * 20 + columns.first, row * 20 + columns.last});
          }
        }
        scores[i].add(grid.answer(rows, columns, confidence), truth);
      }
    }
    for (const Score& score : scores) {
      EXPECT_NEAR(score.squares / rounds, 1, 5 * std::sqrt(5.5 / rounds));
      EXPECT_GT(testing::binomial_lower_tail(score.covered, rounds, confidence), testing::false_alarm);
    }
  }
}

// Local standard errors bound the truth from above, and are close to it where people are spread over many values.
TEST(RangeStatistics, LocalTreesErrNoMoreThanTheySayAndLittleLess) {
  SeededBits random(104);
  std::vector<std::uint64_t> people(64);
  for (std::size_t i = 0; i < people.size(); ++i) people[i] = 100 + i;
  constexpr std::uint64_t rounds = 1500;
  for (const LocalTreeSpec& spec : std::vector<LocalTreeSpec>{
           {64, 64, 1},
           {64, 64, 1, "grr"},
           {64, 4, 1, "oue"},
           {64, 8, 1},
           {64, 2, 0.5, "hrr"},
           {64, 4, 2, "ss"},
           {64, 4, 1, "oue", {1, 2, 3}},
           {64, 2, 1, "haar"},
       }) {
    SCOPED_TRACE(::testing::Message() << spec.oracle << ", degree " << spec.degree);
    const auto protocol = std::make_shared<const RangeProtocol>(spec);
    const std::vector<Range> ranges = some_ranges(64);
    std::vector<Score> scores(ranges.size());
    for (std::uint64_t round = 0; round < rounds; ++round) {
      Tally tally = protocol->empty_tally();
      protocol->simulate(people, random, tally);
      const LocalTree tree(protocol, std::move(tally), false);
      for (std::size_t i = 1; i < ranges.size(); ++i)
        scores[i].add(tree.answer(ranges[i], confidence), true_count(people, ranges[i]));
    }
    for (std::size_t i = 1; i < ranges.size(); ++i) {
      const double ratio = scores[i].squares / rounds;
      EXPECT_LT(ratio, 1 + 5 * std::sqrt(2.0 / rounds));
      EXPECT_GT(ratio, 0.75 - 5 * std::sqrt(2.0 / rounds));
      EXPECT_GT(testing::binomial_lower_tail(scores[i].covered, rounds, confidence), testing::false_alarm);
    }
  }
}

// The root of the mean squared error over builds and ranges of one length.
template <class Build>
double root_mean_square(const std::vector<std::uint64_t>& counts, std::uint64_t length, std::uint64_t rounds,
                        Build build) {
  double squares = 0;
  std::uint64_t answers = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const auto structure = build();
    for (std::uint64_t first = 1; first + length < counts.size(); first += length, ++answers) {
      const Range range{first, first + length - 1};
      const double error = structure->answer(range).value - true_count(counts, range);
      squares += error * error;
    }
  }
  return std::sqrt(squares / static_cast<double>(answers));
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, products = 0, squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / n;
    mean_y += std::log(y[i]) / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (std::log(x[i]) - mean_x) * (std::log(y[i]) - mean_y);
    squares += (std::log(x[i]) - mean_x) * (std::log(x[i]) - mean_x);
  }
  return products / squares;
}

TEST(RangeStatistics, ErrorsOfFlatHistogramsGrowWithTheRootOfTheLength) {
  SeededBits random(105);
  const auto counts = some_counts(512);
  std::vector<double> lengths, errors;
  for (const std::uint64_t length : {1U, 2U, 4U, 8U, 16U, 32U}) {
    lengths.push_back(static_cast<double>(length));
    errors.push_back(root_mean_square(counts, length, 60 * length, [&] {
      return CentralTree::build({512, 512, 0.5}, counts, random);
    }));
  }
  EXPECT_NEAR(slope(lengths, errors), 0.5, 0.03);
}

template <class Build>
void expect_inverse_to_epsilon(const std::vector<std::uint64_t>& counts, std::uint64_t rounds, Build build) {
  std::vector<double> inverse, errors;
  for (const double epsilon : {0.05, 0.1, 0.2, 0.4}) {
    inverse.push_back(1 / epsilon);
    errors.push_back(root_mean_square(counts, 5, rounds, [&] { return build(epsilon); }));
  }
  EXPECT_NEAR(slope(inverse, errors), 1, 0.03);
}

TEST(RangeStatistics, ErrorsOfAllStructuresAreInverseToEpsilon) {
  SeededBits random(106);
  const auto counts = some_counts(128);
  for (const std::uint64_t degree : {2U, 8U, 128U}) {
    expect_inverse_to_epsilon(counts, 600, [&](double epsilon) {
      return CentralTree::build({128, degree, epsilon}, counts, random);
    });
  }
  expect_inverse_to_epsilon(counts, 600, [&](double epsilon) {
    auto stream = std::make_unique<StreamCounter>(StreamSpec{epsilon, std::nullopt});
    for (const std::uint64_t count : counts) stream->push(count, random);
    return stream;
  });
  for (const LocalTreeSpec& spec : std::vector<LocalTreeSpec>{{128, 128, 1}, {128, 4, 1}, {128, 2, 1, "haar"}}) {
    expect_inverse_to_epsilon(counts, 600, [&](double epsilon) {
      LocalTreeSpec asked = spec;
      asked.epsilon = epsilon;
      const auto protocol = std::make_shared<const RangeProtocol>(asked);
      Tally tally = protocol->empty_tally();
      protocol->simulate(counts, random, tally);
      return std::make_unique<LocalTree>(protocol, std::move(tally), false);
    });
  }
}

TEST(RangeStatistics, WithoutNoiseEveryRangeOfEveryDomainIsExact) {
  for (const std::uint64_t degree : {2U, 3U, 4U, 8U, 16U}) {
    for (std::uint64_t size = 41; size <= 300; ++size) testing::expect_exact_without_noise({size, degree, 1});
  }
}

}  // namespace
}  // namespace sourdine
