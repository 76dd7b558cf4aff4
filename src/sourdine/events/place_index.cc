#include "sourdine/events/place_index.h"

#include <algorithm>
#include <utility>

namespace sourdine {
namespace {

bool can_keep(const SpellingTable& table, std::string_view spelling) {
  return table.size() < PlaceIndex::max_spellings && spelling.size() <= PlaceIndex::max_spelling_bytes;
}

}  // namespace

Places::Found PlaceIndex::find(std::string_view place) {
  using Kind = Places::Found::Kind;
  if (const std::uint32_t number = known_.find(place); number != SpellingTable::absent) return found_[number];
  if (const std::uint32_t number = unknown_.find(place); number != SpellingTable::absent) {
    ++counts_[number];
    return {Kind::unknown};
  }
  const Places::Found found = places_->find(place);
  if (found.kind == Kind::unknown) {
    count_unknown(place, 1);
  } else if (can_keep(known_, place)) {
    known_.add(place);
    found_.push_back(found);
  }
  return found;
}

void PlaceIndex::count_unknown(std::string_view place, std::uint64_t count) {
  if (const std::uint32_t number = unknown_.find(place); number != SpellingTable::absent) {
    counts_[number] += count;
  } else if (can_keep(unknown_, place)) {
    unknown_.add(place);
    counts_.push_back(count);
  } else {
    unlisted_ += count;
  }
}

void PlaceIndex::take_unknown(PlaceIndex& from) {
  for (std::uint32_t i = 0; i < from.unknown_.size(); ++i) count_unknown(from.unknown_.text(i), from.counts_[i]);
  unlisted_ += std::exchange(from.unlisted_, 0);
  from.unknown_.clear();
  from.counts_.clear();
}

std::vector<std::pair<std::string, std::uint64_t>> PlaceIndex::unknown(std::size_t max_places) const {
  std::vector<std::pair<std::string, std::uint64_t>> result;
  for (std::uint32_t i = 0; i < unknown_.size(); ++i) result.emplace_back(unknown_.text(i), counts_[i]);
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  result.resize(std::min(result.size(), max_places));
  return result;
}

}  // namespace sourdine
