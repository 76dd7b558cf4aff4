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
const WordTable<TupleSolution> solution_words = {{"spl", TupleSolution::spl},     {"smp", TupleSolution::smp},
                                                 {"rs+fd", TupleSolution::rs_fd}, {"rs+rfd", TupleSolution::rs_rfd},
                                                 {"joint", TupleSolution::joint}, {"allomfree", TupleSolution::smp}};

void read_survey_people(ConfigSection& section, SurveyPeopleConfig& people) {
  read_source_keys(section, people);
  section.read({{"id", people.id}, {"collection", people.collection}, {"collections", people.collections}});
}

void require_bins(const ConfigSection& section, const std::vector<double>& bins) {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (std::isnan(bins[i]) || (i > 0 && !(bins[i] > bins[i - 1]))) {
      fail_input(fmt::format("{}: the edges of 'bins' must rise", section.place("bins")));
    }
  }
  section.require("bins", bins.size() >= 2, "needs two edges at least",
                  "bins = [0, 18, 65, inf] is three values: from 0, from 18, and from 65 on.");
}

void read_survey_attribute(ConfigSection& section, SurveyAttributeConfig& attribute) {
  section.read({{"name", attribute.name}, {"labels", attribute.labels}, {"bins", attribute.bins}});
  section.read({{"oracle", attribute.oracle}, {"parameters", attribute.parameters}, {"prior", attribute.prior}});
  section.file("labels_file", attribute.labels_file);
  section.read({{"column", attribute.column}});
  section.finish();
  if (attribute.column.empty()) attribute.column = attribute.name;
  if (section.has("bins")) require_bins(section, attribute.bins);
}

void read_survey_privacy(ConfigSection& section, SurveyPrivacyConfig& privacy, Head& head) {
  section.word("solution", privacy.solution, solution_words);
  privacy.is_allomfree = section.is_word("solution", "allomfree");
  section.choice("level", [&](const std::string& word) { privacy.level = tuple_level_from(word); });
  section.read({{"epsilon", privacy.epsilon}, {"epsilon1", privacy.epsilon1}, {"oracle", privacy.oracle}});
  section.read({{"pairs", privacy.pairs}, {"cap", privacy.cap}});
  section.file("memo_key", privacy.memo_key);
  section.file("state", privacy.state);
  read_payment_keys(section, head);
  section.finish();
  const bool has_epsilon = section.has("epsilon");
  section.require("epsilon", !has_epsilon || (privacy.epsilon > 0 && std::isfinite(privacy.epsilon)),
                  "must be greater than 0");
  const double epsilon1 = privacy.epsilon1.value_or(0);
  section.require(
      "epsilon1", !privacy.epsilon1 || !has_epsilon || (epsilon1 > 0 && epsilon1 < privacy.epsilon),
      fmt::format("is {}, and must lie between 0 and epsilon = {}", epsilon1, privacy.epsilon),
      "epsilon1 is what one report alone may tell, epsilon what all reports about one value tell together.");
  section.require("cap", !privacy.cap || (*privacy.cap >= 1 && *privacy.cap <= most_symbols),
                  fmt::format("must be from 1 to {}", most_symbols));
}

void check_survey_attributes(const SurveyConfig& config) {
  const Head& head = config.head;
  head.require(!config.attributes.empty(), "no attribute is described",
               "Give [[attribute]] name = \"sex\", labels = [\"f\", \"m\"].");
  head.require(config.people.id.empty() || config.people.id != config.people.collection,
               fmt::format("column '{}' is named for two purposes", shown(config.people.id)),
               "'id' says who it is, 'collection' when it was.");
  std::set<std::string> names, columns = {config.people.id, config.people.collection};
  for (const SurveyAttributeConfig& attribute : config.attributes) {
    head.require(!attribute.name.empty(), "an attribute has no name");
    const std::string name = shown(attribute.name);
    head.require(names.insert(attribute.name).second, fmt::format("attribute '{}' is there twice", name));
    head.require(columns.insert(attribute.column).second,
                 fmt::format("column '{}' is named for two purposes", shown(attribute.column)));
    const int ways = static_cast<int>(!attribute.labels.empty()) + static_cast<int>(!attribute.labels_file.empty()) +
                     static_cast<int>(!attribute.bins.empty());
    head.require(ways == 1, fmt::format("attribute '{}' must have one of 'labels', 'labels_file' and 'bins'", name));
  }
}

void check_repeated(const SurveyConfig& config) {
  const SurveyPrivacyConfig& privacy = config.privacy;
  const Head& head = config.head;
  head.require(
      !privacy.memo_key.empty(),
      "people who report again need a memo, since the mean of fresh reports shows the value: 'memo_key' is missing",
      "Give [privacy] memo_key = \"survey.key\"; 'survey randomize --new-key' draws it the first time.");
  head.require(!config.people.id.empty(), "people who report again must be known by a column: [people] 'id' is missing",
               "The memo of a person is kept by it; it does not leave this machine.");
  head.require(privacy.solution == TupleSolution::spl || privacy.solution == TupleSolution::smp,
               fmt::format("solution '{}' has no memo, so people cannot report again by it", word_of(privacy.solution)),
               "Repeated collections take allomfree, smp or spl.");
  head.require(!privacy.cap || !privacy.state.empty(),
               "'cap' needs 'state': a directory where it is kept which symbols people have used");
}

void check_survey_config(SurveyConfig& config) {
  const SurveyPrivacyConfig& privacy = config.privacy;
  check_survey_attributes(config);
  config.head.require(privacy.epsilon > 0, "[privacy] has no 'epsilon'");
  config.is_repeated = !config.people.collection.empty() || !privacy.memo_key.empty() || privacy.epsilon1 ||
                       privacy.cap || !privacy.state.empty() || privacy.is_allomfree;
  if (config.is_repeated) check_repeated(config);
  std::set<std::string> seen;
  for (const std::string& name : config.people.collections) {
    config.head.require(seen.insert(name).second, fmt::format("collection '{}' is there twice", shown(name)));
  }
}

}  // namespace

SurveyConfig read_survey_config(const ConfigText& text) {
  SurveyConfig config;
  read_toml(text, survey_keys_page, [&](ConfigSection& top) {
    read_head(top, config.head, survey_title);
    top.section("people", [&](ConfigSection& section) { read_survey_people(section, config.people); });
    top.sections("attribute",
                 [&](ConfigSection& section) { read_survey_attribute(section, config.attributes.emplace_back()); });
    top.section("privacy", [&](ConfigSection& section) { read_survey_privacy(section, config.privacy, config.head); });
  });
  check_survey_config(config);
  return config;
}

std::string SurveyConfig::solution_word() const {
  return privacy.is_allomfree ? "allomfree" : std::string(word_of(privacy.solution));
}

std::string SurveyConfig::state_file() const {
  if (privacy.state.empty()) return "";
  return (std::filesystem::path(privacy.state) / (head.dataset + ".ssym")).string();
}

}  // namespace sourdine
