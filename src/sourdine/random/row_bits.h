// RowBits: randomness that belongs to rows. Every row has words of its own, a pseudo-random function of a secret, a
// label and the row's start, 128 bits that stand for what the row is: the same on every machine, in any order and any
// grouping of the rows, however often they are asked for. Where a computation may be run again, no second draw is made.
//
// Word 2c of a row is the second half of block c, word 2c+1 its first half; block c is AES-256 of the start with c
// (32 bits) added, without carry, to its upper 32 bits (start ⊕ c·2^96); the key is HMAC-SHA-256(secret, label). A
// randomiser gets the words in this order from next(); words(n) takes the next n. How many blocks are encrypted ahead
// does not matter to it.
//
// Promise: rows whose blocks are all different have words that look independent and uniform to whoever does not know
// the secret. (AES is a permutation: q blocks tell themselves from random ones with advantage q²/2^129, 2^-49 for the
// 2^40 blocks of, say, 10^11 rows.) Rows with the same start have the same words: who makes the starts sees to it that
// they are equal only where the words should be (protocol/keyed_rows.h).
//
// Privacy holds while the secret is secret. Not thread-safe: one per thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "sourdine/random/random.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

struct RowStart {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

class RowBits final : public Random {
 public:
  RowBits(const RowSecret& secret, std::span<const std::uint8_t> label);
  ~RowBits() override;

  bool is_private() const noexcept override { return is_private_; }

  // The rows to come, at most max_rows; whatever was left of earlier ones is dropped.
  static constexpr std::size_t max_rows = 256;
  void set_rows(std::span<const RowStart> rows);
  // From here on the words are those of the next row. Throws Error(internal) when there is none. Before the first one,
  // drawing fails likewise.
  void next_row() {
    if (ready_ == ready_end_) prepare();
    most_drawn_ = std::max(most_drawn_, static_cast<std::size_t>(made_ - pool_->left));
    // Block by block, inline: with a call of memcpy for two words, rows of grr were measured to take ten times as long.
    for (std::size_t i = 0; i < ready_words_; i += 2) std::memcpy(pool_->words + i, ready_ + i, 2 * sizeof *ready_);
    ready_ += ready_words_;
    pool_->left = made_ = ready_words_;
  }

 private:
  struct State;
  // Encrypts the first blocks of some rows to come, in one go.
  void prepare();
  // More blocks of this row, behind the words that are left: no word is passed over.
  void refill() override;

  bool is_private_;
  std::unique_ptr<State> state_;
  const std::uint64_t* ready_ = nullptr;  // the first words of the next row, and of those behind it
  const std::uint64_t* ready_end_ = nullptr;
  std::size_t ready_words_ = 0;  // of each
  std::uint64_t made_ = 0;       // words of this row so far
  std::size_t most_drawn_ = 0;   // by a row, of those made ready together
};

}  // namespace sourdine
