#include "sourdine/anonymize/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sourdine/anonymize/hierarchies.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/cell_number.h"

namespace sourdine {
namespace {

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
  return std::any_of(config.quasi.begin(), config.quasi.end(),
                     [&](const QuasiConfig& quasi) { return is_missing(quasi.column); }) ||
         std::any_of(config.sensitive.begin(), config.sensitive.end(),
                     [&](const SensitiveConfig& sensitive) { return is_missing(sensitive.column); });
}

// The values of a sensitive attribute in the order that the distance needs.
CodedColumn coded_in_order(const TextColumn& column, const std::vector<std::string>& order) {
  std::vector<std::vector<std::string>> lines;
  for (const std::string& text : order) lines.push_back({text});
  return coded_by(Hierarchy(column.name, lines), column);
}

CodedColumn code_sensitive(const SensitiveConfig& config, const TextColumn& column, Anonymized& into) {
  SensitiveModel& model = into.problem.models.emplace_back(config.model);
  if (config.model.distance == GroundDistance::hierarchy) {
    into.sensitive_hierarchies.push_back(
        std::make_shared<const Hierarchy>(read_hierarchy_file(config.column, config.file)));
    model.hierarchy = into.sensitive_hierarchies.back().get();
    return coded_by(*model.hierarchy, column);
  }
  if (!config.order.empty()) return coded_in_order(column, config.order);
  std::vector<std::string> order = column.texts;
  std::sort(order.begin(), order.end());
  if (config.model.distance == GroundDistance::ordered) {
    for (std::size_t i = 0; i < column.texts.size(); ++i) {
      if (cell_number(column.texts[i])) continue;
      fail_input(fmt::format("{}, column '{}': '{}' is no number, and the distance is that of an order",
                             column.places[i], shown(column.name), shown(column.texts[i])),
                 "Write the values in their order: order = [\"low\", \"high\"].");
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return *cell_number(a) < *cell_number(b); });
  }
  return coded_in_order(column, order);
}

TextTable read_table(const std::string& source, const SourceConfig& how, const AnonymizeConfig& config,
                     const AnonymizeOptions& options, std::uint64_t& skipped) {
  const auto rows = open_rows(source, how.query, how.rows);
  TextTable table =
      read_text_table(*rows, {.missing = config.missing, .progress = options.progress, .stop = options.stop});
  skipped = rows->skipped();
  return table;
}

bool is_ordered_kind(HierarchyKind kind) {
  return kind == HierarchyKind::intervals || kind == HierarchyKind::cuts || kind == HierarchyKind::automatic ||
         kind == HierarchyKind::dates;
}

}  // namespace

Anonymized prepare(const AnonymizeConfig& config, const AnonymizeOptions& options) {
  const std::string& source = chosen_source(options.source, config.table, config.head, "table");
  Anonymized table{.config = config, .source = {}, .problem = {}, .recoding = {}, .published = {}};
  table.source = read_table(source, config.table, config, options, table.rows_skipped);
  check_roles(config, table.source);
  if (config.on_missing == MissingValues::drop_rows && !config.missing.empty()) {
    const std::size_t before = table.source.rows();
    table.source = rows_where(table.source, [&](std::size_t row) { return !has_missing(config, table.source, row); });
    table.rows_dropped = before - table.source.rows();
    if (table.source.rows() == 0) fail_input(fmt::format("every row of {} has a missing value", table.source.name));
  }
  std::optional<TextTable> everybody;
  if (config.population) {
    std::uint64_t ignored = 0;
    everybody = read_table(config.population->source, *config.population, config, options, ignored);
  }
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
    const bool has_unknown = !prepared.config.missing.empty() &&
                             std::find(values.begin(), values.end(), prepared.config.missing.front()) != values.end();
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
