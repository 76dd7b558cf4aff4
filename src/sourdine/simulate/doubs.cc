#include "sourdine/simulate/doubs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "sourdine/base/csv.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/simulate/doubs_days.h"
#include "sourdine/simulate/doubs_rhythm.h"

namespace sourdine {
namespace {

using doubs::Day;
using doubs::Wander;
using std::chrono::minutes;

// Draws an index with probability proportional to its weight.
class Choice {
 public:
  explicit Choice(std::span<const std::uint64_t> weights) : ends_(weights.begin(), weights.end()) {
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  }
  std::size_t draw(Random& random) const {
    const std::uint64_t place = random.below(ends_.back());
    return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), place) - ends_.begin());
  }

 private:
  std::vector<std::uint64_t> ends_;
};

// The towns of one region, by population.
struct RegionTowns {
  std::vector<std::size_t> towns;
  Choice choice;
};

std::vector<RegionTowns> towns_by_region(const DoubsTables& tables) {
  std::vector<RegionTowns> all;
  for (std::size_t region = 0; region < tables.regions.size(); ++region) {
    std::vector<std::size_t> towns;
    std::vector<std::uint64_t> populations;
    for (std::size_t town = 0; town < tables.towns.size(); ++town) {
      if (tables.towns[town].region != region) continue;
      towns.push_back(town);
      populations.push_back(tables.towns[town].population);
    }
    all.push_back({std::move(towns), Choice(populations)});
  }
  return all;
}

class Simulator {
 public:
  Simulator(Random& random, const std::function<void(const DoubsEvent&)>& row)
      : random_(random), row_(row), towns_(towns_by_region(tables_)), wanders_(doubs::regions, Wander(98)) {}

  void run() {
    for (const Day& day : doubs::simulate_days(random_)) simulate(day);
  }

 private:
  void simulate(const Day& day) {
    events_.clear();
    const Choice hours(doubs::hour_weights(day.date));
    const std::vector<std::uint64_t> counts = ordinary_counts(day);
    for (std::size_t region = 0; region < counts.size(); ++region) add(day, region, counts[region], hours);
    add(day, day.burst_region, day.burst, burst_hours_);
    std::stable_sort(events_.begin(), events_.end(),
                     [](const DoubsEvent& a, const DoubsEvent& b) { return a.time < b.time; });
    for (DoubsEvent& event : events_) {
      event.id = ++id_;
      row_(event);
    }
  }

  std::vector<std::uint64_t> ordinary_counts(const Day& day) {
    std::vector<std::uint64_t> weights(doubs::regions);
    for (std::size_t region = 0; region < weights.size(); ++region) {
      constexpr std::uint64_t shock = 100;
      const std::uint64_t wander = wanders_[region].step(random_, shock);
      weights[region] = tables_.regions[region].population * doubs::region_weight(region, day.date) * wander;
    }
    std::vector<std::uint64_t> counts(doubs::regions);
    add_multinomial(random_, day.ordinary, weights, counts);
    return counts;
  }

  void add(const Day& day, std::size_t region, std::uint64_t number, const Choice& hours) {
    for (std::uint64_t i = 0; i < number; ++i) {
      DoubsEvent event;
      event.region = region;
      event.town = towns_[region].towns[towns_[region].choice.draw(random_)];
      const std::uint64_t hour = hours.draw(random_);  // drawn before the minute, whatever the compiler prefers
      event.time = day.date + minutes(60 * hour + random_.below(60));
      locate(event);
      events_.push_back(event);
    }
  }

  // Only the places of the seats are known: a point in a square around the seat, smaller in the seat itself.
  void locate(DoubsEvent& event) {
    const DoubsRegion& region = tables_.regions[event.region];
    const std::int64_t reach = tables_.towns[event.town].name == region.seat ? 200 : 600;
    const auto offset = [this, reach] {
      return static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(2 * reach + 1))) - reach;
    };
    const std::int64_t north = offset();
    const std::int64_t east = offset();
    event.latitude = region.latitude + north;
    event.longitude = region.longitude + east;
    event.station = station(region, east);
  }

  // The paper's example of a station is "Besançon East".
  static std::string_view station(const DoubsRegion& region, std::int64_t east) {
    if (region.seat != "Besançon") return region.seat;
    constexpr std::int64_t centre = 70;
    if (east > centre) return "Besançon East";
    return east < -centre ? "Besançon West" : "Besançon Centre";
  }

  Random& random_;
  const std::function<void(const DoubsEvent&)>& row_;
  const DoubsTables& tables_ = doubs_tables();
  std::vector<RegionTowns> towns_;
  std::vector<Wander> wanders_;
  Choice burst_hours_{doubs::burst_hour_weights()};
  std::vector<DoubsEvent> events_;
  std::uint64_t id_ = 0;
};

std::string date_text(std::chrono::local_seconds time) {
  const auto midnight = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(midnight);
  const auto minute = std::chrono::duration_cast<minutes>(time - midnight).count();
  return fmt::format("{:04}/{:02}/{:02} {:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), minute / 60, minute % 60);
}

}  // namespace

void simulate_doubs(Random& random, const std::function<void(const DoubsEvent&)>& row) { Simulator(random, row).run(); }

void write_doubs_csv(Random& random, Output& output) {
  using Row = std::array<std::string_view, 5>;
  append_csv_row(output, Row{"ID", "SDate", "Station", "Town", "Location"});
  const DoubsTables& tables = doubs_tables();
  simulate_doubs(random, [&output, &tables](const DoubsEvent& event) {
    const std::string id = fmt::format("{}", event.id);
    const std::string date = date_text(event.time);
    const std::string location = fmt::format("({}.{:04}, {}.{:04})", event.latitude / 10'000, event.latitude % 10'000,
                                             event.longitude / 10'000, event.longitude % 10'000);
    append_csv_row(output, Row{id, date, event.station, tables.towns[event.town].name, location});
  });
}

}  // namespace sourdine
