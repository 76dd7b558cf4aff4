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

const WordTable<HierarchyKind> kind_words = {{"file", HierarchyKind::file},     {"intervals", HierarchyKind::intervals},
                                             {"cuts", HierarchyKind::cuts},     {"automatic", HierarchyKind::automatic},
                                             {"dates", HierarchyKind::dates},   {"masked", HierarchyKind::masked},
                                             {"places", HierarchyKind::places}, {"flat", HierarchyKind::flat}};
const WordTable<Algorithm> algorithm_words = {{"optimal", Algorithm::optimal},
                                              {"mondrian", Algorithm::mondrian},
                                              {"mondrian-relaxed", Algorithm::mondrian_relaxed}};
const WordTable<GroundDistance> distance_words = {
    {"equal", GroundDistance::equal}, {"ordered", GroundDistance::ordered}, {"hierarchy", GroundDistance::hierarchy}};
const WordTable<LossMeasure> measure_words = {{"ncp", LossMeasure::ncp},
                                              {"entropy", LossMeasure::entropy},
                                              {"discernibility", LossMeasure::discernibility},
                                              {"class_size", LossMeasure::class_size}};
const WordTable<DateStep> step_words = {
    {"week", DateStep::week}, {"month", DateStep::month}, {"quarter", DateStep::quarter}, {"year", DateStep::year}};

void read_table(ConfigSection& section, AnonymizeConfig& config) {
  read_source_keys(section, config.table);
  read_bad_row_key(section, config.table);
  section.read({{"missing", config.missing}});
  section.word("on_missing", config.on_missing,
               {{"category", MissingValues::category}, {"drop rows", MissingValues::drop_rows}});
}

void read_population(ConfigSection& section, AnonymizeConfig& config) {
  SourceConfig& population = config.population.emplace();
  read_source_keys(section, population);
  read_bad_row_key(section, population);
  section.finish();
  config.head.require(!population.source.empty(), "[population] has no 'source'",
                      "Name the table of everybody, with the columns of the quasi-identifiers.");
}

// Only the keys of its kind are taken: another one is refused as one that is not there.
QuasiConfig read_quasi(const std::string& column, ConfigSection& section) {
  QuasiConfig quasi{.column = column};
  if (!section.has("kind")) {
    fail_input(fmt::format("the quasi-identifier '{}' has no 'kind'", shown(column)),
               "Say how its values are made coarser: file, intervals, cuts, automatic, dates, masked, places or flat.");
  }
  section.word("kind", quasi.kind, kind_words);
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
    section.read({{"place", quasi.place}, {"region", quasi.region}});
  } else if (quasi.kind == HierarchyKind::intervals) {
    require("widths");
    section.read({{"widths", quasi.widths}, {"origin", quasi.origin}});
  } else if (quasi.kind == HierarchyKind::automatic) {
    section.read({{"origin", quasi.origin}});
  } else if (quasi.kind == HierarchyKind::cuts) {
    require("cuts");
    section.read({{"cuts", quasi.cuts}});
  } else if (quasi.kind == HierarchyKind::dates) {
    std::vector<std::string> words;
    section.read({{"steps", words}});
    if (section.has("steps")) quasi.steps.clear();
    for (const std::string& word : words) quasi.steps.push_back(one_of(word, step_words));
  }
  section.read({{"ordered", quasi.is_ordered}});
  return quasi;
}

SensitiveConfig read_sensitive(const std::string& column, ConfigSection& section) {
  SensitiveConfig sensitive{.column = column};
  SensitiveModel& model = sensitive.model;
  std::map<std::string, double> recursive;
  section.read({{"distinct_l", model.distinct_l}, {"entropy_l", model.entropy_l}, {"t", model.t}});
  section.read({{"recursive", recursive}});
  if (!recursive.empty()) {
    const double l = recursive.contains("l") ? recursive["l"] : 0;
    section.require("recursive",
                    recursive.size() == 2 && recursive.contains("c") && l >= 1 && l <= 1e9 &&
                        l == static_cast<double>(static_cast<std::uint64_t>(l)),
                    "must be like { c = 3, l = 2 }");
    model.recursive = SensitiveModel::Recursive{recursive["c"], static_cast<std::uint64_t>(l)};
  }
  section.word("distance", model.distance, distance_words);
  if (model.distance == GroundDistance::hierarchy) {
    section.file("hierarchy", sensitive.file);
    if (sensitive.file.empty()) {
      fail_input(fmt::format("the distance of '{}' has no 'hierarchy'", shown(column)),
                 "Name the file: one line for each value, levels separated by ';'.");
    }
  }
  if (model.distance == GroundDistance::ordered) section.read({{"order", sensitive.order}});
  return sensitive;
}

void read_privacy(ConfigSection& section, AnonymizeConfig& config) {
  config.head.require(section.has("k"), "[privacy] has no 'k'", "Say how many rows look alike at least.");
  section.read({{"k", config.k}});
  section.rows_or_share("suppress", config.max_suppressed, config.max_suppressed_share);
  section.section("presence", [&](ConfigSection& presence) {
    PresenceModel& model = config.presence.emplace();
    presence.read({{"least", model.least}, {"most", model.most}});
    presence.finish();
    config.head.require(config.population.has_value(), "presence is asked for, and there is no population",
                        "Name the table of everybody: [population] with a 'source'.");
  });
  read_payment_keys(section, config.head);
}

void read_search(ConfigSection& section, AnonymizeConfig& config) {
  section.word("algorithm", config.algorithm, algorithm_words);
  section.word("measure", config.measure, measure_words);
  section.read({{"local_recoding", config.recodes_locally}});
}

void require_one_role(const AnonymizeConfig& config) {
  std::map<std::string, std::string_view> roles;
  const auto add = [&](const std::string& column, std::string_view role) {
    const auto [before, is_new] = roles.try_emplace(column, role);
    config.head.require(is_new, fmt::format("column '{}' is {} and {}", shown(column), before->second, role),
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
  config.head.require(config.k > 0, "k is 0, and must be at least 1");
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
  config.head.require(!config.presence || config.algorithm != Algorithm::mondrian_relaxed,
                      "presence is asked for together with relaxed cuts",
                      "Who equals the median could be in either class, and has no one share: use \"mondrian\".");
}

}  // namespace

AnonymizeConfig read_anonymize_config(const ConfigText& text) {
  AnonymizeConfig config;
  read_toml(text, page, [&](ConfigSection& top) {
    read_head(top, config.head, tables_title);
    top.section("table", [&](ConfigSection& section) { read_table(section, config); });
    top.section("population", [&](ConfigSection& section) { read_population(section, config); });
    top.section("columns", [&](ConfigSection& columns) {
      columns.read({{"identifiers", config.identifiers}, {"keep", config.keep}});
    });
    top.named_sections("quasi", [&](const std::string& column, ConfigSection& section) {
      config.quasi.push_back(read_quasi(column, section));
    });
    top.named_sections("sensitive", [&](const std::string& column, ConfigSection& section) {
      config.sensitive.push_back(read_sensitive(column, section));
    });
    if (!top.has("privacy")) {
      fail_input(fmt::format("'{}' has no [privacy] section", text.path), "Say at least k = 5 in it.");
    }
    top.section("privacy", [&](ConfigSection& section) { read_privacy(section, config); });
    top.section("search", [&](ConfigSection& section) { read_search(section, config); });
  });
  check(config);
  return config;
}

std::string_view word_of(HierarchyKind kind) { return word_in(kind_words, kind); }
std::string_view word_of(Algorithm algorithm) { return word_in(algorithm_words, algorithm); }
std::string_view word_of(GroundDistance distance) { return word_in(distance_words, distance); }
std::string_view key_of(LossMeasure measure) { return word_in(measure_words, measure); }

}  // namespace sourdine
