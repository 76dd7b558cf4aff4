// SpellingTable: numbers for texts, in the order in which they were added. A hash table for what texts say again and
// again: labels of a domain, names of places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

class SpellingTable {
 public:
  static constexpr std::uint32_t absent = UINT32_MAX;

  // Its number, or `absent`.
  std::uint32_t find(std::string_view text) const;
  // Adds a text that is absent.
  std::uint32_t add(std::string_view text);
  std::size_t size() const { return texts_.size(); }
  const std::string& text(std::uint32_t number) const { return texts_[number]; }
  void clear();

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = absent;
  };
  static std::uint32_t hash_of(std::string_view text);
  void place(Slot slot);

  std::vector<std::string> texts_;
  std::vector<Slot> slots_ =
      std::vector<Slot>(64);  // a power of two, at most half full; the first free one ends a search
};

}  // namespace sourdine
