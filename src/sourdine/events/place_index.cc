#include "sourdine/events/place_index.h"

#include <algorithm>

namespace sourdine {

PlaceIndex::PlaceIndex(Places places) : places_(std::move(places)) {}

Places::Found PlaceIndex::find(std::string_view place) {
  const auto known = spellings_.find(place);
  if (known != spellings_.end()) {
    ++known->second.count;
    return known->second.found;
  }
  const Places::Found found = places_.find(place);
  if (spellings_.size() < max_spellings) {
    spellings_.emplace(place, Entry{found, 1});
  } else if (found.kind == Places::Found::Kind::unknown) {
    ++unlisted_;
  }
  return found;
}

std::vector<std::pair<std::string, std::uint64_t>> PlaceIndex::unknown(std::size_t most) const {
  std::vector<std::pair<std::string, std::uint64_t>> result;
  for (const auto& [spelling, entry] : spellings_) {
    if (entry.found.kind == Places::Found::Kind::unknown) result.emplace_back(spelling, entry.count);
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  result.resize(std::min(result.size(), most));
  return result;
}

}  // namespace sourdine
