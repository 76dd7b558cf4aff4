#include "sourdine/anonymize/facts_json.h"

#include <map>

#include "sourdine/anonymize/statement.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

Json row_risk_json(const RowRisk& risk) {
  return {{"largest", risk.largest}, {"average", risk.average}, {"rows_at_risk", risk.at_risk}};
}

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
Json attack_counts_json(const Anonymized& made) {
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
Json size_counts_json(const Reached& reached) {
  std::map<std::uint32_t, std::uint64_t> by_size;
  for (const std::uint32_t size : reached.class_sizes) ++by_size[size];
  Json json = Json::array();
  for (const auto& [size, classes] : by_size) json.push_back({{"size", size}, {"classes", classes}});
  return json;
}

}  // namespace

nlohmann::ordered_json risk_json(const ReidentificationRisk& risk) {
  Json json = {{"rows", risk.rows},           {"classes", risk.classes},
               {"threshold", risk.threshold}, {"prosecutor", row_risk_json(risk.prosecutor)},
               {"marketer", risk.marketer},   {"unique_rows", risk.uniques}};
  if (risk.population) {
    json["population"] = {{"rows", risk.population->rows},
                          {"journalist", row_risk_json(risk.population->journalist)},
                          {"marketer", risk.population->marketer},
                          {"unique_rows", risk.population->uniques},
                          {"uncovered_rows", risk.population->uncovered}};
  }
  return json;
}

nlohmann::ordered_json losses_json(const Losses& losses) {
  return {{"ncp", losses.ncp},
          {"entropy", losses.entropy},
          {"discernibility", losses.discernibility},
          {"class_size", losses.class_size}};
}

std::vector<Fact> tables_facts(const Anonymized& made, const std::vector<Comparison>& earlier) {
  const AnonymizeConfig& config = made.config;
  Json compared = Json::array();
  for (const Comparison& comparison : earlier) compared.push_back(text_of(comparison));
  return {{"dataset", config.head.dataset},
          {"models", models_text(config)},
          {"asked", asked_json(config)},
          {"reached", reached_json(made.reached, config)},
          {"columns", {{"removed", config.identifiers}, {"kept", config.keep}}},
          {"quasi_identifiers", quasi_json(made)},
          {"rows",
           {{"read", made.source.rows() + made.rows_dropped},
            {"skipped", made.rows_skipped},
            {"dropped_for_missing_values", made.rows_dropped},
            {"suppressed", made.suppressed()},
            {"published", made.published.rows()}}},
          {"suppression_limit", made.problem.max_suppressed},
          {"suppression_given_up_for_closeness", made.had_to_publish_all},
          {"search", search_json(made)},
          {"loss", losses_json(made.losses)},
          {"risk", {{"before", risk_json(made.risks.before)}, {"after", risk_json(made.risks.after)}}},
          {"attacks", attack_counts_json(made)},
          {"classes", made.reached.class_sizes.size()},
          {"class_sizes", size_counts_json(made.reached)},
          {"compared_with", std::move(compared)}};
}

}  // namespace sourdine
