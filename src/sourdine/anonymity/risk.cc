#include "sourdine/anonymity/risk.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// Rows of classes, each traced with probability 1/candidates.
RowRisk risk_among(const Classes& classes, std::span<const std::uint64_t> candidates, double threshold) {
  RowRisk risk;
  double sum = 0;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    const double probability = 1 / static_cast<double>(candidates[i]);
    risk.largest = std::max(risk.largest, probability);
    if (probability > threshold) risk.at_risk += classes.sizes[i];
    sum += probability * classes.sizes[i];
  }
  if (classes.rows() > 0) risk.average = sum / static_cast<double>(classes.rows());
  return risk;
}

std::uint64_t rows_alone(const Classes& classes, std::span<const std::uint64_t> candidates) {
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    if (candidates[i] == 1) rows += classes.sizes[i];
  }
  return rows;
}

Identification identification_of(std::span<const CodedColumn> all, const std::vector<std::size_t>& chosen) {
  std::vector<CodedColumn> columns;
  for (const std::size_t column : chosen) columns.push_back(all[column]);
  const Classes classes = group_rows(columns);
  std::uint64_t alike = 0, uniques = 0;  // ordered pairs of rows in one class
  for (const std::uint64_t size : classes.sizes) {
    alike += size * (size - 1);
    if (size == 1) ++uniques;
  }
  const auto rows = static_cast<double>(classes.rows());
  return {.columns = chosen,
          .distinction = rows > 0 ? static_cast<double>(classes.count()) / rows : 0,
          .separation = rows > 1 ? 1 - static_cast<double>(alike) / (rows * (rows - 1)) : 0,
          .uniques = uniques};
}

// The next set of as many columns out of `count`, in the order of their numbers; false after the last.
bool advance(std::vector<std::size_t>& chosen, std::size_t count) {
  for (std::size_t i = chosen.size(); i-- > 0;) {
    if (chosen[i] + (chosen.size() - i) < count) {
      ++chosen[i];
      for (std::size_t j = i + 1; j < chosen.size(); ++j) chosen[j] = chosen[j - 1] + 1;
      return true;
    }
  }
  return false;
}

}  // namespace

ReidentificationRisk measure_risk(const Classes& classes, double threshold) {
  if (!(threshold >= 0 && threshold <= 1)) {
    fail_input(fmt::format("the threshold of risk is {}, and must be from 0 to 1", threshold));
  }
  const std::vector<std::uint64_t> sizes(classes.sizes.begin(), classes.sizes.end());
  ReidentificationRisk risk{.rows = classes.rows(),
                            .classes = classes.count(),
                            .threshold = threshold,
                            .prosecutor = risk_among(classes, sizes, threshold),
                            .uniques = rows_alone(classes, sizes)};
  risk.marketer = risk.prosecutor.average;
  return risk;
}

ReidentificationRisk measure_risk(const Classes& classes, std::span<const std::uint64_t> population,
                                  std::uint64_t population_rows, double threshold) {
  if (population.size() != classes.count()) fail_internal("a population without a number for every class");
  ReidentificationRisk risk = measure_risk(classes, threshold);
  std::vector<std::uint64_t> candidates(population.begin(), population.end());
  ReidentificationRisk::Population found{.rows = population_rows};
  for (std::size_t i = 0; i < classes.count(); ++i) {
    if (candidates[i] >= classes.sizes[i]) continue;
    found.uncovered += classes.sizes[i];
    candidates[i] = classes.sizes[i];
  }
  found.journalist = risk_among(classes, candidates, threshold);
  found.marketer = found.journalist.average;
  found.uniques = rows_alone(classes, candidates);
  risk.population = found;
  return risk;
}

std::vector<std::uint64_t> population_sizes(std::span<const CodedColumn> table, const Classes& classes,
                                            std::span<const CodedColumn> population) {
  if (table.size() != population.size()) fail_internal("a population with other columns");
  // Both together: a class of the table is the one of its first row.
  std::vector<CodedColumn> both(table.begin(), table.end());
  for (std::size_t i = 0; i < both.size(); ++i) {
    both[i].size = std::max(both[i].size, population[i].size);
    both[i].codes.insert(both[i].codes.end(), population[i].codes.begin(), population[i].codes.end());
  }
  const Classes joined = group_rows(both);
  std::vector<std::uint64_t> rows(joined.count());
  for (std::size_t row = classes.rows(); row < joined.rows(); ++row) ++rows[joined.class_of[row]];
  std::vector<std::uint64_t> sizes(classes.count());
  for (std::size_t row = 0; row < classes.rows(); ++row) sizes[classes.class_of[row]] = rows[joined.class_of[row]];
  return sizes;
}

std::vector<Identification> identifying_columns(std::span<const CodedColumn> columns, std::size_t largest,
                                                std::size_t max_sets) {
  std::vector<Identification> found;
  std::size_t sets = 0, sets_of_size = 1;
  for (std::size_t size = 1; size <= std::min(largest, columns.size()); ++size) {
    sets_of_size = sets_of_size * (columns.size() - size + 1) / size;
    sets += sets_of_size;
    if (size > 1 && sets > max_sets) break;
    std::vector<std::size_t> chosen(size);
    for (std::size_t i = 0; i < size; ++i) chosen[i] = i;
    do {
      found.push_back(identification_of(columns, chosen));
    } while (advance(chosen, columns.size()));
  }
  std::stable_sort(found.begin(), found.end(), [](const Identification& a, const Identification& b) {
    if (a.separation != b.separation) return a.separation > b.separation;
    return a.columns.size() < b.columns.size();
  });
  return found;
}

}  // namespace sourdine
