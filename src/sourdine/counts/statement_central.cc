#include "sourdine/counts/statement_central.h"

#include <algorithm>
#include <cmath>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/central_words.h"
#include "sourdine/counts/statement_words.h"

namespace sourdine {
namespace {

constexpr double weak_central = 4;  // an ε above which single people are hardly protected

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
  return speaker.say(is_laplace ? counts_words::laplace_noise : counts_words::gaussian_noise);
}

// An estimate whose interval begins at 0 is below its noise: only the other end says something.
bool is_only_bounded(const Estimate& estimate) { return std::llround(estimate.lower) <= 0; }

std::string removed_people(const BoundFacts& bound, const Speaker& speaker) {
  return speaker.say(
      is_only_bounded(bound.people) ? counts_words::removed_people_at_most : counts_words::removed_people_about,
      {{"people", rounded_text(bound.people.value, speaker)},
       {"lower", rounded_text(bound.people.lower, speaker)},
       {"upper", rounded_text(bound.people.upper, speaker)}});
}

std::string removed_events(const BoundFacts& bound, const Speaker& speaker) {
  return speaker.say(
      is_only_bounded(bound.events) ? counts_words::removed_events_at_most : counts_words::removed_events_about,
      {{"events", rounded_text(bound.events.value, speaker)},
       {"lower", rounded_text(bound.events.lower, speaker)},
       {"upper", rounded_text(bound.events.upper, speaker)},
       {"cap", speaker.number(bound.cap)}});
}

std::vector<std::string> bound_sentences(const StatementFacts& facts, const Speaker& speaker) {
  if (!facts.central->bound) return {};
  const BoundFacts& bound = *facts.central->bound;
  return {speaker.say(bound.is_chosen ? counts_words::central_bound_chosen : counts_words::central_bound_given,
                      {{"max_events", speaker.number(bound.max_events)}}),
          speaker.say(counts_words::central_removed,
                      {{"people", removed_people(bound, speaker)}, {"events", removed_events(bound, speaker)}})};
}

}  // namespace

Statement central_statement(const StatementFacts& facts, const Speaker& speaker) {
  const bool is_person = facts.guarantee.unit == Unit::person;
  const double epsilon = facts.guarantee.epsilon, delta = facts.guarantee.delta;
  const std::string epsilon_text = speaker.at_most(epsilon, 4);
  const std::string remainder =
      delta > 0 ? speaker.say(counts_words::central_delta, {{"delta", small_number(delta, speaker)}}) : std::string();
  const std::string max_events = speaker.number(facts.central->bound ? facts.central->bound->max_events : 1);
  Statement statement;
  statement.promise =
      speaker.say(is_person ? counts_words::central_promise_person : counts_words::central_promise_event,
                  {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}, {"delta", remainder}});
  statement.holds = {
      speaker.say(is_person ? counts_words::central_protects_person : counts_words::central_protects_event,
                  {{"max_events", max_events}}),
      speaker.say(is_person ? counts_words::central_protects_guess_person : counts_words::central_protects_guess_event,
                  {{"belief", speaker.at_most(most_right_guesses(epsilon, delta), 1)}}),
      speaker.say(counts_words::central_protects_totals), speaker.say(counts_words::protects_against_anyone)};

  const auto exposes = [&](std::string sentence) { statement.not_protected.push_back(std::move(sentence)); };
  exposes(speaker.say(counts_words::central_exposes_curator));
  if (is_person) {
    exposes(speaker.say(counts_words::central_exposes_bound, {{"max_events", max_events}}));
    exposes(speaker.say(counts_words::exposes_several_names, {{"column", facts.person ? facts.person->column : ""}}));
  } else {
    exposes(speaker.say(counts_words::central_exposes_several_events, {{"epsilon", epsilon_text}}));
  }
  exposes(speaker.say(counts_words::central_exposes_crowds));
  exposes(speaker.say(counts_words::exposes_other_releases));
  exposes(speaker.say(counts_words::central_exposes_domain));
  if (epsilon > weak_central) exposes(speaker.say(counts_words::central_exposes_by_large_epsilon));

  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(speaker.say(
        counts_words::central_no_protection, {{"factor", speaker.factor(epsilon)}, {"epsilon", epsilon_text}}));
  }
  if (delta > largest_private_delta) {
    statement.not_private_because.push_back(
        speaker.say(counts_words::central_delta_too_large, {{"delta", small_number(delta, speaker)}}));
  }
  statement.beside = bound_sentences(facts, speaker);
  return statement;
}

std::string central_coverage(const StatementFacts& facts, const Speaker& speaker) {
  const Estimate& total = facts.central->total;
  const std::string measured = speaker.say(counts_words::central_measured, {{"noise", noise_text(facts, speaker)}});
  return speaker.say(
      counts_words::central_coverage,
      {{"events", speaker.counted(facts.events, counts_words::one_event, counts_words::many_events, facts.events_word)},
       {"lower", rounded_text(total.lower, speaker)},
       {"upper", rounded_text(total.upper, speaker)},
       {"first", speaker.date(facts.first)},
       {"last", speaker.date(facts.last)},
       {"regions",
        speaker.counted(facts.regions, counts_words::one_region, counts_words::many_regions, facts.places_word)},
       {"periods", period_words(facts.periods, speaker)},
       {"measured", measured}});
}

std::vector<std::pair<std::string, std::string>> central_numbers(const StatementFacts& facts, const Speaker& speaker) {
  const Guarantee& guarantee = facts.guarantee;
  const bool is_person = guarantee.unit == Unit::person;
  std::vector<std::string> levels;
  for (const CentralLevelFacts& level : facts.central->levels) {
    const std::string period = period_words({std::string(period_name(level.period))}, speaker);
    const auto add = [&](const Words& words, std::uint64_t parts, double noise) {
      if (parts == 0) return;
      levels.push_back(speaker.say(
          words, {{"period", period}, {"parts", speaker.number(parts)}, {"noise", speaker.decimal(noise, 1)}}));
    };
    add(counts_words::central_level, level.region_parts, level.region_noise);
    add(counts_words::central_total_level, level.total_parts, level.total_noise);
  }
  if (const auto& bound = facts.central->bound; bound && bound->parts > 0) {
    levels.push_back(
        speaker.say(bound->is_chosen ? counts_words::central_choice_parts : counts_words::central_bound_parts,
                    {{"parts", speaker.number(bound->parts)}}));
  }
  const std::string joined = speaker.list(levels);
  return {{speaker.say(counts_words::label_epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked)},
          {speaker.say(counts_words::label_epsilon_realised),
           speaker.say(counts_words::central_epsilon_realised, {{"epsilon", speaker.long_epsilon(guarantee.epsilon)}})},
          {"δ", guarantee.delta > 0 ? small_number(guarantee.delta, speaker) : "0"},
          {speaker.say(shared_words::unit),
           speaker.say(is_person ? counts_words::central_unit_person : counts_words::central_unit_event)},
          {speaker.say(shared_words::neighbours),
           speaker.say(is_person ? counts_words::central_neighbours_person : counts_words::central_neighbours_event)},
          {speaker.say(counts_words::label_mechanism), noise_text(facts, speaker)},
          {speaker.say(counts_words::label_parts), speaker.say(counts_words::central_parts, {{"levels", joined}})}};
}

std::string central_reading(const StatementFacts& facts, const Speaker& speaker) {
  std::vector<std::string> sentences{
      speaker.say(counts_words::central_intervals, {{"confidence", speaker.percent(facts.confidence)}})};
  sentences.push_back(speaker.say(facts.is_smoothed      ? counts_words::central_smoothed_columns
                                  : facts.is_nonnegative ? counts_words::central_nonnegative
                                                         : counts_words::central_adds_up));
  if (facts.has_synthetic) sentences.push_back(speaker.say(counts_words::central_rows));
  if (const auto rows = facts.central->bounded_rows) {
    sentences.push_back(speaker.say(counts_words::central_rows_bounded, {{"rows", speaker.number(*rows)}}));
  }
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace sourdine
