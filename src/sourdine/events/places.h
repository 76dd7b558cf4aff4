// Places: which region an event's place belongs to.
//
// The regions are the domain of what is published. They come from the tables or the list alone, in the order in which
// they first appear there, never from the events: a domain that depended on the events would tell of them.
//
// Places are compared by fold_name() with a table of towns, byte for byte (after trimming) with a list of regions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/events/coordinates.h"

namespace sourdine {

// What happens to an event whose place is not known: an Error, left out, or counted in a region of its own.
enum class OtherPlaces { stop, drop, own_region };

// "stop", "drop", "own region". Throws Error(bad_input) listing these.
OtherPlaces find_other_places(std::string_view name);

struct PlaceOptions {
  OtherPlaces other = OtherPlaces::stop;
  std::string other_name = "other";    // of the own region, then the domain's last one, whether events need it or not
  std::vector<std::string> drop = {};  // places to leave out whatever `other` says
};

// A CSV table with one row per place.
struct PlaceTable {
  std::string path;
  std::string place_column;
  std::string region_column;
  std::string latitude_column = {};  // degrees, for maps; both or none
  std::string longitude_column = {};
  std::optional<char> separator = {};
};

class Places {
 public:
  // A later table may add places, and repeat them, but not contradict: a place in two regions, or one region in two
  // spellings, is an Error(bad_input) that names both lines.
  static Places from_tables(std::span<const PlaceTable> tables, PlaceOptions options = {});
  // The places are the regions.
  static Places of_regions(std::vector<std::string> regions, PlaceOptions options = {});

  const Domain& regions() const { return regions_; }
  const PlaceOptions& options() const { return options_; }
  // Where a region is on a map: the mean of its rows' coordinates (a table that gives those of the seat only, gives
  // the seat). Nothing when no row has any.
  const std::optional<Coordinates>& coordinates(Value region) const { return coordinates_[region]; }

  struct Found {
    enum class Kind : std::uint8_t { region, dropped, unknown } kind;
    Value region = 0;  // of Kind::region
    friend bool operator==(const Found&, const Found&) = default;
  };
  // What the tables and the list of dropped places say; `other` is not applied.
  Found find(std::string_view place) const;
  // The own region, if there is one.
  std::optional<Value> other_region() const;

  // For errors about an unknown place: what is wrong, and what to do.
  std::string why_not(std::string_view place) const;
  std::string hint(std::string_view place) const;

 private:
  friend class PlaceTableReader;
  Places(std::vector<std::string> regions, PlaceOptions options, bool is_folded);
  std::string key(std::string_view place) const;
  void add(const std::string& place, Value region);
  void add_dropped();

  Domain regions_;
  PlaceOptions options_;
  bool is_folded_;
  std::unordered_map<std::string, Found> found_;  // by key
  std::vector<std::string> names_;                // as written, for "did you mean"
  std::vector<std::optional<Coordinates>> coordinates_;
};

}  // namespace sourdine
