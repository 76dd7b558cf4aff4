#include "sourdine/base/sha256.h"

#include <openssl/evp.h>

#include <memory>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

void require_success(int result) {
  if (result != 1) throw Error(ErrorCode::internal, "OpenSSL cannot compute SHA-256");
}

}  // namespace

Sha256 sha256(std::span<const std::uint8_t> bytes) {
  Sha256 digest{};
  require_success(EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr));
  return digest;
}

Sha256 sha256(Input& input) {
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> state(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  require_success(state ? EVP_DigestInit_ex(state.get(), EVP_sha256(), nullptr) : 0);
  std::vector<std::uint8_t> piece(std::size_t{1} << 16);
  while (const std::size_t size = input.read(piece)) require_success(EVP_DigestUpdate(state.get(), piece.data(), size));
  Sha256 digest{};
  require_success(EVP_DigestFinal_ex(state.get(), digest.data(), nullptr));
  return digest;
}

std::string hexadecimal(const Sha256& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace sourdine
