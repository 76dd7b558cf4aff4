// What BernoulliBits computes, by definition: numbers built digit by digit and compared one by one.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "sourdine/random/bernoulli_bits.h"

namespace sourdine::testing {

inline bool digit(std::uint64_t word, std::size_t lane) { return (word >> lane & 1) != 0; }

// "u < t" for 64 numbers, built from as many digits as it takes until all differ from t or t has no more digits.
inline std::vector<bool> decide_64(Random& random, std::uint64_t t) {
  std::vector<std::uint64_t> numbers(64);
  int digits = 0;
  const auto top = [&digits](std::uint64_t number) { return digits == 0 ? 0 : number >> (64 - digits); };
  const auto some_are_open = [&] {
    return std::any_of(numbers.begin(), numbers.end(), [&](std::uint64_t u) { return top(u) == top(t); });
  };
  while (digits < 64 && t << digits != 0 && some_are_open()) {
    const std::uint64_t word = random.next();
    for (std::size_t lane = 0; lane < 64; ++lane) {
      numbers[lane] |= static_cast<std::uint64_t>(digit(word, lane)) << (63 - digits);
    }
    ++digits;
  }
  std::vector<bool> less;
  for (const std::uint64_t u : numbers) less.push_back(u < t);
  return less;
}

// Draws words in the order the header promises, and knows nothing of decisions made on words, of masks or of deposits.
class PlainBits {
 public:
  explicit PlainBits(std::uint64_t t, int rests = 3) : t_(t) {
    if (rests > 0) rest_ = std::make_unique<PlainBits>(t << 2, rests - 1);
  }

  std::vector<bool> fill(Random& random, std::size_t bytes) {
    std::vector<bool> bits;
    constexpr std::size_t step = 8 * BernoulliBits::block;
    for (std::size_t done = 0; done < bytes; done += step) {
      const std::size_t words = (std::min(step, bytes - done) + 7) / 8;
      if (words >= BernoulliBits::granule) {
        for (const auto& word : decide_words(random, words)) bits.insert(bits.end(), word.begin(), word.end());
      } else {
        for (std::size_t i = 0; i < words; ++i) {
          const auto word = decide_64(random, t_);
          bits.insert(bits.end(), word.begin(), word.end());
        }
      }
    }
    bits.resize(8 * bytes);
    return bits;
  }

 private:
  using Word = std::vector<bool>;

  std::vector<Word> decide_words(Random& random, std::size_t words) {
    const std::size_t whole = (words + BernoulliBits::granule - 1) / BernoulliBits::granule * BernoulliBits::granule;
    const auto drawn = random.words(2 * whole);
    const std::vector<std::uint64_t> digits(drawn.begin(), drawn.end());
    std::vector<Word> decided;
    for (std::size_t i = 0; i < words; ++i) {
      Word word(64);
      std::vector<std::size_t> open;
      for (std::size_t lane = 0; lane < 64; ++lane) {
        const unsigned first = 2U * digit(digits[i], lane) + digit(digits[whole + i], lane);
        word[lane] = first < t_ >> 62;
        if (first == t_ >> 62) open.push_back(lane);
      }
      if (rest_->t_ != 0) rest_->answer(random, open, words >= BernoulliBits::reserve_words, word);
      decided.push_back(word);
    }
    return decided;
  }

  void answer(Random& random, const std::vector<std::size_t>& open, bool in_bulk, Word& word) {
    if (open.size() > answers_.size()) {
      answers_.clear();
      if (in_bulk && rest_) {
        for (const Word& fresh : decide_words(random, BernoulliBits::reserve_words)) {
          answers_.insert(answers_.end(), fresh.begin(), fresh.end());
        }
      } else {
        const Word fresh = decide_64(random, t_);
        answers_.assign(fresh.begin(), fresh.end());
      }
    }
    for (const std::size_t lane : open) {
      word[lane] = answers_.front();
      answers_.pop_front();
    }
  }

  std::uint64_t t_;
  std::unique_ptr<PlainBits> rest_;
  std::deque<bool> answers_;
};

}  // namespace sourdine::testing
