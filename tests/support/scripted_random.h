// ScriptedRandom: a Random that hands out given words, in order, and fails loudly when they run out.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "sourdine/random/random.h"

namespace sourdine::testing {

class ScriptedRandom final : public Random {
 public:
  explicit ScriptedRandom(std::vector<std::uint64_t> words) : words_(std::move(words)) { pool_ = &pool; }

  bool is_private() const noexcept override { return false; }
  std::size_t drawn() const { return position_; }

 private:
  void refill() override {
    if (position_ == words_.size()) throw std::out_of_range("the script has no more words");
    pool.words[0] = words_[position_++];
    pool.left = 1;
  }

  std::vector<std::uint64_t> words_;
  std::size_t position_ = 0;
  Pool pool{};
};

}  // namespace sourdine::testing
