#include "sourdine/mobility/day_flows.h"

#include <algorithm>
#include <cmath>

namespace sourdine {
namespace {

// U over the stops first … last, of which the start and the end hold everybody; no stop, nobody.
double union_over_stops(const UnionStatistics& statistics, std::size_t first, std::size_t last) {
  if (first > last) return 0;
  if (first == 0 || last > statistics.days()) return statistics.total();
  return statistics.people({first - 1, last - 1});
}

}  // namespace

DayFlows::DayFlows(std::size_t days) : days_(days), flows_((days + 2) * (days + 2)) {}

DayFlows::DayFlows(const UnionStatistics& statistics) : DayFlows(statistics.days()) {
  const auto people = [&](std::size_t first, std::size_t last) { return union_over_stops(statistics, first, last); };
  for (std::size_t a = 0; a <= days_; ++a) {
    for (std::size_t b = a + 1; b <= end(); ++b) {
      (*this)(a, b) = people(a, b - 1) + people(a + 1, b) - people(a, b) - people(a + 1, b - 1);
    }
  }
}

double DayFlows::least() const { return *std::min_element(flows_.begin(), flows_.end()); }

double DayFlows::out_of(std::size_t stop) const {
  double sum = 0;
  for (std::size_t b = stop + 1; b <= end(); ++b) sum += (*this)(stop, b);
  return sum;
}

bool DayFlows::is_whole() const {
  return std::all_of(flows_.begin(), flows_.end(), [](double flow) { return flow == std::floor(flow); });
}

double DayFlows::people(DayRun run) const {
  double sum = 0;
  for (std::size_t a = 0; a <= run.first; ++a) {
    for (std::size_t b = run.first + 1; b <= run.last + 1; ++b) sum += (*this)(a, b);
  }
  return sum;
}

std::vector<double> DayFlows::unions() const {
  std::vector<double> unions;
  for (const DayRun run : day_runs(days_)) unions.push_back(people(run));
  return unions;
}

std::vector<std::size_t> stops_of(DayPattern pattern, std::size_t days) {
  std::vector<std::size_t> stops = {0};
  for (std::size_t day = 0; day < days; ++day) {
    if (has_day(pattern, day)) stops.push_back(day + 1);
  }
  stops.push_back(days + 1);
  return stops;
}

PatternRange pattern_range(const DayFlows& flows, DayPattern pattern) {
  const std::vector<std::size_t> stops = stops_of(pattern, flows.days());
  double least = flows(stops[0], stops[1]);
  double most = least;
  for (std::size_t i = 1; i + 1 < stops.size(); ++i) {
    const double flow = flows(stops[i], stops[i + 1]);
    least = std::max(0.0, least + flow - flows.out_of(stops[i]));
    most = std::min(most, flow);
  }
  return {least, most};
}

}  // namespace sourdine
