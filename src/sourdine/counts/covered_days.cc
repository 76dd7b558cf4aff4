#include "sourdine/counts/covered_days.h"

#include <algorithm>

namespace sourdine {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::local_days;
using std::chrono::seconds;

bool is_declared_missing(const EventsConfig& config, local_days day) {
  return std::any_of(config.missing.begin(), config.missing.end(),
                     [day](const DayRange& range) { return range.first <= day && day <= range.last; });
}

local_days last_day_of(const Timeline& timeline, std::size_t period) {
  return floor<days>(timeline.start(period + 1) - seconds(1));
}

}  // namespace

CoveredDays::CoveredDays(const EventsConfig& config, const Timeline& base, const std::vector<std::uint64_t>& events)
    : first_(floor<days>(base.start(0))) {
  const local_days last = last_day_of(base, base.size() - 1);
  is_covered_.assign(static_cast<std::size_t>((last - first_).count()) + 1, !config.no_rows_unknown);
  for (std::size_t t = 0; config.no_rows_unknown && t < base.size(); ++t) {
    if (events[t] > 0) is_covered_[static_cast<std::size_t>((floor<days>(base.start(t)) - first_).count())] = true;
  }
  if (config.missing.empty()) return;
  for (local_days day = first_; day <= last; day += days(1)) {
    if (is_declared_missing(config, day)) is_covered_[static_cast<std::size_t>((day - first_).count())] = false;
  }
}

bool CoveredDays::holds(local_days day) const {
  const auto place = static_cast<std::uint64_t>((day - first_).count());  // huge when it lies before the first
  return place < is_covered_.size() && is_covered_[place];
}

std::vector<CoveredPart> CoveredDays::of(const Timeline& timeline) const {
  std::vector<CoveredPart> result;
  for (std::size_t t = 0; t < timeline.size(); ++t) {
    bool has_covered = false, has_missing = false;
    const local_days last = last_day_of(timeline, t);
    for (local_days day = floor<days>(timeline.start(t)); day <= last; day += days(1)) {
      (holds(day) ? has_covered : has_missing) = true;
    }
    result.push_back(!has_missing ? CoveredPart::whole : has_covered ? CoveredPart::part : CoveredPart::none);
  }
  return result;
}

bool is_between_days(const EventsConfig& config, std::chrono::local_seconds time) {
  const auto day = floor<days>(time);
  return (!config.from || day >= *config.from) && (!config.to || day <= *config.to);
}

bool is_asked_for(const EventsConfig& config, std::chrono::local_seconds time) {
  if (!is_between_days(config, time)) return false;
  return config.missing.empty() || !is_declared_missing(config, floor<days>(time));
}

}  // namespace sourdine
