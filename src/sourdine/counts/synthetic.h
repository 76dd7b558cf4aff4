// Synthetic rows: one row per event, with the event's public time and a region drawn so that the regions of every base
// period (day or hour) add up to its published estimates. Post-processing of published numbers: no cost of privacy.
//
// Columns are those of the input. The time is that of an event (its time of day in a column of its own where the input
// has it so); the place is a region; the id column, if named, is
// numbered anew; columns the configuration calls public are kept; all others are empty, since they may tell the place
// (a station, coordinates) or link to other files. Rows come in the order of time, those of one time in random order;
// which event of a period got which region is drawn at random.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/base/stream.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/events/event_parser.h"
#include "sourdine/random/random.h"

namespace sourdine {

// Whole numbers ≥ 0 that add up to `total`, each less than 1 away from its share of the total and equal to it on
// average (systematic sampling), so that small shares of many periods do not vanish. `values` are ≥ 0; when all are 0
// the total is shared equally.
std::vector<std::uint64_t> round_to_total(std::span<const double> values, std::uint64_t total, Random& random);

struct SyntheticColumns {
  std::vector<std::string> names;
  std::size_t time = 0;
  std::size_t clock = SIZE_MAX;  // the time of day, when it is a column of its own; SIZE_MAX: none
  std::size_t place = 0;
  std::size_t id = SIZE_MAX;           // SIZE_MAX: none
  std::vector<std::size_t> keep = {};  // public columns
};

// The texts of the public columns, event by event. Equal texts of a column are kept once: ten million events of a few
// kinds take four bytes each.
class PassthroughTexts {
 public:
  explicit PassthroughTexts(std::size_t columns = 0) : codes_(columns) {}
  void add(std::size_t column, std::string_view text);  // the events in order, each once per column
  void add(const EventBatch& batch, std::size_t i);     // the first texts of event `i`, all columns
  // Without the events for which it is false.
  void retain(const std::vector<bool>& counted);
  // As a CSV field, which no spreadsheet takes for a formula.
  const std::string& at(std::size_t event, std::size_t column) const { return texts_[codes_[column][event]]; }

 private:
  std::vector<std::vector<std::uint32_t>> codes_;  // by column
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// Writes the header and one row per event, on all cores; the rows do not depend on how many there are. `shares` holds
// base periods × k numbers ≥ 0; `passthrough` the events in the order of collected.times.
void write_synthetic(const CollectedEvents& collected, std::span<const double> shares,
                     const std::vector<std::string>& regions, const SyntheticColumns& columns,
                     const PassthroughTexts& passthrough, Random& random, Output& output, const StopToken& stop = {});

}  // namespace sourdine
