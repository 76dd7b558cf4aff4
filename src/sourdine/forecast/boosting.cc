#include "sourdine/forecast/boosting.h"

#include <cmath>
#include <limits>
#include <span>

namespace sourdine {
namespace {

constexpr int patience = 20;  // rounds without a better loss before giving up

TreeTable table_of(const BoostingTask& task, RowRange rows) {
  TreeTable table(task.features.rows(rows.begin, rows.end), rows.size(), task.features.columns());
  std::vector<float> margins(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) margins[i] = static_cast<float>(std::log(task.base[rows.begin + i]));
  table.set_margins(margins);
  return table;
}

// One round: gradient w (μ − y), curvature w μ.
void grow(Trees& trees, const TreeTable& table, const BoostingTask& task, RowRange rows) {
  std::vector<float> gradients = trees.margins(table);
  std::vector<float> curvatures(gradients.size());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const double mean = std::exp(static_cast<double>(gradients[i]));
    const std::size_t row = rows.begin + i;
    gradients[i] = static_cast<float>(task.weights[row] * (mean - task.labels[row]));
    curvatures[i] = static_cast<float>(task.weights[row] * mean);
  }
  trees.grow(table, gradients, curvatures);
}

double loss(std::span<const float> margins, const BoostingTask& task, RowRange rows) {
  double sum = 0;
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const double margin = static_cast<double>(margins[i]);
    sum += task.weights[rows.begin + i] * (std::exp(margin) - task.labels[rows.begin + i] * margin);
  }
  return sum;
}

std::vector<double> predict(const Trees& trees, const BoostingTask& task, int rounds) {
  if (rounds == 0) return task.base;
  const TreeTable all = table_of(task, {0, task.features.rows()});
  std::vector<double> means;
  means.reserve(all.rows());
  for (const float margin : trees.margins(all, rounds)) means.push_back(std::exp(static_cast<double>(margin)));
  return means;
}

}  // namespace

BoostedForecast boost_until_best(const BoostingTask& task, const TreeParameters& parameters, RowRange fit,
                                 RowRange stop) {
  const TreeTable fit_table = table_of(task, fit);
  const TreeTable stop_table = table_of(task, stop);
  const TreeTable* tables[] = {&fit_table, &stop_table};
  Trees trees(parameters, tables);
  int best = 0;
  double least = loss(trees.margins(stop_table), task, stop);
  for (int round = 1; round <= parameters.rounds && round <= best + patience; ++round) {
    grow(trees, fit_table, task, fit);
    const double now = loss(trees.margins(stop_table), task, stop);
    if (now >= least) continue;
    least = now;
    best = round;
  }
  return {predict(trees, task, best), best};
}

BoostedForecast boost(const BoostingTask& task, const TreeParameters& parameters, RowRange fit) {
  const TreeTable fit_table = table_of(task, fit);
  const TreeTable* tables[] = {&fit_table};
  Trees trees(parameters, tables);
  for (int round = 0; round < parameters.rounds; ++round) grow(trees, fit_table, task, fit);
  return {predict(trees, task, parameters.rounds), parameters.rounds};
}

}  // namespace sourdine
