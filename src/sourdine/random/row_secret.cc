#include "sourdine/random/row_secret.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cstring>

#include "sourdine/random/secure_bits.h"

namespace sourdine {

RowSecret RowSecret::draw() {
  std::array<std::uint8_t, size> bytes;
  std::memcpy(bytes.data(), SecureBits::this_thread().words(size / sizeof(std::uint64_t)).data(), size);
  const RowSecret secret(bytes);
  OPENSSL_cleanse(bytes.data(), bytes.size());
  return secret;
}

RowSecret::RowSecret(std::span<const std::uint8_t, size> bytes) { std::ranges::copy(bytes, bytes_.begin()); }
RowSecret::~RowSecret() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

}  // namespace sourdine
