#include "sourdine/base/sha256.h"

#include <openssl/evp.h>

#include "sourdine/base/error.h"

namespace sourdine {

Sha256 sha256(std::span<const std::uint8_t> bytes) {
  Sha256 digest{};
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw Error(ErrorCode::internal, "OpenSSL cannot compute SHA-256");
  }
  return digest;
}

}  // namespace sourdine
