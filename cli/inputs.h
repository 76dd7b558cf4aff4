// Report and tally files as inputs of a command: any number of either, added up.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sourdine/oracle/pipeline.h"
#include "sourdine/oracle/tally_file.h"

namespace sourdine::cli {

struct Inputs {
  std::vector<std::string> reports;
  std::vector<std::string> tallies;
};

// Told apart by their first bytes; what is neither counts as a report file, whose reader says what is wrong with it.
Inputs sort_inputs(const std::vector<std::string>& paths);

// The tally of everything in the files. What was left out of torn files is said on `err`.
TallyFile add_up(const std::vector<std::string>& paths, const AggregateOptions& options, std::ostream& err);

}  // namespace sourdine::cli
