#include "sourdine/ranges/publication.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/publish/received.h"
#include "sourdine/range/range_file.h"
#include "sourdine/ranges/page.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

Table estimates_table(const OpenRange& range) {
  const RangeDomain& domain = range.domain();
  const auto visit = [&range, &domain](const Table::Add& add) {
    const std::uint64_t places = domain.places ? domain.places->size() : 1;
    for (std::uint64_t place = 0; place < places; ++place) {
      const Range row_of_place{place, place};
      for (std::uint64_t value = 0; value < domain.values.size(); ++value) {
        TableRow row;
        if (domain.places) row.label(domain.places->label(row_of_place));
        row.text(domain.values.label(value));
        add(row.estimate(range.answer({&row_of_place, 1}, {value, value}), 4));
      }
    }
  };
  std::vector<std::string> columns = {"range"};
  if (domain.places) columns.insert(columns.begin(), "place");
  return Table::of_rows("estimates.csv", with_estimate_columns(std::move(columns)), visit);
}

}  // namespace

void require_range_ledger(const Head& head, const std::string& out) {
  const std::string& ledger = head.ledger_name;
  if (ledger.empty() && head.budget) {
    fail_input("a budget needs a ledger that adds up what is spent", "Give a ledger, DATASET.ledger.jsonl.");
  }
  if (ledger == "-") fail_input("a ledger needs a file", "Give a ledger, DATASET.ledger.jsonl.");
  const bool are_files = !ledger.empty() && !is_database(ledger) && !out.empty() && out != "-";
  if (are_files && file_identity(out) == file_identity(ledger)) {
    fail_input(fmt::format("'{}' is the ledger and would be written over", out), "Choose another file to write.");
  }
}

std::vector<Spending> range_spendings(const Head& head, const RangeTerms& terms, const std::string& purpose,
                                      const std::string& mechanism) {
  if (head.ledger_name.empty()) return {};
  Spending spending = head.spending();
  spending.purpose = purpose;
  spending.mechanism = mechanism;
  spending.guarantee = terms.guarantee;
  spending.is_seeded = terms.is_seeded;
  spending.is_private = range_promise(terms).is_private();
  return {spending};
}

PreparedRanges::PreparedRanges(RangesConfig config) : config_(std::move(config)) {
  choose_range(config_.recipe, 2, is_grid() ? 2 : 0, 1);
}

void PreparedRanges::require_replaceable(const std::string& out) const {
  if (config_.form == Form::directory) return sourdine::require_replaceable(out, kind());
  std::error_code ignored;
  if (std::filesystem::is_directory(out, ignored) || !is_range_file(out)) {
    fail_input(fmt::format("'{}' is there and is no range file", out), "Choose another file to write.");
  }
  InputFile file(out);
  const std::string found = read_range_kind(file);
  const bool is_this = is_grid() ? found == Grid::file_kind : found != Grid::file_kind;
  if (is_this && found != StreamCounter::file_kind) return;
  fail_input(fmt::format("'{}' is there and holds no {}", out, kind().title.in(Language::en)),
             "--force replaces a file of the same kind, and nothing else: choose another file.");
}

void PreparedRanges::read(const Reading& reading) {
  reading.progress("reading");
  data_ = read_range_counts(config_.rows);
  const RangeDomain& domain = data_->domain;
  const std::uint64_t places = domain.places ? domain.places->size() : 0;
  chosen_ = choose_range(config_.recipe, domain.values.size(), places, data_->rows.records);
}

RangeTerms PreparedRanges::terms(const Drawing& drawing) const {
  return terms_of(config_.recipe, chosen_, data_->domain, drawing.is_seeded());
}

std::vector<Spending> PreparedRanges::spendings(const Drawing& drawing) const {
  return range_spendings(config_.head, terms(drawing), drawing.purpose, file_kind(config_.recipe, chosen_));
}

std::vector<Fact> PreparedRanges::facts() const {
  std::vector<Fact> facts = {{"domain", Json::parse(data_->domain.to_json())},
                             {"size", data_->domain.size()},
                             {"structure", chosen_.structure},
                             {"degree", chosen_.degree},
                             {"levels", chosen_.levels},
                             {"expected_std_error", chosen_.std_error}};
  if (config_.recipe.model == PrivacyModel::local) facts.push_back({"simulated", true});
  return facts;
}

std::string PreparedRanges::told_error() const {
  return fmt::format("standard error to expect: {:.1f} {}over all ranges", chosen_.std_error,
                     is_grid() ? "for one place, " : "");
}

Drawn PreparedRanges::draw(const Drawing& drawing) {
  drawing.progress("drawing");
  range_ = draw_range(config_.recipe, chosen_, *data_, drawing.random);
  const RangeTerms terms = this->terms(drawing);
  const bool is_simulated = config_.recipe.model == PrivacyModel::local;
  // A pipe that nobody reads is not waited for.
  const auto write = [this, stop = drawing.stop](const std::string& path) {
    AtomicFile file(path, path == "-" ? stop : StopToken::never());
    range_->write(file);
    file.commit();
  };
  const bool is_alone = config_.form == Form::file;
  Drawn drawn{.promise = range_promise(terms),
              .spendings = spendings(drawing),
              .is_seeded = terms.is_seeded,
              .facts = facts(),
              .told = {fmt::format("{} in '{}': {}{}", data_->domain.describe(), drawing.purpose, chosen_.describe(),
                                   is_simulated ? ", simulated" : ""),
                       told_error()},
              .files = {{.name = is_alone ? "" : range_file_name, .write = write}}};
  if (drawn.spendings.empty() && drawn.promise.is_private()) drawn.told.emplace_back(no_range_ledger);
  if (is_alone) return drawn;
  if (data_->domain.size() <= max_values_in_table) drawn.tables.push_back(estimates_table(*range_));
  drawn.details = range_details(terms, data_->domain, config_.head.language);
  drawn.page = [this] { return range_page_facts(*range_, first_answers(*range_), Confidence::customary()); };
  drawn.opened = {{"the structure", range_file_name}, {"the page", "index.html"}};
  return drawn;
}

Outlook PreparedRanges::outlook(const Drawing&) {
  Outlook outlook{.facts = facts(),
                  .told = {fmt::format("{}: {}", data_->domain.describe(), chosen_.describe()), told_error()}};
  outlook.facts.insert(outlook.facts.begin(), {"records", data_->rows.records});
  if (config_.head.ledger_name.empty()) outlook.told.emplace_back(no_range_ledger);
  return outlook;
}

}  // namespace sourdine
