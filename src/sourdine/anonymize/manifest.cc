#include "sourdine/anonymize/manifest.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "sourdine/anonymize/facts_json.h"
#include "sourdine/base/text.h"
#include "sourdine/base/version.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

Json asked_json(const AnonymizeConfig& config) {
  Json json = {{"k", config.k}};
  Json sensitive = Json::array();
  for (const SensitiveConfig& each : config.sensitive) {
    const SensitiveModel& model = each.model;
    Json row = {{"column", each.column}};
    if (model.distinct_l > 1) row["distinct_l"] = model.distinct_l;
    if (model.entropy_l > 1) row["entropy_l"] = model.entropy_l;
    if (model.recursive) row["recursive"] = {{"c", model.recursive->c}, {"l", model.recursive->l}};
    if (model.t) row["t"] = *model.t;
    row["distance"] = word_of(model.distance);
    sensitive.push_back(row);
  }
  json["sensitive"] = sensitive;
  if (config.presence) json["presence"] = {{"least", config.presence->least}, {"most", config.presence->most}};
  return json;
}

Json reached_json(const Reached& reached, const AnonymizeConfig& config) {
  Json json = {{"k", reached.k}};
  Json sensitive = Json::array();
  for (std::size_t s = 0; s < reached.sensitive.size(); ++s) {
    const ReachedSensitive& each = reached.sensitive[s];
    Json row = {{"column", each.column}, {"distinct_l", each.distinct_l}, {"entropy_l", each.entropy_l}};
    if (each.recursive_c) {
      row["recursive"] = {{"c_above", *each.recursive_c}, {"l", config.sensitive[s].model.recursive->l}};
    }
    row["t"] = each.t;
    sensitive.push_back(row);
  }
  json["sensitive"] = sensitive;
  if (reached.presence) json["presence"] = {{"least", reached.presence->least}, {"most", reached.presence->most}};
  return json;
}

// Of each quasi-identifier: its hierarchy, the optimum's level, and how many published rows are at which level.
Json quasi_json(const Anonymized& made) {
  Json json = Json::array();
  for (std::size_t a = 0; a < made.config.quasi.size(); ++a) {
    const Hierarchy& hierarchy = *made.problem.hierarchies[a];
    Json row = {{"column", made.config.quasi[a].column},
                {"kind", word_of(made.config.quasi[a].kind)},
                {"values", hierarchy.size()},
                {"levels", hierarchy.levels()}};
    if (made.search) row["optimal_level"] = made.search->best->levels[a];
    if (made.config.algorithm == Algorithm::optimal) {
      std::vector<std::uint64_t> rows(hierarchy.levels());
      for (std::size_t i = 0; i < made.recoding.classes.count(); ++i) {
        if (made.recoding.is_published[i]) rows[made.recoding.published[i][a].level] += made.recoding.classes.sizes[i];
      }
      row["rows_by_level"] = rows;
    }
    json.push_back(row);
  }
  return json;
}

Json search_json(const Anonymized& made) {
  Json json = {{"algorithm", word_of(made.config.algorithm)}, {"measure", key_of(made.config.measure)}};
  if (made.search) {
    json["combinations"] = made.search->combinations;
    json["looked_at"] = made.search->looked_at;
    json["local_recoding"] = made.config.recodes_locally;
  }
  if (made.optimum_losses) json["loss_before_local_recoding"] = losses_json(*made.optimum_losses);
  return json;
}

// Rows that each attack reveals, or guesses.
Json attacks_json(const Anonymized& made) {
  Json json = Json::array();
  for (const SensitiveAttacks& each : made.attacks) {
    Json row = {{"column", each.column},
                {"homogeneity", each.homogeneity.revealed},
                {"guessed", each.homogeneity.guessed},
                {"guessed_without_classes", each.homogeneity.guessed_blindly},
                {"background", Json::array()}};
    for (const BackgroundKnowledge& known : each.background) {
      if (known.ruled_out == 0) continue;
      row["background"].push_back({{"ruled_out", known.ruled_out}, {"revealed", known.revealed}});
    }
    if (each.minimality) row["minimality"] = each.minimality->revealed;
    json.push_back(row);
  }
  return json;
}

// {size: how many classes}, small sizes first.
Json sizes_json(const Reached& reached) {
  std::map<std::uint32_t, std::uint64_t> by_size;
  for (const std::uint32_t size : reached.class_sizes) ++by_size[size];
  Json json = Json::array();
  for (const auto& [size, classes] : by_size) json.push_back({{"size", size}, {"classes", classes}});
  return json;
}

std::string reached_line(const ReachedSensitive& each) {
  return fmt::format("- `{}`: in every class at least {}, entropy l {:.6g}, distance from the table at most {:.6g}.\n",
                     shown(each.column), counted(each.distinct_l, "value"), each.entropy_l, each.t);
}

// What a model promises, and what it does not.
std::string model_lines(const AnonymizeConfig& config) {
  std::string text = fmt::format(
      "- **{}-anonymity**: by the columns that are generalised, every row looks like at least {} others. It does not "
      "say "
      "that their sensitive values differ: who is known to be in a class whose rows agree is told about.\n",
      config.k, config.k - 1);
  for (const SensitiveConfig& each : config.sensitive) {
    const SensitiveModel& model = each.model;
    const std::string name = shown(each.column);
    if (model.distinct_l > 1) {
      text += fmt::format(
          "- **distinct {}-diversity** of `{}`: every class has so many different values. One of them may still be far "
          "more frequent than the others, and all may mean nearly the same.\n",
          model.distinct_l, name);
    }
    if (model.entropy_l > 1) {
      text += fmt::format(
          "- **entropy {}-diversity** of `{}`: the values of a class are as spread as those of so many equally "
          "frequent "
          "ones. It does not hinder who can exclude some of them.\n",
          model.entropy_l, name);
    }
    if (model.recursive) {
      text += fmt::format(
          "- **recursive ({}, {})-diversity** of `{}`: the most frequent value of a class is less than {} times as "
          "frequent as the {}th and all rarer ones together.\n",
          model.recursive->c, model.recursive->l, name, model.recursive->c, model.recursive->l);
    }
    if (model.t) {
      text += fmt::format(
          "- **{}-closeness** of `{}` ({} distance): a class tells little more about it than the whole table does. "
          "What "
          "the whole table tells is told.\n",
          *model.t, name, word_of(model.distance));
    }
  }
  if (config.presence) {
    text += fmt::format(
        "- **presence from {} to {}**: of the people of the population who look like a class, such a share is in the "
        "table, and so of those who look like none. It holds against who knows that population, and no better list.\n",
        config.presence->least, config.presence->most);
  }
  return text;
}

}  // namespace

std::string not_differential_sentence(const AnonymizeConfig& config) {
  return fmt::format("this is not differential privacy: it is {}", models_text(config));
}

std::string anonymized_manifest(const Anonymized& made, const std::string& day,
                                const std::vector<Comparison>& earlier) {
  const AnonymizeConfig& config = made.config;
  const std::uint64_t suppressed = made.suppressed();
  Json json = {{"schema", anonymized_manifest_schema},
               {"kind", anonymized_manifest_kind},
               {"software", fmt::format("sourdine {}", version())},
               {"title", config.title},
               {"dataset", config.dataset},
               {"made", day},
               {"is_private", false},
               {"not_private_because", Json::array()},
               {"models", models_text(config)},
               {"asked", asked_json(config)},
               {"reached", reached_json(made.reached, config)},
               {"columns", {{"removed", config.identifiers}, {"kept", config.keep}}},
               {"quasi_identifiers", quasi_json(made)},
               {"rows",
                {{"read", made.source.rows() + made.rows_dropped},
                 {"skipped", made.rows_skipped},
                 {"dropped_for_missing_values", made.rows_dropped},
                 {"suppressed", suppressed},
                 {"published", made.published.rows()}}},
               {"suppression_limit", made.problem.max_suppressed},
               {"suppression_given_up_for_closeness", made.had_to_publish_all},
               {"search", search_json(made)},
               {"loss", losses_json(made.losses)},
               {"risk", {{"before", risk_json(made.risks.before)}, {"after", risk_json(made.risks.after)}}},
               {"attacks", attacks_json(made)},
               {"classes", made.reached.class_sizes.size()},
               {"class_sizes", sizes_json(made.reached)},
               {"compared_with", Json::array()}};
  for (const Comparison& each : earlier) json["compared_with"].push_back(text_of(each));
  json["not_private_because"].push_back(not_differential_sentence(config));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string anonymized_privacy_document(const Anonymized& made, const std::string& day,
                                        const std::vector<Comparison>& earlier) {
  const AnonymizeConfig& config = made.config;
  std::string text = fmt::format(
      "# What is promised of this table\n\n{}, {}. Made by sourdine {}.\n\n"
      "**This is not differential privacy.** The columns that somebody may know from elsewhere were made coarser until "
      "rows look alike ({}). What follows holds of this table by itself, against who knows these columns and nothing "
      "else. It bounds neither what a reader with more knowledge learns, nor what two tables tell together.\n\n"
      "## What holds\n\n{}\nMeasured on `table.csv`: {} in {}, the smallest of {}.\n",
      escaped(config.title), day, version(), models_text(config), model_lines(config),
      counted(made.published.rows(), "row"),
      made.reached.class_sizes.size() == 1 ? "1 class" : fmt::format("{} classes", made.reached.class_sizes.size()),
      counted(made.reached.k, "row"));
  for (const ReachedSensitive& each : made.reached.sensitive) text += reached_line(each);
  text += fmt::format(
      "\n## What does not\n\n"
      "- **Two releases.** Whoever is in two tables of the same people lies in a class of each; the sensitive values "
      "that "
      "both classes share are what is left, and that may be one. Each of the two may be {}-anonymous. Before another "
      "table of these people is published, in any form, compare it with this one (`sourdine anonymize "
      "--compare-with`).\n"
      "- **Other knowledge.** Who can exclude values for a person (a disease that only others have) learns more than "
      "the "
      "models say. Who knows how the table was made may learn from what was *not* made coarser.\n"
      "- **Columns taken for harmless.** {}\n"
      "- **Presence.** {}\n",
      config.k,
      config.keep.empty() ? "None is published as it is."
                          : "What identifies a person in a column that is kept as it is identifies the row.",
      config.presence ? "Bounded as above, for the population that was given."
                      : "Nothing is promised about whether somebody is in the table.");
  if (config.sensitive.size() > 1) {
    text +=
        "- **Several sensitive columns** are each protected as if the others were not there: who knows one of them for "
        "a person knows more than the generalised columns.\n";
  }
  if (made.suppressed() > 0) {
    text += fmt::format("- {} in no class and left out; their number is told.\n",
                        made.suppressed() == 1 ? "1 row was" : std::to_string(made.suppressed()) + " rows were");
  }
  if (made.rows_dropped > 0) {
    text += fmt::format("- {} left out because a value was missing.\n",
                        made.rows_dropped == 1 ? "1 row was" : std::to_string(made.rows_dropped) + " rows were");
  }
  if (!earlier.empty()) {
    text += "\n## Together with earlier releases\n\n";
    for (const Comparison& each : earlier) text += fmt::format("- {}\n", text_of(each));
  }
  text +=
      "\n## For numbers with a guarantee\n\nWhere totals, counts by place or by age are what is needed, publish those "
      "under differential privacy (`sourdine release`, `sourdine range`): what they tell adds up, and is bounded "
      "whatever else is known.\n";
  return text;
}

}  // namespace sourdine
