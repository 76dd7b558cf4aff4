// One test of screening, and the tests of an oracle's reports. Internal to screening.
//
// Every test's p is a bound for honest reports of people who answered independently, once each, whatever their values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/collector/screening.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/tuple/fake_entry.h"

namespace sourdine {

class ScreenPart {
 public:
  virtual ~ScreenPart() = default;

  virtual std::size_t cells() const { return 0; }
  virtual void add(std::span<const std::uint8_t>, std::span<std::uint64_t>) const {}
  virtual ScreenCheck check(TallyView tally, std::span<const std::uint64_t> cells) const = 0;
};

using ScreenParts = std::vector<std::unique_ptr<const ScreenPart>>;

// What a group of reports, or a cell of a tally, is called for people: "5 ones", "level 3", "value 'north'".
using Naming = std::function<std::string(std::size_t)>;
// Values by their labels, where they have some.
Naming value_names(const Domain& domain);

// Groups of reports whose shares are known.
struct KnownHistogram {
  std::string name, title;  // of the check
  std::vector<double> law;
  Naming group;
};
// Of a histogram that the tally does not have: it is counted beside it. bin(report) < law.size().
std::unique_ptr<const ScreenPart> counted_histogram(KnownHistogram known,
                                                    std::function<std::size_t(std::span<const std::uint8_t>)> bin);
// Of one that follows from the tally.
std::unique_ptr<const ScreenPart> tally_histogram(KnownHistogram known,
                                                  std::function<std::vector<std::uint64_t>(TallyView)> counts);

// Of the number of ones behind the first `skipped` bits: one bit is 1 with probability `yes`, all others with `no`.
std::unique_ptr<const ScreenPart> ones_part(std::size_t skipped, std::size_t bits, double yes, double no);
// Of all ones of all reports, where cells are bits: what the sum of the estimates is made of.
std::unique_ptr<const ScreenPart> ones_sum_part(std::size_t bits, double yes, double no, double gap);
// Of the same where the number of values that a report supports depends on public seeds: only its mean is known.
std::unique_ptr<const ScreenPart> support_sum_part(Value k, const Support& support);

// Every cell counts independent yes/no facts about reports, each with a probability between `low` and `high` whatever
// the person's value.
struct CellBounds {
  double low, high;
};
// bounds: one for all cells, or one of each.
std::unique_ptr<const ScreenPart> bounds_part(std::vector<CellBounds> bounds, Naming cell);

// A check before there are reports.
ScreenCheck empty_check(std::string name, std::string title);

// `count` equally likely numbers in few groups: number i is in group ⌊i·groups/count⌋.
struct EvenGroups {
  static constexpr std::size_t most = 64;

  std::uint64_t count;

  std::uint64_t groups() const { return std::min<std::uint64_t>(count, most); }
  std::size_t group(std::uint64_t number) const {
    return static_cast<std::size_t>(count <= most ? number : number * most / count);
  }
  // The smallest number with number·groups ≥ group·count.
  std::uint64_t first(std::uint64_t group) const { return (group * count + groups() - 1) / groups(); }
  // "row 3", or "row 12 to 15" where a group has several.
  Naming naming(std::string what) const;
  std::vector<double> law() const {
    std::vector<double> law(groups());
    for (std::uint64_t g = 0; g < groups(); ++g) {
      law[g] = static_cast<double>(first(g + 1) - first(g)) / static_cast<double>(count);
    }
    return law;
  }
};

// What is known about reports of the oracle; nothing for a domain of one value, and for an oracle that is not known.
ScreenParts oracle_screen(const Oracle& oracle);
// The same of one entry of rs+fd and rs+rfd.
ScreenParts fake_entry_screen(const FakeEntry& entry, const Domain& domain, std::size_t attributes);

}  // namespace sourdine
