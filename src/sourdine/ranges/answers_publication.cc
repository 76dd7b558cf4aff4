#include "sourdine/ranges/answers_publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/open_ledger.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/publish/sums.h"
#include "sourdine/ranges/page.h"
#include "sourdine/ranges/publication.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;
using AnswersJson = nlohmann::ordered_json;

constexpr Words derived_from{
    "These answers cost nothing anew: they are computed from counts whose noise was drawn, and "
    "paid for, once.",
    "Ces réponses ne coûtent rien de plus : elles sont calculées sur des comptes dont le bruit "
    "a été tiré, et payé, une fois."};

// Without a slash at its end.
std::string last_name(const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

AnswersJson source_json(const OpenRange& range, const std::string& path, const StopToken& stop) {
  const std::string name = last_name(path);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    require_as_published(path);  // what was changed on the way is not what its fingerprint says
    return {{"kind", range.has_places() ? "grids" : "ranges"}, {"name", name}, {"fingerprint", fingerprint_of(path)}};
  }
  if (range.stream() != nullptr) return {{"kind", "stream"}, {"name", name}, {"steps", range.stream()->size()}};
  const char* const kind = is_tally_file(path) ? "tally" : range.has_places() ? "grids" : "ranges";
  return {{"kind", kind}, {"name", name}, {"sha256", sum_of_file(path, stop)}};
}

AnswersJson answers_json(const std::vector<RangeAnswer>& answers, bool has_places) {
  AnswersJson list = AnswersJson::array();
  for (const RangeAnswer& answer : answers) {
    AnswersJson json;
    if (has_places) json["place"] = answer.places;
    json.update({{"range", answer.text},
                 {"estimate", answer.estimate.value},
                 {"std_error", answer.estimate.std_error},
                 {"lower", answer.estimate.lower},
                 {"upper", answer.estimate.upper}});
    list.push_back(std::move(json));
  }
  return list;
}

// The questions of totals.
AskedRanges asked_totals(const OpenRange& range, bool is_each) {
  if (range.stream() == nullptr)
    fail_input("totals are those of a stream", "'sourdine range query' asks other ranges.");
  const OrderedDomain& steps = range.domain().values;
  AskedRanges asked;
  for (std::uint64_t step = is_each ? 0 : steps.size() - 1; step < steps.size(); ++step) {
    asked.ranges.push_back(".." + steps.label(step));
  }
  return asked;
}

}  // namespace

void AnswersPublication::find_payment(const StopToken& stop) {
  const Head& head = config_.head;
  const LedgerContents contents = open_ledger(head.ledger(), head.budget_file).read_existing(stop);
  const std::string mechanism(range_->kind());
  const Spending spending = range_spendings(head, terms_of(*range_), config_.source, mechanism).front();
  const std::string loss = loss_text(entry_of(spending).loss);
  // A file of that name that cost something else is another one.
  const auto paid_for_it = [&](const LedgerRecord& record) {
    const LedgerEntry& entry = record.entry;
    return record.state != RecordState::cancelled && entry.dataset == head.dataset && entry.mechanism == mechanism &&
           loss_text(entry.loss) == loss && last_name(entry.purpose) == last_name(config_.source);
  };
  const auto found = std::find_if(contents.records.rbegin(), contents.records.rend(), paid_for_it);
  if (found == contents.records.rend()) {
    fail_input(fmt::format("the ledger '{}' has no entry that paid for '{}'", shown_ledger(head.ledger()),
                           shown(config_.source)),
               "Give the ledger that it was paid by, or none.");
  }
  source_["ledger"] = {{"dataset", found->entry.dataset},
                       {"line", found->line},
                       {"hash", contents.hashes.at(found->line - 1)},
                       {"time", found->entry.time}};
  spending_ = page_spending(spending, std::vector{found->line}, stop);
}

void AnswersPublication::read(const Reading& reading) {
  reading.progress("reading");
  range_ = OpenRange::load(config_.source);
  source_ = source_json(*range_, config_.source, reading.stop);
  if (!config_.head.ledger_name.empty()) find_payment(reading.stop);
  const bool is_asked = config_.totals == AnswersConfig::Totals::none;
  answers_ = range_->ask(
      is_asked ? config_.asked : asked_totals(*range_, config_.totals == AnswersConfig::Totals::each), confidence_);
}

Drawn AnswersPublication::draw(const Drawing&) {
  const RangeTerms terms = terms_of(*range_);
  Promise promise = range_promise(terms);
  promise.english.beside.push_back(Speaker(Language::en).say(derived_from));
  promise.french.beside.push_back(Speaker(Language::fr).say(derived_from));
  const auto page = [this] {
    AnswersJson facts = range_page_facts(*range_, answers_, confidence_);
    if (spending_) facts["spending"] = *spending_;
    return facts;
  };
  const RangeDomain& domain = range_->domain();
  return {.promise = std::move(promise),
          .is_seeded = terms.is_seeded,
          .facts = {{"source", source_},
                    {"structure", range_->kind()},
                    {"domain", AnswersJson::parse(domain.to_json())},
                    {"size", domain.size()},
                    {"confidence", confidence_.level()},
                    {"asked", answers_.size()}},
          .more_facts = {{"answers", answers_json(answers_, range_->has_places())}},
          .told = {fmt::format("{} about {}", counted(answers_.size(), "answer"), domain.describe())},
          .tables = {answers_table(answers_, range_->has_places())},
          .details = range_details(terms, domain, config_.head.language),
          .page = page,
          .opened = {{"answers", "answers.csv"}, {"the page", "index.html"}}};
}

Outlook AnswersPublication::outlook(const Drawing&) {
  double largest = 0;
  for (const RangeAnswer& answer : answers_) largest = std::max(largest, answer.estimate.std_error);
  return {.facts = {{"asked", answers_.size()}, {"size", range_->domain().size()}, {"largest_std_error", largest}},
          .told = {fmt::format("{} about {}; standard error at most {:.1f}", counted(answers_.size(), "answer"),
                               range_->domain().describe(), largest),
                   "It costs nothing: what it is computed from was paid for."}};
}

}  // namespace sourdine
