#include "sourdine/mobility/mobility_stores.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

MobilityStores::MobilityStores(const MobilitySurvey& survey, std::size_t days) : survey_(survey), days_(days) {
  if (days < 1 || days > max_scenario_days) {
    fail_input(fmt::format("mobility reports are collected over 1 to {} days, not {}", max_scenario_days, days));
  }
  Store empty;
  for (std::size_t i = 0; i < survey.size(); ++i) empty.tallies.push_back(survey[i].oracle->empty_tally());
  stores_.assign(days * (days + 1) / 2, empty);
}

void MobilityStores::add(std::optional<std::size_t> last_seen, std::size_t today, const MobilityReport& report) {
  const std::vector<DayRun> stores = stores_of_sighting(days_, last_seen, today);
  if (report.attribute >= survey_.size()) {
    fail_input(fmt::format("a report is about attribute {} of {}", report.attribute + 1, survey_.size()));
  }
  const Oracle& oracle = *survey_[report.attribute].oracle;
  const ReportsView one{report.bytes, oracle.report_bytes(), 1};
  if (!one.is_whole(oracle.report_bytes()) || !oracle.is_possible(report.bytes)) {
    fail_input(
        fmt::format("a report about '{}' is none that {} can make", survey_[report.attribute].name, oracle.title()));
  }
  for (const DayRun days : stores) {
    Store& store = stores_[day_run_index(days_, days)];
    oracle.tally(one, store.tallies[report.attribute]);
    ++store.people;
  }
}

const MobilityStores::Store& MobilityStores::store(DayRun days) const {
  if (days.first > days.last || days.last >= days_) {
    fail_input(
        fmt::format("there is no store of days {} to {}: days are 1 to {}", days.first + 1, days.last + 1, days_));
  }
  return stores_[day_run_index(days_, days)];
}

std::uint64_t MobilityStores::people(DayRun days) const { return store(days).people; }

const Tally& MobilityStores::tally(DayRun days, std::size_t attribute) const {
  return store(days).tallies.at(attribute);
}

UnionStatistics MobilityStores::sizes(std::vector<std::string> day_names) const {
  std::vector<double> people;
  for (const Store& store : stores_) people.push_back(static_cast<double>(store.people));
  return {std::move(day_names), std::move(people)};
}

bool Sightings::see(std::uint64_t person, std::size_t day, const MobilityReport& report) {
  const auto found = last_seen_.find(person);
  if (found != last_seen_.end() && found->second == day) return false;
  stores_.add(found == last_seen_.end() ? std::nullopt : std::optional(found->second), day, report);
  last_seen_[person] = day;
  return true;
}

}  // namespace sourdine
