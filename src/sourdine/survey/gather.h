// From report and tally files of a survey to one tally for each collection.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/protocol/pipeline.h"
#include "sourdine/survey/config.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

struct GatheredCollection {
  std::string name;
  TallyFile file;
};

struct GatheredSurvey {
  std::shared_ptr<const TupleProtocol> protocol;
  std::vector<GatheredCollection> collections;  // in order: by name
  std::vector<TornTail> torn;
  bool is_private = true;  // of all of them
};

// Files and directories of them. Reports and tallies of one collection are added up; where people report again, every
// collection is one file, since two of them may have two reports of one person. Throws Error(bad_input): what
// aggregate_files() throws, files that are no survey's, two files of such a collection, and collections of different
// domains or specs, naming attribute and label, or the field.
GatheredSurvey gather_survey(const std::vector<std::string>& paths, const AggregateOptions& options = {});

// The paths with every directory replaced by the report and tally files in it. Throws Error(bad_input) for a directory
// that has none.
std::vector<std::string> survey_files(const std::vector<std::string>& paths);

}  // namespace sourdine
