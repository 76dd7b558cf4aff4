// Release: counts of regions by period, in memory: what local releases, central ones and those of collected reports
// come to. Whoever makes one reads the events once and draws once; all that is published is computed from that.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/counts/config.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/counts/region_map.h"
#include "sourdine/counts/statement.h"
#include "sourdine/counts/synthetic.h"
#include "sourdine/events/event_reader.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct Table;

// What events are counted by: the hour when hours are published, else the day.
Period base_period(const PublishConfig& publish);

// Where a region is on a map, as far as that is known.
struct Seat {
  std::string town;
  std::optional<Coordinates> place;
};

struct Release {
  ReleaseConfig config;
  Domain regions;
  std::unique_ptr<const Oracle> oracle;  // none in a central release: facts.central says what was measured
  EventCounts rows;
  std::vector<std::pair<std::string, std::uint64_t>> unknown_places;  // raw data: for the officer's eyes only
  std::vector<Seat> seats;                                            // by region
  std::vector<RegionOutline> map;                                     // of the configuration's map; none: empty
  CollectedEvents collected;               // of a central release: as many events as were drawn for the synthetic rows
  std::vector<PeriodEstimates> estimates;  // in the order of config.publish.periods
  std::vector<double> shares;              // base periods × k: what synthetic rows are drawn from
  SyntheticColumns columns;
  PassthroughTexts passthrough;
  StatementFacts facts;

  // The oracle's name, or that of the noise of a central release.
  std::string mechanism() const;
  // nullptr where the configuration does not publish such periods.
  const PeriodEstimates* find(Period period) const;
};

struct BuildOptions {
  std::string source;       // of the events; empty: the configuration's
  bool keep_truth = false;  // for studies: the estimates then hold the true counts; no table has them
  std::function<void(const std::string&)> progress = [](const std::string&) {};  // called with what is being done
  // Called when the cost is known, before anything is drawn: throws when it must not be spent.
  std::function<void(const Guarantee&)> before_noise = [](const Guarantee&) {};
  StopToken stop = {};
  // Of a central release at most: at a tiny ε the noise alone would ask for more rows than fit into memory or onto a
  // disk. It must not depend on the events.
  std::uint64_t max_synthetic_rows = 100'000'000;
};

// What is public, known before any event is read, and what will read them.
struct PreparedRelease {
  Release release;  // configuration, regions, oracle, seats, map, columns
  std::unique_ptr<EventReader> reader;
  Guarantee asked;  // at most that
};

// What synthetic rows are drawn from: the published estimates of base periods, made ≥ 0 and adding up to `totals`.
std::vector<double> consistent_shares(const PeriodEstimates& base, const std::vector<double>& totals);

// How many estimates are mostly noise (estimate/estimate.h), by the name of their kind of period.
std::map<std::string, std::size_t> mostly_noise_by_period(const Release& release);

// The tables of a release:
//   estimates.csv   period, region, estimate, std_error, lower, upper, plain_estimate, plain_std_error
//   totals.csv      period, total: exact and public in a local release; covered: whole, part or none, by its days
//   synthetic.csv   one row per event, the input's columns, the place replaced by a region
// The release and the source, which draws synthetic rows while they are written, must outlive the tables.
std::vector<Table> release_tables(const Release& release, const RandomSource& random);

}  // namespace sourdine
