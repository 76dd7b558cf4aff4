#include "sourdine/random/aes_stream.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <string>

#include "sourdine/base/error.h"

namespace sourdine::detail {
namespace {

void require(bool ok, const char* what) {
  if (!ok) fail_internal(std::string("the random generator failed: ") + what);
}

// Looked up once: OpenSSL would search its providers again at every new key.
const EVP_CIPHER* cipher() {
  static EVP_CIPHER* const aes = EVP_CIPHER_fetch(nullptr, "AES-256-CTR", nullptr);
  require(aes != nullptr, "AES-256-CTR is not available in OpenSSL");
  return aes;
}

// What is encrypted; the key stream itself comes out.
constexpr std::array<std::uint8_t, 4096> zeros{};

}  // namespace

struct AesStream::State {
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  ~State() { EVP_CIPHER_CTX_free(context); }
};

AesStream::AesStream(const Key& key) : state_(std::make_unique<State>()) {
  require(state_->context != nullptr, "out of memory");
  rekey(key);
}
AesStream::~AesStream() = default;
AesStream::AesStream(AesStream&&) noexcept = default;
AesStream& AesStream::operator=(AesStream&&) noexcept = default;

void AesStream::rekey(const Key& key) {
  // A key is used for one stream only, so the counter may start at zero.
  const std::array<std::uint8_t, 16> counter{};
  require(EVP_EncryptInit_ex2(state_->context, cipher(), key.data(), counter.data(), nullptr) == 1,
          "AES-256-CTR does not take its key");
}

void AesStream::fill(std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const std::size_t size = std::min(out.size(), zeros.size());
    int written = 0;
    require(EVP_EncryptUpdate(state_->context, out.data(), &written, zeros.data(), static_cast<int>(size)) == 1 &&
                static_cast<std::size_t>(written) == size,
            "AES-256-CTR did not produce its key stream");
    out = out.subspan(size);
  }
}

AesStream::Key derive_key(std::span<const std::uint8_t> parent, std::span<const std::uint8_t> label) {
  AesStream::Key key{};
  unsigned size = 0;
  require(HMAC(EVP_sha256(), parent.data(), static_cast<int>(parent.size()), label.data(), label.size(), key.data(),
               &size) != nullptr &&
              size == key.size(),
          "HMAC-SHA-256 is not available in OpenSSL");
  return key;
}

}  // namespace sourdine::detail
