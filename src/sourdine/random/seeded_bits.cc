#include "sourdine/random/seeded_bits.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sourdine/random/aes_stream.h"

namespace sourdine {
namespace {

// Sets these keys apart from those that KeyedBits derives.
constexpr std::array<std::uint8_t, 13> seed_tag{'s', 'o', 'u', 'r', 'd', 'i', 'n', 'e', ' ', 's', 'e', 'e', 'd'};

std::array<std::uint8_t, 8> little_endian(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return bytes;
}

}  // namespace

struct SeededBits::State {
  Key key;
  detail::AesStream stream;
  Pool pool{};
};

SeededBits::SeededBits(const Key& key)
    : state_(new State{key, detail::AesStream(detail::derive_key(key, little_endian(0)))}) {
  pool_ = &state_->pool;
}
SeededBits::SeededBits(std::uint64_t seed) : SeededBits(detail::derive_key(seed_tag, little_endian(seed))) {}
SeededBits::~SeededBits() = default;
SeededBits::SeededBits(SeededBits&& other) noexcept : Random(), state_(std::move(other.state_)) {
  pool_ = std::exchange(other.pool_, nullptr);
}

SeededBits SeededBits::split(std::uint64_t number) const {
  // The stream itself uses label 0 of eight bytes; children use nine bytes, so the two never meet.
  std::array<std::uint8_t, 9> label{1};
  const auto digits = little_endian(number);
  std::copy(digits.begin(), digits.end(), label.begin() + 1);
  return SeededBits(detail::derive_key(state_->key, label));
}

void SeededBits::refill() {
  static_assert(std::endian::native == std::endian::little, "words are read little-endian: swap them here");
  state_->stream.fill({reinterpret_cast<std::uint8_t*>(state_->pool.words), sizeof state_->pool.words});
  state_->pool.left = Pool::size;
}

}  // namespace sourdine
