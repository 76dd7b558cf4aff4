#include "sourdine/counts/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sourdine/counts/statement_words.h"
#include "sourdine/publish/speaker.h"

namespace sourdine::counts_words {
namespace {

constexpr double weak_epsilon = 4;  // above it single events, or people, are hardly protected

// Given all other events, the odds of one change by at most e^ε: as a percentage, what a coin toss (50 %) can become.
double worst_belief(double epsilon) { return 100 / (1 + std::exp(-epsilon)); }

std::string period_words(const std::vector<std::string>& names, const Speaker& speaker) {
  // As Period.
  constexpr std::array words{hour, day, week, month, year};
  std::vector<std::string> spoken;
  for (const std::string& name : names)
    spoken.push_back(speaker.say(words[static_cast<std::size_t>(find_period(name))]));
  return speaker.list(spoken);
}

// Who holds two possibilities for equally likely guesses rightly with probability (e^ε + δ)/(1 + e^ε) at most: the two
// errors of any test add up to 2(1 − δ)/(1 + e^ε) at least (Kairouz, Oh, Viswanath 2015). As a percentage.
double most_right_guesses(double epsilon, double delta) { return 100 * (1 - (1 - delta) / (1 + std::exp(epsilon))); }

// Noise can make a number of people negative; in a sentence there are none then. The manifest has the number itself.
std::string rounded_text(double value, const Speaker& speaker) {
  return speaker.number(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))));
}

// δ with two digits, rounded up: "at most" stays true.
std::string small_number(double value, const Speaker& speaker) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return speaker.general(std::ceil(value / unit * (1 - 1e-9)) * unit, 2);
}

std::string noise_text(const StatementFacts& facts, const Speaker& speaker) {
  const bool is_laplace = facts.central->noise == CentralNoise::laplace;
  return speaker.say(is_laplace ? laplace_noise : gaussian_noise);
}

// An estimate whose interval begins at 0 is below its noise: only the other end says something.
bool is_only_bounded(const Estimate& estimate) { return std::llround(estimate.lower) <= 0; }

std::string removed_people(const BoundFacts& bound, const Speaker& speaker) {
  return speaker.say(is_only_bounded(bound.people) ? removed_people_at_most : removed_people_about,
                     {{"people", rounded_text(bound.people.value, speaker)},
                      {"lower", rounded_text(bound.people.lower, speaker)},
                      {"upper", rounded_text(bound.people.upper, speaker)}});
}

std::string removed_events(const BoundFacts& bound, const Speaker& speaker) {
  return speaker.say(is_only_bounded(bound.events) ? removed_events_at_most : removed_events_about,
                     {{"events", rounded_text(bound.events.value, speaker)},
                      {"lower", rounded_text(bound.events.lower, speaker)},
                      {"upper", rounded_text(bound.events.upper, speaker)},
                      {"cap", speaker.number(bound.cap)}});
}

std::vector<std::string> bound_sentences(const StatementFacts& facts, const Speaker& speaker) {
  if (!facts.central->bound) return {};
  const BoundFacts& bound = *facts.central->bound;
  return {speaker.say(bound.is_chosen ? central_bound_chosen : central_bound_given,
                      {{"max_events", speaker.number(bound.max_events)}}),
          speaker.say(central_removed,
                      {{"people", removed_people(bound, speaker)}, {"events", removed_events(bound, speaker)}})};
}

Statement central_statement(const StatementFacts& facts, const Speaker& speaker) {
  const bool is_person = facts.guarantee.unit == Unit::person;
  const double epsilon = facts.guarantee.epsilon, delta = facts.guarantee.delta;
  const std::string epsilon_text = speaker.at_most(epsilon, 4);
  const std::string remainder =
      delta > 0 ? speaker.say(central_delta, {{"delta", small_number(delta, speaker)}}) : std::string();
  const std::string max_events = speaker.number(facts.central->bound ? facts.central->bound->max_events : 1);
  Statement statement;
  statement.promise =
      speaker.say(is_person ? central_promise_person : central_promise_event,
                  {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}, {"delta", remainder}});
  statement.holds = {
      speaker.say(is_person ? central_protects_person : central_protects_event, {{"max_events", max_events}}),
      speaker.say(is_person ? central_protects_guess_person : central_protects_guess_event,
                  {{"belief", speaker.at_most(most_right_guesses(epsilon, delta), 1)}}),
      speaker.say(central_protects_totals), speaker.say(protects_against_anyone)};

  const auto exposes = [&](std::string sentence) { statement.not_protected.push_back(std::move(sentence)); };
  exposes(speaker.say(central_exposes_curator));
  if (is_person) {
    exposes(speaker.say(central_exposes_bound, {{"max_events", max_events}}));
    exposes(speaker.say(exposes_several_names, {{"column", facts.person ? facts.person->column : ""}}));
  } else {
    exposes(speaker.say(exposes_several_events, {{"epsilon", epsilon_text}}));
  }
  exposes(speaker.say(central_exposes_crowds));
  exposes(speaker.say(exposes_other_releases));
  exposes(speaker.say(central_exposes_domain));
  if (epsilon > weak_epsilon) exposes(speaker.say(central_exposes_by_large_epsilon));

  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(
        speaker.say(central_no_protection, {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}}));
  }
  if (delta > largest_private_delta) {
    statement.not_private_because.push_back(
        speaker.say(central_delta_too_large, {{"delta", small_number(delta, speaker)}}));
  }
  statement.beside = bound_sentences(facts, speaker);
  return statement;
}

std::string parts_text(const StatementFacts& facts, const Speaker& speaker) {
  std::vector<std::string> levels;
  for (const CentralLevelFacts& level : facts.central->levels) {
    const std::string period = period_words({std::string(period_name(level.period))}, speaker);
    const auto add = [&](const Words& words, std::uint64_t parts, double noise) {
      if (parts == 0) return;
      levels.push_back(speaker.say(
          words, {{"period", period}, {"parts", speaker.number(parts)}, {"noise", speaker.decimal(noise, 1)}}));
    };
    add(central_level, level.region_parts, level.region_noise);
    add(central_total_level, level.total_parts, level.total_noise);
  }
  if (const auto& bound = facts.central->bound; bound && bound->parts > 0) {
    levels.push_back(speaker.say(bound->is_chosen ? central_choice_parts : central_bound_parts,
                                 {{"parts", speaker.number(bound->parts)}}));
  }
  return speaker.say(central_parts, {{"levels", speaker.list(levels)}});
}

std::string central_reading(const StatementFacts& facts, const Speaker& speaker) {
  std::vector<std::string> sentences{
      speaker.say(central_intervals, {{"confidence", speaker.percent(facts.confidence)}})};
  sentences.push_back(speaker.say(facts.is_smoothed      ? central_smoothed_columns
                                  : facts.is_nonnegative ? central_nonnegative
                                                         : central_adds_up));
  if (facts.has_synthetic) sentences.push_back(speaker.say(central_rows));
  if (const auto rows = facts.central->bounded_rows) {
    sentences.push_back(speaker.say(central_rows_bounded, {{"rows", speaker.number(*rows)}}));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

// What stands between the promise and the first heading.
std::string coverage_text(const StatementFacts& facts, const Speaker& speaker) {
  const bool uses_counts = facts.filter == BiasFilter::ratio || facts.filter == BiasFilter::private_ratio;
  const Estimate total = facts.central ? facts.central->total : Estimate{};
  std::string text = speaker.say(
      facts.central ? central_coverage : coverage,
      {{"events", speaker.counted(facts.events, one_event, many_events, facts.events_word)},
       {"lower", rounded_text(total.lower, speaker)},
       {"upper", rounded_text(total.upper, speaker)},
       {"first", speaker.date(facts.first)},
       {"last", speaker.date(facts.last)},
       {"regions", speaker.counted(facts.regions, one_region, many_regions, facts.places_word)},
       {"periods", period_words(facts.periods, speaker)},
       {"oracle", facts.oracle},
       {"measured", facts.central ? speaker.say(central_measured, {{"noise", noise_text(facts, speaker)}}) : ""},
       {"sources", speaker.say(uses_counts ? from_counts_too : from_reports_alone)}});
  if (facts.reported) text += speaker.say(reported_coverage, {{"collection", facts.reported->collection}});
  if (!facts.events_word.empty()) text += speaker.say(word_event, {{"word", facts.events_word}});
  if (!facts.places_word.empty()) text += speaker.say(word_region, {{"word", facts.places_word}});
  return text;
}

std::string base_word(const StatementFacts& facts, const Speaker& speaker) {
  return period_words({facts.reported->base}, speaker);
}

std::vector<std::pair<std::string, std::string>> number_rows(const StatementFacts& facts, const Speaker& speaker) {
  const Guarantee& guarantee = facts.guarantee;
  const bool is_central = facts.central.has_value(), has_ratio = facts.filter == BiasFilter::private_ratio;
  const bool is_person = is_central ? guarantee.unit == Unit::person : facts.person.has_value();
  const Words& unit_words =
      is_central ? (is_person ? central_unit_person : central_unit_event) : (is_person ? unit_of_person : unit);
  const Words& neighbour_words = is_central ? (is_person ? central_neighbours_person : central_neighbours_event)
                                            : (is_person ? neighbours_of_person : neighbours);
  std::vector<std::pair<std::string, std::string>> rows = {
      {speaker.say(label_model), speaker.say(guarantee.model == PrivacyModel::local ? local_model : central_model)},
      {speaker.say(label_epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked)},
      {speaker.say(label_epsilon_realised), speaker.say(is_central ? central_epsilon_realised : epsilon_realised,
                                                        {{"epsilon", speaker.long_epsilon(guarantee.epsilon)}})},
      {"δ", guarantee.delta > 0 ? small_number(guarantee.delta, speaker) : "0"},
      {speaker.say(shared_words::unit), speaker.say(unit_words)},
      {speaker.say(shared_words::neighbours), speaker.say(neighbour_words)},
      {speaker.say(label_mechanism), is_central  ? noise_text(facts, speaker)
                                     : has_ratio ? speaker.say(mechanism_with_ratio, {{"oracle", facts.oracle}})
                                                 : facts.oracle}};
  if (is_central) rows.emplace_back(speaker.say(label_parts), parts_text(facts, speaker));
  const Words& drawn = facts.reported ? reported_randomness : randomness_private;
  rows.emplace_back(speaker.say(label_randomness), speaker.say(facts.is_seeded ? randomness_seeded : drawn));
  return rows;
}

std::string how_to_read(const StatementFacts& facts, const Speaker& speaker) {
  if (facts.central) return central_reading(facts, speaker);
  std::vector<std::string> sentences{speaker.say(intervals, {{"confidence", speaker.percent(facts.confidence)}}),
                                     speaker.say(facts.is_smoothed ? smoothed_columns : plain_columns)};
  if (facts.has_synthetic) sentences.push_back(speaker.say(synthetic_rows));
  if (facts.reported) {
    const std::string base = base_word(facts, speaker);
    if (facts.has_synthetic) sentences.push_back(speaker.say(reported_rows, {{"period", base}}));
    if (!facts.reported->withheld.empty()) {
      sentences.push_back(
          speaker.say(reported_withheld, {{"min_reports", speaker.number(facts.reported->min_reports)}}));
    }
    sentences.push_back(speaker.say(reported_senders));
  }
  if (facts.dropped != 0) {
    const std::string events = speaker.counted(facts.dropped, one_event, many_events);
    sentences.push_back(speaker.say(left_out, {{"events", events}}));
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
  statement.promise = speaker.say(is_person ? promise_of_person : promise,
                                  {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}});

  const auto protects = [&](std::string sentence) { statement.holds.push_back(std::move(sentence)); };
  protects(is_person ? speaker.say(protects_person_regions, {{"max_events", bound}}) : speaker.say(protects_region));
  protects(speaker.say(is_person ? protects_person_belief : protects_belief,
                       {{"belief", speaker.at_most(worst_belief(epsilon), 1)}}));
  protects(speaker.say(protects_against_anyone));
  if (facts.reported) protects(speaker.say(reported_protects_sender));
  if (facts.filter == BiasFilter::private_ratio) {
    protects(speaker.say(protects_ratio, {{"epsilon", speaker.at_most(facts.ratio_epsilon, 4)}}));
  }

  const auto exposes = [&](std::string sentence) { statement.not_protected.push_back(std::move(sentence)); };
  exposes(facts.reported ? speaker.say(reported_exposes_period, {{"period", base_word(facts, speaker)}})
                         : speaker.say(exposes_time));
  if (is_person) {
    exposes(speaker.say(exposes_bounded_person, {{"max_events", bound}}));
    exposes(speaker.say(exposes_several_names, {{"column", facts.person->column}}));
  } else {
    exposes(speaker.say(exposes_several_events, {{"epsilon", epsilon_text}}));
  }
  exposes(speaker.say(exposes_crowds));
  exposes(speaker.say(facts.reported ? reported_exposes_other_releases : exposes_other_releases));
  exposes(speaker.say(exposes_domain));
  if (facts.drops_places) exposes(speaker.say(exposes_dropped_places));
  if (epsilon > weak_epsilon) exposes(speaker.say(exposes_by_large_epsilon));
  if (!facts.passthrough.empty()) {
    exposes(speaker.say(exposes_kept_columns, {{"columns", speaker.list(facts.passthrough)}}));
  }

  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(
        speaker.say(no_protection, {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}}));
  }
  if (facts.filter == BiasFilter::ratio) statement.not_private_because.push_back(speaker.say(exact_ratio));
  return statement;
}

Statement statement_in(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  Statement statement = facts.central ? central_statement(facts, speaker) : local_statement(facts, speaker);
  std::vector<std::string>& reasons = statement.not_private_because;
  if (facts.is_seeded) reasons.insert(reasons.begin(), speaker.say(shared_words::seeded));
  if (!facts.has_public_places) reasons.push_back(speaker.say(places_from_events));
  return statement;
}

}  // namespace
}  // namespace sourdine::counts_words

namespace sourdine {

Promise counts_promise(const StatementFacts& facts) {
  return {.stated = facts.guarantee,
          .english = counts_words::statement_in(facts, Language::en),
          .french = counts_words::statement_in(facts, Language::fr)};
}

StatementDetails counts_details(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  return {.coverage = counts_words::coverage_text(facts, speaker),
          .sections = {{counts_words::heading_reading, counts_words::how_to_read(facts, speaker)}},
          .numbers = counts_words::number_rows(facts, speaker)};
}

}  // namespace sourdine
