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

// What a statement says beside the configuration.
struct StatementFacts {
  ReleaseConfig config = {};
  std::string first = {}, last = {};  // days covered
  std::uint64_t events = 0;           // published
  std::size_t regions = 0;
  std::string oracle = {};   // name and title
  Guarantee guarantee = {};  // filters included
  bool is_seeded = false;
  std::uint64_t dropped = 0;                   // events left out by their place
  std::optional<CentralFacts> central = {};    // of a central release; nothing: a local one
  std::optional<ReportedFacts> reported = {};  // nothing: events were randomised for this release
};

Promise counts_promise(const StatementFacts& facts);
// What PRIVACY.md says beside it.
StatementDetails counts_details(const StatementFacts& facts, Language language);

}  // namespace sourdine
