#include "sourdine/anonymize/anonymize.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/anonymize/attacked.h"
#include "sourdine/anonymize/prepare.h"
#include "sourdine/anonymize/reached.h"
#include "sourdine/anonymize/statement.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_unreachable(const Anonymized& made) {
  const AnonymizeConfig& config = made.config;
  for (const SensitiveConfig& sensitive : config.sensitive) {
    const std::size_t values = made.source.at(sensitive.column).texts.size();
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

void search(Anonymized& made, const AnonymizeOptions& options) {
  std::uint64_t told = 0;  // per cent: who listens may be slow, and the searches tell of every step
  const auto progress = [&](std::uint64_t done, std::uint64_t all) {
    const std::uint64_t percent = all > 0 ? 100 * done / all : 0;
    if (percent == told || !options.search) return;
    told = percent;
    options.search(done, all);
  };
  made.search.reset();
  made.optimum_losses.reset();
  if (made.config.algorithm != Algorithm::optimal) {
    const MondrianCuts cuts =
        made.config.algorithm == Algorithm::mondrian ? MondrianCuts::strict : MondrianCuts::relaxed;
    auto classes = partition_mondrian(made.problem, mondrian_attributes(made), cuts, progress, options.stop);
    if (!classes) fail_unreachable(made);
    made.recoding = recoding_of(std::move(*classes));
  } else {
    made.search = search_lattice(made.problem, progress, options.stop);
    if (!made.search->best) fail_unreachable(made);
    made.recoding = recoding_of(made.problem, *made.search->best);
    if (made.config.recodes_locally) {
      made.optimum_losses = losses_of(made.problem, made.recoding);
      made.recoding = recode_locally(made.problem, *made.search->best, progress, options.stop);
    }
  }
  if (made.suppressed() == made.problem.rows()) {
    fail_input(fmt::format("every row would be suppressed for {}", models_text(made.config)),
               "Allow fewer rows to be suppressed, or ask for less.");
  }
  made.losses = losses_of(made.problem, made.recoding);
  if (made.problem.population) made.match = match_population(made.problem, made.recoding);
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
void lay_out(Anonymized& made) {
  const Recoding& recoding = made.recoding;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < made.problem.rows(); ++row) {
    if (recoding.is_published[recoding.classes.class_of[row]]) rows.push_back(row);
  }
  TextTable all{made.source.name, {}};
  for (const TextColumn& column : made.source.columns) {
    const auto& names = made.config.identifiers;
    if (std::find(names.begin(), names.end(), column.name) != names.end()) continue;
    const auto quasi = std::find_if(made.config.quasi.begin(), made.config.quasi.end(),
                                    [&](const QuasiConfig& each) { return each.column == column.name; });
    if (quasi == made.config.quasi.end()) {
      all.columns.push_back(column_in_order(column.name, column.texts, column.codes));
      continue;
    }
    const auto a = static_cast<std::size_t>(quasi - made.config.quasi.begin());
    std::vector<std::string> by_class;
    for (const auto& ranges : recoding.published) {
      by_class.push_back(published_text(*made.problem.hierarchies[a], ranges[a]));
    }
    all.columns.push_back(column_in_order(column.name, by_class, recoding.classes.class_of));
  }
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t x, std::uint32_t y) {
    for (const TextColumn& column : all.columns) {
      if (column.codes[x] != column.codes[y]) return column.codes[x] < column.codes[y];
    }
    return false;
  });
  made.published = TextTable{made.source.name, {}};
  for (TextColumn& column : all.columns) {
    std::vector<std::uint32_t> codes;
    for (const std::uint32_t row : rows) codes.push_back(column.codes[row]);
    column.codes = std::move(codes);
    made.published.columns.push_back(std::move(column));
  }
  made.published_rows = std::move(rows);
}

}  // namespace

void generalise_prepared(Anonymized& made, const AnonymizeOptions& options) {
  if (options.progress) options.progress("searching");
  search(made, options);
  lay_out(made);
  made.reached = reached_of(made);
  // A class is compared with the table's distribution; a reader has only that of the rows that were published.
  if (!fulfils(made.reached, made.config) && made.suppressed() > 0) {
    made.had_to_publish_all = true;
    made.problem.max_suppressed = 0;
    search(made, options);
    lay_out(made);
    made.reached = reached_of(made);
  }
  if (!fulfils(made.reached, made.config)) fail_internal("what was found does not fulfil what was asked");
  made.risks = risks_of(made);
  if (options.progress) options.progress("attacking what was found");
  made.attacks = attacks_on(made);
}

Anonymized anonymize(const AnonymizeConfig& config, const AnonymizeOptions& options) {
  Anonymized made = prepare(config, options);
  generalise_prepared(made, options);
  return made;
}

}  // namespace sourdine
