#include "sourdine/release/statement_central.h"

#include <algorithm>
#include <cmath>

namespace sourdine {
namespace {

constexpr double weak_central = 4;  // an ε above which single people are hardly protected

// Who holds two possibilities for equally likely guesses rightly with probability (e^ε + δ)/(1 + e^ε) at most: the two
// errors of any test add up to 2(1 − δ)/(1 + e^ε) at least (Kairouz, Oh, Viswanath 2015). As a percentage.
double most_right_guesses(double epsilon, double delta) { return 100 * (1 - (1 - delta) / (1 + std::exp(epsilon))); }

// Noise can make a number of people negative; in a sentence there are none then. The manifest has the number itself.
std::string rounded_text(double value, const ReleaseSpeaker& speaker) {
  return speaker.number(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))));
}

// δ with two digits, rounded up: "at most" stays true.
std::string small_number(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return fmt::format("{:.2g}", std::ceil(value / unit * (1 - 1e-9)) * unit);
}

std::string noise_words(const StatementFacts& facts, Language language) {
  const bool is_laplace = facts.central->noise == CentralNoise::laplace;
  if (language == Language::fr) return is_laplace ? "un bruit de Laplace discret" : "un bruit gaussien discret";
  return is_laplace ? "discrete Laplace noise" : "discrete Gaussian noise";
}

// An estimate whose interval begins at 0 is below its noise: only the other end says something.
bool is_only_bounded(const Estimate& estimate) { return std::llround(estimate.lower) <= 0; }

std::string removed_people(const BoundFacts& bound, const ReleaseSpeaker& speaker) {
  return speaker.say(is_only_bounded(bound.people) ? Phrase::removed_people_at_most : Phrase::removed_people_about,
                     fmt::arg("people", rounded_text(bound.people.value, speaker)),
                     fmt::arg("lower", rounded_text(bound.people.lower, speaker)),
                     fmt::arg("upper", rounded_text(bound.people.upper, speaker)));
}

std::string removed_events(const BoundFacts& bound, const ReleaseSpeaker& speaker) {
  return speaker.say(is_only_bounded(bound.events) ? Phrase::removed_events_at_most : Phrase::removed_events_about,
                     fmt::arg("events", rounded_text(bound.events.value, speaker)),
                     fmt::arg("lower", rounded_text(bound.events.lower, speaker)),
                     fmt::arg("upper", rounded_text(bound.events.upper, speaker)), fmt::arg("cap", bound.cap));
}

std::vector<std::string> bound_sentences(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  if (!facts.central->bound) return {};
  const BoundFacts& bound = *facts.central->bound;
  return {speaker.say(bound.is_chosen ? Phrase::central_bound_chosen : Phrase::central_bound_given,
                      fmt::arg("max_events", bound.max_events)),
          speaker.say(Phrase::central_removed, fmt::arg("people", removed_people(bound, speaker)),
                      fmt::arg("events", removed_events(bound, speaker)))};
}

}  // namespace

Statement central_statement(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  const bool is_person = facts.guarantee.unit == Unit::person;
  const double epsilon = facts.guarantee.epsilon, delta = facts.guarantee.delta;
  const std::string epsilon_text = speaker.at_most(epsilon, 4);
  const auto epsilon_argument = fmt::arg("epsilon", epsilon_text);
  const std::string remainder =
      delta > 0 ? speaker.say(Phrase::central_delta, fmt::arg("delta", small_number(delta))) : std::string();
  const std::string max_events = facts.central->bound ? fmt::format("{}", facts.central->bound->max_events) : "1";
  const auto bound_argument = fmt::arg("max_events", max_events);
  Statement statement;
  statement.promise =
      speaker.say(is_person ? Phrase::central_promise_person : Phrase::central_promise_event,
                  fmt::arg("factor", speaker.factor(epsilon)), epsilon_argument, fmt::arg("delta", remainder));
  statement.holds = {
      speaker.say(is_person ? Phrase::central_protects_person : Phrase::central_protects_event, bound_argument),
      speaker.say(is_person ? Phrase::central_protects_guess_person : Phrase::central_protects_guess_event,
                  fmt::arg("belief", speaker.at_most(most_right_guesses(epsilon, delta), 1))),
      speaker.say(Phrase::central_protects_totals), speaker.say(Phrase::protects_against_anyone)};

  const auto exposes = [&](std::string sentence) { statement.not_protected.push_back(std::move(sentence)); };
  exposes(speaker.say(Phrase::central_exposes_curator));
  if (is_person) {
    exposes(speaker.say(Phrase::central_exposes_bound, bound_argument));
    exposes(speaker.say(Phrase::exposes_several_names, fmt::arg("column", facts.person ? facts.person->column : "")));
  } else {
    exposes(speaker.say(Phrase::central_exposes_several_events, epsilon_argument));
  }
  exposes(speaker.say(Phrase::central_exposes_crowds));
  exposes(speaker.say(Phrase::exposes_other_releases));
  exposes(speaker.say(Phrase::central_exposes_domain));
  if (epsilon > weak_central) exposes(speaker.say(Phrase::central_exposes_by_large_epsilon));

  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(
        speaker.say(Phrase::central_no_protection, fmt::arg("factor", speaker.factor(epsilon)), epsilon_argument));
  }
  if (delta > largest_private_delta) {
    statement.not_private_because.push_back(
        speaker.say(Phrase::central_delta_too_large, fmt::arg("delta", small_number(delta))));
  }
  statement.beside = bound_sentences(facts, speaker);
  return statement;
}

std::string central_coverage(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  const Estimate& total = facts.central->total;
  const std::string measured =
      speaker.say(Phrase::central_measured, fmt::arg("noise", noise_words(facts, speaker.language())));
  return speaker.say(
      Phrase::central_coverage,
      fmt::arg("events", speaker.counted(facts.events, Phrase::one_event, Phrase::many_events, facts.events_word)),
      fmt::arg("lower", rounded_text(total.lower, speaker)), fmt::arg("upper", rounded_text(total.upper, speaker)),
      fmt::arg("first", speaker.date(facts.first)), fmt::arg("last", speaker.date(facts.last)),
      fmt::arg("regions", speaker.counted(facts.regions, Phrase::one_region, Phrase::many_regions, facts.places_word)),
      fmt::arg("periods", speaker.periods(facts.periods)), fmt::arg("measured", measured));
}

std::vector<std::pair<std::string, std::string>> central_numbers(const StatementFacts& facts,
                                                                 const ReleaseSpeaker& speaker) {
  const Guarantee& guarantee = facts.guarantee;
  const bool is_person = guarantee.unit == Unit::person;
  std::vector<std::string> levels;
  for (const CentralLevelFacts& level : facts.central->levels) {
    const std::string period = speaker.periods({std::string(period_name(level.period))});
    const auto add = [&](Phrase phrase, std::uint64_t parts, double noise) {
      if (parts == 0) return;
      levels.push_back(speaker.say(phrase, fmt::arg("period", period), fmt::arg("parts", parts),
                                   fmt::arg("noise", speaker.decimal(noise, 1))));
    };
    add(Phrase::central_level, level.region_parts, level.region_noise);
    add(Phrase::central_total_level, level.total_parts, level.total_noise);
  }
  if (const auto& bound = facts.central->bound; bound && bound->parts > 0) {
    levels.push_back(speaker.say(bound->is_chosen ? Phrase::central_choice_parts : Phrase::central_bound_parts,
                                 fmt::arg("parts", bound->parts)));
  }
  const std::string joined = fmt::format("{}", fmt::join(levels, ", "));
  return {{speaker.say(Phrase::label_epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked)},
          {speaker.say(Phrase::label_epsilon_realised),
           speaker.say(Phrase::central_epsilon_realised, fmt::arg("epsilon", speaker.long_epsilon(guarantee.epsilon)))},
          {"δ", guarantee.delta > 0 ? small_number(guarantee.delta) : "0"},
          {speaker.say(Phrase::label_unit),
           speaker.say(is_person ? Phrase::central_unit_person : Phrase::central_unit_event)},
          {speaker.say(Phrase::label_neighbours),
           speaker.say(is_person ? Phrase::central_neighbours_person : Phrase::central_neighbours_event)},
          {speaker.say(Phrase::label_mechanism), noise_words(facts, speaker.language())},
          {speaker.say(Phrase::label_parts), speaker.say(Phrase::central_parts, fmt::arg("levels", joined))}};
}

std::string central_reading(const StatementFacts& facts, const ReleaseSpeaker& speaker) {
  std::vector<std::string> sentences{
      speaker.say(Phrase::central_intervals, fmt::arg("confidence", speaker.percent(facts.confidence)))};
  sentences.push_back(speaker.say(facts.is_smoothed      ? Phrase::central_smoothed_columns
                                  : facts.is_nonnegative ? Phrase::central_nonnegative
                                                         : Phrase::central_adds_up));
  if (facts.has_synthetic) sentences.push_back(speaker.say(Phrase::central_rows));
  if (const auto rows = facts.central->bounded_rows) {
    sentences.push_back(speaker.say(Phrase::central_rows_bounded, fmt::arg("rows", speaker.number(*rows))));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace sourdine
