#include "sourdine/base/spelling_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sourdine/base/wide.h"

namespace sourdine {
namespace {

template <class Word>
std::uint64_t load(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// The bytes of a text shorter than a word, in one word; texts of one length have different words.
std::uint64_t short_word(std::string_view text) {
  const std::size_t size = text.size();
  if (size >= 4) return load<std::uint32_t>(text.data()) | load<std::uint32_t>(text.data() + size - 4) << 32;
  std::uint64_t word = 0;
  for (const char c : text) word = word << 8 | static_cast<std::uint8_t>(c);
  return word;
}

// Both halves of the product: the lower one alone does not let late letters reach the low bits, which choose the slot,
// and places named "Zone 1" to "Zone 999" would all want the same few.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  const Wide product = static_cast<Wide>(hash ^ word) * 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

// Eight bytes at a time; the last ones may overlap those before.
std::uint32_t SpellingTable::hash_of(std::string_view text) {
  const std::size_t size = text.size();
  if (size < 8) return static_cast<std::uint32_t>(mixed(size, short_word(text)));
  std::uint64_t hash = size;
  for (std::size_t at = 0; at + 8 < size; at += 8) hash = mixed(hash, load<std::uint64_t>(text.data() + at));
  return static_cast<std::uint32_t>(mixed(hash, load<std::uint64_t>(text.data() + size - 8)));
}

std::uint32_t SpellingTable::find(std::string_view text) const {
  const std::uint32_t hash = hash_of(text);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const Slot slot = slots_[i];
    if (slot.number == absent || (slot.hash == hash && texts_[slot.number] == text)) return slot.number;
  }
}

std::uint32_t SpellingTable::add(std::string_view text) {
  const auto number = static_cast<std::uint32_t>(texts_.size());
  texts_.emplace_back(text);
  if (2 * texts_.size() > slots_.size()) {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot slot : old) {
      if (slot.number != absent) place(slot);
    }
  }
  place({hash_of(text), number});
  return number;
}

void SpellingTable::place(Slot slot) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = slot.hash & mask;
  while (slots_[i].number != absent) i = (i + 1) & mask;
  slots_[i] = slot;
}

void SpellingTable::clear() {
  if (texts_.empty()) return;
  texts_.clear();
  std::fill(slots_.begin(), slots_.end(), Slot{});
}

}  // namespace sourdine
