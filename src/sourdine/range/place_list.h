// PlaceList: what the rows of a grid stand for, and sets of them as people write them.
//
// The list comes from whoever builds the grid, in the order it is given. A list that was found in the data is published
// with the grid as it is, which the guarantee then says.
// A set is a name, a range of the list ("A..B", either end may be left out), or several of these with commas between.
// Names are compared byte for byte, after trimming. A name that holds a comma or ".." is found when it is asked for
// alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sourdine/range/tree_shape.h"

namespace sourdine {

// The names of a file, one per line, without spaces at their ends. Throws Error(bad_input) when there is none.
std::vector<std::string> read_place_names(const std::string& path);

class PlaceList {
 public:
  // Throws Error(bad_input) for no name, an empty one, one twice, and one that is not UTF-8.
  PlaceList(std::vector<std::string> names, bool is_from_data);
  // "0", "1", …: of a grid that does not say what its rows stand for.
  static PlaceList numbered(std::uint64_t size);

  std::uint64_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  bool is_from_data() const { return is_from_data_; }
  std::optional<std::uint64_t> find(std::string_view name) const;
  // "Dole", "Dole..Ornans": the rows of a range.
  std::string label(const Range& range) const;
  // Rows in order and without overlap. Throws Error(bad_input) naming the place that is not in the list, or a range
  // that is reversed.
  std::vector<Range> parse(std::string_view text) const;

  friend bool operator==(const PlaceList& a, const PlaceList& b) {
    return a.names_ == b.names_ && a.is_from_data_ == b.is_from_data_;
  }

 private:
  std::uint64_t require(std::string_view name) const;
  Range parse_part(std::string_view text) const;

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint64_t> rows_;
  bool is_from_data_;
};

}  // namespace sourdine
