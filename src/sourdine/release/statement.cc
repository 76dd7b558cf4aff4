#include "sourdine/release/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "sourdine/release/statement_central.h"
#include "sourdine/release/statement_phrases.h"
#include "sourdine/release/statement_speaker.h"

namespace sourdine {
namespace {

constexpr double weak = 4;  // an ε above which single events are hardly protected

// Given all other events, the odds of one change by at most e^ε: as a percentage, what a coin toss (50 %) can become.
double worst_belief(double epsilon) { return 100 / (1 + std::exp(-epsilon)); }

std::string bullets(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + line + "\n";
  return text;
}

// What stands between the promise and the first heading.
std::string coverage(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  const bool uses_counts = facts.filter == BiasFilter::ratio || facts.filter == BiasFilter::private_ratio;
  const std::string text =
      facts.central
          ? central_coverage(facts, speaker)
          : speaker.say(
                Phrase::coverage,
                fmt::arg("events",
                         speaker.counted(facts.events, Phrase::one_event, Phrase::many_events, facts.events_word)),
                fmt::arg("first", speaker.date(facts.first)), fmt::arg("last", speaker.date(facts.last)),
                fmt::arg("regions",
                         speaker.counted(facts.regions, Phrase::one_region, Phrase::many_regions, facts.places_word)),
                fmt::arg("periods", speaker.periods(facts.periods)), fmt::arg("oracle", facts.oracle),
                fmt::arg("sources", speaker.say(uses_counts ? Phrase::from_counts_too : Phrase::from_reports_alone)));
  std::string words;
  if (!facts.events_word.empty()) words = speaker.say(Phrase::word_event, fmt::arg("word", facts.events_word));
  if (!facts.places_word.empty()) words += speaker.say(Phrase::word_region, fmt::arg("word", facts.places_word));
  const std::string reported =
      facts.reported ? speaker.say(Phrase::reported_coverage, fmt::arg("collection", facts.reported->collection))
                     : std::string();
  return text + reported + words;
}

std::string base_word(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  return speaker.periods({facts.reported->base});
}

using NumberRows = std::vector<std::pair<std::string, std::string>>;

NumberRows local_numbers(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  const Guarantee& guarantee = facts.guarantee;
  return {{speaker.say(Phrase::label_epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked)},
          {speaker.say(Phrase::label_epsilon_realised),
           speaker.say(Phrase::epsilon_realised, fmt::arg("epsilon", speaker.long_epsilon(guarantee.epsilon)))},
          {"δ", "0"},
          {speaker.say(Phrase::label_unit), speaker.say(facts.person ? Phrase::unit_of_person : Phrase::unit)},
          {speaker.say(Phrase::label_neighbours),
           speaker.say(facts.person ? Phrase::neighbours_of_person : Phrase::neighbours)},
          {speaker.say(Phrase::label_mechanism),
           facts.filter == BiasFilter::private_ratio
               ? speaker.say(Phrase::mechanism_with_ratio, fmt::arg("oracle", facts.oracle))
               : facts.oracle}};
}

std::string numbers_table(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  NumberRows rows = {
      {speaker.say(Phrase::label_model),
       speaker.say(facts.guarantee.model == PrivacyModel::local ? Phrase::local_model : Phrase::central_model)}};
  const NumberRows own = facts.central ? central_numbers(facts, speaker) : local_numbers(facts, speaker);
  rows.insert(rows.end(), own.begin(), own.end());
  const Phrase drawn = facts.reported ? Phrase::reported_randomness : Phrase::randomness_private;
  rows.emplace_back(speaker.say(Phrase::label_randomness),
                    speaker.say(facts.is_seeded ? Phrase::randomness_seeded : drawn));
  rows.emplace_back(
      speaker.say(Phrase::label_made),
      speaker.say(Phrase::made, fmt::arg("date", speaker.date(facts.date)), fmt::arg("software", facts.software)));
  std::string table = "| | |\n|---|---|\n";
  for (const auto& [label, value] : rows) table += fmt::format("| {} | {} |\n", label, value);
  return table;
}

std::string how_to_read(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  if (facts.central) return central_reading(facts, speaker);
  std::vector<std::string> sentences{
      speaker.say(Phrase::intervals, fmt::arg("confidence", speaker.percent(facts.confidence))),
      speaker.say(facts.is_smoothed ? Phrase::smoothed_columns : Phrase::plain_columns)};
  if (facts.has_synthetic) sentences.push_back(speaker.say(Phrase::synthetic_rows));
  if (facts.reported) {
    const std::string base = base_word(facts, speaker);
    if (facts.has_synthetic) sentences.push_back(speaker.say(Phrase::reported_rows, fmt::arg("period", base)));
    if (!facts.reported->withheld.empty()) {
      sentences.push_back(
          speaker.say(Phrase::reported_withheld, fmt::arg("min_reports", speaker.number(facts.reported->min_reports))));
    }
    sentences.push_back(speaker.say(Phrase::reported_senders));
  }
  if (facts.dropped != 0) {
    const std::string events = speaker.counted(facts.dropped, Phrase::one_event, Phrase::many_events);
    sentences.push_back(speaker.say(Phrase::left_out, fmt::arg("events", events)));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace

namespace {

Statement local_statement(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  const double epsilon = facts.guarantee.epsilon;
  const std::string epsilon_text = speaker.at_most(epsilon, 4);  // outlives the argument, which only refers to it
  const auto epsilon_argument = fmt::arg("epsilon", epsilon_text);
  Statement statement;
  const bool is_person = facts.person.has_value();
  const std::uint64_t max_events = is_person ? facts.person->max_events.value_or(1) : 1;
  const auto bound_argument = fmt::arg("max_events", max_events);
  statement.promise = speaker.say(is_person ? Phrase::promise_of_person : Phrase::promise,
                                  fmt::arg("factor", speaker.factor(epsilon)), epsilon_argument);

  const auto protects = [&](std::string sentence) { statement.holds.push_back(std::move(sentence)); };
  protects(is_person ? speaker.say(Phrase::protects_person_regions, bound_argument)
                     : speaker.say(Phrase::protects_region));
  protects(speaker.say(is_person ? Phrase::protects_person_belief : Phrase::protects_belief,
                       fmt::arg("belief", speaker.at_most(worst_belief(epsilon), 1))));
  protects(speaker.say(Phrase::protects_against_anyone));
  if (facts.reported) protects(speaker.say(Phrase::reported_protects_sender));
  if (facts.filter == BiasFilter::private_ratio) {
    protects(speaker.say(Phrase::protects_ratio, fmt::arg("epsilon", speaker.at_most(facts.ratio_epsilon, 4))));
  }

  const auto exposes = [&](std::string sentence) { statement.not_protected.push_back(std::move(sentence)); };
  exposes(facts.reported ? speaker.say(Phrase::reported_exposes_period, fmt::arg("period", base_word(facts, speaker)))
                         : speaker.say(Phrase::exposes_time));
  if (is_person) {
    exposes(speaker.say(Phrase::exposes_bounded_person, bound_argument));
    exposes(speaker.say(Phrase::exposes_several_names, fmt::arg("column", facts.person->column)));
  } else {
    exposes(speaker.say(Phrase::exposes_several_events, epsilon_argument));
  }
  exposes(speaker.say(Phrase::exposes_crowds));
  exposes(speaker.say(facts.reported ? Phrase::reported_exposes_other_releases : Phrase::exposes_other_releases));
  exposes(speaker.say(Phrase::exposes_domain));
  if (facts.drops_places) exposes(speaker.say(Phrase::exposes_dropped_places));
  if (epsilon > weak) exposes(speaker.say(Phrase::exposes_by_large_epsilon));
  if (!facts.kept.empty()) {
    exposes(speaker.say(Phrase::exposes_kept_columns, fmt::arg("columns", fmt::join(facts.kept, ", "))));
  }

  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(
        speaker.say(Phrase::no_protection, fmt::arg("factor", speaker.factor(epsilon)), epsilon_argument));
  }
  if (facts.filter == BiasFilter::ratio) statement.not_private_because.push_back(speaker.say(Phrase::exact_ratio));
  return statement;
}

}  // namespace

Statement make_statement(const StatementFacts& facts, Language language) {
  const ReleaseSpeaker speaker(language);
  Statement statement = facts.central ? central_statement(facts, speaker) : local_statement(facts, speaker);
  std::vector<std::string>& reasons = statement.not_private_because;
  if (facts.is_seeded) reasons.insert(reasons.begin(), speaker.say(Phrase::seeded));
  if (!facts.has_public_places) reasons.push_back(speaker.say(Phrase::places_from_events));
  return statement;
}

std::string privacy_document(const StatementFacts& facts, Language language) {
  const ReleaseSpeaker speaker(language);
  const Statement statement = make_statement(facts, language);
  const auto heading = [&](Phrase phrase) { return fmt::format("\n## {}\n\n", speaker.say(phrase)); };
  std::string text = fmt::format("# {}\n\n", speaker.say(Phrase::title, fmt::arg("title", facts.title)));
  if (!statement.not_private_because.empty()) {
    text += fmt::format("**{}**\n\n{}\n{}\n\n", speaker.say(Phrase::not_private),
                        bullets(statement.not_private_because), speaker.say(Phrase::promise_otherwise));
  }
  text += fmt::format("**{}**\n\n{}\n", statement.promise, coverage(facts, speaker));
  const bool is_private = statement.not_private_because.empty();
  if (is_private) text += heading(Phrase::heading_protected) + bullets(statement.holds);
  text += heading(Phrase::heading_not_protected) + bullets(statement.not_protected);
  if (!statement.beside.empty()) text += heading(Phrase::heading_bound) + bullets(statement.beside);
  text += heading(Phrase::heading_numbers) + numbers_table(facts, speaker);
  text += heading(Phrase::heading_reading) + how_to_read(facts, speaker) + "\n";
  return text;
}

}  // namespace sourdine
