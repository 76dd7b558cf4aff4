#include "sourdine/events/time_survey.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "sourdine/base/text.h"
#include "sourdine/events/row_source.h"
#include "sourdine/events/time_column.h"

namespace sourdine {

TimeSurvey survey_times(const std::string& path, std::size_t skip_lines, const SurveyedColumns& columns) {
  std::unique_ptr<RowSource> rows = open_table(path, {.skip_lines = skip_lines});
  const std::size_t time = find_column(*rows, columns.time);
  const std::size_t clock = columns.clock.empty() ? no_column : find_column(*rows, columns.clock);
  std::shared_ptr<const TimeZone> zone;
  if (!columns.time_zone.empty()) zone = std::make_shared<const TimeZone>(TimeZone::load(columns.time_zone));
  const TimeFormat format = columns.time_format == "auto" ? guess_time_format(rows, time, clock, zone)
                                                          : TimeFormat(columns.time_format, zone);
  TimeSurvey survey;
  std::string joined;
  for (; rows->next(); ++survey.rows) {
    const std::string_view text = time_text(rows->row(), time, clock, joined);
    const auto found = format.parse(text);
    if (!found) {
      if (survey.unreadable++ > 0) continue;
      survey.unreadable_where = rows->where();
      survey.unreadable_text = trimmed(text);
      continue;
    }
    survey.first = survey.first ? std::min(*survey.first, *found) : *found;
    survey.last = survey.last ? std::max(*survey.last, *found) : *found;
  }
  return survey;
}

std::optional<MixedTimes> find_mixed_times(const std::string& path, std::size_t skip_lines, const std::string& column) {
  constexpr std::size_t rows_looked_at = 10'000;
  struct Seen {
    std::string text = {}, where = {};
    TimeFormatGuess guess;
  };
  const auto rows = open_table(path, {.skip_lines = skip_lines});
  std::vector<Seen> seen(rows->columns().size());
  for (std::size_t count = 0; count < rows_looked_at && rows->next(); ++count) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!column.empty() && rows->columns()[i] != column) continue;
      const std::string_view text = trimmed(rows->row()[i]);
      if (text.empty()) continue;
      if (seen[i].guess.see(text)) {
        if (seen[i].text.empty()) seen[i] = {std::string(text), rows->where(), seen[i].guess};
        continue;
      }
      TimeFormatGuess any;
      if (seen[i].text.empty() || !any.see(text)) continue;
      return MixedTimes{.column = rows->columns()[i],
                        .text = seen[i].text,
                        .where = seen[i].where,
                        .other_text = std::string(text),
                        .other_where = rows->where()};
    }
  }
  return std::nullopt;
}

}  // namespace sourdine
