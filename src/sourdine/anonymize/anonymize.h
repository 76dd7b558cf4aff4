// anonymize(): a table, generalised as a configuration asks. Nothing is written; publication.h does that.
//
// None of this is differential privacy. What holds, holds of the published table by itself: rows that look alike by
// their quasi-identifiers are so many, and so diverse. Suppressed rows are left out, since their sensitive values would
// be a class of their own; rows are published in the order of their text, since the order of the source would join two
// releases row by row.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/anonymity/attacks.h"
#include "sourdine/anonymity/minimality.h"
#include "sourdine/anonymity/mondrian.h"
#include "sourdine/anonymity/population_match.h"
#include "sourdine/anonymity/recoding.h"
#include "sourdine/anonymity/risk.h"
#include "sourdine/anonymize/config.h"
#include "sourdine/anonymize/text_table.h"
#include "sourdine/base/stop.h"

namespace sourdine {

struct AnonymizeOptions {
  std::string source = {};                                                       // empty: the configuration's
  std::function<void(const std::string&)> progress = [](const std::string&) {};  // what it is at
  std::function<void(std::size_t done, std::size_t all)> search = {};            // how far the search is
  StopToken stop = {};
};

// What is true of the published table, computed from its text.
struct ReachedSensitive {
  std::string column;
  std::uint64_t distinct_l = 0;
  double entropy_l = 0;
  std::optional<double> recursive_c = {};  // (c, l) holds for every larger c, at the l that was asked for
  double t = 0;                            // from the published table's own distribution
};
struct Reached {
  std::uint64_t k = 0;                          // of the smallest class
  std::vector<std::uint32_t> class_sizes = {};  // falling
  std::vector<ReachedSensitive> sensitive = {};
  std::optional<PresenceShares> presence = {};
};

// By the quasi-identifiers as they were, and as they are published; the journalist's where there is a population.
struct Risks {
  ReidentificationRisk before, after;
};

// What attacks find in the published table.
struct SensitiveAttacks : AttributeAttacks {
  std::string column;
  std::optional<Minimality> minimality = {};  // of the optimum over whole columns, before it was refined
};

struct Anonymized {
  AnonymizeConfig config;
  TextTable source = {};           // the rows that were used, all columns
  std::uint64_t rows_dropped = 0;  // for a missing value

  AnonymityProblem problem = {};                                             // of the rows of `source`
  std::vector<std::shared_ptr<const Hierarchy>> sensitive_hierarchies = {};  // that the problem's models point to
  Recoding recoding = {};                                                    // of the rows of `source`
  std::optional<LatticeSearch> search = {};   // of the optimal search: its best is before local recoding
  std::optional<PopulationMatch> match = {};  // of what is published, where there is a population
  Losses losses = {};                         // of what is published
  std::optional<Losses> optimum_losses = {};  // before local recoding
  bool had_to_publish_all = false;            // t did not hold of the published rows alone until none was suppressed

  TextTable published = {};  // columns of the source without identifiers, rows in order of their text
  std::vector<std::uint32_t> published_rows = {};  // by row of `published`: the row of `source`
  Reached reached = {};
  Risks risks = {};
  std::vector<SensitiveAttacks> attacks = {};  // on each sensitive column

  std::uint64_t suppressed() const { return recoding.suppressed(); }
};

// Throws Error(bad_input): what the configuration names and the table does not have, a column without a role, a value
// without a place in its hierarchy (where it stands), k above the number of rows, and models that nothing fulfils.
Anonymized anonymize(const AnonymizeConfig& config, const AnonymizeOptions& options = {});

// Its first half: a table read, its roles checked, its columns as numbers. source, problem, rows_dropped and
// sensitive_hierarchies are there afterwards.
Anonymized prepare(const AnonymizeConfig& config, const AnonymizeOptions& options);
// How Mondrian cuts the attributes. Throws Error(bad_input) for an ordered one that has a missing value.
std::vector<MondrianAttribute> mondrian_attributes(const Anonymized& prepared);
// The second half: of a table that was prepared.
void generalise_prepared(Anonymized& table, const AnonymizeOptions& options);

}  // namespace sourdine
