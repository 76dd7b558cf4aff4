#include "sourdine/random/row_bits.h"

#include <openssl/crypto.h>

#include <array>
#include <cstddef>

#include "sourdine/base/error.h"
#include "sourdine/random/aes_blocks.h"

namespace sourdine {
namespace {

constexpr std::size_t ready_capacity =
    2048;  // words: with the rows' reports and the pool's first words, in the L1 cache
constexpr std::size_t most_ready_words = 512;  // of a row
constexpr std::size_t first_guess = 8;         // words of a row, until it is known how many are drawn
constexpr std::uint64_t max_blocks = std::uint64_t{1} << 32;

// Blocks first … first+count−1 of a row, the last one first: words are handed out from the end.
void put_blocks(RowStart start, std::uint64_t first, std::size_t count, std::uint64_t* to) {
  for (std::size_t i = 0; i < count; ++i) {
    to[2 * i] = start.low;
    to[2 * i + 1] = start.high ^ (first + count - 1 - i) << 32;
  }
}

}  // namespace

// Its first words are written and read again for every row: across two cache lines, or pages, that takes many times as
// long. So the words of the pool begin a line.
struct alignas(64) RowBits::State {
  explicit State(const detail::AesStream::Key& key) : aes(key) { pool.left = 0; }
  ~State() {
    OPENSSL_cleanse(ready.data(), sizeof ready);
    OPENSSL_cleanse(&pool, sizeof pool);
  }

  detail::AesBlocks aes;
  std::array<RowStart, max_rows> starts;
  std::size_t rows = 0;      // in `starts`
  std::size_t ready_to = 0;  // the number of the row behind those made ready
  alignas(64) std::array<std::uint64_t, ready_capacity> ready;
  alignas(64) std::array<std::uint8_t, 64 - offsetof(Pool, words)> before_pool;
  Pool pool;
};

RowBits::RowBits(const RowSecret& secret, std::span<const std::uint8_t> label)
    : is_private_(secret.is_private()), ready_words_(first_guess) {
  detail::AesStream::Key key = detail::derive_key(secret.bytes(), label);
  state_.reset(new State(key));  // not make_unique: it would set all of it to zero
  OPENSSL_cleanse(key.data(), key.size());
  pool_ = &state_->pool;
}
RowBits::~RowBits() = default;

void RowBits::set_rows(std::span<const RowStart> rows) {
  if (rows.size() > max_rows) fail_internal("too many rows at once for RowBits");
  std::ranges::copy(rows, state_->starts.begin());
  state_->rows = rows.size();
  state_->ready_to = 0;
  ready_ = ready_end_ = state_->ready.data();
  pool_->left = made_ = 0;
}

void RowBits::prepare() {
  State& state = *state_;
  if (state.ready_to == state.rows) fail_internal("there are no words for a row that was not named");
  if (most_drawn_ > 0) ready_words_ = std::min((most_drawn_ + 1) / 2 * 2, most_ready_words);
  most_drawn_ = 0;
  const std::size_t end = std::min(state.rows, state.ready_to + ready_capacity / ready_words_);
  std::uint64_t* to = state.ready.data();
  for (; state.ready_to < end; ++state.ready_to, to += ready_words_) {
    put_blocks(state.starts[state.ready_to], 0, ready_words_ / 2, to);
  }
  ready_ = state.ready.data();
  ready_end_ = to;
  state.aes.encrypt(std::span(state.ready).first(static_cast<std::size_t>(ready_end_ - ready_)));
}

void RowBits::refill() {
  State& state = *state_;
  if (made_ == 0) fail_internal("words were drawn before the first row");
  const auto row = state.ready_to - static_cast<std::size_t>(ready_end_ - ready_) / ready_words_ - 1;
  const std::uint64_t left = state.pool.left;
  const std::uint64_t made = made_ / 2;
  const std::uint64_t more = std::min((Pool::size - left) / 2, std::max<std::uint64_t>(made, 4));
  if (more == 0 || made + more > max_blocks) fail_internal("a row asks for too many random words");
  std::memmove(state.pool.words + 2 * more, state.pool.words, left * sizeof(std::uint64_t));
  put_blocks(state.starts[row], made, more, state.pool.words);
  state.aes.encrypt({state.pool.words, 2 * more});
  state.pool.left = left + 2 * more;
  made_ += 2 * more;
}

}  // namespace sourdine
