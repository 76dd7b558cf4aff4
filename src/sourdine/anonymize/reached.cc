#include "sourdine/anonymize/reached.h"

#include <algorithm>
#include <functional>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// Sums in another order may differ in their last bits.
constexpr double last_bits = 1e-9;

}  // namespace

Classes classes_of_text(const Anonymized& table) {
  std::vector<CodedColumn> columns;
  for (const QuasiConfig& quasi : table.config.quasi) {
    const TextColumn& column = *table.published.find(quasi.column);
    columns.push_back({column.codes, static_cast<Value>(column.texts.size())});
  }
  return group_rows(columns);
}

Reached reached_of(const Anonymized& table) {
  const Classes classes = classes_of_text(table);
  Reached reached{.k = classes.smallest(), .class_sizes = classes.sizes};
  std::sort(reached.class_sizes.begin(), reached.class_sizes.end(), std::greater<>());
  for (std::size_t s = 0; s < table.config.sensitive.size(); ++s) {
    const SensitiveModel& model = table.problem.models[s];
    CodedColumn attribute{{}, table.problem.sensitive[s].size};
    for (const std::uint32_t row : table.published_rows) {
      attribute.codes.push_back(table.problem.sensitive[s].codes[row]);
    }
    const ClassHistograms histograms(classes, attribute);
    ReachedSensitive& here = reached.sensitive.emplace_back();
    here.column = table.config.sensitive[s].column;
    for (std::size_t i = 0; i < classes.count(); ++i) {
      const auto counts = histograms.in_class(i);
      const std::uint64_t distinct = distinct_l(counts);
      const double entropy = entropy_l(counts);
      here.distinct_l = i == 0 ? distinct : std::min(here.distinct_l, distinct);
      here.entropy_l = i == 0 ? entropy : std::min(here.entropy_l, entropy);
      here.t = std::max(here.t, distance_from_table(counts, histograms.all(), model.distance, model.hierarchy));
      if (model.recursive) {
        here.recursive_c = std::max(here.recursive_c.value_or(0), recursive_ratio(counts, model.recursive->l));
      }
    }
  }
  if (table.problem.presence) {
    if (table.match->ambiguous > 0) fail_internal("presence, and somebody of the population is covered by two classes");
    reached.presence = presence_shares(table.recoding, *table.match);
  }
  return reached;
}

Risks risks_of(const Anonymized& table) {
  const Classes before = group_rows(table.problem.quasi), after = classes_of_text(table);
  const PopulationTable* const population = table.problem.population.get();
  if (population == nullptr) {
    return {measure_risk(before, anonymized_risk_threshold), measure_risk(after, anonymized_risk_threshold)};
  }
  // Classes that are published alike cover the same people.
  std::vector<std::uint64_t> people(after.count());
  for (std::size_t row = 0; row < after.rows(); ++row) {
    people[after.class_of[row]] = table.match->people[table.recoding.classes.class_of[table.published_rows[row]]];
  }
  return {measure_risk(before, population_sizes(table.problem.quasi, before, population->columns), population->rows(),
                       anonymized_risk_threshold),
          measure_risk(after, people, population->rows(), anonymized_risk_threshold)};
}

std::vector<SensitiveAttacks> attacks_on(const Anonymized& table) {
  constexpr std::uint64_t most_ruled_out = 3;
  const Classes classes = classes_of_text(table);
  std::vector<SensitiveAttacks> attacks;
  for (std::size_t s = 0; s < table.config.sensitive.size(); ++s) {
    const TextColumn& column = table.published.at(table.config.sensitive[s].column);
    const ClassHistograms histograms(classes, {column.codes, static_cast<Value>(column.texts.size())});
    const auto rows = histograms.all();
    const auto values = static_cast<std::uint64_t>(
        std::count_if(rows.begin(), rows.end(), [](std::uint32_t count) { return count > 0; }));
    attacks.push_back({.column = column.name,
                       .values = values,
                       .homogeneity = attack_homogeneity(classes, histograms),
                       .background = attack_with_background(classes, histograms, std::min(most_ruled_out, values - 1)),
                       .minimality = {}});
    if (table.search && table.search->best) {
      attacks.back().minimality = attack_minimality(table.problem, *table.search->best, s);
    }
  }
  return attacks;
}

bool fulfils(const Reached& reached, const AnonymizeConfig& config) {
  if (reached.k < config.k) return false;
  for (std::size_t s = 0; s < config.sensitive.size(); ++s) {
    const SensitiveModel& asked = config.sensitive[s].model;
    const ReachedSensitive& here = reached.sensitive[s];
    if (here.distinct_l < asked.distinct_l || here.entropy_l < asked.entropy_l * (1 - last_bits)) return false;
    if (asked.recursive && !(*here.recursive_c < asked.recursive->c)) return false;
    if (asked.t && here.t > *asked.t + last_bits) return false;
  }
  return !config.presence || (reached.presence->least >= config.presence->least - last_bits &&
                              reached.presence->most <= config.presence->most + last_bits);
}

}  // namespace sourdine
