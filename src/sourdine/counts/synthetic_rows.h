// SyntheticRows: the text of synthetic rows. Internal to counts/: write_synthetic() decides what is in them.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/counts/synthetic.h"

namespace sourdine {

struct SyntheticRow {
  std::uint64_t number;  // for the id column
  std::uint32_t time;    // seconds since the timeline's start
  Value region;
  std::size_t event;  // whose public columns it has
};

// Times are written "2008-08-08", with minutes when any event has some, with seconds when any has.
class SyntheticRows {
 public:
  // `kept` must outlive it.
  SyntheticRows(const CollectedEvents& collected, const std::vector<std::string>& regions,
                const SyntheticColumns& columns, const KeptTexts& kept);

  // The rows as CSV, each with its line end, written into `buffer`, which grows as needed. Thread-safe.
  std::string_view write(std::span<const SyntheticRow> rows, std::vector<char>& buffer) const;

 private:
  enum class Content { empty, time, day, clock, place, id, kept };
  enum class Clock { none, minutes, seconds };
  struct Field {
    Content content = Content::empty;
    std::size_t kept = 0;  // the number among the public columns
  };
  class DayText;

  void find_clock(const CollectedEvents& collected);
  std::size_t max_bytes(const SyntheticRow& row) const;
  char* write_row(const SyntheticRow& row, DayText& day, char* at) const;
  char* write_clock(std::uint32_t time, char* at) const;

  std::chrono::local_days start_;
  std::uint32_t start_of_day_;  // seconds from midnight of start_ to the timeline's start
  Clock clock_ = Clock::none;
  std::vector<std::string> regions_;  // as CSV fields
  std::vector<Field> fields_;
  std::size_t fixed_bytes_ = 0;  // at most, of a row without its public columns
  const KeptTexts& kept_;
};

}  // namespace sourdine
