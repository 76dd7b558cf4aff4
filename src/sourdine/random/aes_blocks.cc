#include "sourdine/random/aes_blocks.h"

#include <openssl/evp.h>

#include <algorithm>
#include <bit>
#include <string>

#include "sourdine/base/error.h"

namespace sourdine::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "words are read little-endian: swap them here");

void require_block(bool ok, const char* what) {
  if (!ok) fail_internal(std::string("the random generator failed: ") + what);
}

// Looked up once: OpenSSL would search its providers again at every new key.
const EVP_CIPHER* block_cipher() {
  static EVP_CIPHER* const aes = EVP_CIPHER_fetch(nullptr, "AES-256-ECB", nullptr);
  require_block(aes != nullptr, "AES-256-ECB is not available in OpenSSL");
  return aes;
}

constexpr std::size_t words_per_call = std::size_t{1} << 20;  // OpenSSL counts bytes by int

}  // namespace

struct AesBlocks::State {
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  ~State() { EVP_CIPHER_CTX_free(context); }  // which wipes the key
};

AesBlocks::AesBlocks(const AesStream::Key& key) : state_(std::make_unique<State>()) {
  require_block(state_->context != nullptr, "out of memory");
  require_block(EVP_EncryptInit_ex2(state_->context, block_cipher(), key.data(), nullptr, nullptr) == 1 &&
                    EVP_CIPHER_CTX_set_padding(state_->context, 0) == 1,
                "AES-256-ECB does not take its key");
}
AesBlocks::~AesBlocks() = default;
AesBlocks::AesBlocks(AesBlocks&&) noexcept = default;
AesBlocks& AesBlocks::operator=(AesBlocks&&) noexcept = default;

void AesBlocks::encrypt(std::span<std::uint64_t> words) {
  while (!words.empty()) {
    const auto part = words.first(std::min(words.size(), words_per_call));
    auto* const bytes = reinterpret_cast<std::uint8_t*>(part.data());
    const int size = static_cast<int>(part.size_bytes());
    int written = 0;
    require_block(EVP_EncryptUpdate(state_->context, bytes, &written, bytes, size) == 1 && written == size,
                  "AES-256-ECB did not encrypt its blocks");
    words = words.subspan(part.size());
  }
}

}  // namespace sourdine::detail
