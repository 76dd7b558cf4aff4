// Screening: does what arrives look like what this protocol's clients send? Counters that add up like tallies (cells of
// their own, kept beside them), and tests of them against the law that honest reports follow whatever the values are:
// the number of ones of unary reports, the spread of hash seeds, of cohorts, of sampled attributes and levels, the
// estimates' sum. A warning is shown; nothing is dropped because of it, and a forger who knows the law passes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/protocol/protocol.h"

namespace sourdine {

struct ScreenCheck {
  std::string name;              // "ones", "seeds", "cohorts" …
  std::string title;             // one sentence: what is compared
  double p = 1;                  // a bound of how often honest reports look as odd, corrected for the number of checks
  bool is_odd = false;           // p below Screen::alarm
  std::string detail;            // one sentence with the numbers: "mean of 5.91 ones per report, 5.06 expected"
  std::vector<double> expected;  // shares of a histogram, where there is one
  std::vector<std::uint64_t> observed;  // counts, as many
};

class Screen {
 public:
  static constexpr double alarm = 1e-6;

  // One that knows nothing to test has no cells.
  static std::shared_ptr<const Screen> make(const Protocol& protocol);
  virtual ~Screen() = default;

  // Stored beside tallies: where this changes, a schema version clears what is stored.
  virtual std::size_t cells() const = 0;
  // Adds possible reports of the protocol to cells() counters.
  virtual void add(ReportsView reports, std::span<std::uint64_t> cells) const = 0;
  virtual std::vector<ScreenCheck> check(TallyView tally, std::span<const std::uint64_t> cells) const = 0;
};

}  // namespace sourdine
