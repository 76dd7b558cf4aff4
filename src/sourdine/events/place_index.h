// PlaceIndex: Places made fast for many events. A place is folded when it is first met; after that its spelling is
// looked up as it stands. It also counts the places that are not known.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sourdine/events/places.h"

namespace sourdine {

class PlaceIndex {
 public:
  // Spellings kept, so that free text cannot fill the memory; those beyond are folded every time, and their unknown
  // ones are counted together.
  static constexpr std::size_t max_spellings = std::size_t{1} << 16;

  explicit PlaceIndex(Places places);

  // As Places::find.
  Places::Found find(std::string_view place);
  const Places& places() const { return places_; }
  // Unknown places and how often they were asked for, most frequent first.
  std::vector<std::pair<std::string, std::uint64_t>> unknown(std::size_t most) const;
  // Requests for unknown places beyond max_spellings.
  std::uint64_t unlisted() const { return unlisted_; }

 private:
  struct Entry {
    Places::Found found;
    std::uint64_t count = 0;  // of requests
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  Places places_;
  std::unordered_map<std::string, Entry, Hash, std::equal_to<>> spellings_;
  std::uint64_t unlisted_ = 0;
};

}  // namespace sourdine
