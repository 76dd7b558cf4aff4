#include "sourdine/counts/synthetic_rows.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "sourdine/base/csv.h"

namespace sourdine {
namespace {

constexpr std::uint64_t day_seconds = 86'400;
constexpr std::size_t max_time_bytes = std::string_view("2008-08-08 08:08:08").size();
constexpr std::size_t max_id_bytes = std::numeric_limits<std::uint64_t>::digits10 + 1;

char* copy(std::string_view text, char* at) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

char* two_digits(std::uint64_t number, char* at) {
  at[0] = static_cast<char>('0' + number / 10);
  at[1] = static_cast<char>('0' + number % 10);
  return at + 2;
}

}  // namespace

// The day of the last row, since the next one is most often of the same.
class SyntheticRows::DayText {
 public:
  explicit DayText(std::chrono::local_days start) : start_(start) {}
  std::string_view text(std::uint64_t day) {
    if (day != day_) {
      text_ = period_label(Period::day, start_ + std::chrono::days(day));
      day_ = day;
    }
    return text_;
  }

 private:
  std::chrono::local_days start_;
  std::uint64_t day_ = std::numeric_limits<std::uint64_t>::max();
  std::string text_;
};

SyntheticRows::SyntheticRows(const CollectedEvents& collected, const std::vector<std::string>& regions,
                             const SyntheticColumns& columns, const KeptTexts& kept)
    : start_(std::chrono::floor<std::chrono::days>(collected.timeline.start(0))),
      start_of_day_(static_cast<std::uint32_t>((collected.timeline.start(0) - start_).count())),
      fields_(columns.names.size()),
      kept_(kept) {
  find_clock(collected);
  std::size_t max_region_bytes = 0;
  for (const std::string& region : regions) {
    regions_.push_back(csv_field(region));
    max_region_bytes = std::max(max_region_bytes, regions_.back().size());
  }
  fields_[columns.time].content = Content::time;
  if (columns.clock != SIZE_MAX) {
    fields_[columns.time].content = Content::day;
    fields_[columns.clock].content = Content::clock;
  }
  fields_[columns.place].content = Content::place;
  if (columns.id != SIZE_MAX) fields_[columns.id].content = Content::id;
  for (std::size_t i = 0; i < columns.keep.size(); ++i) fields_[columns.keep[i]] = {Content::kept, i};
  fixed_bytes_ = fields_.size() + max_time_bytes + max_region_bytes + max_id_bytes;
}

void SyntheticRows::find_clock(const CollectedEvents& collected) {
  for (const std::uint32_t time : collected.times) {
    const std::uint64_t second = (start_of_day_ + std::uint64_t{time}) % day_seconds;
    if (second % 60 != 0) {
      clock_ = Clock::seconds;
      return;
    }
    if (second != 0) clock_ = Clock::minutes;
  }
}

std::string_view SyntheticRows::write(std::span<const SyntheticRow> rows, std::vector<char>& buffer) const {
  DayText day(start_);
  std::size_t size = 0;
  for (const SyntheticRow& row : rows) {
    const std::size_t needed = max_bytes(row);
    if (buffer.size() - size < needed) buffer.resize(2 * buffer.size() + needed);
    char* const begin = buffer.data() + size;
    size += static_cast<std::size_t>(write_row(row, day, begin) - begin);
  }
  return {buffer.data(), size};
}

std::size_t SyntheticRows::max_bytes(const SyntheticRow& row) const {
  std::size_t bytes = fixed_bytes_;
  for (const Field& field : fields_) {
    if (field.content == Content::kept) bytes += kept_.at(row.event, field.kept).size();
  }
  return bytes;
}

char* SyntheticRows::write_row(const SyntheticRow& row, DayText& day, char* at) const {
  for (const Field& field : fields_) {
    switch (field.content) {
      case Content::empty:
        break;
      case Content::time:
        at = copy(day.text((start_of_day_ + std::uint64_t{row.time}) / day_seconds), at);
        if (clock_ != Clock::none) *at++ = ' ';
        at = write_clock(row.time, at);
        break;
      case Content::day:
        at = copy(day.text((start_of_day_ + std::uint64_t{row.time}) / day_seconds), at);
        break;
      case Content::clock:
        at = write_clock(row.time, at);
        break;
      case Content::place:
        at = copy(regions_[row.region], at);
        break;
      case Content::id:
        at = std::to_chars(at, at + max_id_bytes, row.number).ptr;
        break;
      case Content::kept:
        at = copy(kept_.at(row.event, field.kept), at);
        break;
    }
    *at++ = ',';
  }
  at[-1] = '\n';
  return at;
}

char* SyntheticRows::write_clock(std::uint32_t time, char* at) const {
  const std::uint64_t second = (start_of_day_ + std::uint64_t{time}) % day_seconds;
  if (clock_ == Clock::none) return at;
  at = two_digits(second / 3600, at);
  *at++ = ':';
  at = two_digits(second / 60 % 60, at);
  if (clock_ == Clock::minutes) return at;
  *at++ = ':';
  return two_digits(second % 60, at);
}

}  // namespace sourdine
