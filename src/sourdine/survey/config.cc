#include "sourdine/survey/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"

namespace sourdine {
namespace {

constexpr Words survey_title{"Survey", "Enquête"};
constexpr const char* survey_keys_page = "docs/surveys.md";
constexpr std::uint64_t most_symbols = 1'000'000;

[[noreturn]] void fail_survey(const SurveyConfig& config, const std::string& why, const std::string& hint = {}) {
  fail_input(fmt::format("'{}': {}", config.head.path, why), hint);
}

void read_survey_people(ConfigSection section, SurveyPeopleConfig& people) {
  read_source_keys(section, people);
  section.text("id", people.id);
  section.text("collection", people.collection);
  section.texts("collections", people.collections);
  section.finish();
}

void require_bins(const ConfigSection& section, const std::vector<double>& bins) {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (std::isnan(bins[i]) || (i > 0 && !(bins[i] > bins[i - 1]))) {
      fail_input(fmt::format("{}: the edges of 'bins' must rise", section.place("bins")));
    }
  }
  if (bins.size() < 2) {
    fail_input(fmt::format("{}: 'bins' needs two edges at least", section.place("bins")),
               "bins = [0, 18, 65, inf] is three values: from 0, from 18, and from 65 on.");
  }
}

void read_survey_attribute(ConfigSection section, SurveyAttributeConfig& attribute) {
  section.text("name", attribute.name);
  section.text("column", attribute.column);
  section.texts("labels", attribute.labels);
  section.file("labels_file", attribute.labels_file);
  section.number_list("bins", attribute.bins);
  section.text("oracle", attribute.oracle);
  section.numbers("parameters", attribute.parameters);
  section.number_list("prior", attribute.prior);
  section.finish();
  if (attribute.column.empty()) attribute.column = attribute.name;
  if (section.has("bins")) require_bins(section, attribute.bins);
}

void read_survey_privacy(ConfigSection section, SurveyConfig& config) {
  SurveyPrivacyConfig& privacy = config.privacy;
  const auto at_key = [&](const char* key, const std::string& why, const std::string& hint = {}) {
    fail_input(fmt::format("{}: '{}' {}", section.place(key), key, why), hint);
  };
  section.choice("solution", [&](const std::string& word) {
    privacy.is_allomfree = word == "allomfree";
    privacy.solution = one_of<TupleSolution>(word, {{"spl", TupleSolution::spl},
                                                    {"smp", TupleSolution::smp},
                                                    {"rs+fd", TupleSolution::rs_fd},
                                                    {"rs+rfd", TupleSolution::rs_rfd},
                                                    {"joint", TupleSolution::joint},
                                                    {"allomfree", TupleSolution::smp}});
  });
  section.number("epsilon", privacy.epsilon);
  if (section.has("epsilon") && !(privacy.epsilon > 0 && std::isfinite(privacy.epsilon))) {
    at_key("epsilon", "must be greater than 0");
  }
  section.choice("level", [&](const std::string& word) { privacy.level = tuple_level_from(word); });
  section.text("oracle", privacy.oracle);
  section.flag("pairs", privacy.pairs);
  section.number("epsilon1", privacy.epsilon1);
  if (privacy.epsilon1 && section.has("epsilon") && !(*privacy.epsilon1 > 0 && *privacy.epsilon1 < privacy.epsilon)) {
    at_key("epsilon1",
           fmt::format("is {}, and must lie between 0 and epsilon = {}", *privacy.epsilon1, privacy.epsilon),
           "epsilon1 is what one report alone may tell, epsilon what all reports about one value tell together.");
  }
  section.file("memo_key", privacy.memo_key);
  std::uint64_t cap = 0;
  section.whole("cap", cap);
  if (section.has("cap")) {
    if (cap < 1 || cap > most_symbols) at_key("cap", fmt::format("must be from 1 to {}", most_symbols));
    privacy.cap = cap;
  }
  section.file("state", privacy.state);
  read_payment_keys(section, config.head);
  section.finish();
}

void check_survey_attributes(const SurveyConfig& config) {
  if (config.attributes.empty()) {
    fail_survey(config, "no attribute is described", "Give [[attribute]] name = \"sex\", labels = [\"f\", \"m\"].");
  }
  if (!config.people.id.empty() && config.people.id == config.people.collection) {
    fail_survey(config, fmt::format("column '{}' is named for two purposes", shown(config.people.id)),
                "'id' says who it is, 'collection' when it was.");
  }
  std::set<std::string> names, columns = {config.people.id, config.people.collection};
  for (const SurveyAttributeConfig& attribute : config.attributes) {
    if (attribute.name.empty()) fail_survey(config, "an attribute has no name");
    const std::string name = shown(attribute.name);
    if (!names.insert(attribute.name).second) fail_survey(config, fmt::format("attribute '{}' is there twice", name));
    if (!columns.insert(attribute.column).second) {
      fail_survey(config, fmt::format("column '{}' is named for two purposes", shown(attribute.column)));
    }
    const int ways = static_cast<int>(!attribute.labels.empty()) + static_cast<int>(!attribute.labels_file.empty()) +
                     static_cast<int>(!attribute.bins.empty());
    if (ways != 1) {
      fail_survey(config, fmt::format("attribute '{}' must have one of 'labels', 'labels_file' and 'bins'", name));
    }
  }
}

void check_repeated(const SurveyConfig& config) {
  const SurveyPrivacyConfig& privacy = config.privacy;
  if (privacy.memo_key.empty()) {
    fail_survey(
        config,
        "people who report again need a memo, since the mean of fresh reports shows the value: 'memo_key' is missing",
        "Give [privacy] memo_key = \"survey.key\"; 'survey randomize --new-key' draws it the first time.");
  }
  if (config.people.id.empty()) {
    fail_survey(config, "people who report again must be known by a column: [people] 'id' is missing",
                "The memo of a person is kept by it; it does not leave this machine.");
  }
  if (privacy.solution != TupleSolution::spl && privacy.solution != TupleSolution::smp) {
    fail_survey(
        config,
        fmt::format("solution '{}' has no memo, so people cannot report again by it", word_of(privacy.solution)),
        "Repeated collections take allomfree, smp or spl.");
  }
  if (privacy.cap && privacy.state.empty()) {
    fail_survey(config, "'cap' needs 'state': a directory where it is kept which symbols people have used");
  }
}

void check_survey_config(SurveyConfig& config) {
  const SurveyPrivacyConfig& privacy = config.privacy;
  check_survey_attributes(config);
  if (!(privacy.epsilon > 0)) fail_survey(config, "[privacy] has no 'epsilon'");
  config.is_repeated = !config.people.collection.empty() || !privacy.memo_key.empty() || privacy.epsilon1 ||
                       privacy.cap || !privacy.state.empty() || privacy.is_allomfree;
  if (config.is_repeated) check_repeated(config);
  if (!config.people.collections.empty()) {
    std::set<std::string> seen;
    for (const std::string& name : config.people.collections) {
      if (!seen.insert(name).second) fail_survey(config, fmt::format("collection '{}' is there twice", shown(name)));
    }
  }
}

// `is_named`: the configuration has a file, which the data set may be named after.
SurveyConfig parse_survey(const std::string& text, const std::string& path, bool is_named) {
  const toml::table file = parse_toml(text, path);
  SurveyConfig config;
  config.head.path = path;
  ConfigSection top(file, "", path, survey_keys_page);
  read_head(top, config.head, is_named, survey_title);
  top.section("people", [&](ConfigSection section) { read_survey_people(std::move(section), config.people); });
  top.sections("attribute", [&](ConfigSection section) {
    read_survey_attribute(std::move(section), config.attributes.emplace_back());
  });
  top.section("privacy", [&](ConfigSection section) { read_survey_privacy(std::move(section), config); });
  top.finish();
  check_survey_config(config);
  return config;
}

}  // namespace

std::string SurveyConfig::solution_word() const {
  return privacy.is_allomfree ? "allomfree" : std::string(word_of(privacy.solution));
}

std::string SurveyConfig::state_file() const {
  if (privacy.state.empty()) return "";
  return (std::filesystem::path(privacy.state) / (head.dataset + ".ssym")).string();
}

SurveyConfig parse_survey_config(const std::string& text, const std::string& path) {
  return parse_survey(text, path, true);
}

SurveyConfig read_survey_config(const std::string& path) { return read_named_config(path, parse_survey); }

}  // namespace sourdine
