// Release: events → counts of regions by period, in memory. Events are read once, each region is randomised once, and
// everything that is published is computed from that; publication.h writes it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/events/event_reader.h"
#include "sourdine/random/random_source.h"
#include "sourdine/release/collect.h"
#include "sourdine/release/config.h"
#include "sourdine/release/period_estimates.h"
#include "sourdine/release/region_map.h"
#include "sourdine/release/statement.h"
#include "sourdine/release/synthetic.h"

namespace sourdine {

// What the configuration's "auto" stands for: the pure oracle with the smallest error at this k and ε for the shares
// that the configuration declares, or equal ones (estimate/typical_error.h). Throws Error(bad_input) for declared
// shares that do not fit the regions.
OracleSpec choose_oracle(const PrivacyConfig& privacy, const Domain& regions);

// The oracle of a release: the configuration's, or the one chosen for it. Throws Error(bad_input) when the estimates
// asked for cannot be made from its tallies.
std::unique_ptr<const Oracle> make_release_oracle(const ReleaseConfig& config, const Domain& regions);
// What a release by this oracle promises about one event's region, filters included.
Guarantee event_guarantee(const Oracle& oracle, const PublishConfig& publish);
// The same about one person, all of whose events are randomised by it, where the configuration has persons.
Guarantee release_guarantee(const Oracle& oracle, const ReleaseConfig& config);
// The ε that each event is randomised at: the configuration's, or what a person's is split into. Nothing where 'f' says
// it.
std::optional<double> report_epsilon(const PrivacyConfig& privacy);
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
  KeptTexts kept;
  StatementFacts facts;

  // The oracle's name, or that of the noise of a central release.
  std::string mechanism() const;
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
// `source`: of the events; empty: the configuration's.
PreparedRelease prepare_release(const ReleaseConfig& config, const std::string& source = {});
// Reads the events and draws.
Release draw_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options = {});
// Both.
Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options = {});

// What the statements of local and central releases have in common.
StatementFacts base_facts(const ReleaseConfig& config, std::size_t regions, bool is_private);

// How many estimates are mostly noise (estimate/estimate.h), by the name of their kind of period.
std::map<std::string, std::size_t> mostly_noise_by_period(const Release& release);

// The true counts per region and day (or another period) of the events: for comparisons by whoever holds them.
struct TrueCounts {
  Timeline timeline;
  std::vector<std::string> regions;
  std::vector<double> counts;  // T×k
};
TrueCounts count_events(const ReleaseConfig& config, const std::string& source, Period period);

}  // namespace sourdine
