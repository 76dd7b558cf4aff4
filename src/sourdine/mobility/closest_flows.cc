#include "sourdine/mobility/closest_flows.h"

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/mobility/linear_program.h"

namespace sourdine {
namespace {

// Statistics that are not whole have rounding errors, and these are no contradictions.
double rounding_of(const UnionStatistics& statistics) { return 1e-12 * statistics.total(); }

struct FlowColumn {
  std::size_t from, to;
};

std::vector<FlowColumn> flow_columns(std::size_t days) {
  std::vector<FlowColumn> columns;
  for (std::size_t a = 0; a <= days; ++a) {
    for (std::size_t b = a + 1; b <= days + 1; ++b) {
      if (a > 0 || b <= days) columns.push_back({a, b});  // nobody is there on no day
    }
  }
  return columns;
}

// Columns: the flows, then for every union what it is raised by and what it is lowered by.
LinearProgram nearest_program(const UnionStatistics& statistics, const std::vector<FlowColumn>& flows) {
  LinearProgram program;
  program.columns.resize(flows.size());
  for (std::size_t stop = 1; stop <= statistics.days(); ++stop) {  // as many come as go
    LinearProgram::Row row;
    for (std::size_t i = 0; i < flows.size(); ++i) {
      if (flows[i].to == stop) row.factors.emplace_back(i, 1);
      if (flows[i].from == stop) row.factors.emplace_back(i, -1);
    }
    program.rows.push_back(std::move(row));
  }
  for (const DayRun run : statistics.runs()) {
    const double given = statistics.people(run);
    LinearProgram::Row row{.lower = given, .upper = given, .factors = {}};
    for (std::size_t i = 0; i < flows.size(); ++i) {
      const bool comes_in = flows[i].from <= run.first && flows[i].to > run.first && flows[i].to <= run.last + 1;
      if (comes_in) row.factors.emplace_back(i, 1);
    }
    for (const double sign : {-1.0, 1.0}) {
      row.factors.emplace_back(program.columns.size(), sign);
      program.columns.push_back({.cost = 1 / std::max(given, 1.0)});
    }
    program.rows.push_back(std::move(row));
  }
  return program;
}

// A corner of whole statistics is nearly always whole itself; the solver leaves rounding errors.
void make_whole(DayFlows& flows, const std::vector<FlowColumn>& columns) {
  const auto is_nearly_whole = [&](const FlowColumn& c) {
    return std::abs(flows(c.from, c.to) - std::round(flows(c.from, c.to))) < 1e-6;
  };
  if (!std::all_of(columns.begin(), columns.end(), is_nearly_whole)) return;
  for (const FlowColumn& c : columns) flows(c.from, c.to) = std::round(flows(c.from, c.to));
}

}  // namespace

ClosestFlows closest_flows(const UnionStatistics& statistics) {
  ClosestFlows closest{DayFlows(statistics), {}, 0};
  DayFlows& flows = closest.flows;
  const std::vector<FlowColumn> columns = flow_columns(statistics.days());
  if (flows.least() >= -rounding_of(statistics)) {
    for (const FlowColumn& c : columns) flows(c.from, c.to) = std::max(0.0, flows(c.from, c.to));
    return closest;
  }
  const auto optimum = solve(nearest_program(statistics, columns));
  if (!optimum) fail_internal("no people have any statistics");  // nobody at all would do
  for (std::size_t i = 0; i < columns.size(); ++i) flows(columns[i].from, columns[i].to) = optimum->values[i];
  make_whole(flows, columns);
  for (const DayRun run : statistics.runs()) {
    const double given = statistics.people(run), used = flows.people(run);
    const double error = relative_error(used, given);
    closest.mean_relative_error += error / static_cast<double>(statistics.runs().size());
    if (error > 1e-9) closest.moved.push_back({run, given, used});
  }
  return closest;
}

}  // namespace sourdine
