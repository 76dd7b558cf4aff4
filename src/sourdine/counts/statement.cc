#include "sourdine/counts/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "sourdine/counts/statement_central.h"
#include "sourdine/counts/statement_words.h"

namespace sourdine {
namespace {

constexpr double weak = 4;  // an ε above which single events are hardly protected

// Given all other events, the odds of one change by at most e^ε: as a percentage, what a coin toss (50 %) can become.
double worst_belief(double epsilon) { return 100 / (1 + std::exp(-epsilon)); }

}  // namespace

std::string period_words(const std::vector<std::string>& names, const Speaker& speaker) {
  // As Period.
  constexpr std::array words{counts_words::hour, counts_words::day, counts_words::week, counts_words::month,
                             counts_words::year};
  std::vector<std::string> spoken;
  for (const std::string& name : names)
    spoken.push_back(speaker.say(words[static_cast<std::size_t>(find_period(name))]));
  return speaker.list(spoken);
}

namespace {

// What stands between the promise and the first heading.
std::string coverage(const StatementFacts& facts, const Speaker& speaker) {
  const bool uses_counts = facts.filter == BiasFilter::ratio || facts.filter == BiasFilter::private_ratio;
  const std::string text =
      facts.central ? central_coverage(facts, speaker)
                    : speaker.say(counts_words::coverage,
                                  {{"events", speaker.counted(facts.events, counts_words::one_event,
                                                              counts_words::many_events, facts.events_word)},
                                   {"first", speaker.date(facts.first)},
                                   {"last", speaker.date(facts.last)},
                                   {"regions", speaker.counted(facts.regions, counts_words::one_region,
                                                               counts_words::many_regions, facts.places_word)},
                                   {"periods", period_words(facts.periods, speaker)},
                                   {"oracle", facts.oracle},
                                   {"sources", speaker.say(uses_counts ? counts_words::from_counts_too
                                                                       : counts_words::from_reports_alone)}});
  std::string words;
  if (!facts.events_word.empty()) words = speaker.say(counts_words::word_event, {{"word", facts.events_word}});
  if (!facts.places_word.empty()) words += speaker.say(counts_words::word_region, {{"word", facts.places_word}});
  const std::string reported =
      facts.reported ? speaker.say(counts_words::reported_coverage, {{"collection", facts.reported->collection}})
                     : std::string();
  return text + reported + words;
}

std::string base_word(const StatementFacts& facts, const Speaker& speaker) {
  return period_words({facts.reported->base}, speaker);
}

using NumberRows = std::vector<std::pair<std::string, std::string>>;

NumberRows local_numbers(const StatementFacts& facts, const Speaker& speaker) {
  const Guarantee& guarantee = facts.guarantee;
  return {
      {speaker.say(counts_words::label_epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked)},
      {speaker.say(counts_words::label_epsilon_realised),
       speaker.say(counts_words::epsilon_realised, {{"epsilon", speaker.long_epsilon(guarantee.epsilon)}})},
      {"δ", "0"},
      {speaker.say(shared_words::unit), speaker.say(facts.person ? counts_words::unit_of_person : counts_words::unit)},
      {speaker.say(shared_words::neighbours),
       speaker.say(facts.person ? counts_words::neighbours_of_person : counts_words::neighbours)},
      {speaker.say(counts_words::label_mechanism),
       facts.filter == BiasFilter::private_ratio
           ? speaker.say(counts_words::mechanism_with_ratio, {{"oracle", facts.oracle}})
           : facts.oracle}};
}

NumberRows number_rows(const StatementFacts& facts, const Speaker& speaker) {
  NumberRows rows = {{speaker.say(counts_words::label_model),
                      speaker.say(facts.guarantee.model == PrivacyModel::local ? counts_words::local_model
                                                                               : counts_words::central_model)}};
  const NumberRows more = facts.central ? central_numbers(facts, speaker) : local_numbers(facts, speaker);
  rows.insert(rows.end(), more.begin(), more.end());
  const Words& drawn = facts.reported ? counts_words::reported_randomness : counts_words::randomness_private;
  rows.emplace_back(speaker.say(counts_words::label_randomness),
                    speaker.say(facts.is_seeded ? counts_words::randomness_seeded : drawn));
  return rows;
}

std::string how_to_read(const StatementFacts& facts, const Speaker& speaker) {
  if (facts.central) return central_reading(facts, speaker);
  std::vector<std::string> sentences{
      speaker.say(counts_words::intervals, {{"confidence", speaker.percent(facts.confidence)}}),
      speaker.say(facts.is_smoothed ? counts_words::smoothed_columns : counts_words::plain_columns)};
  if (facts.has_synthetic) sentences.push_back(speaker.say(counts_words::synthetic_rows));
  if (facts.reported) {
    const std::string base = base_word(facts, speaker);
    if (facts.has_synthetic) sentences.push_back(speaker.say(counts_words::reported_rows, {{"period", base}}));
    if (!facts.reported->withheld.empty()) {
      sentences.push_back(
          speaker.say(counts_words::reported_withheld, {{"min_reports", speaker.number(facts.reported->min_reports)}}));
    }
    sentences.push_back(speaker.say(counts_words::reported_senders));
  }
  if (facts.dropped != 0) {
    const std::string events = speaker.counted(facts.dropped, counts_words::one_event, counts_words::many_events);
    sentences.push_back(speaker.say(counts_words::left_out, {{"events", events}}));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

Statement local_statement(const StatementFacts& facts, const Speaker& speaker) {
  const double epsilon = facts.guarantee.epsilon;
  const std::string epsilon_text = speaker.at_most(epsilon, 4);
  Statement statement;
  const bool is_person = facts.person.has_value();
  const std::uint64_t max_events = is_person ? facts.person->max_events.value_or(1) : 1;
  const std::string bound = speaker.number(max_events);
  statement.promise = speaker.say(is_person ? counts_words::promise_of_person : counts_words::promise,
                                  {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}});

  const auto protects = [&](std::string sentence) { statement.holds.push_back(std::move(sentence)); };
  protects(is_person ? speaker.say(counts_words::protects_person_regions, {{"max_events", bound}})
                     : speaker.say(counts_words::protects_region));
  protects(speaker.say(is_person ? counts_words::protects_person_belief : counts_words::protects_belief,
                       {{"belief", speaker.at_most(worst_belief(epsilon), 1)}}));
  protects(speaker.say(counts_words::protects_against_anyone));
  if (facts.reported) protects(speaker.say(counts_words::reported_protects_sender));
  if (facts.filter == BiasFilter::private_ratio) {
    protects(speaker.say(counts_words::protects_ratio, {{"epsilon", speaker.at_most(facts.ratio_epsilon, 4)}}));
  }

  const auto exposes = [&](std::string sentence) { statement.not_protected.push_back(std::move(sentence)); };
  exposes(facts.reported ? speaker.say(counts_words::reported_exposes_period, {{"period", base_word(facts, speaker)}})
                         : speaker.say(counts_words::exposes_time));
  if (is_person) {
    exposes(speaker.say(counts_words::exposes_bounded_person, {{"max_events", bound}}));
    exposes(speaker.say(counts_words::exposes_several_names, {{"column", facts.person->column}}));
  } else {
    exposes(speaker.say(counts_words::exposes_several_events, {{"epsilon", epsilon_text}}));
  }
  exposes(speaker.say(counts_words::exposes_crowds));
  exposes(speaker.say(facts.reported ? counts_words::reported_exposes_other_releases
                                     : counts_words::exposes_other_releases));
  exposes(speaker.say(counts_words::exposes_domain));
  if (facts.drops_places) exposes(speaker.say(counts_words::exposes_dropped_places));
  if (epsilon > weak) exposes(speaker.say(counts_words::exposes_by_large_epsilon));
  if (!facts.kept.empty()) {
    exposes(speaker.say(counts_words::exposes_kept_columns, {{"columns", speaker.list(facts.kept)}}));
  }

  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(
        speaker.say(counts_words::no_protection, {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}}));
  }
  if (facts.filter == BiasFilter::ratio)
    statement.not_private_because.push_back(speaker.say(counts_words::exact_ratio));
  return statement;
}

Statement statement_in(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  Statement statement = facts.central ? central_statement(facts, speaker) : local_statement(facts, speaker);
  std::vector<std::string>& reasons = statement.not_private_because;
  if (facts.is_seeded) reasons.insert(reasons.begin(), speaker.say(shared_words::seeded));
  if (!facts.has_public_places) reasons.push_back(speaker.say(counts_words::places_from_events));
  return statement;
}

}  // namespace

Promise counts_promise(const StatementFacts& facts) {
  return {.stated = facts.guarantee,
          .english = statement_in(facts, Language::en),
          .french = statement_in(facts, Language::fr)};
}

StatementDetails counts_details(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  return {.coverage = coverage(facts, speaker),
          .sections = {{counts_words::heading_reading, how_to_read(facts, speaker)}},
          .numbers = number_rows(facts, speaker)};
}

}  // namespace sourdine
