// 'sourdine release --check': what the release would do, in words or as JSON.
#pragma once

#include <string>

#include "app.h"
#include "sourdine/release/config.h"

namespace sourdine::cli {

struct CheckRequest {
  std::string source;    // of the events; empty: the configuration's
  bool is_weak = false;  // an epsilon that protects nobody is meant
  bool json = false;
};

// Reads the events and prints; writes and spends nothing. The exit code is the one the release would have.
void check_and_print(const ReleaseConfig& config, const CheckRequest& request, Context& context);

// Places that are in no table, with their numbers of events: raw data, for the terminal only.
void print_unknown_places(std::ostream& err, const std::vector<std::pair<std::string, std::uint64_t>>& places);

}  // namespace sourdine::cli
