// What a client is told about a collection, and what it makes of it: nothing of it is believed that can be computed.
// The protocol is made from the spec, as every reader of a file does, and ε follows from its thresholds.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/base/calendar.h"
#include "sourdine/collector/batch_key.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine {

struct ClientParameters {
  std::string collection;
  std::shared_ptr<const Protocol> protocol;
  std::string fingerprint;  // 64 hexadecimal digits
  bool is_open = true;
  std::optional<Period> period = {};
  std::chrono::seconds clock_window{};
  std::chrono::seconds jitter{};
  std::uint64_t max_batch_reports = 0;
  std::uint64_t max_batch_bytes = 0;
  std::optional<UnixTime> server_time = {};
};

// From the answer of GET /v1/collections/{id}. Throws Error(bad_input): not such an answer, another collection, a spec
// that is none, a fingerprint that is not that of the spec, settings that cannot be.
ClientParameters parse_client_parameters(std::string_view json, const std::string& collection);

// The ε that one record spends, whatever the collector says; of memoised protocols that of all reports about one value.
double client_epsilon(const Protocol& protocol);
// Throws Error(bad_input) when it is more than the application promised.
void require_promise(const Protocol& protocol, double max_epsilon);

// "2026-11-17T21:45:03.120Z"; nothing for other text.
std::optional<UnixTime> parse_server_time(std::string_view text);

}  // namespace sourdine
