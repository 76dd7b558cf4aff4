#include "sourdine/collector/client/idempotency_key.h"

#include <fmt/format.h>

#include <cstdint>

#include "sourdine/base/error.h"
#include "sourdine/random/random.h"

namespace sourdine {
namespace {

constexpr std::string_view key_pattern = "xxxxxxxx-xxxx-7xxx-vxxx-xxxxxxxxxxxx";

int key_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

std::string make_idempotency_key(ClientTime time, Random& random) {
  const std::int64_t since = time.time_since_epoch().count();
  if (since < 0 || since >= std::int64_t{1} << 48) fail_input("the clock shows a time that no key can have");
  const auto milliseconds = static_cast<std::uint64_t>(since);
  const std::uint64_t first = random.next();
  const std::uint64_t second = random.next();
  return fmt::format("{:08x}-{:04x}-7{:03x}-{:04x}-{:012x}", milliseconds >> 16, milliseconds & 0xFFFF, first & 0xFFF,
                     0x8000 | (first >> 12 & 0x3FFF), second & 0xFFFF'FFFF'FFFF);
}

std::optional<ClientTime> time_of_key(std::string_view key) {
  if (key.size() != key_pattern.size()) return std::nullopt;
  std::int64_t since = 0;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const int digit = key_digit(key[i]);
    const char pattern = key_pattern[i];
    if (pattern == '-' || pattern == '7') {
      if (key[i] != pattern) return std::nullopt;
    } else if (digit < 0 || (pattern == 'v' && (digit & 0xC) != 0x8)) {
      return std::nullopt;
    }
    if (i < 13 && pattern != '-') since = since << 4 | digit;
  }
  return ClientTime(std::chrono::milliseconds(since));
}

}  // namespace sourdine
