#include "sourdine/survey/reports_publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/survey/gather.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/spending.h"
#include "sourdine/survey/statement.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

Json person_json(const PersonTotal& person) {
  const char* const cap = person.cap == SymbolCap::enforced ? "enforced"
                          : person.cap == SymbolCap::lost   ? "lost"
                                                            : "none";
  Json json = {{"cap", cap}, {"epsilon_so_far", person.total}, {"epsilon_for_ever", person.lifetime}};
  if (person.collections == 0) return json;
  json["collections_so_far"] = person.collections;
  json["most_symbols"] = person.most_symbols;
  json["repeated_by_cap"] = person.repeats;
  return json;
}

// Told by the answers: for whoever holds the table.
std::string told_counted(const PersonTotal& person) {
  const std::string repeats = person.repeats == 0 ? ""
                                                  : fmt::format(", and {} said an older one because of the cap",
                                                                counted(person.repeats, "report"));
  return fmt::format(
      "  counted: nobody has used more than {} of an attribute{}; this is told by the answers, and not to be published",
      counted(person.most_symbols, "answer"), repeats);
}

}  // namespace

void ReportsPublication::require_replaceable(const std::string& out) const {
  std::error_code ignored;
  const bool is_directory = form() == Form::files;
  if (std::filesystem::is_directory(out, ignored) != is_directory) {
    fail_input(fmt::format("'{}' is {}, and these reports are {}", out, is_directory ? "a file" : "a directory",
                           is_directory ? "of several collections: a directory" : "of one collection: a file"));
  }
  is_directory ? refuse_other_files(out, "report file", ".srep") : require_report_file(out);
}

void ReportsPublication::read(const Reading& reading) {
  const SurveyConfig& config = survey_.config;
  if (config.is_repeated && config.people.collection.empty() && wishes_.collection.empty()) {
    fail_input(
        fmt::format("which collection this is, '{}' does not say, and neither does the command line", config.head.path),
        "Give --collection 2026-01, or name the column: [people] collection = \"month\".");
  }
  reading.progress("reading the people");
  people_ = read_people(survey_, {.source = reading.source, .collection = wishes_.collection, .stop = reading.stop});
  if (people_.size() > 1) {
    for (const SurveyCollection& collection : people_) require_file_name(collection.name);
  }
  if (!config.is_repeated) return;
  memory_ = std::make_unique<SurveyMemory>(survey_, wishes_.memory, reading);
  if (reading.replaces || memory_->symbols() == nullptr) return;
  for (const SurveyCollection& collection : people_) {
    if (!memory_->symbols()->has_collection(collection.name)) continue;
    // A second file of a collection would be added to the first.
    fail_input(fmt::format("collection '{}' was reported already", shown(collection.name)),
               "--force makes its reports again, and counts one collection more: throw the first ones away.");
  }
}

bool ReportsPublication::is_private(const Drawing& drawing) const {
  return drawing.random.is_private() && (!memory_ || memory_->secret().is_private());
}

std::vector<Spending> ReportsPublication::spendings(const Drawing& drawing) const {
  std::vector<Spending> all;
  for (const SurveyCollection& collection : people_) {
    Spending spending;
    if (memory_) {
      const SymbolCap cap = memory_->cap();
      const SymbolState* const symbols = memory_->symbols();
      const std::uint64_t possible =
          symbols == nullptr ? 0 : symbols->possible_after(all.size() + 1, survey_.largest_limit(cap));
      spending = repeated_spending(survey_, memory_->secret(), cap, possible);
    } else {
      spending = once_spending(survey_);
    }
    spending.purpose =
        collection.name.empty() ? drawing.purpose : fmt::format("{} ({})", drawing.purpose, collection.name);
    spending.is_seeded = !is_private(drawing);
    all.push_back(std::move(spending));
  }
  return all;
}

Outlook ReportsPublication::outlook(const Drawing& drawing) {
  return reports_outlook(survey_, people_, person(people_.size()), !is_private(drawing));
}

Drawn ReportsPublication::draw(const Drawing& drawing) {
  const bool is_seeded = !is_private(drawing);
  Drawn drawn{.promise = reports_promise(survey_, is_seeded), .spendings = spendings(drawing), .is_seeded = is_seeded};
  const std::size_t report_bytes = survey_.protocol->report_bytes();
  Json collections = Json::array();
  for (const SurveyCollection& people : people_) {
    const std::string& name = people.name;
    drawing.progress(name.empty() ? "randomising" : fmt::format("randomising '{}'", escaped(name)));
    SymbolState* const symbols = memory_ ? memory_->symbols() : nullptr;
    auto reports = std::make_shared<const Reports>(
        memory_ ? memo_reports(survey_, people, memory_->secret(), drawing.random, symbols, drawing.stop)
                : fresh_reports(survey_, people, drawing.random, drawing.stop));
    const auto write = [protocol = survey_.protocol, reports, name, is_seeded](const std::string& path) {
      ReportWriter writer = ReportWriter::create(path, *protocol, name, !is_seeded);
      writer.write(*reports);
      writer.close();
    };
    drawn.files.push_back({.name = form() == Form::files ? name + ".srep" : "", .write = write});
    if (symbols != nullptr) symbols->add_collection(name, survey_.largest_limit(memory_->cap()));
    const std::string& in_directory = drawn.files.back().name;
    const std::string file =
        in_directory.empty() ? drawing.purpose : (std::filesystem::path(drawing.purpose) / in_directory).string();
    collections.push_back({{"name", name}, {"reports", people.people}, {"file", file}});
    drawn.told.push_back(fmt::format("{}{} of {} in '{}'", name.empty() ? "" : fmt::format("'{}': ", shown(name)),
                                     counted(people.people, "report"), counted(report_bytes, "byte"), file));
  }
  drawn.facts = {{"solution", survey_.config.solution_word()},
                 {"collections", std::move(collections)},
                 {"report_bytes", report_bytes},
                 {"spec", Json::parse(survey_.protocol->spec()->json())}};
  drawn.more_facts = {{"statement", statement_keys(drawn.promise.english)}};
  if (const auto total = person()) {
    drawn.more_facts.push_back({"person", person_json(*total)});
    std::ranges::copy(told_person(*total, Speaker(Language::en)), std::back_inserter(drawn.told));
    if (total->collections > 0) drawn.told.push_back(told_counted(*total));
  }
  return drawn;
}

std::optional<PersonTotal> ReportsPublication::person(std::uint64_t collections) const {
  if (!memory_) return std::nullopt;
  const SymbolCap cap = memory_->cap();
  PersonTotal person{.cap = cap, .lifetime = survey_.lifetime_total(cap)};
  person.total = person.lifetime;
  const SymbolState* const symbols = memory_->symbols();
  if (symbols == nullptr) return person;
  person.collections = symbols->collections().size() + collections;
  person.most_symbols = symbols->most_symbols();
  person.repeats = symbols->repeats();
  if (symbols->is_lost()) return person;
  person.total = survey_.total(symbols->possible_after(collections, survey_.largest_limit(cap)), cap);
  return person;
}

}  // namespace sourdine
