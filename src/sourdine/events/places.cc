#include "sourdine/events/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/fold_name.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

// The labels of the domain, from those that were given.
std::vector<std::string> with_other(std::vector<std::string> regions, const PlaceOptions& options) {
  if (regions.empty()) fail_input("the places have no region", "Give at least one region.");
  for (std::string& region : regions) {
    region = trimmed(region);
    if (!is_utf8(region)) {
      fail_input(fmt::format("region '{}' is not UTF-8 text", shown(region)),
                 "Convert the file: iconv -f WINDOWS-1252 -t UTF-8 FILE > CONVERTED");
    }
    if (harmless_cell(region) != region) {
      fail_input(fmt::format("region '{}' begins like a formula, which a spreadsheet would run", shown(region)),
                 "Regions are published: give it a name that begins with a letter or a digit.");
    }
  }
  if (options.other != OtherPlaces::own_region) return regions;
  if (std::find(regions.begin(), regions.end(), options.other_name) != regions.end()) {
    fail_input(fmt::format("the region for other places cannot be called '{}': there is a region of that name",
                           shown(options.other_name)),
               "Give it another name.");
  }
  regions.push_back(options.other_name);
  return regions;
}

}  // namespace

OtherPlaces find_other_places(std::string_view name) {
  if (name == "stop") return OtherPlaces::stop;
  if (name == "drop") return OtherPlaces::drop;
  if (name == "own region") return OtherPlaces::own_region;
  fail_input(fmt::format("unknown way to treat other places '{}'; known: stop, drop, own region", shown(name)));
}

Places::Places(std::vector<std::string> regions, PlaceOptions options, bool is_folded)
    : regions_(with_other(std::move(regions), options)),
      options_(std::move(options)),
      is_folded_(is_folded),
      coordinates_(regions_.size()) {}

Places Places::of_regions(std::vector<std::string> regions, PlaceOptions options) {
  Places places(std::move(regions), std::move(options), false);
  const Value listed = places.regions_.size() - (places.other_region() ? 1 : 0);
  for (Value region = 0; region < listed; ++region) places.add(places.regions_.label(region), region);
  places.add_dropped();
  return places;
}

std::string Places::key(std::string_view place) const {
  return is_folded_ ? fold_name(place) : std::string(trimmed(place));
}

void Places::add(const std::string& place, Value region) {
  if (found_.emplace(key(place), Found{Found::Kind::region, region}).second) names_.push_back(place);
}

void Places::add_dropped() {
  for (const std::string& place : options_.drop) {
    const auto [at, is_new] = found_.emplace(key(place), Found{Found::Kind::dropped, 0});
    if (!is_new && at->second.kind == Found::Kind::region) {
      fail_input(fmt::format("place '{}' is to be dropped, but belongs to region '{}'", shown(place),
                             shown(regions_.label(at->second.region))),
                 "Take it off one of the two lists.");
    }
  }
}

Places::Found Places::find(std::string_view place) const {
  const auto found = found_.find(key(place));
  return found == found_.end() ? Found{Found::Kind::unknown, 0} : found->second;
}

std::optional<Value> Places::other_region() const {
  return options_.other == OtherPlaces::own_region ? std::optional(regions_.size() - 1) : std::nullopt;
}

std::string Places::why_not(std::string_view place) const {
  if (trimmed(place).empty()) return "there is no place";
  if (!is_utf8(place)) return fmt::format("place '{}' is not UTF-8 text, and belongs to no region", shown(place));
  return fmt::format("place '{}' belongs to no region", shown(place));
}

std::string Places::hint(std::string_view place) const {
  if (!is_utf8(place)) {
    return "It looks like Windows-1252 or Latin-1. Convert the file first: iconv -f WINDOWS-1252 -t UTF-8 FILE > "
           "CONVERTED";
  }
  std::string hint;
  if (!trimmed(place).empty() && !names_.empty()) {
    std::vector<std::string> keys;
    for (const std::string& name : names_) keys.push_back(key(name));
    const std::vector<std::string_view> candidates(keys.begin(), keys.end());
    if (const auto near = nearest(key(place).substr(0, 64), candidates)) {
      const auto at = std::find(keys.begin(), keys.end(), *near) - keys.begin();
      hint = fmt::format("Did you mean '{}'? ", shown(names_[static_cast<std::size_t>(at)]));
    }
  }
  return hint +
         "Add it to the places, or say what becomes of other ones: other = \"drop\" leaves them out, other = \"own "
         "region\" counts them together.";
}

}  // namespace sourdine
