#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "sourdine/anonymize/anonymize.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/events/cell_number.h"
#include "sourdine/events/places.h"

namespace sourdine {
namespace {

using Texts = std::vector<std::string>;

// Town, its region by the table of places, "*".
Hierarchy hierarchy_of_places(const QuasiConfig& config, const Texts& values) {
  const PlaceTable table{.path = config.file, .place_column = config.place, .region_column = config.region};
  const Places places = Places::from_tables({&table, 1});
  std::vector<Texts> lines;
  for (const std::string& value : values) {
    const Places::Found found = places.find(value);
    if (found.kind != Places::Found::Kind::region) fail_input(places.why_not(value), places.hint(value));
    lines.push_back({value, places.regions().label(found.region), "*"});
  }
  return {config.column, lines};
}

Hierarchy read_hierarchy_file(const std::string& attribute, const std::string& path, char separator = ';') {
  InputFile file(path);
  return Hierarchy::from_csv(attribute, file, separator);
}

bool has_value(const Hierarchy& hierarchy, const std::string& value) {
  return std::ranges::find(hierarchy.values(), value) != hierarchy.values().end();
}

Hierarchy built(const QuasiConfig& config, const Texts& values) {
  switch (config.kind) {
    case HierarchyKind::intervals:
      return Hierarchy::intervals(config.column, values, config.widths, config.origin);
    case HierarchyKind::automatic:
      return Hierarchy::intervals(config.column, values, Hierarchy::automatic_widths(config.column, values),
                                  config.origin);
    case HierarchyKind::cuts:
      return Hierarchy::cut(config.column, values, config.cuts);
    case HierarchyKind::dates:
      return Hierarchy::dates(config.column, values, config.steps);
    case HierarchyKind::masked:
      return Hierarchy::masked(config.column, values);
    case HierarchyKind::places:
      return hierarchy_of_places(config, values);
    case HierarchyKind::flat:
      return Hierarchy::flat(config.column, values);
    case HierarchyKind::file:
      break;
  }
  return read_hierarchy_file(config.column, config.file, config.separator);
}

// Of texts, in their order: where each first stands.
using TextPlaces = std::map<std::string, const std::string*, std::less<>>;

// What is wrong with one value beside the first, or with the first alone, is wrong there. Where texts must have one
// length, the first is one of the commonest: among five digits the odd one has four.
[[noreturn]] void fail_at_value(const QuasiConfig& config, Texts texts, const TextPlaces& places, const Error& all) {
  const bool is_numeric = config.kind == HierarchyKind::intervals || config.kind == HierarchyKind::cuts;
  if (is_numeric) built(config, {"0"});  // no number could be placed: the configuration is at fault, not the table
  if (config.kind == HierarchyKind::masked) {
    std::map<std::size_t, std::size_t> by_length;
    for (const std::string& text : texts) ++by_length[text.size()];
    const auto common = std::ranges::max_element(by_length, {}, [](const auto& length) { return length.second; });
    std::stable_partition(texts.begin(), texts.end(),
                          [&](const std::string& text) { return text.size() == common->first; });
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    try {
      built(config, i == 0 ? Texts{texts[0]} : Texts{texts[0], texts[i]});
    } catch (const Error& error) {
      fail_input(fmt::format("{}, column '{}': {}", *places.at(texts[i]), shown(config.column), error.what()),
                 error.hint());
    }
  }
  throw all;
}

// Read from its file, or built from the texts of the columns (the table's, and the population's where there is one). A
// value that is missing is a category of its own, unless the file has it. Throws Error(bad_input) naming where in the
// table the value stands that has no place in the hierarchy.
std::shared_ptr<const Hierarchy> make_hierarchy(const QuasiConfig& config,
                                                const std::vector<const TextColumn*>& columns,
                                                const std::vector<std::string>& missing) {
  TextPlaces places;  // sorted: numbers of values must not tell in which order the rows came
  bool has_missing = false;
  for (const TextColumn* column : columns) {
    for (std::size_t i = 0; i < column->texts.size(); ++i) {
      const bool is_missing = !missing.empty() && column->texts[i] == missing.front();
      has_missing = has_missing || is_missing;
      if (!is_missing) places.emplace(column->texts[i], &column->places[i]);
    }
  }
  if (places.empty()) {
    fail_input(fmt::format("column '{}' has no value: all are missing", shown(config.column)), "Leave it out.");
  }
  Texts texts;
  for (const auto& [text, place] : places) texts.push_back(text);
  try {
    Hierarchy hierarchy = built(config, texts);
    if (has_missing && !has_value(hierarchy, missing.front())) {
      hierarchy = hierarchy.with_own_category(missing.front());
    }
    return std::make_shared<const Hierarchy>(std::move(hierarchy));
  } catch (const Error& error) {
    if (config.kind == HierarchyKind::file) throw;
    fail_at_value(config, std::move(texts), places, error);
  }
}

// The column as numbers of the hierarchy's values. Throws Error(bad_input) naming where a value stands that it has not.
CodedColumn coded_by(const Hierarchy& hierarchy, const TextColumn& column) {
  std::unordered_map<std::string_view, Value> numbers;
  for (Value v = 0; v < hierarchy.size(); ++v) numbers.emplace(hierarchy.values()[v], v);
  std::vector<Value> by_text;
  for (std::size_t i = 0; i < column.texts.size(); ++i) {
    const auto found = numbers.find(column.texts[i]);
    if (found == numbers.end()) {
      const std::vector<std::string_view> known(hierarchy.values().begin(), hierarchy.values().end());
      const auto near = nearest(column.texts[i], known);
      fail_input(fmt::format("{}, column '{}': '{}' has no place in the hierarchy", column.places[i],
                             shown(column.name), shown(column.texts[i])),
                 fmt::format("{}Add a line for it to the file, or say that it means missing.",
                             near ? fmt::format("Did you mean '{}'? ", shown(*near)) : ""));
    }
    by_text.push_back(found->second);
  }
  CodedColumn coded{{}, hierarchy.size()};
  coded.codes.reserve(column.codes.size());
  for (const std::uint32_t code : column.codes) coded.codes.push_back(by_text[code]);
  return coded;
}

// Every column that is named is there, and every one that is there is named.
void check_roles(const AnonymizeConfig& config, const TextTable& table) {
  std::set<std::string_view> named;
  const auto require = [&](const std::string& name) { named.insert(table.at(name).name); };
  for (const std::string& name : config.identifiers) require(name);
  for (const std::string& name : config.keep) require(name);
  for (const QuasiConfig& quasi : config.quasi) require(quasi.column);
  for (const SensitiveConfig& sensitive : config.sensitive) require(sensitive.column);
  for (const TextColumn& column : table.columns) {
    if (named.contains(column.name)) continue;
    fail_input(fmt::format("column '{}' of {} has no role in '{}'", shown(column.name), table.name, config.head.path),
               "Say what it is: among the identifiers (removed), [quasi.…], [sensitive.…], or kept as it is.");
  }
}

// Rows with a missing value among the columns that matter.
bool has_missing(const AnonymizeConfig& config, const TextTable& table, std::size_t row) {
  const auto is_missing = [&](const std::string& name) {
    return table.find(name)->text(row) == config.missing.front();
  };
  return std::ranges::any_of(config.quasi, is_missing, &QuasiConfig::column) ||
         std::ranges::any_of(config.sensitive, is_missing, &SensitiveConfig::column);
}

// The order of the sensitive values is the one that the distance needs.
CodedColumn code_sensitive(const SensitiveConfig& config, const TextColumn& column, Anonymized& into) {
  SensitiveModel& model = into.problem.models.emplace_back(config.model);
  if (config.model.distance == GroundDistance::hierarchy) {
    into.sensitive_hierarchies.push_back(
        std::make_shared<const Hierarchy>(read_hierarchy_file(config.column, config.file)));
    model.hierarchy = into.sensitive_hierarchies.back().get();
    return coded_by(*model.hierarchy, column);
  }
  Texts order = config.order;
  if (order.empty()) {
    order = column.texts;
    std::ranges::sort(order);
    if (config.model.distance == GroundDistance::ordered) {
      for (std::size_t i = 0; i < column.texts.size(); ++i) {
        if (cell_number(column.texts[i])) continue;
        fail_input(fmt::format("{}, column '{}': '{}' is no number, and the distance is that of an order",
                               column.places[i], shown(column.name), shown(column.texts[i])),
                   "Write the values in their order: order = [\"low\", \"high\"].");
      }
      std::ranges::stable_sort(order, {}, [](const std::string& text) { return *cell_number(text); });
    }
  }
  return coded_by(Hierarchy::flat(column.name, order), column);
}

TextTable read_table(const std::string& source, const SourceConfig& how, const AnonymizeConfig& config,
                     const AnonymizeOptions& options) {
  return read_text_table(*open_rows(source, how.query, how.rows),
                         {.missing = config.missing, .progress = options.progress, .stop = options.stop});
}

bool is_ordered_kind(HierarchyKind kind) {
  return kind == HierarchyKind::intervals || kind == HierarchyKind::cuts || kind == HierarchyKind::automatic ||
         kind == HierarchyKind::dates;
}

}  // namespace

Anonymized prepare(const AnonymizeConfig& config, const AnonymizeOptions& options) {
  const std::string& source = chosen_source(options.source, config.table, config.head, "table");
  Anonymized table{.config = config, .source = read_table(source, config.table, config, options)};
  check_roles(config, table.source);
  if (config.on_missing == MissingValues::drop_rows && !config.missing.empty()) {
    const std::size_t before = table.source.rows();
    table.source = rows_where(table.source, [&](std::size_t row) { return !has_missing(config, table.source, row); });
    table.rows_dropped = before - table.source.rows();
    if (table.source.rows() == 0) fail_input(fmt::format("every row of {} has a missing value", table.source.name));
  }
  std::optional<TextTable> everybody;
  if (config.population) everybody = read_table(config.population->source, *config.population, config, options);
  AnonymityProblem& problem = table.problem;
  auto population = std::make_shared<PopulationTable>();
  for (const QuasiConfig& quasi : config.quasi) {
    const TextColumn& column = table.source.at(quasi.column);
    std::vector<const TextColumn*> columns = {&column};
    if (everybody) columns.push_back(&everybody->at(quasi.column));
    problem.hierarchies.push_back(make_hierarchy(quasi, columns, config.missing));
    problem.quasi.push_back(coded_by(*problem.hierarchies.back(), column));
    if (everybody) population->columns.push_back(coded_by(*problem.hierarchies.back(), *columns.back()));
  }
  for (const SensitiveConfig& sensitive : config.sensitive) {
    problem.sensitive.push_back(code_sensitive(sensitive, table.source.at(sensitive.column), table));
  }
  if (everybody) problem.population = std::move(population);
  problem.presence = config.presence;
  problem.k = config.k;
  problem.measure = config.measure;
  problem.max_suppressed = config.max_suppressed;
  if (config.max_suppressed_share) {
    problem.max_suppressed =
        static_cast<std::uint64_t>(*config.max_suppressed_share * static_cast<double>(problem.rows()));
  }
  return table;
}

std::vector<MondrianAttribute> mondrian_attributes(const Anonymized& prepared) {
  std::vector<MondrianAttribute> attributes;
  for (std::size_t a = 0; a < prepared.config.quasi.size(); ++a) {
    const QuasiConfig& quasi = prepared.config.quasi[a];
    const Hierarchy& hierarchy = *prepared.problem.hierarchies[a];
    const auto& values = hierarchy.values();
    const auto& missing = prepared.config.missing;
    const bool has_unknown = !missing.empty() && has_value(hierarchy, missing.front());
    if (!quasi.is_ordered.value_or(is_ordered_kind(quasi.kind) && !has_unknown)) {
      attributes.emplace_back(CategoricalAttribute{});
      continue;
    }
    if (has_unknown) {
      fail_input(fmt::format("the quasi-identifier '{}' is ordered, and values of it are missing", shown(quasi.column)),
                 "Leave such rows out with on_missing = \"drop rows\", or do without 'ordered'.");
    }
    // Numbers where all values are some and rise; otherwise their places in the order of the hierarchy.
    OrderedAttribute ordered;
    for (const std::string& value : values) {
      const auto number = cell_number(value);
      if (!number || (!ordered.numbers.empty() && *number < ordered.numbers.back())) break;
      ordered.numbers.push_back(*number);
    }
    if (ordered.numbers.size() < values.size()) {
      ordered.numbers.clear();
      for (std::size_t i = 0; i < values.size(); ++i) ordered.numbers.push_back(static_cast<double>(i));
    }
    attributes.emplace_back(std::move(ordered));
  }
  return attributes;
}

}  // namespace sourdine
