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

bool is_about_persons(const StatementFacts& facts) {
  return facts.central ? facts.guarantee.unit == Unit::person : facts.config.privacy.person.has_value();
}

const Change& change_of(const StatementFacts& facts) {
  return change_of_counts(facts.central.has_value(), is_about_persons(facts));
}

// What is open where one person has several events, or several names.
std::vector<std::string> about_persons(const StatementFacts& facts, const Speaker& speaker) {
  if (is_about_persons(facts)) {
    const PersonConfig person = facts.config.privacy.person.value_or(PersonConfig());
    return {speaker.say(shared_words::several_names, {{"column", person.column}})};
  }
  return {speaker.say(shared_words::several_units, {{"units", speaker.say(events_of_incident)},
                                                    {"epsilon", speaker.short_epsilon(facts.guarantee.epsilon)}})};
}

std::string period_words(const std::vector<Period>& periods, const Speaker& speaker) {
  // As Period.
  constexpr std::array words{hour, day, week, month, year};
  std::vector<std::string> spoken;
  for (const Period period : periods) spoken.push_back(speaker.say(words[static_cast<std::size_t>(period)]));
  return speaker.list(spoken);
}

// Noise can make a number of people negative; in a sentence there are none then. The manifest has the number itself.
std::string rounded_text(double value, const Speaker& speaker) {
  return speaker.number(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))));
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
  const bool is_person = is_about_persons(facts);
  const std::string max_events = speaker.number(facts.central->bound ? facts.central->bound->max_events : 1);
  Statement statement = promising_statement(facts.guarantee, change_of(facts), facts.is_seeded, speaker);
  statement.holds = Sentences(speaker)
                        .say(is_person ? central_protects_person : central_protects_event, {{"max_events", max_events}})
                        .say(central_protects_totals)
                        .add(what_always_follows(facts.guarantee, speaker))
                        .list();
  statement.not_protected = Sentences(speaker)
                                .say(shared_words::seen_by_curator)
                                .say_if(is_person, central_exposes_bound, {{"max_events", max_events}})
                                .add(about_persons(facts, speaker))
                                .say(exposes_crowds)
                                .say(shared_words::other_publications)
                                .say(central_exposes_domain)
                                .say_if(facts.guarantee.epsilon > weak_epsilon, shared_words::large_epsilon)
                                .list();
  statement.beside = bound_sentences(facts, speaker);
  return statement;
}

std::string parts_text(const StatementFacts& facts, const Speaker& speaker) {
  std::vector<std::string> levels;
  for (const CentralLevelFacts& level : facts.central->levels) {
    const std::string period = period_words({level.period}, speaker);
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

// What stands between the promise and the first heading.
std::string coverage_text(const StatementFacts& facts, const Speaker& speaker) {
  const bool uses_counts =
      facts.config.publish.filter == BiasFilter::ratio || facts.config.publish.filter == BiasFilter::private_ratio;
  const Estimate total = facts.central ? facts.central->total : Estimate{};
  std::string text = speaker.say(
      facts.central ? central_coverage : coverage,
      {{"events", speaker.counted(facts.events, one_event, many_events, facts.config.events_word)},
       {"lower", rounded_text(total.lower, speaker)},
       {"upper", rounded_text(total.upper, speaker)},
       {"first", speaker.date(facts.first)},
       {"last", speaker.date(facts.last)},
       {"regions", speaker.counted(facts.regions, one_region, many_regions, facts.config.places_word)},
       {"periods", period_words(facts.config.publish.periods, speaker)},
       {"oracle", facts.oracle},
       {"measured", facts.central ? speaker.say(central_measured, {{"noise", noise_text(facts, speaker)}}) : ""},
       {"sources", speaker.say(uses_counts ? from_counts_too : from_reports_alone)}});
  if (facts.reported) text += speaker.say(reported_coverage, {{"collection", facts.reported->collection}});
  if (!facts.config.events_word.empty()) text += speaker.say(word_event, {{"word", facts.config.events_word}});
  if (!facts.config.places_word.empty()) text += speaker.say(word_region, {{"word", facts.config.places_word}});
  return text;
}

std::string base_word(const StatementFacts& facts, const Speaker& speaker) {
  return period_words({find_period(facts.reported->base)}, speaker);
}

std::vector<std::pair<std::string, std::string>> number_rows(const StatementFacts& facts, const Speaker& speaker) {
  const bool has_ratio = facts.config.publish.filter == BiasFilter::private_ratio;
  auto rows = claim_numbers(facts.guarantee, change_of(facts), speaker);
  rows.emplace_back(speaker.say(label_mechanism), facts.central ? noise_text(facts, speaker)
                                                  : has_ratio
                                                      ? speaker.say(mechanism_with_ratio, {{"oracle", facts.oracle}})
                                                      : facts.oracle);
  if (facts.central) rows.emplace_back(speaker.say(label_parts), parts_text(facts, speaker));
  const Words& drawn = facts.reported ? reported_randomness : private_randomness;
  rows.emplace_back(speaker.say(label_randomness), speaker.say(facts.is_seeded ? seeded_randomness : drawn));
  return rows;
}

std::string how_to_read(const StatementFacts& facts, const Speaker& speaker) {
  const PublishConfig& publish = facts.config.publish;
  const bool is_central = facts.central.has_value();
  const bool is_nonnegative = is_central && !publish.smooth && publish.consistency == Consistency::norm_sub;
  const bool is_plain = !publish.smooth && !is_nonnegative;
  const ReportedFacts reported = facts.reported.value_or(ReportedFacts());
  const std::string base = facts.reported ? base_word(facts, speaker) : std::string();
  const std::uint64_t rows = is_central ? facts.central->bounded_rows.value_or(0) : 0;
  const Sentences sentences = Sentences(speaker)
                                  .say(intervals, {{"confidence", speaker.percent(publish.confidence)}})
                                  .say_if(publish.smooth && !is_central, few_periods)
                                  .say_if(publish.smooth, smoothed)
                                  .say_if(is_nonnegative, nonnegative)
                                  .say_if(is_central, is_plain ? central_adds_up : adds_up_no_longer)
                                  .say_if(!is_central || !is_plain, plain_columns)
                                  .say_if(publish.synthetic, is_central ? central_rows : synthetic_rows)
                                  .say_if(rows > 0, central_rows_bounded, {{"rows", speaker.number(rows)}})
                                  .say_if(facts.reported && publish.synthetic, reported_rows, {{"period", base}})
                                  .say_if(!reported.withheld.empty(), reported_withheld,
                                          {{"min_reports", speaker.number(reported.min_reports)}})
                                  .say_if(facts.reported.has_value(), reported_senders)
                                  .say_if(facts.dropped != 0 && !is_central, left_out,
                                          {{"events", speaker.counted(facts.dropped, one_event, many_events)}});
  return fmt::format("{}", fmt::join(sentences.list(), " "));
}

Statement local_statement(const StatementFacts& facts, const Speaker& speaker) {
  const bool is_person = facts.config.privacy.person.has_value(), is_reported = facts.reported.has_value();
  const std::string max_events = speaker.number(is_person ? facts.config.privacy.person->max_events.value_or(1) : 1);
  const std::string base = is_reported ? base_word(facts, speaker) : std::string();
  const PlacesConfig& places = facts.config.places;
  const auto kept = facts.config.publish.synthetic ? facts.config.events.keep : std::vector<std::string>();
  Statement statement = promising_statement(facts.guarantee, change_of(facts), facts.is_seeded, speaker);
  statement.holds = Sentences(speaker)
                        .say(is_person ? protects_person_regions : protects_region, {{"max_events", max_events}})
                        .add(what_always_follows(facts.guarantee, speaker))
                        .say_if(is_reported, reported_protects_sender)
                        .say_if(facts.config.publish.filter == BiasFilter::private_ratio, protects_ratio,
                                {{"epsilon", speaker.short_epsilon(facts.config.publish.ratio_epsilon)}})
                        .list();
  statement.not_protected = Sentences(speaker)
                                .say(is_reported ? reported_exposes_period : exposes_time, {{"period", base}})
                                .say_if(is_person, exposes_bounded_person, {{"max_events", max_events}})
                                .add(about_persons(facts, speaker))
                                .say(exposes_crowds)
                                .say(shared_words::other_publications)
                                .say(exposes_domain)
                                .say_if(places.other == "drop" || !places.drop.empty(), exposes_dropped_places)
                                .say_if(facts.guarantee.epsilon > weak_epsilon, shared_words::large_epsilon)
                                .say_if(!kept.empty(), shared_words::kept_columns, {{"columns", speaker.list(kept)}})
                                .list();
  if (facts.config.publish.filter == BiasFilter::ratio)
    statement.not_private_because.push_back(speaker.say(exact_ratio));
  return statement;
}

Statement statement_in(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  Statement statement = facts.central ? central_statement(facts, speaker) : local_statement(facts, speaker);
  if (!facts.config.places.is_public) statement.not_private_because.push_back(speaker.say(places_from_events));
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
