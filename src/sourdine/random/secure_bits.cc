#include "sourdine/random/secure_bits.h"

#include <openssl/crypto.h>
#include <sys/mman.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/system_failure.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {
namespace {

constexpr std::uint32_t refills_per_kernel_key = 1024;  // × 32 KiB = 32 MiB

detail::AesStream::Key kernel_key() {
  detail::AesStream::Key key{};
  std::size_t have = 0;
  while (have < key.size()) {
    const ssize_t got = getrandom(key.data() + have, key.size() - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      fail_io("the kernel gives no randomness: getrandom: " + system_reason(errno));
    }
    have += static_cast<std::size_t>(got);
  }
  return key;
}

}  // namespace

struct SecureBits::State {
  // Wiped by the kernel in a forked child: `refills_left` and the pool's `left` then both read zero.
  struct Wiped {
    Pool pool;
    std::uint32_t refills_left;
  };

  State() {
    void* memory = mmap(nullptr, sizeof(Wiped), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail_io("there is no memory for the random generator");
    if (madvise(memory, sizeof(Wiped), MADV_WIPEONFORK) != 0) {
      munmap(memory, sizeof(Wiped));
      fail_io("this kernel cannot protect random state across fork (MADV_WIPEONFORK)",
              "Linux 4.14 or later is needed.");
    }
    madvise(memory, sizeof(Wiped), MADV_DONTDUMP);  // best effort: keep random words out of core dumps
    wiped = static_cast<Wiped*>(memory);
  }
  ~State() {
    OPENSSL_cleanse(wiped, sizeof(Wiped));
    munmap(wiped, sizeof(Wiped));
  }

  Wiped* wiped = nullptr;
  std::optional<detail::AesStream> stream;
};

SecureBits::SecureBits() : state_(std::make_unique<State>()) { pool_ = &state_->wiped->pool; }
SecureBits::~SecureBits() = default;

SecureBits& SecureBits::this_thread() {
  thread_local SecureBits bits;
  return bits;
}

void SecureBits::refill() {
  auto& wiped = *state_->wiped;
  detail::AesStream::Key key{};
  if (wiped.refills_left == 0) {
    key = kernel_key();
    state_->stream.emplace(key);
    wiped.refills_left = refills_per_kernel_key;
  }
  --wiped.refills_left;
  state_->stream->fill({reinterpret_cast<std::uint8_t*>(wiped.pool.words), sizeof wiped.pool.words});
  state_->stream->fill(key);
  state_->stream->rekey(key);
  OPENSSL_cleanse(key.data(), key.size());
  wiped.pool.left = Pool::size;
}

}  // namespace sourdine
