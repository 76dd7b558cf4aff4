#include "sourdine/anonymize/publication.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/anonymize/facts_json.h"
#include "sourdine/anonymize/page.h"
#include "sourdine/anonymize/prepare.h"
#include "sourdine/anonymize/statement.h"
#include "sourdine/anonymize/told.h"
#include "sourdine/base/error.h"
#include "sourdine/publish/received.h"

namespace sourdine {
namespace {

Spending table_spending(const AnonymizeConfig& config, const std::string& purpose) {
  Spending spending = config.head.spending();
  spending.purpose = purpose;
  spending.mechanism = fmt::format("anonymize ({})", word_of(config.algorithm));
  spending.is_private = false;
  spending.syntactic = models_text(config);
  spending.guarantee.model = PrivacyModel::central;
  spending.guarantee.unit = Unit::event;
  spending.guarantee.unit_text = "nothing by differential privacy";
  spending.guarantee.neighbours_text = spending.syntactic;
  return spending;
}

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

void require_comparable(const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) {
    const auto received = find_received(directory);
    if (received && received->kind == tables_kind().name) continue;
    fail_input(fmt::format("'{}' is no directory that 'sourdine anonymize' made", directory),
               "Compare with the directory of an earlier release.");
  }
}

}  // namespace

const Kind& tables_kind() {
  static constexpr Kind kind{.name = "tables",
                             .verb = "anonymize",
                             .title = Words("generalised table", "table généralisée"),
                             .form = Form::directory,
                             .page_bundle = "anonymity",
                             .earlier_name = "anonymized table"};
  return kind;
}

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
  require_comparable(options_.compare_with);
  reading.progress("reading");
  table_ = prepare(table_.config, {.source = reading.source, .progress = reading.progress, .stop = reading.stop});
}

std::vector<Spending> TablesPublication::spendings(const Drawing& drawing) const {
  return {table_spending(table_.config, drawing.purpose)};
}

void TablesPublication::generalise_and_compare(const Drawing& drawing) {
  generalise_prepared(table_, {.progress = drawing.progress, .search = options_.search, .stop = drawing.stop});
  known_earlier_ = earlier_tables(head(), drawing.stop);
  for (const std::string& directory : options_.compare_with) {
    std::erase(known_earlier_, directory);
    const auto found = compare_with_release(table_, directory);
    earlier_.insert(earlier_.end(), found.begin(), found.end());
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
    outlook.told.insert(outlook.told.end(), sentences.begin(), sentences.end());
  }
  return outlook;
}

Drawn TablesPublication::draw(const Drawing& drawing) {
  generalise_and_compare(drawing);
  const Speaker speaker(Language::en);
  std::vector<std::string> told = told_table(table_, speaker);
  const std::vector<std::string> risks = told_risks(table_, earlier_, speaker);
  told.insert(told.end(), risks.begin(), risks.end());
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
