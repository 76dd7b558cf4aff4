#include "sourdine/survey/spending.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/random/aes_stream.h"
#include "sourdine/survey/reports.h"

namespace sourdine {
namespace {

constexpr std::size_t name_digits = 16;

std::string draws_of_survey(const PreparedSurvey& survey) { return memo_name(survey).substr(0, name_digits); }

// Which survey, which key, and a pseudo-random function of the secret: tells nothing of it, and no other use of it has
// this label.
std::string survey_draw(const PreparedSurvey& survey, const RowSecret& secret, std::string_view which) {
  const std::string about = fmt::format("sourdine draw of a survey|{}|{}", memo_name(survey), which);
  return draws_of_survey(survey) + key_name(survey, secret) +
         hexadecimal(detail::derive_key(secret.bytes(), as_bytes(about))).substr(0, 32);
}

Spending survey_spending(const PreparedSurvey& survey) {
  Spending spending = survey.config.head.spending();
  spending.mechanism = fmt::format("survey {}", survey.config.solution_word());
  return spending;
}

// Of so many answers of one person; what it is about is for the caller to say.
Guarantee guarantee_of_person(const PreparedSurvey& survey, double epsilon, std::uint64_t answers) {
  Guarantee guarantee = survey.protocol->guarantee();
  guarantee.epsilon = epsilon;
  guarantee.epsilon_asked = std::max(static_cast<double>(answers) * survey.protocol->tuple_epsilon_asked(), epsilon);
  guarantee.unit = Unit::person;
  guarantee.levels = {};
  return guarantee;
}

}  // namespace

Guarantee person_guarantee(const PreparedSurvey& survey, double epsilon, std::uint64_t symbols) {
  Guarantee guarantee = guarantee_of_person(survey, epsilon, symbols);
  guarantee.unit_text = "everything one person reports";
  guarantee.neighbours_text =
      "replace the person's values by any others that, attribute by attribute, have equal symbols in the same "
      "collections";
  guarantee.caveats = {
      fmt::format(
          "all reports about one answer spend {:.6g} at most, and every further answer of a person as much again",
          survey.protocol->epsilon()),
      "not protected: in which collections a person's answers are equal, that a report was sent, when, and how many "
      "there are"};
  return guarantee;
}

Guarantee fresh_guarantee(const PreparedSurvey& survey, std::uint64_t collections) {
  if (collections < 2) return survey.protocol->guarantee();
  Guarantee guarantee = guarantee_of_person(survey, survey.total(collections, SymbolCap::none), collections);
  guarantee.unit_text = fmt::format("what one person reports, once in each of {} collections", collections);
  guarantee.neighbours_text = "replace the person's answers by any others";
  guarantee.caveats = {fmt::format("one report spends {:.6g}; there is no memo, so that the reports of a person add "
                                   "up, and their mean approaches the answer",
                                   survey.protocol->epsilon()),
                       "not protected: that a report was sent, when, and how many there are"};
  return guarantee;
}

Spending once_spending(const PreparedSurvey& survey) {
  Spending spending = survey_spending(survey);
  spending.guarantee = survey.protocol->guarantee();
  if (!survey.config.people.id.empty()) spending.max_units = 1;  // nobody is there twice
  return spending;
}

Spending repeated_spending(const PreparedSurvey& survey, const RowSecret& secret, SymbolCap cap,
                           std::uint64_t symbols) {
  Spending spending = survey_spending(survey);
  if (symbols > 0 && cap != SymbolCap::lost) {
    spending.guarantee = person_guarantee(survey, survey.step(symbols, cap), 1);
    spending.draw = survey_draw(survey, secret, fmt::format("symbol {}", symbols));
  } else {
    spending.guarantee = person_guarantee(survey, survey.lifetime_total(cap), survey.largest_limit(cap));
    spending.draw = survey_draw(survey, secret, "all symbols");
  }
  return spending;
}

std::set<std::string> keys_with_collections(const PreparedSurvey& survey, const StopToken& stop) {
  const std::string prefix = draws_of_survey(survey);
  std::set<std::string> keys;
  const LedgerContents contents = open_ledger(survey.config.head.ledger(), survey.config.head.budget_file).read(stop);
  for (const LedgerRecord& record : contents.records) {
    const std::string& draw = record.entry.draw;
    if (record.state == RecordState::cancelled || !draw.starts_with(prefix)) continue;
    keys.insert(draw.substr(name_digits, name_digits));
  }
  return keys;
}

}  // namespace sourdine
