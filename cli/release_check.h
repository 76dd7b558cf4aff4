// 'sourdine release --check': what the release would do, in words or as JSON.
#pragma once

#include <string>

#include "app.h"
#include "sourdine/events/event_parser.h"
#include "sourdine/release/config.h"

namespace sourdine::cli {

struct CheckRequest {
  std::string source;    // of the events; empty: the configuration's
  bool is_weak = false;  // an epsilon that protects nobody is meant
  bool json = false;
};

// Reads the events and prints; writes and spends nothing. The exit code is the one the release would have.
void check_and_print(const ReleaseConfig& config, const CheckRequest& request, Context& context);

// The rows a release leaves out, by reason; nothing when there are none.
void print_left_out(std::ostream& out, const EventCounts& rows, std::uint64_t outside, std::uint64_t missing);

// Places that are in no table, with their numbers of events: raw data, for the terminal only.
void print_unknown_places(std::ostream& err, const std::vector<std::pair<std::string, std::uint64_t>>& places);

}  // namespace sourdine::cli
