// Idempotency keys: UUID version 7 (RFC 9562), the time of the first sending in milliseconds and 74 random bits.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace sourdine {

class Random;

// Milliseconds since 1970, UTC.
using ClientTime = std::chrono::sys_time<std::chrono::milliseconds>;

// "0193382b-e5b0-7c3a-9f1e-2d4c6b8a0f13". Throws Error(bad_input) for a time before 1970 or after 10889.
std::string make_idempotency_key(ClientTime time, Random& random);
// The time in a key; nothing when the text is not a UUID of version 7 in small letters.
std::optional<ClientTime> time_of_key(std::string_view key);

}  // namespace sourdine
