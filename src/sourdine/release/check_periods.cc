#include "sourdine/release/check_periods.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "sourdine/local/event_tallier.h"

namespace sourdine {
namespace {

// Of sorted totals. An empty period has no error to speak of: where most are empty, those with events are looked at.
double typical_events(const std::vector<std::uint64_t>& totals) {
  const std::uint64_t median = totals[totals.size() / 2];
  if (median > 0) return static_cast<double>(median);
  const auto filled = std::upper_bound(totals.begin(), totals.end(), std::uint64_t{0});
  const std::uint64_t sum = std::accumulate(filled, totals.end(), std::uint64_t{0});
  return sum == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(totals.end() - filled);
}

// Days without events are published as such; whether they are missing, only whoever holds the events can tell.
void add_gap_note(const ReleaseConfig& config, const PeriodCounts& counts, const CoveredDays& covered,
                  std::vector<std::string>& notes) {
  const Timeline days = counts.timeline(Period::day);
  const std::vector<std::uint64_t> totals = counts.totals(days);
  std::size_t gaps = 0, empty = 0, run = 0, longest = 0, longest_end = 0;
  for (std::size_t day = 0; day < totals.size(); ++day) {
    const bool is_covered = covered.holds(std::chrono::floor<std::chrono::days>(days.start(day)));
    gaps += is_covered ? 0U : 1U;
    const bool is_empty = is_covered && totals[day] == 0;
    run = is_empty ? run + 1 : 0;
    empty += is_empty ? 1U : 0U;
    if (run <= longest) continue;
    longest = run;
    longest_end = day;
  }
  if (gaps > 0) {
    notes.push_back(fmt::format("{} of {} days {} missing, {}, and {} published as {}", gaps, totals.size(),
                                gaps == 1 ? "is" : "are",
                                config.events.no_rows_unknown ? "declared so or without rows" : "as declared",
                                gaps == 1 ? "is" : "are", gaps == 1 ? "a gap" : "gaps"));
  }
  if (empty == 0 || config.privacy.model == PrivacyModel::central) return;  // a central release has no exact zeros
  const std::string last = days.label(longest_end), first = days.label(longest_end + 1 - longest);
  const bool is_one = longest == 1;
  notes.push_back(
      fmt::format("{} of {} days {} no event, and {} published with a total of 0{}. Where records are missing, set "
                  "missing = [{}] in [events], or no_rows = \"unknown\"",
                  empty, totals.size(), empty == 1 ? "has" : "have", empty == 1 ? "is" : "are",
                  is_one ? "" : fmt::format("; the longest time without is {} to {}", first, last),
                  is_one ? first : fmt::format("\"{} to {}\"", first, last)));
}

// The first and the last month, say, may be covered in part only; so is their total.
void add_partial_note(const ReleaseConfig& config, const PeriodCounts& counts, const CoveredDays& covered,
                      std::vector<std::string>& notes) {
  const Timeline days = counts.timeline(Period::day);
  std::vector<std::string> partial;
  for (const Period period : config.publish.periods) {
    if (period == Period::hour || period == Period::day) continue;
    const Timeline timeline = counts.timeline(period);
    const std::vector<CoveredPart> coverage = covered.of(timeline);
    for (std::size_t t = 0; t < coverage.size(); ++t) {
      if (coverage[t] == CoveredPart::part) partial.push_back(timeline.label(t));
    }
  }
  if (partial.empty()) return;
  constexpr std::size_t most = 6;
  const std::size_t others = partial.size() - std::min(partial.size(), most);
  partial.resize(partial.size() - others);
  notes.push_back(fmt::format("covered in part only, since the days are those from {} to {}{}: {}{}", days.label(0),
                              days.label(days.size() - 1),
                              config.events.missing.empty() ? "" : " without the missing ones",
                              fmt::join(partial, ", "), others == 0 ? "" : fmt::format(" and {} more", others)));
}

}  // namespace

void PeriodCounts::add(const Event& event) {
  if (!is_asked_for(config_.events, event.time)) {
    ++(is_between_days(config_.events, event.time) ? missing_ : outside_);
    return;
  }
  if (events_++ == 0) first_read_ = earliest_ = latest_ = event.time;
  earliest_ = std::min(earliest_, event.time);
  latest_ = std::max(latest_, event.time);
  const std::int64_t number = period_number(base_, event.time);
  if (number != last_number_) {
    last_number_ = number;
    last_count_ = &counts_[number];  // stays where it is when others are added
  }
  ++*last_count_;
}

void PeriodCounts::require_times_fit() const {
  if (!config_.publish.synthetic || config_.privacy.model == PrivacyModel::central) return;
  const TimeOffsets offsets(first_read_);
  offsets.offset(earliest_);
  offsets.since(timeline(base_).start(0), offsets.offset(latest_));
}

Timeline PeriodCounts::timeline(Period period) const {
  const auto earlier = [](const auto& a, const auto& b) { return a.first < b.first; };
  const auto [first, last] = std::minmax_element(counts_.begin(), counts_.end(), earlier);
  const auto from =
      config_.events.from ? std::chrono::local_seconds(*config_.events.from) : period_start(base_, first->first);
  const auto to = config_.events.to
                      ? std::chrono::local_seconds(*config_.events.to) + std::chrono::days(1) - std::chrono::seconds(1)
                      : period_start(base_, last->first);
  return {period, from, to};
}

std::vector<std::uint64_t> PeriodCounts::totals(const Timeline& timeline) const {
  std::vector<std::uint64_t> totals(timeline.size());
  for (const auto& [number, count] : counts_) totals[timeline.index(period_start(base_, number))] += count;
  return totals;
}

CoveredDays PeriodCounts::covered_days() const {
  const Timeline days = timeline(Period::day);
  return {config_.events, days, totals(days)};
}

PeriodOutlook period_outlook(Period period, const PeriodCounts& counts, std::size_t regions,
                             const HalfWidth& half_width) {
  const Timeline timeline = counts.timeline(period);
  const std::vector<CoveredPart> parts = counts.covered_days().of(timeline);
  const std::vector<std::uint64_t> all = counts.totals(timeline);
  std::vector<std::uint64_t> totals;
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (parts[t] != CoveredPart::none) totals.push_back(all[t]);
  }
  std::sort(totals.begin(), totals.end());
  return {plan_period(period, typical_events(totals), regions, half_width), totals.size(), totals.front(),
          totals[totals.size() / 2], totals.back()};
}

void add_coverage_notes(const ReleaseConfig& config, const PeriodCounts& counts, std::vector<std::string>& notes) {
  const CoveredDays covered = counts.covered_days();
  add_gap_note(config, counts, covered, notes);
  add_partial_note(config, counts, covered, notes);
}

}  // namespace sourdine
