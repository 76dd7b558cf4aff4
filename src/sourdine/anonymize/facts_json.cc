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
  for (const SensitiveConfig& asked : config.sensitive) {
    const SensitiveModel& model = asked.model;
    Json row = {{"column", asked.column}};
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
    const ReachedSensitive& here = reached.sensitive[s];
    Json row = {{"column", here.column}, {"distinct_l", here.distinct_l}, {"entropy_l", here.entropy_l}};
    if (here.recursive_c) {
      row["recursive"] = {{"c_above", *here.recursive_c}, {"l", config.sensitive[s].model.recursive->l}};
    }
    row["t"] = here.t;
    sensitive.push_back(row);
  }
  json["sensitive"] = sensitive;
  if (reached.presence) json["presence"] = {{"least", reached.presence->least}, {"most", reached.presence->most}};
  return json;
}

// Of each quasi-identifier: its hierarchy, the optimum's level, and how many published rows are at which level.
Json quasi_json(const Anonymized& table) {
  Json json = Json::array();
  for (std::size_t a = 0; a < table.config.quasi.size(); ++a) {
    const Hierarchy& hierarchy = *table.problem.hierarchies[a];
    Json row = {{"column", table.config.quasi[a].column},
                {"kind", word_of(table.config.quasi[a].kind)},
                {"values", hierarchy.size()},
                {"levels", hierarchy.levels()}};
    if (table.search) row["optimal_level"] = table.search->best->levels[a];
    if (table.config.algorithm == Algorithm::optimal) {
      std::vector<std::uint64_t> rows(hierarchy.levels());
      for (std::size_t i = 0; i < table.recoding.classes.count(); ++i) {
        if (table.recoding.is_published[i])
          rows[table.recoding.published[i][a].level] += table.recoding.classes.sizes[i];
      }
      row["rows_by_level"] = rows;
    }
    json.push_back(row);
  }
  return json;
}

Json search_json(const Anonymized& table) {
  Json json = {{"algorithm", word_of(table.config.algorithm)}, {"measure", key_of(table.config.measure)}};
  if (table.search) {
    json["combinations"] = table.search->combinations;
    json["looked_at"] = table.search->looked_at;
    json["local_recoding"] = table.config.recodes_locally;
  }
  if (table.optimum_losses) json["loss_before_local_recoding"] = losses_json(*table.optimum_losses);
  return json;
}

// Rows that each attack reveals, or guesses.
Json attack_counts_json(const Anonymized& table) {
  Json json = Json::array();
  for (const SensitiveAttacks& attacks : table.attacks) {
    Json row = {{"column", attacks.column},
                {"homogeneity", attacks.homogeneity.revealed},
                {"guessed", attacks.homogeneity.guessed},
                {"guessed_without_classes", attacks.homogeneity.guessed_blindly},
                {"background", Json::array()}};
    for (const BackgroundKnowledge& known : attacks.background) {
      if (known.ruled_out == 0) continue;
      row["background"].push_back({{"ruled_out", known.ruled_out}, {"revealed", known.revealed}});
    }
    if (attacks.minimality) row["minimality"] = attacks.minimality->revealed;
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

std::vector<Fact> tables_facts(const Anonymized& table, const std::vector<Comparison>& earlier) {
  const AnonymizeConfig& config = table.config;
  Json compared = Json::array();
  for (const Comparison& comparison : earlier) compared.push_back(text_of(comparison));
  return {{"dataset", config.head.dataset},
          {"models", models_text(config)},
          {"asked", asked_json(config)},
          {"reached", reached_json(table.reached, config)},
          {"columns", {{"removed", config.identifiers}, {"kept", config.keep}}},
          {"quasi_identifiers", quasi_json(table)},
          {"rows",
           {{"read", table.source.rows() + table.rows_dropped},
            {"skipped", table.rows_skipped},
            {"dropped_for_missing_values", table.rows_dropped},
            {"suppressed", table.suppressed()},
            {"published", table.published.rows()}}},
          {"suppression_limit", table.problem.max_suppressed},
          {"suppression_given_up_for_closeness", table.had_to_publish_all},
          {"search", search_json(table)},
          {"loss", losses_json(table.losses)},
          {"risk", {{"before", risk_json(table.risks.before)}, {"after", risk_json(table.risks.after)}}},
          {"attacks", attack_counts_json(table)},
          {"classes", table.reached.class_sizes.size()},
          {"class_sizes", size_counts_json(table.reached)},
          {"compared_with", std::move(compared)}};
}

}  // namespace sourdine
