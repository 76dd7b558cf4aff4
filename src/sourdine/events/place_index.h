// PlaceIndex: Places made fast for many events. A place is folded when it is first met; after that its spelling is
// looked up as it stands. It also counts the places that are not known.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/base/spelling_table.h"
#include "sourdine/events/places.h"

namespace sourdine {

class PlaceIndex {
 public:
  // Spellings kept of known places, and of unknown ones, and how long one may be, so that free text cannot fill the
  // memory; those beyond are folded every time, and their unknown ones are counted together.
  static constexpr std::size_t max_spellings = std::size_t{1} << 16;
  static constexpr std::size_t max_spelling_bytes = 256;

  explicit PlaceIndex(std::shared_ptr<const Places> places) : places_(std::move(places)) {}

  // As Places::find.
  Places::Found find(std::string_view place);
  // Takes over the unknown places another index has counted, as if they had been asked for here; the other then has
  // none.
  void take_unknown(PlaceIndex& from);
  // Unknown places and how often they were asked for, most frequent first.
  std::vector<std::pair<std::string, std::uint64_t>> unknown(std::size_t max_places) const;
  // Requests for unknown places beyond these bounds.
  std::uint64_t unlisted() const { return unlisted_; }

 private:
  void count_unknown(std::string_view place, std::uint64_t count);

  std::shared_ptr<const Places> places_;
  SpellingTable known_;  // dropped ones included
  std::vector<Places::Found> found_;
  SpellingTable unknown_;
  std::vector<std::uint64_t> counts_;  // of requests for unknown places
  std::uint64_t unlisted_ = 0;
};

}  // namespace sourdine
