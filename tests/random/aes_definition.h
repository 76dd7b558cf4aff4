// Words of rows from their definition (random/row_bits.h): HMAC-SHA-256 for the key, AES-256 one block at a time, both
// straight from OpenSSL.
#pragma once

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

namespace sourdine::testing {

using AesKey = std::array<std::uint8_t, 32>;
using Block = std::array<std::uint64_t, 2>;

inline AesKey hmac_key(std::span<const std::uint8_t> secret, std::span<const std::uint8_t> label) {
  AesKey key{};
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), label.data(), label.size(), key.data(), &size);
  return key;
}

inline Block aes_block(const AesKey& key, Block block) {
  EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
  Block out{};
  int size = 0;
  EVP_EncryptInit_ex(context, EVP_aes_256_ecb(), nullptr, key.data(), nullptr);
  EVP_CIPHER_CTX_set_padding(context, 0);
  EVP_EncryptUpdate(context, reinterpret_cast<unsigned char*>(out.data()), &size,
                    reinterpret_cast<const unsigned char*>(block.data()), sizeof block);
  EVP_CIPHER_CTX_free(context);
  if (size != sizeof block) throw std::runtime_error("AES-256 failed");
  return out;
}

// Word `number` of the row that starts with `start`.
inline std::uint64_t row_word(const AesKey& key, Block start, std::uint64_t number) {
  return aes_block(key, {start[0], start[1] ^ number / 2 << 32})[number % 2 == 0 ? 1 : 0];
}

}  // namespace sourdine::testing
