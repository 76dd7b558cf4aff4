// Words that will be published (hash seeds), many at once; the audit tries its list of words for each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"

namespace sourdine {

inline void draw_public_words(Random& random, std::span<std::uint64_t> out) {
  while (!out.empty()) {
    const auto words = random.words(std::min(Random::max_words, out.size()));
    std::copy(words.begin(), words.end(), out.begin());
    out = out.subspan(words.size());
  }
}

inline void draw_public_words(Branches& branches, std::span<std::uint64_t> out) {
  for (std::uint64_t& word : out) word = branches.public_word();
}

}  // namespace sourdine
