#include "sourdine/anonymize/anonymize.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/anonymize/prepare.h"
#include "sourdine/anonymize/reached.h"
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
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::uint32_t> number;
  for (const std::string& text : texts) {
    number.push_back(static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), text) - sorted.begin()));
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
  TextTable all{table.source.name, {}};
  for (const TextColumn& column : table.source.columns) {
    const auto& names = table.config.identifiers;
    if (std::find(names.begin(), names.end(), column.name) != names.end()) continue;
    const auto quasi = std::find_if(table.config.quasi.begin(), table.config.quasi.end(),
                                    [&](const QuasiConfig& named) { return named.column == column.name; });
    if (quasi == table.config.quasi.end()) {
      all.columns.push_back(column_in_order(column.name, column.texts, column.codes));
      continue;
    }
    const auto a = static_cast<std::size_t>(quasi - table.config.quasi.begin());
    std::vector<std::string> by_class;
    for (const auto& ranges : recoding.published) {
      by_class.push_back(published_text(*table.problem.hierarchies[a], ranges[a]));
    }
    all.columns.push_back(column_in_order(column.name, by_class, recoding.classes.class_of));
  }
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t x, std::uint32_t y) {
    for (const TextColumn& column : all.columns) {
      if (column.codes[x] != column.codes[y]) return column.codes[x] < column.codes[y];
    }
    return false;
  });
  table.published = TextTable{table.source.name, {}};
  for (TextColumn& column : all.columns) {
    std::vector<std::uint32_t> codes;
    for (const std::uint32_t row : rows) codes.push_back(column.codes[row]);
    column.codes = std::move(codes);
    table.published.columns.push_back(std::move(column));
  }
  table.published_rows = std::move(rows);
}

}  // namespace

void generalise_prepared(Anonymized& table, const AnonymizeOptions& options) {
  if (options.progress) options.progress("searching");
  search(table, options);
  lay_out(table);
  table.reached = reached_of(table);
  // A class is compared with the table's distribution; a reader has only that of the rows that were published.
  if (!fulfils(table.reached, table.config) && table.suppressed() > 0) {
    table.had_to_publish_all = true;
    table.problem.max_suppressed = 0;
    search(table, options);
    lay_out(table);
    table.reached = reached_of(table);
  }
  if (!fulfils(table.reached, table.config)) fail_internal("what was found does not fulfil what was asked");
  table.risks = risks_of(table);
  if (options.progress) options.progress("attacking what was found");
  table.attacks = attacks_on(table);
}

Anonymized anonymize(const AnonymizeConfig& config, const AnonymizeOptions& options) {
  Anonymized table = prepare(config, options);
  generalise_prepared(table, options);
  return table;
}

}  // namespace sourdine
