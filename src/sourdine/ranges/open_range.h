// OpenRange: a range file, a tally of reports made for ranges, or a directory of published ranges, with what its values
// stand for, opened for questions as people write them.
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
#include "sourdine/publish/table.h"
#include "sourdine/range/range_domain.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/range/stream_counter.h"

namespace sourdine {

// Of a directory of published ranges.
inline constexpr const char* range_file_name = "ranges.srng";

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

// What is asked, in order: every place with every range. No range beside places is all values; of a grid, no place is
// all of them.
struct AskedRanges {
  std::vector<std::string> ranges = {}, places = {};
  // A file of questions ("-": standard input): one range per line; of a grid, a CSV table with the columns place and
  // range.
  std::string file = {};
};

class OpenRange {
 public:
  // Throws Error(bad_input) as load_range() does, and when what the values stand for cannot be read.
  static OpenRange load(const std::string& path);
  // Throw likewise: the domain is what they say.
  explicit OpenRange(std::unique_ptr<RangeStructure> structure);
  explicit OpenRange(Grid grid);

  // Throw Error(bad_input): as OrderedDomain::parse() and PlaceList::parse() do, for places where there are none, and
  // naming the line of a file; for a file without a question.
  RangeAnswer ask(std::string_view range, const Confidence& confidence) const;
  RangeAnswer ask(std::string_view places, std::string_view range, const Confidence& confidence) const;
  std::vector<RangeAnswer> ask(const AskedRanges& asked, const Confidence& confidence) const;
  std::vector<RangePart> parts(const RangeAnswer& answer) const;

  const RangeDomain& domain() const { return domain_; }
  bool has_places() const { return grid_.has_value(); }
  // One of the two.
  const RangeStructure* structure() const { return structure_.get(); }
  const Grid* grid() const { return grid_ ? &*grid_ : nullptr; }
  // Of a grid over these rows; a structure has none.
  Estimate answer(std::span<const Range> rows, const Range& values,
                  const Confidence& confidence = Confidence::customary()) const {
    return grid_ ? grid_->answer(rows, values, confidence) : structure_->answer(values, confidence);
  }
  // The structure, where it is one.
  const StreamCounter* stream() const { return dynamic_cast<const StreamCounter*>(structure_.get()); }
  std::string_view kind() const { return grid_ ? Grid::file_kind : structure_->kind(); }
  bool is_private() const { return grid_ ? grid_->is_private() : structure_->is_private(); }
  // As a range file.
  void write(Output& output) const { grid_ ? grid_->write(output) : structure_->write(output); }

 private:
  std::vector<RangeAnswer> ask_file(const std::string& path, const Confidence& confidence) const;

  std::unique_ptr<RangeStructure> structure_;
  std::optional<Grid> grid_;
  RangeDomain domain_;
};

// answers.csv: range, estimate, std_error, lower, upper; of a grid with the places in front. The answers are read when
// it is written.
Table answers_table(std::span<const RangeAnswer> answers, bool has_places);

}  // namespace sourdine
