// The privacy statement: what a release promises, what it does not, in plain words of the reader's language.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/counts/central_facts.h"
#include "sourdine/counts/config.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/publish/promise.h"

namespace sourdine {

// Of a release from collected reports (local/release.h).
struct ReportedFacts {
  std::string collection;
  std::string base;  // "day" or "hour": all that is known of a report's time
  std::uint64_t min_reports = 0;
  std::map<std::string, std::size_t> withheld;  // by kind of period: how many have fewer reports than that
};

struct StatementFacts {
  std::string events_word, places_word;  // the configuration's, in the plural, or empty
  std::string first, last;               // days covered
  std::uint64_t events = 0;              // published
  std::size_t regions = 0;
  std::string oracle;  // name and title
  std::vector<std::string> periods;
  Guarantee guarantee;  // of one event's region, filters included
  bool is_seeded = false;
  bool is_smoothed = false;
  bool is_nonnegative = false;  // of a central release: made so by choice
  BiasFilter filter = BiasFilter::none;
  double ratio_epsilon = 0;
  std::vector<std::string> passthrough;  // public columns in the synthetic rows
  double confidence = 0.95;
  bool has_public_places = true;  // false: the list of regions was read from the events
  bool drops_places = false;      // events of places outside the regions are left out
  std::uint64_t dropped = 0;      // events left out by their place
  bool has_synthetic = true;
  std::optional<PersonConfig> person = {};     // whose events the guarantee is about; nothing: single events
  std::optional<CentralFacts> central = {};    // of a central release; nothing: a local one
  std::optional<ReportedFacts> reported = {};  // nothing: events were randomised for this release
};

Promise counts_promise(const StatementFacts& facts);
// What PRIVACY.md says beside it.
StatementDetails counts_details(const StatementFacts& facts, Language language);

}  // namespace sourdine
