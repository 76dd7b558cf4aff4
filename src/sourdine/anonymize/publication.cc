#include "sourdine/anonymize/publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sourdine/anonymize/facts_json.h"
#include "sourdine/anonymize/statement.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/received.h"

namespace sourdine {
namespace {

// Generalised tables of the data set that the ledger knows.
std::vector<std::string> earlier_tables(const Head& head, const StopToken& stop) {
  std::vector<std::string> found;
  for (const LedgerRecord& record : open_ledger(head.ledger(), head.budget_file).read(stop).records) {
    const LedgerEntry& entry = record.entry;
    if (entry.dataset == head.dataset && !entry.syntactic.empty() && record.state != RecordState::cancelled) {
      if (std::find(found.begin(), found.end(), entry.purpose) == found.end()) found.push_back(entry.purpose);
    }
  }
  return found;
}

namespace tables_told {
constexpr Words rows_in{"{rows} in {classes}, the smallest of {smallest}",
                        "{rows} en {classes}, la plus petite de {smallest}"};
constexpr Words class_of{"{count} class", "{count} classe"};
constexpr Words classes{"{count} classes", "{count} classes"};
constexpr Words value{"{count} value", "{count} valeur"};
constexpr Words values{"{count} values", "{count} valeurs"};
constexpr Words suppressed{"; {count} suppressed", " ; sans classe : {count}"};
constexpr Words dropped{"; {count} left out for a missing value", " ; omises pour une valeur manquante : {count}"};
constexpr Words reached{"{column}: distinct l {distinct}, entropy l {entropy}, t {t}",
                        "{column} : l distincte {distinct}, l entropique {entropy}, t {t}"};
constexpr Words loss{
    "loss: NCP {ncp}, non-uniform entropy {entropy}, discernibility {discernibility}, average class size {size}",
    "perte : NCP {ncp}, entropie non uniforme {entropy}, discernabilité {discernibility}, taille moyenne des classes "
    "{size}"};
constexpr Words level{"{column}: {values} become {left}", "{column} : {values}, il en reste {left}"};
constexpr Words limit{"{count} of at most {rows} suppressed", "sans classe : {count} sur {rows} au plus"};

constexpr Words risk{"risk of being found: prosecutor at most {after} (before: {before})",
                     "risque d'être retrouvé : procureur au plus {after} (avant : {before})"};
constexpr Words journalist{", journalist at most {after} ({before})", ", journaliste au plus {after} ({before})"};
constexpr Words marketer{", marketer {after} ({before})", ", démarcheur {after} ({before})"};
constexpr Words percent{"{number}%", "{number} %"};
constexpr Words uncovered{
    "  {count} row is of classes that the population does not hold whole: there the table itself was taken",
    "  {count} ligne est de classes que la population ne contient pas entières : là, la table elle-même a été prise"};
constexpr Words uncovereds{
    "  {count} rows are of classes that the population does not hold whole: there the table itself was taken",
    "  {count} lignes sont de classes que la population ne contient pas entières : là, la table elle-même a été prise"};
constexpr Words attacks{"attacks on {column}, rows found out: homogeneity {count}",
                        "attaques sur {column}, lignes révélées : homogénéité {count}"};
constexpr Words background{", background knowledge {count} (one value ruled out)",
                           ", connaissance préalable {count} (une valeur exclue)"};
constexpr Words minimality{", minimality {count}", ", minimalité {count}"};
constexpr Words guess{"; a best guess is right for {count} ({without} without classes)",
                      " ; la meilleure supposition est juste pour {count} ({without} sans les classes)"};
constexpr Words all_published{
    "no row is suppressed: without those rows, classes were farther than t from what is left",
    "toutes les lignes sont publiées : sans certaines, des classes étaient à plus de t de ce qui restait"};
}  // namespace tables_told

std::string told_rows(std::uint64_t count, const Speaker& speaker) {
  return speaker.counted(count, row_word, rows_word);
}

std::string told_percent(double probability, const Speaker& speaker) {
  return speaker.say(tables_told::percent, {{"number", speaker.general(100 * probability, 3)}});
}

// The largest chance that a row is traced, and the share of all that are: as they were, and as they are published.
std::string told_risk(const Risks& risks, const Speaker& speaker) {
  const ReidentificationRisk &before = risks.before, &after = risks.after;
  const auto say = [&](const Words& words, double now, double then) {
    return speaker.say(words, {{"after", told_percent(now, speaker)}, {"before", told_percent(then, speaker)}});
  };
  std::string text = say(tables_told::risk, after.prosecutor.largest, before.prosecutor.largest);
  if (after.population && before.population) {
    text += say(tables_told::journalist, after.population->journalist.largest, before.population->journalist.largest);
  }
  return text + say(tables_told::marketer, after.population ? after.population->marketer : after.marketer,
                    before.population ? before.population->marketer : before.marketer);
}

std::string told_attacks(const SensitiveAttacks& attacks, const Speaker& speaker) {
  const Homogeneity& homogeneity = attacks.homogeneity;
  std::string text = speaker.say(tables_told::attacks, {{"column", speaker.quoted(shown(attacks.column))},
                                                        {"count", speaker.number(homogeneity.revealed)}});
  for (const BackgroundKnowledge& known : attacks.background) {
    if (known.ruled_out == 1) text += speaker.say(tables_told::background, {{"count", speaker.number(known.revealed)}});
  }
  if (attacks.minimality) {
    text += speaker.say(tables_told::minimality, {{"count", speaker.number(attacks.minimality->revealed)}});
  }
  return text + speaker.say(tables_told::guess, {{"count", speaker.number(homogeneity.guessed)},
                                                 {"without", speaker.number(homogeneity.guessed_blindly)}});
}

// Rows, what is reached of each sensitive column, losses.
std::vector<std::string> told_table(const Anonymized& table, const Speaker& speaker) {
  std::string rows = speaker.say(
      tables_told::rows_in,
      {{"rows", told_rows(table.published.rows(), speaker)},
       {"classes", speaker.counted(table.reached.class_sizes.size(), tables_told::class_of, tables_told::classes)},
       {"smallest", speaker.number(table.reached.k)}});
  if (table.suppressed() > 0) {
    rows += speaker.say(tables_told::suppressed, {{"count", speaker.number(table.suppressed())}});
  }
  if (table.rows_dropped > 0) {
    rows += speaker.say(tables_told::dropped, {{"count", speaker.number(table.rows_dropped)}});
  }
  std::vector<std::string> told = {std::move(rows)};
  for (const ReachedSensitive& reached : table.reached.sensitive) {
    told.push_back(speaker.say(tables_told::reached, {{"column", speaker.quoted(shown(reached.column))},
                                                      {"distinct", speaker.number(reached.distinct_l)},
                                                      {"entropy", speaker.general(reached.entropy_l)},
                                                      {"t", speaker.general(reached.t)}}));
  }
  told.push_back(speaker.say(tables_told::loss, {{"ncp", speaker.general(table.losses.ncp)},
                                                 {"entropy", speaker.general(table.losses.entropy)},
                                                 {"discernibility", speaker.general(table.losses.discernibility)},
                                                 {"size", speaker.general(table.losses.class_size)}}));
  return told;
}

// How coarse each quasi-identifier becomes, and what the limit of suppression allowed: for a check.
std::vector<std::string> told_levels(const Anonymized& table, const Speaker& speaker) {
  std::vector<std::string> told;
  for (const QuasiConfig& quasi : table.config.quasi) {
    const std::size_t values = table.source.at(quasi.column).texts.size();
    told.push_back(
        speaker.say(tables_told::level, {{"column", speaker.quoted(shown(quasi.column))},
                                         {"values", speaker.counted(values, tables_told::value, tables_told::values)},
                                         {"left", speaker.number(table.published.at(quasi.column).texts.size())}}));
  }
  if (table.problem.max_suppressed > 0) {
    told.push_back(speaker.say(tables_told::limit, {{"count", speaker.number(table.suppressed())},
                                                    {"rows", told_rows(table.problem.max_suppressed, speaker)}}));
  }
  return told;
}

// Risks and attacks, and what comparing with earlier tables found.
std::vector<std::string> told_risks(const Anonymized& table, const std::vector<Comparison>& earlier,
                                    const Speaker& speaker) {
  std::vector<std::string> told = {told_risk(table.risks, speaker)};
  if (const auto& population = table.risks.after.population; population && population->uncovered > 0) {
    told.push_back(speaker.counted(population->uncovered, tables_told::uncovered, tables_told::uncovereds));
  }
  for (const SensitiveAttacks& attacks : table.attacks) told.push_back(told_attacks(attacks, speaker));
  if (table.had_to_publish_all) told.push_back(speaker.say(tables_told::all_published));
  for (const Comparison& comparison : earlier) told.push_back(text_of(comparison, speaker.language()));
  return told;
}

}  // namespace

Table published_table(const TextTable& table) {
  std::vector<std::string> columns;
  for (const TextColumn& column : table.columns) columns.push_back(column.name);
  return Table::of_rows("table.csv", std::move(columns), [&table](const Table::Add& add) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      TableRow cells;
      for (const TextColumn& column : table.columns) cells.text(column.text(row));
      add(cells);
    }
  });
}

void TablesPublication::read(const Reading& reading) {
  for (const std::string& directory : options_.compare_with) {
    const auto received = find_received(directory);
    if (received && received->kind == tables_kind.name) continue;
    fail_input(fmt::format("'{}' is no directory that 'sourdine anonymize' made", directory),
               "Compare with the directory of an earlier release.");
  }
  reading.progress("reading");
  table_ = prepare(table_.config, {.source = reading.source, .progress = reading.progress, .stop = reading.stop});
}

std::vector<Spending> TablesPublication::spendings(const Drawing& drawing) const {
  Spending spending = head().spending();
  spending.purpose = drawing.purpose;
  spending.mechanism = fmt::format("anonymize ({})", word_of(table_.config.algorithm));
  spending.is_private = false;
  spending.syntactic = models_text(table_.config);
  spending.guarantee.model = PrivacyModel::central;
  spending.guarantee.unit = Unit::event;
  spending.guarantee.unit_text = "nothing by differential privacy";
  spending.guarantee.neighbours_text = spending.syntactic;
  return {spending};
}

void TablesPublication::generalise_and_compare(const Drawing& drawing) {
  generalise_prepared(table_, {.progress = drawing.progress, .search = options_.search, .stop = drawing.stop});
  known_earlier_ = earlier_tables(head(), drawing.stop);
  for (const std::string& directory : options_.compare_with) {
    std::erase(known_earlier_, directory);
    std::ranges::copy(compare_with_release(table_, directory), std::back_inserter(earlier_));
  }
}

Outlook TablesPublication::outlook(const Drawing& drawing) {
  generalise_and_compare(drawing);
  const Speaker speaker(head().language);
  Outlook outlook{.facts = tables_facts(table_, earlier_), .language = speaker.language()};
  outlook.facts.push_back({"known_earlier", known_earlier_});
  for (const auto& sentences :
       {told_table(table_, speaker), told_levels(table_, speaker), told_risks(table_, earlier_, speaker),
        tables_promise(table_).in(speaker.language()).not_private_because}) {
    std::ranges::copy(sentences, std::back_inserter(outlook.told));
  }
  return outlook;
}

Drawn TablesPublication::draw(const Drawing& drawing) {
  generalise_and_compare(drawing);
  const Speaker speaker(Language::en);
  std::vector<std::string> told = told_table(table_, speaker);
  std::ranges::copy(told_risks(table_, earlier_, speaker), std::back_inserter(told));
  return {.promise = tables_promise(table_),
          .spendings = spendings(drawing),
          .facts = tables_facts(table_, earlier_),
          .more_facts = {{"known_earlier", known_earlier_}},
          .told = std::move(told),
          .tables = {published_table(table_.published)},
          .details = tables_details(table_, earlier_),
          .page = [this] { return tables_page_facts(table_, earlier_); },
          .opened = {{"table", "table.csv"}, {"page", "index.html"}}};
}

}  // namespace sourdine
