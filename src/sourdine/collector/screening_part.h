// One test of screening, and the tests of an oracle's reports. Internal to screening.
//
// Every test's p is a bound for honest reports of people who answered independently, once each, whatever their values.
#pragma once

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

// Of a histogram that the tally does not have: it is counted beside it. bin(report) < law.size().
std::unique_ptr<const ScreenPart> counted_histogram(std::string name, std::string title, std::vector<double> law,
                                                    std::function<std::size_t(std::span<const std::uint8_t>)> bin);
// Of one that follows from the tally.
std::unique_ptr<const ScreenPart> tally_histogram(std::string name, std::string title, std::vector<double> law,
                                                  std::function<std::vector<std::uint64_t>(TallyView)> counts);

// What is known about reports of the oracle; nothing for a domain of one value, and for an oracle that is not known.
ScreenParts oracle_screen(const Oracle& oracle);
// The same of one entry of rs+fd and rs+rfd.
ScreenParts fake_entry_screen(const FakeEntry& entry, std::size_t attributes);

}  // namespace sourdine
