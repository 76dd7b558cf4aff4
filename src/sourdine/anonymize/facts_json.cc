#include "sourdine/anonymize/facts_json.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sourdine/anonymity/separation.h"
#include "sourdine/anonymity/table_check.h"
#include "sourdine/anonymize/statement.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

Json row_risk_json(const RowRisk& risk) {
  return {{"largest", risk.largest}, {"average", risk.average}, {"rows_at_risk", risk.at_risk}};
}

Json losses_json(const Losses& losses) {
  return {{"ncp", losses.ncp},
          {"entropy", losses.entropy},
          {"discernibility", losses.discernibility},
          {"class_size", losses.class_size}};
}

// What was asked of the table, and what is reached.
std::pair<Json, Json> asked_and_reached(const Anonymized& table) {
  const AnonymizeConfig& config = table.config;
  Json asked = {{"k", config.k}, {"sensitive", Json::array()}};
  Json reached = {{"k", table.reached.k}, {"sensitive", Json::array()}};
  for (std::size_t s = 0; s < config.sensitive.size(); ++s) {
    const SensitiveModel& model = config.sensitive[s].model;
    const ReachedSensitive& here = table.reached.sensitive[s];
    Json row = {{"column", here.column}};
    if (model.distinct_l > 1) row["distinct_l"] = model.distinct_l;
    if (model.entropy_l > 1) row["entropy_l"] = model.entropy_l;
    if (model.recursive) row["recursive"] = {{"c", model.recursive->c}, {"l", model.recursive->l}};
    if (model.t) row["t"] = *model.t;
    row["distance"] = word_of(model.distance);
    asked["sensitive"].push_back(row);
    row = {{"column", here.column}, {"distinct_l", here.distinct_l}, {"entropy_l", here.entropy_l}};
    if (here.recursive_c) row["recursive"] = {{"c_above", *here.recursive_c}, {"l", model.recursive->l}};
    row["t"] = here.t;
    reached["sensitive"].push_back(row);
  }
  const auto add_presence = [](Json& json, const auto& presence) {
    if (presence) json["presence"] = {{"least", presence->least}, {"most", presence->most}};
  };
  add_presence(asked, config.presence);
  add_presence(reached, table.reached.presence);
  return {std::move(asked), std::move(reached)};
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

Json model_json(const char* model, Json asked, double reached, const SensitiveConfig* sensitive = nullptr) {
  return {{"model", model},
          {"column", sensitive ? Json(sensitive->column) : Json()},
          {"distance", nullptr},
          {"l", nullptr},
          {"asked", std::move(asked)},
          {"reached", reached}};
}

Json models_json(const Anonymized& table) {
  const AnonymizeConfig& config = table.config;
  Json models = Json::array();  // a list in braces of one object is that object for some compilers
  models.push_back(model_json("k", config.k, static_cast<double>(table.reached.k)));
  for (std::size_t i = 0; i < config.sensitive.size(); ++i) {
    const SensitiveConfig& sensitive = config.sensitive[i];
    const ReachedSensitive& reached = table.reached.sensitive[i];
    const SensitiveModel& model = sensitive.model;
    models.push_back(model_json("distinct", model.distinct_l > 1 ? Json(model.distinct_l) : Json(),
                                static_cast<double>(reached.distinct_l), &sensitive));
    models.push_back(
        model_json("entropy", model.entropy_l > 1 ? Json(model.entropy_l) : Json(), reached.entropy_l, &sensitive));
    if (model.recursive && reached.recursive_c) {
      models.push_back(model_json("recursive", model.recursive->c, *reached.recursive_c, &sensitive));
      models.back()["l"] = model.recursive->l;
    }
    models.push_back(model_json("t", model.t ? Json(*model.t) : Json(), reached.t, &sensitive));
    models.back()["distance"] = word_of(model.distance);
  }
  if (config.presence && table.reached.presence) {
    models.push_back(model_json("presence_least", config.presence->least, table.reached.presence->least));
    models.push_back(model_json("presence_most", config.presence->most, table.reached.presence->most));
  }
  return models;
}

Json identification_json(const Identification& set, std::optional<double> separation) {
  return {{"distinction", set.distinction},
          {"separation", separation ? Json(*separation) : Json()},
          {"unique_rows", set.uniques}};
}

// Every column by itself, and the few sets that told most before.
Json identifications_json(const Anonymized& table, const TableCheck& after) {
  constexpr std::size_t most_sets = 5;
  const Separation separation(table.problem, table.recoding);
  Json rows = Json::array();
  std::size_t sets = 0;
  for (const Identification& before : identifying_columns(table.problem.quasi)) {
    if (before.columns.size() > 1 && ++sets > most_sets) continue;
    const auto same = std::ranges::find(after.identification, before.columns, &Identification::columns);
    if (same == after.identification.end()) continue;
    Json names = Json::array();
    for (const std::size_t column : before.columns) names.push_back(table.config.quasi[column].column);
    rows.push_back({{"columns", std::move(names)},
                    {"before", identification_json(before, before.separation)},
                    {"after", identification_json(*same, separation.of_columns(same->columns))}});
  }
  return rows;
}

// Classes by their sizes, before and after: from the smallest to the largest of both.
Json sizes_json(const Anonymized& table, const TableCheck& after) {
  std::map<std::uint64_t, Json> rows;  // by the least size
  const auto add = [&](const char* when, const ClassSizes& size) {
    const Json none = {{"classes", 0}, {"rows", 0}};
    Json& row = rows[size.least];
    if (row.is_null()) row = {{"least", size.least}, {"most", size.most}, {"before", none}, {"after", none}};
    row[when] = {{"classes", size.classes}, {"rows", size.rows}};
  };
  for (const ClassSizes& size : class_sizes(group_rows(table.problem.quasi), after.sizes.back().most))
    add("before", size);
  for (const ClassSizes& size : after.sizes) add("after", size);
  Json list = Json::array();
  for (auto& [least, row] : rows) list.push_back(std::move(row));
  return list;
}

// The level of a whole column, where all classes have the same; and the share of its values that a published cell may
// be, on average: 0 where it is one.
Json attribute_json(const Anonymized& table, std::size_t attribute) {
  const Hierarchy& hierarchy = *table.problem.hierarchies[attribute];
  const Recoding& recoding = table.recoding;
  std::optional<std::size_t> level;
  bool is_one_level = true;
  double lost = 0, rows = 0;
  for (std::size_t i = 0; i < recoding.classes.count(); ++i) {
    if (!recoding.is_published[i]) continue;
    const PublishedRange& range = recoding.published[i][attribute];
    const std::uint64_t leaves = leaves_of(hierarchy, range);
    is_one_level = is_one_level && (!level || *level == range.level) && range.first == range.last;
    level = range.level;
    rows += recoding.classes.sizes[i];
    lost += leaves > 1 ? recoding.classes.sizes[i] * static_cast<double>(leaves) / hierarchy.size() : 0;
  }
  return {{"column", table.config.quasi[attribute].column},
          {"level", is_one_level && level ? Json(*level) : Json()},
          {"top", hierarchy.levels() - 1},
          {"loss", rows > 0 ? lost / rows : 0}};
}

Json minimality_json(const std::optional<Minimality>& found) {
  if (!found) return nullptr;
  return {{"attacked", found->attacked},
          {"revealed", found->revealed},
          {"raised", found->raised},
          {"before", found->mean_before},
          {"after", found->mean_after}};
}

// With each earlier table that has the column.
Json intersections_json(const std::vector<Comparison>& earlier, const std::string& column) {
  Json list = Json::array();
  for (const Comparison& comparison : earlier) {
    if (comparison.column != column) continue;
    list.push_back({{"directory", comparison.directory},
                    {"possible", comparison.found.possible},
                    {"revealed", comparison.found.revealed_possibly},
                    {"revealed_alone", comparison.found.revealed_alone},
                    {"isolated", comparison.found.isolated_possibly},
                    {"unknown_values", comparison.found.unknown_values}});
  }
  return list;
}

Json attacks_json(const Anonymized& table, const std::vector<Comparison>& earlier) {
  Json list = Json::array();
  for (const SensitiveAttacks& attacks : table.attacks) {
    Json background = Json::array();
    for (const BackgroundKnowledge& known : attacks.background) {
      background.push_back(
          {{"ruled_out", known.ruled_out}, {"revealed", known.revealed}, {"confidence", known.confidence}});
    }
    list.push_back({{"column", attacks.column},
                    {"values", attacks.values},
                    {"revealed", attacks.homogeneity.revealed},
                    {"guessed", attacks.homogeneity.guessed},
                    {"guessed_blindly", attacks.homogeneity.guessed_blindly},
                    {"background", std::move(background)},
                    {"minimality", minimality_json(attacks.minimality)},
                    {"intersection", intersections_json(earlier, attacks.column)}});
  }
  return list;
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

std::vector<Fact> tables_facts(const Anonymized& table, const std::vector<Comparison>& earlier) {
  const AnonymizeConfig& config = table.config;
  const auto [asked, reached] = asked_and_reached(table);
  Json compared = Json::array();
  for (const Comparison& comparison : earlier) compared.push_back(text_of(comparison));
  return {{"dataset", config.head.dataset},
          {"models", models_text(config)},
          {"asked", asked},
          {"reached", reached},
          {"columns", {{"removed", config.identifiers}, {"kept", config.keep}}},
          {"quasi_identifiers", quasi_json(table)},
          {"rows",
           {{"read", table.source.rows() + table.rows_dropped},
            {"skipped", table.source.skipped},
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

nlohmann::ordered_json tables_page_facts(const Anonymized& table, const std::vector<Comparison>& earlier) {
  CheckQuestion published;
  Json attributes = Json::array();
  for (std::size_t a = 0; a < table.config.quasi.size(); ++a) {
    published.quasi.push_back(table.published.at(table.config.quasi[a].column).labelled());
    attributes.push_back(attribute_json(table, a));
  }
  const TableCheck after = check_table(published);
  return {{"algorithm", word_of(table.config.algorithm)},
          {"is_recoded", table.optimum_losses.has_value()},
          {"rows",
           {{"read", table.source.rows() + table.rows_dropped},
            {"published", table.published.rows()},
            {"suppressed", table.suppressed()},
            {"dropped", table.rows_dropped}}},
          {"models", models_json(table)},
          {"sizes", sizes_json(table, after)},
          {"before", risk_json(table.risks.before)},
          {"after", risk_json(table.risks.after)},
          {"identification", identifications_json(table, after)},
          {"losses", losses_json(table.losses)},
          {"optimum_losses", table.optimum_losses ? losses_json(*table.optimum_losses) : Json()},
          {"attributes", std::move(attributes)},
          {"attacks", attacks_json(table, earlier)}};
}

}  // namespace sourdine
