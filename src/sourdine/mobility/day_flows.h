// DayFlows: the same statistics as ways from day to day. People's days become a way from a start before the first day
// to an end behind the last, with a stop at every day on which they were there; flow(a, b) is the number of people who
// were there on a, not between a and b, and then on b.
//
// This is another basis of the same numbers, and the one in which everything about scenarios is easy:
//   U(i, j)    = Σ flow(a, b) over a < i ≤ b ≤ j                  (who comes into the days i … j comes in once)
//   flow(a, b) = U(a, b−1) + U(a+1, b) − U(a, b) − U(a+1, b−1)    (everybody is there at start and end)
// so D(D+1)/2 unions and the flows, of which as many come in at a stop as go out, determine each other. A pattern of
// days is a way, the number of people with each pattern is a decomposition of the flow into ways, and a flow without
// circles that is nowhere negative always has one. Hence people with such statistics exist exactly when no flow is
// negative, which is that U is monotone and submodular: no linear program over 2^D patterns is needed to tell.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/mobility/union_statistics.h"

namespace sourdine {

// Stops are 0 (the start), 1 … D (the days, day d being stop d+1) and D+1 (the end).
class DayFlows {
 public:
  explicit DayFlows(std::size_t days);
  // Flows may be negative: then no people have these statistics.
  explicit DayFlows(const UnionStatistics& statistics);

  std::size_t days() const { return days_; }
  std::size_t end() const { return days_ + 1; }
  double operator()(std::size_t from, std::size_t to) const { return flows_[from * (days_ + 2) + to]; }
  double& operator()(std::size_t from, std::size_t to) { return flows_[from * (days_ + 2) + to]; }

  double least() const;                   // of all flows
  double out_of(std::size_t stop) const;  // the sum of what leaves it
  bool is_whole() const;                  // all flows are whole numbers

  double people(DayRun run) const;
  std::vector<double> unions() const;  // in the order of day_runs()

 private:
  std::size_t days_;
  std::vector<double> flows_;
};

// The stops of a pattern, start and end included.
std::vector<std::size_t> stops_of(DayPattern pattern, std::size_t days);

// The least and the largest number of people who can have the pattern, flows being ≥ 0. Both are reached: the largest
// is the narrowest flow of its way, the least is what is left when at every stop as many as possible go elsewhere.
struct PatternRange {
  double least, most;
};
PatternRange pattern_range(const DayFlows& flows, DayPattern pattern);

}  // namespace sourdine
