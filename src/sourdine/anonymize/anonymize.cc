#include "sourdine/anonymize/anonymize.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "sourdine/anonymity/local_recoding.h"
#include "sourdine/anonymity/table_check.h"
#include "sourdine/anonymize/statement.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_unreachable(const Anonymized& table) {
  const AnonymizeConfig& config = table.config;
  for (const SensitiveConfig& sensitive : config.sensitive) {
    const std::size_t values = table.source.at(sensitive.column).texts.size();
    const SensitiveModel& model = sensitive.model;
    const std::uint64_t least = std::max(model.distinct_l, model.recursive ? model.recursive->l : 0);
    if (values >= least && static_cast<double>(values) >= model.entropy_l) continue;
    fail_input(fmt::format("'{}' has {}: no class can fulfil {}", shown(sensitive.column),
                           values == 1 ? "1 value" : fmt::format("{} different values", values), models_text(config)),
               "Ask for less diversity.");
  }
  fail_input(fmt::format("no generalisation fulfils {}", models_text(config)),
             "Allow more rows to be suppressed, ask for less, or let every hierarchy end in one group, '*'.");
}

void search(Anonymized& table, const AnonymizeOptions& options) {
  std::uint64_t told = 0;  // per cent: who listens may be slow, and the searches tell of every step
  const auto progress = [&](std::uint64_t done, std::uint64_t all) {
    const std::uint64_t percent = all > 0 ? 100 * done / all : 0;
    if (percent == told || !options.search) return;
    told = percent;
    options.search(done, all);
  };
  table.search.reset();
  table.optimum_losses.reset();
  if (table.config.algorithm != Algorithm::optimal) {
    const MondrianCuts cuts =
        table.config.algorithm == Algorithm::mondrian ? MondrianCuts::strict : MondrianCuts::relaxed;
    auto classes = partition_mondrian(table.problem, mondrian_attributes(table), cuts, progress, options.stop);
    if (!classes) fail_unreachable(table);
    table.recoding = recoding_of(std::move(*classes));
  } else {
    table.search = search_lattice(table.problem, progress, options.stop);
    if (!table.search->best) fail_unreachable(table);
    table.recoding = recoding_of(table.problem, *table.search->best);
    if (table.config.recodes_locally) {
      table.optimum_losses = losses_of(table.problem, table.recoding);
      table.recoding = recode_locally(table.problem, *table.search->best, progress, options.stop);
    }
  }
  if (table.suppressed() == table.problem.rows()) {
    fail_input(fmt::format("every row would be suppressed for {}", models_text(table.config)),
               "Allow fewer rows to be suppressed, or ask for less.");
  }
  table.losses = losses_of(table.problem, table.recoding);
  if (table.problem.population) table.match = match_population(table.problem, table.recoding);
}

// One column of what is published, its texts in their order.
TextColumn column_in_order(std::string name, const std::vector<std::string>& texts,
                           const std::vector<std::uint32_t>& codes) {
  std::vector<std::string> sorted = texts;
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::uint32_t> number;
  for (const std::string& text : texts) {
    number.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, text) - sorted.begin()));
  }
  TextColumn column{std::move(name), {}, std::move(sorted), {}};
  for (const std::uint32_t code : codes) column.codes.push_back(number[code]);
  return column;
}

// All rows that are not suppressed, in the order of their text.
void lay_out(Anonymized& table) {
  const Recoding& recoding = table.recoding;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < table.problem.rows(); ++row) {
    if (recoding.is_published[recoding.classes.class_of[row]]) rows.push_back(row);
  }
  const AnonymizeConfig& config = table.config;
  TextTable published{.name = table.source.name};
  for (const TextColumn& column : table.source.columns) {
    if (std::ranges::find(config.identifiers, column.name) != config.identifiers.end()) continue;
    const auto quasi = std::ranges::find(config.quasi, column.name, &QuasiConfig::column);
    if (quasi == config.quasi.end()) {
      published.columns.push_back(column_in_order(column.name, column.texts, column.codes));
      continue;
    }
    const auto a = static_cast<std::size_t>(quasi - config.quasi.begin());
    std::vector<std::string> by_class;
    for (const auto& ranges : recoding.published) {
      by_class.push_back(published_text(*table.problem.hierarchies[a], ranges[a]));
    }
    published.columns.push_back(column_in_order(column.name, by_class, recoding.classes.class_of));
  }
  std::ranges::stable_sort(rows, [&](std::uint32_t x, std::uint32_t y) {
    for (const TextColumn& column : published.columns) {
      if (column.codes[x] != column.codes[y]) return column.codes[x] < column.codes[y];
    }
    return false;
  });
  for (TextColumn& column : published.columns) {
    std::vector<std::uint32_t> codes;
    for (const std::uint32_t row : rows) codes.push_back(column.codes[row]);
    column.codes = std::move(codes);
  }
  table.published = std::move(published);
  table.published_rows = std::move(rows);
}

// Sums in another order may differ in their last bits.
constexpr double last_bits = 1e-9;
// Rows that are traced with a higher probability are counted.
constexpr double risk_threshold = 0.2;

// The rows that are published alike.
Classes classes_of_text(const Anonymized& table) {
  std::vector<CodedColumn> columns;
  for (const QuasiConfig& quasi : table.config.quasi) columns.push_back(table.published.at(quasi.column).coded());
  return group_rows(columns);
}

// What is true of a published table, computed from its text alone.
Reached reached_of(const Anonymized& table) {
  const Classes classes = classes_of_text(table);
  Reached reached{.k = classes.smallest(), .class_sizes = classes.sizes};
  std::ranges::sort(reached.class_sizes, std::greater<>());
  for (std::size_t s = 0; s < table.config.sensitive.size(); ++s) {
    const SensitiveModel& model = table.problem.models[s];
    CodedColumn attribute{{}, table.problem.sensitive[s].size};
    for (const std::uint32_t row : table.published_rows) {
      attribute.codes.push_back(table.problem.sensitive[s].codes[row]);
    }
    const ClassHistograms histograms(classes, attribute);
    const Diversity diversity = diversity_of(classes, histograms);
    reached.sensitive.push_back({.column = table.config.sensitive[s].column,
                                 .distinct_l = diversity.distinct,
                                 .entropy_l = diversity.entropy,
                                 .t = largest_distance(classes, histograms, model.distance, model.hierarchy)});
    if (model.recursive) {
      reached.sensitive.back().recursive_c = largest_recursive_ratio(classes, histograms, model.recursive->l);
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
    return {measure_risk(before, risk_threshold), measure_risk(after, risk_threshold)};
  }
  // Classes that are published alike cover the same people.
  std::vector<std::uint64_t> people(after.count());
  for (std::size_t row = 0; row < after.rows(); ++row) {
    people[after.class_of[row]] = table.match->people[table.recoding.classes.class_of[table.published_rows[row]]];
  }
  return {measure_risk(before, population_sizes(table.problem.quasi, before, population->columns), population->rows(),
                       risk_threshold),
          measure_risk(after, people, population->rows(), risk_threshold)};
}

// What attacks find in it (anonymity/attacks.h, anonymity/minimality.h), before it is published.
std::vector<SensitiveAttacks> attacks_on(const Anonymized& table) {
  constexpr std::uint64_t most_ruled_out = 3;
  const Classes classes = classes_of_text(table);
  std::vector<SensitiveAttacks> attacks;
  for (std::size_t s = 0; s < table.config.sensitive.size(); ++s) {
    const TextColumn& column = table.published.at(table.config.sensitive[s].column);
    const ClassHistograms histograms(classes, column.coded());
    attacks.push_back({attack_attribute(classes, histograms, most_ruled_out), column.name});
    if (table.search && table.search->best) {
      attacks.back().minimality = attack_minimality(table.problem, *table.search->best, s);
    }
  }
  return attacks;
}

// Whether that is what was asked for.
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

}  // namespace

void generalise_prepared(Anonymized& table, const AnonymizeOptions& options) {
  options.progress("searching");
  const auto generalise = [&] {
    search(table, options);
    lay_out(table);
    table.reached = reached_of(table);
  };
  generalise();
  // A class is compared with the table's distribution; a reader has only that of the rows that were published.
  if (!fulfils(table.reached, table.config) && table.suppressed() > 0) {
    table.had_to_publish_all = true;
    table.problem.max_suppressed = 0;
    generalise();
  }
  if (!fulfils(table.reached, table.config)) fail_internal("what was found does not fulfil what was asked");
  table.risks = risks_of(table);
  options.progress("attacking what was found");
  table.attacks = attacks_on(table);
}

Anonymized anonymize(const AnonymizeConfig& config, const AnonymizeOptions& options) {
  Anonymized table = prepare(config, options);
  generalise_prepared(table, options);
  return table;
}

}  // namespace sourdine
