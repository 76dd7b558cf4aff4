// Scenarios by their definition, for tests: unknowns for all patterns of days, an equation for every union.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <vector>

#include "sourdine/mobility/linear_program.h"
#include "sourdine/mobility/scenario.h"
#include "sourdine/random/random.h"

namespace sourdine::testing {

// The published festival's unions: seven days, 88,935 people.
inline UnionStatistics festival_unions() {
  return {numbered_days(7), {23226, 34066, 44696, 57274, 75787, 81883, 88935,  //
                             24088, 37452, 50991, 69997, 76585, 84084,         //
                             27468, 42402, 62440, 69681, 78179,                //
                             27465, 50616, 59290, 70440,                       //
                             38983, 49769, 61954,                              //
                             25688, 39882,                                     //
                             23427}};
}

// People by pattern: many of some, few or none of others.
inline std::vector<double> random_patterns(std::size_t days, Random& random) {
  std::vector<double> people(std::size_t{1} << days);
  for (std::size_t pattern = 1; pattern < people.size(); ++pattern) {
    people[pattern] = static_cast<double>(random.below(1 + random.below(400)));
  }
  people[1] += 1;
  return people;
}

// A row for every union, a column for every pattern (pattern S in column S − 1).
inline Eigen::MatrixXd union_matrix(std::size_t days) {
  const std::vector<DayRun> runs = day_runs(days);
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(runs.size()), (Eigen::Index{1} << days) - 1);
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
      const bool meets = (static_cast<DayPattern>(c + 1) & pattern_of(runs[static_cast<std::size_t>(r)])) != 0;
      matrix(r, c) = meets ? 1 : 0;
    }
  }
  return matrix;
}

// Columns of patterns and equations of unions; costs are the caller's.
inline LinearProgram pattern_program(const UnionStatistics& statistics) {
  LinearProgram program;
  program.columns.resize((std::size_t{1} << statistics.days()) - 1);
  for (const DayRun run : statistics.runs()) {
    LinearProgram::Row row{.lower = statistics.people(run), .upper = statistics.people(run), .factors = {}};
    for (DayPattern pattern = 1; pattern <= program.columns.size(); ++pattern) {
      if ((pattern & pattern_of(run)) != 0) row.factors.emplace_back(pattern - 1, 1);
    }
    program.rows.push_back(std::move(row));
  }
  return program;
}

inline std::vector<double> unions_of(const std::vector<double>& people, std::size_t days) {
  std::vector<double> unions;
  for (const DayRun run : day_runs(days)) {
    double sum = 0;
    for (DayPattern pattern = 1; pattern < people.size(); ++pattern) {
      if ((pattern & pattern_of(run)) != 0) sum += people[pattern];
    }
    unions.push_back(sum);
  }
  return unions;
}

inline std::vector<double> as_numbers(const std::vector<std::uint64_t>& whole) { return {whole.begin(), whole.end()}; }

inline double largest_relative_error(const std::vector<double>& made, const std::vector<double>& given) {
  double worst = 0;
  for (std::size_t i = 0; i < given.size(); ++i) worst = std::max(worst, relative_error(made[i], given[i]));
  return worst;
}

}  // namespace sourdine::testing
