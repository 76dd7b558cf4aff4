#include "sourdine/ranges/open_range.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>

#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/range/range_file.h"

namespace sourdine {
namespace {

constexpr std::string_view all = "..";

// The Error of a question, with its line.
template <class Ask>
void ask_line(const std::string& name, std::uint64_t line, Ask ask) {
  try {
    ask();
  } catch (const Error& error) {
    fail_input(fmt::format("{}, line {}: {}", name, line, error.what()), error.hint());
  }
}

}  // namespace

OpenRange::OpenRange(std::unique_ptr<RangeStructure> structure)
    : structure_(std::move(structure)), domain_(RangeDomain::of_values(structure_->domain(), structure_->size())) {}

OpenRange::OpenRange(Grid grid)
    : grid_(std::move(grid)), domain_(RangeDomain::of_grid(grid_->domain(), grid_->spec())) {}

OpenRange OpenRange::load(const std::string& given) {
  std::error_code ignored;
  const bool is_published = std::filesystem::is_directory(given, ignored);
  const std::string path = is_published ? (std::filesystem::path(given) / range_file_name).string() : given;
  std::optional<Grid> grid;
  std::unique_ptr<RangeStructure> structure;
  if (is_tally_file(path)) {
    structure = load_range(path);
  } else {
    InputFile input(path);
    RangeRecord record = read_range_record(input);
    if (record.kind == Grid::file_kind) {
      grid = Grid::from_record(std::move(record), input.name());
    } else {
      structure = make_range(std::move(record), input.name());
    }
  }
  try {
    return grid ? OpenRange(std::move(*grid)) : OpenRange(std::move(structure));
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", path, error.what()), error.hint());
  }
}

RangeAnswer OpenRange::ask(std::string_view range, const Confidence& confidence) const {
  if (has_places()) return ask(all, range, confidence);
  const Range values = domain_.values.parse(range);
  return {.text = std::string(range), .range = values, .estimate = structure_->answer(values, confidence)};
}

RangeAnswer OpenRange::ask(std::string_view places, std::string_view range, const Confidence& confidence) const {
  if (!has_places()) {
    fail_input(fmt::format("there are no places in it: it has {}", domain_.describe()),
               "A grid has places: 'sourdine range build --place COLUMN' makes one.");
  }
  std::vector<Range> rows = domain_.places->parse(places);
  const Range values = domain_.values.parse(range);
  const Estimate estimate = grid_->answer(rows, values, confidence);
  return {.text = std::string(range),
          .range = values,
          .estimate = estimate,
          .places = std::string(places),
          .rows = std::move(rows)};
}

std::vector<RangeAnswer> OpenRange::ask(const AskedRanges& asked, const Confidence& confidence) const {
  std::vector<RangeAnswer> answers;
  const bool asks_all_values = asked.ranges.empty() && !asked.places.empty();
  for (const std::string& text : asks_all_values ? std::vector{std::string(all)} : asked.ranges) {
    if (asked.places.empty()) answers.push_back(ask(text, confidence));
    for (const std::string& places : asked.places) answers.push_back(ask(places, text, confidence));
  }
  if (asked.file.empty()) return answers;
  std::vector<RangeAnswer> more = ask_file(asked.file, confidence);
  answers.insert(answers.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return answers;
}

std::vector<RangeAnswer> OpenRange::ask_file(const std::string& path, const Confidence& confidence) const {
  InputFile file(path);
  std::vector<RangeAnswer> answers;
  if (has_places()) {
    CsvReader table(file);
    const std::size_t place = table.column("place"), range = table.column("range");
    while (table.next()) {
      ask_line(file.name(), table.line(),
               [&] { answers.push_back(ask(table.row()[place], table.row()[range], confidence)); });
    }
  } else {
    for (LineReader lines(file); lines.next();) {
      if (lines.text().empty()) continue;
      ask_line(lines.name(), lines.line(), [&] { answers.push_back(ask(lines.text(), confidence)); });
    }
  }
  if (answers.empty()) {
    fail_input(fmt::format("there is no range in {}", file.name()),
               has_places() ? "Write a table with the columns place and range." : "Write one range on each line.");
  }
  return answers;
}

std::vector<RangePart> OpenRange::parts(const RangeAnswer& answer) const {
  std::vector<RangePart> parts;
  if (!has_places()) {
    for (const RangeNode& node : structure_->nodes(answer.range)) {
      parts.push_back({node.level, "", domain_.values.label(node.leaves), node.value, node.std_error});
    }
    return parts;
  }
  for (const Range& rows : answer.rows) {
    for (const GridNode& node : grid_->nodes({rows, answer.range})) {
      const auto& [places, values] = node.cells;
      parts.push_back({0, domain_.places->label(places), domain_.values.label(values), node.value, node.std_error});
    }
  }
  return parts;
}

Table answers_table(std::span<const RangeAnswer> answers, bool has_places) {
  std::vector<std::string> columns = {"range"};
  if (has_places) columns.insert(columns.begin(), "place");
  return Table::of_rows("answers.csv", with_estimate_columns(std::move(columns)), [=](const Table::Add& add) {
    for (const RangeAnswer& answer : answers) {
      TableRow row;
      if (has_places) row.text(answer.places);
      add(row.text(answer.text).estimate(answer.estimate, 4));
    }
  });
}

}  // namespace sourdine
