#include "sourdine/random/keyed_bits.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <bit>

#include "sourdine/random/aes_stream.h"

namespace sourdine {

struct KeyedBits::State {
  explicit State(const detail::AesStream::Key& key) : stream(key) { pool.left = 0; }
  ~State() { OPENSSL_cleanse(pool.words, sizeof(std::uint64_t) * std::min(next_words, Pool::size)); }

  detail::AesStream stream;
  std::size_t next_words = 64;
  Pool pool;  // left uninitialised but for `left`: most streams use a few words
};

KeyedBits::KeyedBits(std::span<const std::uint8_t, 32> secret, std::span<const std::uint8_t> context) {
  detail::AesStream::Key key = detail::derive_key(secret, context);
  state_ = std::make_unique<State>(key);
  OPENSSL_cleanse(key.data(), key.size());
  pool_ = &state_->pool;
}
KeyedBits::~KeyedBits() = default;

// A memoised response needs few words, so refills start small and double.
void KeyedBits::refill() {
  static_assert(std::endian::native == std::endian::little, "words are read little-endian: swap them here");
  Pool& pool = state_->pool;
  const std::size_t words = std::min(state_->next_words, Pool::size);
  state_->stream.fill({reinterpret_cast<std::uint8_t*>(pool.words), words * sizeof(std::uint64_t)});
  pool.left = words;
  state_->next_words = 2 * words;
}

}  // namespace sourdine
