#include "sourdine/collector/batch_key.h"

#include "sourdine/base/error.h"
#include "sourdine/random/secure_bits.h"

// RFC 9562: unix_ts_ms (48 bits), version 7 (4), random (12), variant 10 (2), random (62); the first byte first.
namespace sourdine {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::size_t uuid_letters = 36;

bool has_hyphen_at(std::size_t letter) { return letter == 8 || letter == 13 || letter == 18 || letter == 23; }

std::optional<unsigned> hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A' + 10);
  return {};
}

}  // namespace

UnixTime time_of(const BatchKey& key) {
  std::int64_t milliseconds = 0;
  for (std::size_t i = 0; i < 6; ++i) milliseconds = milliseconds << 8 | key[i];
  return UnixTime(std::chrono::milliseconds(milliseconds));
}

std::optional<BatchKey> parse_batch_key(std::string_view text) {
  if (text.size() != uuid_letters) return {};
  BatchKey key{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (has_hyphen_at(i)) {
      if (text[i] != '-') return {};
      continue;
    }
    const std::optional<unsigned> value = hex_value(text[i]);
    if (!value) return {};
    key[digits / 2] = static_cast<std::uint8_t>(key[digits / 2] * 16U + *value);
    ++digits;
  }
  if (key[6] >> 4 != 7 || key[8] >> 6 != 2) return {};
  return key;
}

std::string to_text(const BatchKey& key) {
  std::string text;
  for (const std::uint8_t byte : key) {
    if (has_hyphen_at(text.size())) text.push_back('-');
    text.push_back(hex_digits[byte >> 4]);
    text.push_back(hex_digits[byte & 15]);
  }
  return text;
}

BatchKey make_batch_key(UnixTime now) {
  const std::int64_t milliseconds = now.time_since_epoch().count();
  if (milliseconds < 0 || milliseconds >> 48 != 0) fail_input("the clock shows a time that no key can have");
  SecureBits& bits = SecureBits::this_thread();
  const std::uint64_t high = static_cast<std::uint64_t>(milliseconds) << 16 | 0x7000 | bits.below(1 << 12);
  const std::uint64_t low = std::uint64_t{1} << 63 | bits.next() >> 2;
  BatchKey key{};
  for (std::size_t i = 0; i < 8; ++i) {
    key[i] = static_cast<std::uint8_t>(high >> (56 - 8 * i));
    key[8 + i] = static_cast<std::uint8_t>(low >> (56 - 8 * i));
  }
  return key;
}

}  // namespace sourdine
