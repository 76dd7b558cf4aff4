// From report and tally files of a survey to one tally for each collection.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/protocol/pipeline.h"
#include "sourdine/survey/config.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

struct GatheredSurvey {
  std::shared_ptr<const TupleProtocol> protocol;
  std::vector<TallyFile> collections = {};  // in order: by name
  std::vector<TornTail> torn = {};
  bool is_private = true;  // of all of them
};

// Files and directories of them. Reports and tallies of one collection are added up; where people report again, every
// collection is one file, since two of them may have two reports of one person. Throws Error(bad_input): what
// aggregate_files() throws, files that are no survey's, two files of such a collection, and collections of different
// domains or specs, naming attribute and label, or the field.
GatheredSurvey gather_survey(const std::vector<std::string>& paths, const AggregateOptions& options = {});

// Throws Error(bad_input) that begins with `what` where the domains of two protocols differ, naming attribute and
// label, or their specs, naming the field.
void require_same_questions(const TupleProtocol& first, const TupleProtocol& other, const std::string& what,
                            const std::string& domains_hint, const std::string& fields_hint);

// The paths with every directory replaced by the report and tally files in it. Throws Error(bad_input) for a directory
// that has none.
std::vector<std::string> survey_files(const std::vector<std::string>& paths);

// Which files a survey may write over: reports by reports, tallies by tallies, and nothing that is being read.

// Throws Error(bad_input) when a file in a directory of collections cannot be called so.
void require_file_name(const std::string& collection);

// Throws Error(bad_input) when the directory holds anything but files of this ending ("report file", ".srep").
void refuse_other_files(const std::string& directory, const std::string& what, const std::string& ending);

// Throws Error(bad_input) unless the file begins as reports do.
void require_report_file(const std::string& path);

// Throws Error(bad_input) when one of the files lies in the directory, at whatever depth.
void refuse_output_containing_inputs(const std::string& directory, const std::vector<std::string>& files);

}  // namespace sourdine
