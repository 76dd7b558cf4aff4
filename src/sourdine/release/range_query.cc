#include "sourdine/release/range_query.h"

#include <fmt/format.h>

#include "sourdine/base/csv.h"
#include "sourdine/base/decimals.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/range/range_file.h"
#include "sourdine/release/range_build.h"

namespace sourdine {
namespace {

constexpr std::string_view all = "..";

[[noreturn]] void fail_no_question(const std::string& name, bool has_places) {
  fail_input(fmt::format("there is no range in {}", name),
             has_places ? "Write a table with the columns place and range." : "Write one range on each line.");
}

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

OpenRange::OpenRange(std::unique_ptr<RangeStructure> structure, const OrderedDomain& domain)
    : structure_(std::move(structure)), domain_(domain) {}

OpenRange::OpenRange(Grid grid, GridDomain domain) : grid_(std::move(grid)), grid_domain_(std::move(domain)) {}

OpenRange OpenRange::load(const std::string& path) {
  const std::string name = "'" + path + "'";
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
    if (grid) {
      GridDomain domain = GridDomain::from_json(grid->domain(), grid->spec());
      return {std::move(*grid), std::move(domain)};
    }
    const OrderedDomain domain = OrderedDomain::from_json(structure->domain(), structure->size());
    return {std::move(structure), domain};
  } catch (const Error& error) {
    fail_input(fmt::format("{}: {}", name, error.what()), error.hint());
  }
}

std::uint64_t OpenRange::size() const {
  return has_places() ? grid_->spec().rows * grid_->spec().columns : structure_->size();
}

Guarantee OpenRange::guarantee() const {
  return has_places() ? grid_guarantee(*grid_, *grid_domain_) : range_guarantee(*structure_, *domain_);
}

RangeAnswer OpenRange::ask(std::string_view range, const Confidence& confidence) const {
  if (has_places()) return ask(all, range, confidence);
  const Range values = domain_->parse(range);
  return {.text = std::string(range), .range = values, .estimate = structure_->answer(values, confidence)};
}

RangeAnswer OpenRange::ask(std::string_view places, std::string_view range, const Confidence& confidence) const {
  if (!has_places()) {
    fail_input(fmt::format("there are no places in it: it has {}", describe()),
               "A grid has places: 'sourdine range build --place COLUMN' makes one.");
  }
  std::vector<Range> rows = grid_domain_->places.parse(places);
  const Range values = grid_domain_->values.parse(range);
  const Estimate estimate = grid_->answer(rows, values, confidence);
  return {.text = std::string(range),
          .range = values,
          .estimate = estimate,
          .places = std::string(places),
          .rows = std::move(rows)};
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
  if (answers.empty()) fail_no_question(file.name(), has_places());
  return answers;
}

std::vector<RangePart> OpenRange::parts(const RangeAnswer& answer) const {
  std::vector<RangePart> parts;
  if (!has_places()) {
    for (const RangeNode& node : structure_->nodes(answer.range)) {
      parts.push_back({.level = node.level,
                       .label = domain_->label(node.leaves),
                       .value = node.value,
                       .std_error = node.std_error});
    }
    return parts;
  }
  for (const Range& rows : answer.rows) {
    for (const GridNode& node : grid_->nodes({rows, answer.range})) {
      parts.push_back({.places = grid_domain_->places.label(node.cells.rows),
                       .label = grid_domain_->values.label(node.cells.columns),
                       .value = node.value,
                       .std_error = node.std_error});
    }
  }
  return parts;
}

void write_answers_csv(Output& output, std::span<const RangeAnswer> answers, bool has_places) {
  std::string lines =
      has_places ? "place,range,estimate,std_error,lower,upper\n" : "range,estimate,std_error,lower,upper\n";
  for (const RangeAnswer& answer : answers) {
    const Estimate& e = answer.estimate;
    if (has_places) lines += csv_field(answer.places) + ',';
    lines += csv_field(answer.text);
    for (const double number : {e.value, e.std_error, e.lower, e.upper}) {
      lines += ',';
      append_four_decimals(number, lines);
    }
    lines += '\n';
    if (lines.size() < (std::size_t{1} << 16)) continue;
    output.append(std::string_view(lines));
    lines.clear();
  }
  output.append(std::string_view(lines));
}

}  // namespace sourdine
