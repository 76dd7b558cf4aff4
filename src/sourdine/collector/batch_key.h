// The idempotency key of a batch, a UUID of version 7 (RFC 9562): its first 48 bits are the time of the first sending
// in milliseconds, so that a retry cannot change it, and old keys are forgotten in order; 74 bits are random.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/collector/unix_time.h"

namespace sourdine {

using BatchKey = std::array<std::uint8_t, 16>;
UnixTime time_of(const BatchKey& key);
// Nothing when the text is no UUID of version 7.
std::optional<BatchKey> parse_batch_key(std::string_view text);
// "0193382b-e5b0-7c3a-9f1e-2d4c6b8a0f13"
std::string to_text(const BatchKey& key);
// Throws Error(bad_input) for a time before 1970 or after 10889.
BatchKey make_batch_key(UnixTime now);

}  // namespace sourdine
