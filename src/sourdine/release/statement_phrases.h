// The words of the privacy statement: one table, a row for each phrase, a column for each language. Internal to
// release/.
#pragma once

#include <span>
#include <string_view>

#include "sourdine/release/config.h"

namespace sourdine {

enum class Phrase {
  // The promise, and what it means for a reader.
  promise,
  beyond_a_million,
  protects_region,
  protects_belief,
  protects_against_anyone,
  protects_ratio,
  // What is not protected.
  exposes_time,
  exposes_several_events,
  exposes_crowds,
  exposes_other_releases,
  exposes_domain,
  exposes_dropped_places,
  exposes_by_large_epsilon,
  exposes_kept_columns,
  // Why a release is not private at all.
  seeded,
  no_protection,
  exact_ratio,
  places_from_events,
  // Of persons in the local model: all their events together.
  promise_of_person,
  protects_person_regions,
  protects_person_belief,
  exposes_bounded_person,
  exposes_several_names,
  unit_of_person,
  neighbours_of_person,
  // Of central releases.
  central_promise_person,
  central_promise_event,
  central_delta,
  central_protects_person,
  central_protects_event,
  central_protects_guess_person,
  central_protects_guess_event,
  central_protects_totals,
  central_exposes_curator,
  central_exposes_several_events,
  central_exposes_crowds,
  central_exposes_domain,
  central_exposes_bound,
  central_exposes_by_large_epsilon,
  central_no_protection,
  central_delta_too_large,
  central_unit_person,
  central_unit_event,
  central_neighbours_person,
  central_neighbours_event,
  central_coverage,
  central_measured,
  central_level,
  central_total_level,
  central_epsilon_realised,
  central_bound_parts,
  central_choice_parts,
  central_parts,
  label_parts,
  central_intervals,
  central_adds_up,
  central_smoothed_columns,
  central_nonnegative,
  central_rows,
  central_rows_bounded,
  central_bound_given,
  central_bound_chosen,
  central_removed,
  removed_people_about,
  removed_people_at_most,
  removed_events_about,
  removed_events_at_most,
  heading_bound,
  // Of releases from reports that people's devices randomised.
  reported_coverage,
  reported_protects_sender,
  reported_exposes_period,
  reported_withheld,
  reported_rows,
  reported_senders,
  // PRIVACY.md from top to bottom.
  title,
  not_private,
  promise_otherwise,
  coverage,
  from_reports_alone,
  from_counts_too,
  word_event,
  word_region,
  heading_protected,
  heading_not_protected,
  heading_numbers,
  label_model,
  local_model,
  central_model,
  label_epsilon_asked,
  label_epsilon_realised,
  epsilon_realised,
  label_unit,
  unit,
  label_neighbours,
  neighbours,
  label_mechanism,
  mechanism_with_ratio,
  label_randomness,
  randomness_seeded,
  randomness_private,
  label_made,
  made,
  heading_reading,
  intervals,
  smoothed_columns,
  plain_columns,
  synthetic_rows,
  left_out,
  // Words and signs within others.
  one_event,
  many_events,
  one_region,
  many_regions,
  hour,
  day,
  week,
  month,
  year,
  decimal_mark,
  thousands_mark,
};

// {name} stands for what is filled in; both languages fill in the same, in any order.
struct PhraseRow {
  Phrase phrase;
  std::string_view english;
  std::string_view french;
};

// Every phrase once, in the order of the enumeration.
std::span<const PhraseRow> statement_phrases();

std::string_view phrase_text(Phrase phrase, Language language);

}  // namespace sourdine
