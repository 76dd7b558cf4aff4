// Candidate strings of a rappor collection: which were reported, how often, how sure that is.
#pragma once

#include <string>

#include "app.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/oracle/tally_file.h"

namespace sourdine::cli {

struct DecodeRequest {
  std::string candidates;  // file, one per line
  double false_alarm;
  std::string out;  // CSV, or empty
  bool json;
};

// Throws Error(bad_input) when the oracle is not rappor.
void decode_candidates(const Oracle& oracle, const TallyFile& sum, const DecodeRequest& request, Context& context);

}  // namespace sourdine::cli
