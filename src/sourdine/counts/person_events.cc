#include "sourdine/counts/person_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/counts/covered_days.h"

namespace sourdine {

void PersonEvents::keep(const std::vector<bool>& counted) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (counted[i]) events[next++] = events[i];
  }
  events.resize(next);
  passthrough.retain(counted);
  persons = {};
}

std::size_t person_column(const EventReader& reader, const ReleaseConfig& config) {
  const std::string& name = config.privacy.person->column;
  const std::vector<std::string>& columns = reader.columns();
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) {
    fail_input(
        fmt::format("{} has no column '{}': its columns are {}", reader.source_name(), name, fmt::join(columns, ", ")),
        fmt::format("'person' in [privacy] of '{}' names the column that tells whose an event is.", config.head.path));
  }
  if (std::find(found + 1, columns.end(), name) != columns.end()) {
    fail_input(
        fmt::format("{} has more than one column '{}'", reader.source_name(), shown(name)),
        fmt::format("'person' in [privacy] of '{}' must name one: rename the other in the header.", config.head.path));
  }
  const auto column = static_cast<std::size_t>(found - columns.begin());
  if (column == reader.time_column() || column == reader.place_column() || column == reader.clock_column()) {
    fail_input(fmt::format("column '{}' cannot tell the person: it is the time or the place", name));
  }
  return column;
}

PersonEvents read_person_events(EventReader& reader, const ReleaseConfig& config, std::vector<std::size_t> keep,
                                const StopToken& stop) {
  const EventsConfig& asked = config.events;
  const bool has_persons = config.privacy.person.has_value();
  PersonEvents result;
  result.passthrough = PassthroughTexts(keep.size());
  const std::size_t passthrough_columns = keep.size();
  if (has_persons) keep.push_back(person_column(reader, config));
  PersonIndex index;
  reader.read_all(keep, [&](const EventBatch& batch) {
    stop.check();
    for (std::size_t i = 0; i < batch.events().size(); ++i) {
      const Event& event = batch.events()[i];
      if (!is_asked_for(asked, event.time)) {
        ++(is_between_days(asked, event.time) ? result.missing : result.outside);
        continue;
      }
      if (has_persons) {
        const std::string_view person = batch.text(i, passthrough_columns);
        if (names_nobody(person)) {
          if (!asked.skips_bad_rows()) {
            fail_input(fmt::format("{}: an event of {} names no person: its column '{}' is empty", reader.source_name(),
                                   period_label(Period::day, event.time), config.privacy.person->column),
                       "Complete such rows, or set on_bad_row = \"skip\" in [events].");
          }
          ++result.nameless;
          continue;
        }
        result.persons.push_back(index.number(person));
      }
      result.events.push_back(event);
      for (std::size_t column = 0; column < passthrough_columns; ++column)
        result.passthrough.add(column, batch.text(i, column));
    }
  });
  result.people = index.size();
  return result;
}

}  // namespace sourdine
