#include "sourdine/anonymize/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sourdine/base/text.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"

namespace sourdine {
namespace {

const std::string page = "docs/anonymity.md";
constexpr Words tables_title{"Generalised table", "Table généralisée"};

const std::vector<std::pair<std::string_view, HierarchyKind>> kind_words = {
    {"file", HierarchyKind::file},     {"intervals", HierarchyKind::intervals},
    {"cuts", HierarchyKind::cuts},     {"automatic", HierarchyKind::automatic},
    {"dates", HierarchyKind::dates},   {"masked", HierarchyKind::masked},
    {"places", HierarchyKind::places}, {"flat", HierarchyKind::flat}};
const std::vector<std::pair<std::string_view, Algorithm>> algorithm_words = {
    {"optimal", Algorithm::optimal},
    {"mondrian", Algorithm::mondrian},
    {"mondrian-relaxed", Algorithm::mondrian_relaxed}};
const std::vector<std::pair<std::string_view, GroundDistance>> distance_words = {
    {"equal", GroundDistance::equal}, {"ordered", GroundDistance::ordered}, {"hierarchy", GroundDistance::hierarchy}};
const std::vector<std::pair<std::string_view, LossMeasure>> measure_words = {
    {"ncp", LossMeasure::ncp},
    {"entropy", LossMeasure::entropy},
    {"discernibility", LossMeasure::discernibility},
    {"class_size", LossMeasure::class_size}};
const std::vector<std::pair<std::string_view, DateStep>> step_words = {
    {"week", DateStep::week}, {"month", DateStep::month}, {"quarter", DateStep::quarter}, {"year", DateStep::year}};

template <class T>
std::string_view word_in(const std::vector<std::pair<std::string_view, T>>& words, T value) {
  return std::find_if(words.begin(), words.end(), [&](const auto& row) { return row.second == value; })->first;
}

void read_source(ConfigSection& section, SourceConfig& table) {
  read_source_keys(section, table);
  section.choice("on_bad_row", [&](const std::string& text) {
    table.rows.on_bad_row = one_of<OnBadRow>(text, {{"stop", OnBadRow::stop}, {"skip", OnBadRow::skip}});
  });
}

void read_table(ConfigSection section, AnonymizeConfig& config) {
  read_source(section, config.table);
  section.texts("missing", config.missing);
  section.choice("on_missing", [&](const std::string& text) {
    config.on_missing =
        one_of<MissingValues>(text, {{"category", MissingValues::category}, {"drop rows", MissingValues::drop_rows}});
  });
  section.finish();
}

void read_population(ConfigSection section, AnonymizeConfig& config) {
  read_source(section, config.population.emplace());
  section.finish();
  if (config.population->source.empty()) {
    fail_input(fmt::format("'{}': [population] has no 'source'", config.head.path),
               "Name the table of everybody, with the columns of the quasi-identifiers.");
  }
}

// Only the keys of its kind are taken: another one is refused as one that is not there.
QuasiConfig read_quasi(const std::string& column, ConfigSection section) {
  QuasiConfig quasi{.column = column};
  if (!section.has("kind")) {
    fail_input(fmt::format("the quasi-identifier '{}' has no 'kind'", shown(column)),
               "Say how its values are made coarser: file, intervals, cuts, automatic, dates, masked, places or flat.");
  }
  section.choice("kind", [&](const std::string& text) { quasi.kind = one_of<HierarchyKind>(text, kind_words); });
  const auto require = [&](const char* key) {
    if (section.has(key)) return;
    fail_input(
        fmt::format("the quasi-identifier '{}' of kind '{}' has no '{}'", shown(column), word_of(quasi.kind), key),
        page + " lists all keys.");
  };
  if (quasi.kind == HierarchyKind::file) {
    require("file");
    section.file("file", quasi.file);
    section.choice("separator", [&](const std::string& text) { quasi.separator = separator_of(text); });
  } else if (quasi.kind == HierarchyKind::places) {
    require("file");
    section.file("file", quasi.file);
    section.text("place", quasi.place);
    section.text("region", quasi.region);
  } else if (quasi.kind == HierarchyKind::intervals) {
    require("widths");
    section.whole_list("widths", quasi.widths);
  } else if (quasi.kind == HierarchyKind::cuts) {
    require("cuts");
    section.number_lists("cuts", quasi.cuts);
  } else if (quasi.kind == HierarchyKind::dates) {
    std::vector<std::string> words;
    for (const DateStep step : quasi.steps) words.emplace_back(word_in(step_words, step));
    section.texts("steps", words);
    quasi.steps.clear();
    for (const std::string& word : words) quasi.steps.push_back(one_of<DateStep>(word, step_words));
  }
  if (quasi.kind == HierarchyKind::intervals || quasi.kind == HierarchyKind::automatic) {
    section.integer("origin", quasi.origin);
  }
  if (section.has("ordered")) section.flag("ordered", quasi.is_ordered.emplace());
  section.finish();
  return quasi;
}

SensitiveConfig read_sensitive(const std::string& column, ConfigSection section) {
  SensitiveConfig sensitive{.column = column};
  SensitiveModel& model = sensitive.model;
  section.whole("distinct_l", model.distinct_l);
  section.number("entropy_l", model.entropy_l);
  std::map<std::string, double> recursive;
  section.numbers("recursive", recursive);
  if (!recursive.empty()) {
    const double l = recursive.contains("l") ? recursive["l"] : 0;
    if (recursive.size() != 2 || !recursive.contains("c") || !(l >= 1 && l <= 1e9) ||
        l != static_cast<double>(static_cast<std::uint64_t>(l))) {
      fail_input(fmt::format("{}: 'recursive' must be like {{ c = 3, l = 2 }}", section.place("recursive")));
    }
    model.recursive = SensitiveModel::Recursive{recursive["c"], static_cast<std::uint64_t>(l)};
  }
  section.number("t", model.t);
  section.choice("distance",
                 [&](const std::string& text) { model.distance = one_of<GroundDistance>(text, distance_words); });
  if (model.distance == GroundDistance::hierarchy) section.file("hierarchy", sensitive.file);
  if (model.distance == GroundDistance::ordered) section.texts("order", sensitive.order);
  if (model.distance == GroundDistance::hierarchy && sensitive.file.empty()) {
    fail_input(fmt::format("the distance of '{}' has no 'hierarchy'", shown(column)),
               "Name the file: one line for each value, levels separated by ';'.");
  }
  section.finish();
  return sensitive;
}

void read_privacy(ConfigSection section, AnonymizeConfig& config) {
  const std::string& path = config.head.path;
  if (!section.has("k"))
    fail_input(fmt::format("'{}': [privacy] has no 'k'", path), "Say how many rows look alike at least.");
  section.whole("k", config.k);
  section.rows_or_share("suppress", config.max_suppressed, config.max_suppressed_share);
  section.section("presence", [&](ConfigSection presence) {
    config.presence.emplace();
    presence.number("least", config.presence->least);
    presence.number("most", config.presence->most);
    presence.finish();
    if (!config.population) {
      fail_input(fmt::format("'{}': presence is asked for, and there is no population", path),
                 "Name the table of everybody: [population] with a 'source'.");
    }
  });
  read_payment_keys(section, config.head);
  section.finish();
}

void read_search(ConfigSection section, AnonymizeConfig& config) {
  section.choice("algorithm",
                 [&](const std::string& text) { config.algorithm = one_of<Algorithm>(text, algorithm_words); });
  section.choice("measure",
                 [&](const std::string& text) { config.measure = one_of<LossMeasure>(text, measure_words); });
  section.flag("local_recoding", config.recodes_locally);
  section.finish();
}

void require_one_role(const AnonymizeConfig& config) {
  std::map<std::string, std::string_view> roles;
  const auto add = [&](const std::string& column, std::string_view role) {
    const auto [before, is_new] = roles.try_emplace(column, role);
    if (is_new) return;
    fail_input(fmt::format("'{}': column '{}' is {} and {}", config.head.path, shown(column), before->second, role),
               "A column has one role: an identifier, a quasi-identifier, sensitive, or kept.");
  };
  for (const std::string& column : config.identifiers) add(column, "an identifier");
  for (const QuasiConfig& quasi : config.quasi) add(quasi.column, "a quasi-identifier");
  for (const SensitiveConfig& sensitive : config.sensitive) add(sensitive.column, "sensitive");
  for (const std::string& column : config.keep) add(column, "kept");
}

void check(const AnonymizeConfig& config) {
  require_one_role(config);
  if (config.quasi.empty()) {
    fail_input(fmt::format("'{}' names no quasi-identifier", config.head.path),
               "Name the columns that somebody else may know as well: [quasi.COLUMN] with a 'kind'.");
  }
  if (config.k == 0) fail_input(fmt::format("'{}': k is 0, and must be at least 1", config.head.path));
  for (const SensitiveConfig& sensitive : config.sensitive) {
    SensitiveModel model = sensitive.model;
    model.distance = GroundDistance::equal;  // its hierarchy is not read yet
    try {
      model.require_valid();
    } catch (const Error& error) {
      fail_input(fmt::format("'{}': [sensitive.{}]: {}", config.head.path, shown(sensitive.column), error.what()),
                 error.hint());
    }
  }
  if (config.presence && config.algorithm == Algorithm::mondrian_relaxed) {
    fail_input(fmt::format("'{}': presence is asked for together with relaxed cuts", config.head.path),
               "Who equals the median could be in either class, and has no one share: use \"mondrian\".");
  }
}

// `is_named`: the configuration has a file, which the data set may be named after.
AnonymizeConfig parse_tables(const std::string& text, const std::string& path, bool is_named) {
  const toml::table file = parse_toml(text, path);
  AnonymizeConfig config;
  config.head.path = path;
  ConfigSection top(file, "", path, page);
  read_head(top, config.head, is_named, tables_title);
  top.section("table", [&](ConfigSection section) { read_table(std::move(section), config); });
  top.section("population", [&](ConfigSection section) { read_population(std::move(section), config); });
  top.section("columns", [&](ConfigSection columns) {
    columns.texts("identifiers", config.identifiers);
    columns.texts("keep", config.keep);
    columns.finish();
  });
  top.named_sections("quasi", [&](const std::string& column, const ConfigSection& section) {
    config.quasi.push_back(read_quasi(column, section));
  });
  top.named_sections("sensitive", [&](const std::string& column, const ConfigSection& section) {
    config.sensitive.push_back(read_sensitive(column, section));
  });
  if (!top.has("privacy")) {
    fail_input(fmt::format("'{}' has no [privacy] section", path), "Say at least k = 5 in it.");
  }
  top.section("privacy", [&](ConfigSection section) { read_privacy(std::move(section), config); });
  top.section("search", [&](ConfigSection section) { read_search(std::move(section), config); });
  top.finish();
  check(config);
  return config;
}

}  // namespace

std::string_view word_of(HierarchyKind kind) { return word_in(kind_words, kind); }
std::string_view word_of(Algorithm algorithm) { return word_in(algorithm_words, algorithm); }
std::string_view word_of(GroundDistance distance) { return word_in(distance_words, distance); }
std::string_view key_of(LossMeasure measure) { return word_in(measure_words, measure); }

AnonymizeConfig parse_anonymize_config(const std::string& text, const std::string& path) {
  return parse_tables(text, path, true);
}

AnonymizeConfig read_anonymize_config(const std::string& path) { return read_named_config(path, parse_tables); }

}  // namespace sourdine
