#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "sourdine/base/csv.h"
#include "sourdine/mobility/statistics_files.h"

namespace sourdine {
namespace {

constexpr std::size_t enough_bytes = std::size_t{1} << 16;

std::string cell_text(std::string_view text) { return csv_field(harmless_cell(text)); }

// Rows of one of the two tables, gathered into pieces of some size.
class TableText {
 public:
  TableText(Output& output, std::string_view keys, std::initializer_list<std::span<const Marginal>> attributes)
      : output_(output) {
    text_ = keys;
    for (const std::span<const Marginal> some : attributes) add_columns(some);
    text_ += '\n';
  }

  std::size_t attributes() const { return labels_.size(); }

  template <class... Keys>
  void add(std::span<const Value> values, fmt::format_string<Keys...> format, Keys&&... keys) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Keys>(keys)...);
    for (std::size_t i = 0; i < values.size(); ++i) (text_ += ',') += labels_[i][values[i]];
    text_ += '\n';
    if (text_.size() >= enough_bytes) flush();
  }

  void flush() {
    output_.append(text_);
    text_.clear();
  }

 private:
  void add_columns(std::span<const Marginal> attributes) {
    for (const Marginal& attribute : attributes) {
      text_ += "," + cell_text(attribute.attribute);
      labels_.emplace_back();
      for (Value value = 0; value < attribute.values.size(); ++value) {
        labels_.back().push_back(cell_text(attribute.values.label(value)));
      }
    }
  }

  Output& output_;
  std::string text_;
  std::vector<std::vector<std::string>> labels_;
};

std::vector<std::string> day_cells(const SyntheticPopulation& population) {
  std::vector<std::string> days;
  for (const std::string& day : population.days()) days.push_back(cell_text(day));
  return days;
}

}  // namespace

void write_population(const SyntheticPopulation& population, Random& random, Output& people, Output& visits,
                      const std::function<void(const SyntheticPerson&)>& also) {
  TableText person_rows(people, "person", {population.attributes()});
  TableText visit_rows(visits, "person,day", {population.daily_attributes()});
  const std::vector<std::string> days = day_cells(population);
  population.generate(random, [&](const SyntheticPerson& person) {
    person_rows.add(person.attributes, "{}", person.id);
    std::span<const Value> left = person.visits;
    for (std::size_t day = 0; day < days.size(); ++day) {
      if (!has_day(person.days, day)) continue;
      visit_rows.add(left.first(visit_rows.attributes()), "{},{}", person.id, days[day]);
      left = left.subspan(visit_rows.attributes());
    }
    also(person);
  });
  person_rows.flush();
  visit_rows.flush();
}

void write_visits(const SyntheticPopulation& population, Random& random, Output& visits,
                  const std::function<void(const SyntheticPerson&)>& also) {
  TableText rows(visits, "person,day", {population.attributes(), population.daily_attributes()});
  const std::vector<std::string> days = day_cells(population);
  const std::size_t fixed = population.attributes().size(), daily = population.daily_attributes().size();
  std::vector<Value> values(fixed + daily);
  population.generate(random, [&](const SyntheticPerson& person) {
    std::copy(person.attributes.begin(), person.attributes.end(), values.begin());
    std::span<const Value> left = person.visits;
    for (std::size_t day = 0; day < days.size(); ++day) {
      if (!has_day(person.days, day)) continue;
      std::copy_n(left.begin(), daily, values.begin() + static_cast<std::ptrdiff_t>(fixed));
      rows.add(values, "{},{}", person.id, days[day]);
      left = left.subspan(daily);
    }
    also(person);
  });
  rows.flush();
}

}  // namespace sourdine
