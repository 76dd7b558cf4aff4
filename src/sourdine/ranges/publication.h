// Ranges as a publication: rows → a structure that answers any range. A file (.srng), or a directory of
//   ranges.srng     the structure: `range query` asks it
//   estimates.csv   every value (of a grid: place and value) with estimate, std_error, lower, upper; not of domains of
//                   more than max_values_in_table
// with statement, page and sums.
#pragma once

#include <optional>

#include "sourdine/publish/publish.h"
#include "sourdine/ranges/recipe.h"

namespace sourdine {

inline constexpr std::uint64_t max_values_in_table = 1'000'000;

inline constexpr Kind ranges_kind{.name = "ranges",
                                  .verb = "range build",
                                  .title = Words("ranges", "plages"),
                                  .form = Form::directory,
                                  .page_bundle = "range"};
inline constexpr Kind grids_kind{.name = "grids",
                                 .verb = "range build",
                                 .title = Words("ranges of places", "plages de lieux"),
                                 .form = Form::directory,
                                 .page_bundle = "range"};

struct RangesConfig {
  Head head = {};  // without a ledger nothing is paid
  RangeRows rows = {};
  RangeRecipe recipe = {};
  Form form = Form::file;  // or directory
};

// What names no ledger is free. Throws Error(bad_input) when the ledger is no file, would be written over by `out`, or
// is missing beside a budget.
void require_range_ledger(const Head& head, const std::string& out);
// What is paid by the head's ledger; nothing where there is none.
std::vector<Spending> range_spendings(const Head& head, const RangeTerms& terms, const std::string& purpose,
                                      const std::string& mechanism);
// For the terminal, where there is no ledger.
inline constexpr const char* no_range_ledger =
    "ledger: none; what is made of the same records adds its epsilon (see --ledger)";

class PreparedRanges final : public Ground {
 public:
  // Throws Error(bad_input) for a recipe that cannot be, whatever the rows are.
  explicit PreparedRanges(RangesConfig config);

  const Kind& kind() const override { return is_grid() ? grids_kind : ranges_kind; }
  const Head& head() const override { return config_.head; }
  Form form() const override { return config_.form; }
  void require_replaceable(const std::string& out) const override;
  void read(const Reading& reading) override;
  std::vector<Spending> spendings(const Drawing& drawing) const override;
  Drawn draw(const Drawing& drawing) override;
  Outlook outlook(const Drawing& drawing) override;

  // Raw data, for the eyes of whoever holds the rows; nullptr before they are read.
  const RowsRead* rows() const { return data_ ? &data_->rows : nullptr; }

 private:
  bool is_grid() const { return !config_.rows.place.empty(); }
  RangeTerms terms(const Drawing& drawing) const;
  std::vector<Fact> facts() const;
  std::string told_error() const;

  RangesConfig config_;
  std::optional<RangeCounts> data_;
  ChosenRange chosen_;
  std::optional<OpenRange> range_;  // after draw()
};

}  // namespace sourdine
