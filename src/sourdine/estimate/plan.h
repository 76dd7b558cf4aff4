// Plan: what error to expect before anything is collected. Give any two of ε, reports and error; each oracle of the
// table answers with the third, best first.
//
// Error: half the width of the interval around the share of a rare value, z·√V(n)/n at the confidence asked, where V(n)
//   is the variance of the count of a value nobody holds and z the two-sided normal quantile. For pure oracles this is
//   z·√(nV0/n) and falls with √n; hash collisions (cms, hcms) leave a floor that no n goes below where they cannot be
//   taken apart (oracle/sketch.h).
// Solved for reports: the smallest n whose error is at most the one asked.
// Solved for ε: the smallest ε found, to a relative 1e-6, whose error is at most the one asked. The oracle is made anew
//   at each ε tried, so that steps in its whole-number parameters (g, ω, q) count. ε is searched up to 40, where
//   64-bit thresholds end. Some oracles (blh, hr, hrr) have an error that no ε goes below: their row says so.
// `ue` is left out: it has no ε of its own. `rappor` is planned for up to 1,024 values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/oracle/spec.h"

namespace sourdine {

struct PlanQuestion {
  Domain domain;
  std::optional<double> epsilon;
  std::optional<std::uint64_t> reports;
  std::optional<double> error;  // as a share of all reports, e.g. 0.01
  double confidence = 0.95;
};

struct PlanRow {
  std::string oracle;
  std::string resolves_to;  // the oracle that adp chooses; empty for all others
  bool is_reachable = true;
  std::string obstacle;  // why not, in a sentence; the numbers below are those asked or 0 then
  double epsilon = 0;    // asked of the oracle
  std::uint64_t reports = 0;
  double error = 0;
  std::size_t report_bits = 0;
  std::size_t report_bytes = 0;
  std::string cost;               // randomise / tally / decode
  bool simulates_by_law = false;  // see OracleRow
};

// One row per oracle, the smallest of what was solved for first; ties by report size; unreachable ones last.
// Throws Error(bad_input) unless exactly two of the three are given and all that is given makes sense.
std::vector<PlanRow> plan(const PlanQuestion& question, const StopToken& stop = {});

}  // namespace sourdine
