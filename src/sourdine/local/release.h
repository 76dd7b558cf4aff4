// Releases whose events are randomised one by one, and from whose reports everything that is published is computed: of
// events that are randomised as they are read, and of reports that were collected already randomised (collector/).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/counts/release.h"
#include "sourdine/oracle/spec.h"

namespace sourdine {

Release draw_local_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options);

// Of collected reports: people's devices randomised them, and nobody else ever had the values. Computing on reports
// costs no privacy, so such a release spends nothing; what the reports cost was entered into the ledger when the
// collection was created.
//
// Of a report only its period is known, a day or an hour of the collector's clock (UTC): the times of synthetic rows
// are drawn evenly within it.
// A period with fewer reports than the collection's min_reports is withheld: it has no estimates and no total of its
// own, and a day (or hour) so withheld has no synthetic rows; its reports count in the longer periods, and smoothing
// learns from them.

// Where a collection is: for whoever reads one (collector/read_collection.h).
struct CollectionSource {
  std::string url;         // of a collector ("https://…") or of its store ("sqlite:PATH", "postgresql://…")
  std::string collection;  // its id
  std::string token_file;  // of a collector: the file with a reader's token, unless `token` is it
  std::string ca_file;     // of a collector: PEM; empty: the system's roots
  bool allows_plain = false;
  std::string token = {};
};

struct ReportedPeriod {
  std::int64_t number = 0;  // period_number()
  PeriodTally tally;
};

struct ReportedCollection {
  std::string name;   // its id
  std::string title;  // may be empty
  OracleSpec oracle;  // over the regions
  Period period = Period::day;
  std::vector<ReportedPeriod> periods;  // in order, each once
  std::uint64_t min_reports = 0;
  bool is_private = true;  // false when any report was seeded
};

// What is published when nobody says how: the collection's title, and the usual periods.
ReleaseConfig config_of_reports(const ReportedCollection& collection);
// The same with what a file says: the keys of docs/configuration.md but for those about events and privacy, which were
// decided by the collection: title, language, events_word, places_word, holidays; [places] seats, map and map_region;
// [publish] but the ratio filters. Throws Error(bad_input) as read_config() does.
ReleaseConfig read_config_of_reports(const std::string& path, const ReportedCollection& collection);

// Throws Error(bad_input): a collection by weeks or longer or without periods, without reports, of people who answer
// again (memoised oracles: their periods are not independent), hours asked of days, a ratio filter, more reports than
// synthetic rows may be. `random` is for the synthetic rows only.
Release release_from_reports(const ReleaseConfig& config, const ReportedCollection& collection,
                             const RandomSource& random, const BuildOptions& options = {});

}  // namespace sourdine
