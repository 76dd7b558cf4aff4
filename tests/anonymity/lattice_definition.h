// Random tables, and what a combination of levels gives by the definitions, row by row.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "sourdine/anonymity/lattice.h"
#include "sourdine/random/random.h"

namespace sourdine::testing {

// A random table: 2 to `most` attributes, hierarchies of random depth that join neighbours, skewed values.
inline AnonymityProblem random_problem(Random& random, bool is_sensitive, std::size_t most = 4) {
  AnonymityProblem problem;
  const std::size_t attributes = 2 + random.below(most - 1), rows = 30 + random.below(170);
  for (std::size_t a = 0; a < attributes; ++a) {
    const auto size = static_cast<Value>(2 + random.below(9));
    std::vector<std::vector<std::string>> lines;
    const std::uint64_t depth = 1 + random.below(3);
    for (Value v = 0; v < size; ++v) {
      std::vector<std::string> line = {std::to_string(v)};
      for (std::uint64_t level = 1; level <= depth; ++level) line.push_back(fmt::format("g{}", v >> level));
      line.emplace_back("*");
      lines.push_back(line);
    }
    problem.hierarchies.push_back(std::make_shared<const Hierarchy>(fmt::format("a{}", a), lines));
    CodedColumn column{{}, size};
    for (std::size_t row = 0; row < rows; ++row) {
      column.codes.push_back(static_cast<Value>(random.below(1 + random.below(size))));
    }
    problem.quasi.push_back(std::move(column));
  }
  if (is_sensitive) {
    CodedColumn column{{}, 4};
    for (std::size_t row = 0; row < rows; ++row)
      column.codes.push_back(static_cast<Value>(random.below(1 + random.below(4))));
    problem.sensitive.push_back(std::move(column));
    problem.models.push_back({});
  }
  problem.k = 2 + random.below(6);
  problem.max_suppressed = random.below(2) == 0 ? 0 : random.below(rows / 4);
  return problem;
}

// Everything from its definition, row by row.
struct Judged {
  bool is_allowed = false;
  double loss = 0;
};

inline Judged judged(const AnonymityProblem& problem, const Levels& levels) {
  const std::size_t rows = problem.rows();
  std::map<std::vector<Value>, std::vector<std::size_t>> classes;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<Value> key;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      key.push_back(problem.hierarchies[a]->group(levels[a], problem.quasi[a].codes[row]));
    }
    classes[key].push_back(row);
  }
  std::vector<std::uint32_t> table(problem.sensitive.empty() ? 0 : problem.sensitive[0].size);
  for (std::size_t row = 0; row < rows && !table.empty(); ++row) ++table[problem.sensitive[0].codes[row]];
  // Of each attribute, how many rows have a value, and a group.
  std::vector<std::vector<double>> with_value, with_group;
  for (std::size_t a = 0; a < levels.size(); ++a) {
    const Hierarchy& hierarchy = *problem.hierarchies[a];
    with_value.emplace_back(hierarchy.size());
    with_group.emplace_back(hierarchy.size(levels[a]));
    for (const Value value : problem.quasi[a].codes) {
      with_value[a][value] += 1;
      with_group[a][hierarchy.group(levels[a], value)] += 1;
    }
  }
  double squares = 0, row_loss = 0, whole = 0;
  std::uint64_t suppressed = 0, published = 0;
  for (const auto& [key, members] : classes) {
    bool is_published = members.size() >= problem.k;
    if (is_published && !table.empty()) {
      std::map<Value, std::uint32_t> histogram;
      for (const std::size_t row : members) ++histogram[problem.sensitive[0].codes[row]];
      std::vector<ClassHistograms::Count> counts;
      for (const auto& [value, count] : histogram) counts.push_back({value, count});
      is_published = problem.models[0].holds(counts, table);
    }
    const auto size = static_cast<double>(members.size());
    published += is_published ? 1 : 0;
    suppressed += is_published ? 0 : members.size();
    squares += is_published ? size * size : size * static_cast<double>(rows);
    for (const std::size_t row : members) {
      for (std::size_t a = 0; a < levels.size(); ++a) {
        const Hierarchy& hierarchy = *problem.hierarchies[a];
        const Value value = problem.quasi[a].codes[row], group = hierarchy.group(levels[a], value);
        if (problem.measure == LossMeasure::entropy) {
          row_loss +=
              std::log((is_published ? with_group[a][group] : static_cast<double>(rows)) / with_value[a][value]);
          whole += std::log(static_cast<double>(rows) / with_value[a][value]);
        } else {
          const double leaves = hierarchy.leaves(levels[a], group);
          row_loss += !is_published ? 1 : leaves == 1 ? 0 : leaves / hierarchy.size();
          whole += 1;
        }
      }
    }
  }
  Judged result{suppressed <= problem.max_suppressed, 0};
  switch (problem.measure) {
    case LossMeasure::discernibility:
      result.loss = squares;
      break;
    case LossMeasure::class_size:
      result.loss = static_cast<double>(rows) /
                    (static_cast<double>(problem.k) * static_cast<double>(published + (suppressed > 0 ? 1 : 0)));
      break;
    default:
      result.loss = whole > 0 ? row_loss / whole : 0;
  }
  return result;
}

// Every combination of levels.
template <class Visit>
void visit_all(const AnonymityProblem& problem, Visit visit) {
  Levels levels(problem.quasi.size());
  for (bool is_more = true; is_more;) {
    visit(levels);
    is_more = false;
    for (std::size_t a = 0; a < levels.size() && !is_more; ++a) {
      is_more = levels[a] + 1U < problem.hierarchies[a]->levels();
      levels[a] = is_more ? static_cast<std::uint8_t>(levels[a] + 1) : std::uint8_t{0};
    }
  }
}

// The least loss of all combinations, each judged by the definition; HUGE_VAL when none is allowed.
inline double least_loss(const AnonymityProblem& problem) {
  double best = HUGE_VAL;
  visit_all(problem, [&](const Levels& levels) {
    const Judged brute = judged(problem, levels);
    if (brute.is_allowed) best = std::min(best, brute.loss);
  });
  return best;
}

inline constexpr LossMeasure measures[] = {LossMeasure::discernibility, LossMeasure::class_size, LossMeasure::ncp,
                                           LossMeasure::entropy};

inline const SensitiveModel sensitive_models[] = {{.distinct_l = 2},
                                                  {.entropy_l = 1.8},
                                                  {.recursive = SensitiveModel::Recursive{3, 2}},
                                                  {.t = 0.3},
                                                  {.t = 0.2, .distance = GroundDistance::ordered}};

}  // namespace sourdine::testing
