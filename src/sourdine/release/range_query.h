// OpenRange: a range file, or a tally of reports made for ranges, with what its values stand for, opened for questions
// as people write them.
//
// Any kind: trees, streams (the steps they have seen), local structures, and grids, whose questions also name places.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/grid_domain.h"
#include "sourdine/range/ordered_domain.h"
#include "sourdine/range/range_structure.h"

namespace sourdine {

struct RangeAnswer {
  std::string text;  // as it was asked
  Range range;
  Estimate estimate;
  std::string places = {};       // of a grid: as they were asked
  std::vector<Range> rows = {};  // of a grid: what they are
};

// The estimates of an answer's parts add up to it.
struct RangePart {
  unsigned level = 0;       // of a tree
  std::string places = {};  // of a grid
  std::string label;
  double value = 0, std_error = 0;
};

class OpenRange {
 public:
  // Throws Error(bad_input) as load_range() does, and when what the values stand for cannot be read.
  static OpenRange load(const std::string& path);
  OpenRange(std::unique_ptr<RangeStructure> structure, const OrderedDomain& domain);
  OpenRange(Grid grid, GridDomain domain);

  // A grid's ranges may be asked without places: all of them are meant. Throw Error(bad_input): as
  // OrderedDomain::parse() and PlaceList::parse() do, and for places where there are none.
  RangeAnswer ask(std::string_view range, const Confidence& confidence) const;
  RangeAnswer ask(std::string_view places, std::string_view range, const Confidence& confidence) const;
  // The questions of a file ("-": standard input): one range per line; of a grid, a CSV table with the columns place
  // and range. Throws Error(bad_input) naming the line, and when there is none.
  std::vector<RangeAnswer> ask_file(const std::string& path, const Confidence& confidence) const;
  std::vector<RangePart> parts(const RangeAnswer& answer) const;

  bool has_places() const { return grid_.has_value(); }
  // Nothing for a grid.
  const RangeStructure* structure() const { return structure_.get(); }
  const GridDomain* grid_domain() const { return has_places() ? &*grid_domain_ : nullptr; }
  // Of a grid: of its columns.
  const OrderedDomain& values() const { return has_places() ? grid_domain_->values : *domain_; }
  std::string_view kind() const { return has_places() ? Grid::file_kind : structure_->kind(); }
  std::string describe() const { return has_places() ? grid_domain_->describe() : domain_->describe(); }
  std::string domain_json() const { return has_places() ? grid_domain_->to_json() : domain_->to_json(); }
  // How many values, or cells.
  std::uint64_t size() const;
  bool is_private() const { return has_places() ? grid_->is_private() : structure_->is_private(); }
  // With what the domain gives away.
  Guarantee guarantee() const;

 private:
  std::unique_ptr<RangeStructure> structure_;
  std::optional<OrderedDomain> domain_;
  std::optional<Grid> grid_;
  std::optional<GridDomain> grid_domain_;
};

// range,estimate,std_error,lower,upper; of a grid with the places in front.
void write_answers_csv(Output& output, std::span<const RangeAnswer> answers, bool has_places);

}  // namespace sourdine
