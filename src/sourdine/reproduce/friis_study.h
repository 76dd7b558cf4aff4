// Jonas Friis, Differential privacy: implementation and examination of four differential privacy models
// (bachelor's thesis, 2021): its experiments with correct structures.
//
// Structures, as he had them: the flat histogram and the tree of degree 2, 3 and 4, central and local. Every tree is
// answered twice from the same noisy numbers: plain (the range's nodes are added up, as in the thesis) and adjusted
// (least squares over all nodes, and in the local model the public number of people).
//   central: discrete Laplace noise for adding or removing one record; the tree has noise on all h + 1 levels, as his
//     theory says.
//   local: one oue report per person about one level below the root; tallies are drawn from the law of the reports.
// Error: the root of the mean squared error over all queries of all structures. Beside it the closed form for the same
//   queries: exact, except for adjusted local answers, where it is a bound from above and `at_least` one from below
//   (what the reports' own noise leaves, if levels were not sampled).
// Seeded randomness: a study, not a release.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct FriisSettings {
  std::vector<double> epsilons = {2, 1.4, 1.2, 1, 0.8, 0.6, 0.4, 0.2};
  std::vector<std::uint64_t> sizes = {32, 128, 256, 512, 1024, 2048};
  std::size_t structures = 25;
  std::size_t queries = 100;  // of each length, asked of each structure
};

inline constexpr std::uint64_t friis_degrees[] = {2, 3, 4};

// The lengths of his tables; nothing where a table has none. Table 1 prints the row of N = 256 under 512; the row of
// 512 is that of his published results.
std::vector<std::uint64_t> friis_table1(std::uint64_t size);
std::uint64_t friis_table2(std::uint64_t size, std::uint64_t degree);  // 0: none
std::uint64_t friis_table3(std::uint64_t size);

struct FriisKind {
  PrivacyModel model;
  std::uint64_t degree;  // 0: flat
  bool is_adjusted;

  friend bool operator==(const FriisKind&, const FriisKind&) = default;
};

struct FriisCell {
  FriisKind kind;
  std::uint64_t size;  // N
  double epsilon;
  std::uint64_t length;  // r
  double rmse;
  double std_error;  // of rmse, from how structures differ
  double expected;
  double at_least;  // = expected where that is exact
};

struct FriisStudy {
  FriisSettings settings;
  std::vector<std::uint64_t> people;  // per size
  std::vector<FriisCell> cells;       // by size, ε, model, degree, length, plain first

  // Throws std::logic_error when there is no such cell.
  const FriisCell& at(const FriisKind& kind, std::uint64_t size, double epsilon, std::uint64_t length) const;
};

// The first N of `counts` are the data for domain size N. Runs in parallel; the result does not depend on the number of
// threads. `progress` is told how many of how many runs are done.
FriisStudy study_friis(const FriisSettings& settings, std::span<const std::uint64_t> counts, const RandomSource& random,
                       const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace sourdine
