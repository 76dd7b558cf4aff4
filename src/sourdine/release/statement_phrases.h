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
