#include "sourdine/random/seeded_row_secret.h"

#include <string>
#include <string_view>

#include "sourdine/base/little_endian.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {

RowSecret seeded_row_secret(std::uint64_t seed) {
  // Sets these secrets apart from the keys of SeededBits.
  constexpr std::string_view tag = "sourdine row seed";
  std::string digits;
  append_little_endian(digits, seed);
  const auto bytes = [](std::string_view text) {
    return std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  RowSecret secret(detail::derive_key(bytes(tag), bytes(digits)));
  secret.is_private_ = false;
  return secret;
}

}  // namespace sourdine
