#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/mobility/day_text.h"
#include "sourdine/mobility/statistics_files.h"

namespace sourdine {
namespace {

// One attribute as it is read: values in the order in which they first occur.
struct ReadAttribute {
  std::string name;
  std::vector<std::string> labels;
  std::map<std::string, Value, std::less<>> values;
  std::map<std::pair<std::size_t, Value>, double> people;  // by day (the number of days: overall) and value
};

class MarginalReader {
 public:
  MarginalReader(Input& input, std::span<const std::string> days)
      : csv_(input),
        name_(input.name()),
        days_(days),
        attribute_(csv_.column("attribute")),
        value_(csv_.column("value")),
        people_(csv_.column("people")) {
    if (std::find(csv_.header().begin(), csv_.header().end(), "day") != csv_.header().end()) day_ = csv_.column("day");
  }

  std::vector<Marginal> read() {
    while (csv_.next()) add_row();
    if (attributes_.empty()) fail_input(fmt::format("{} has no attributes: there is no row below its header", name_));
    std::vector<Marginal> marginals;
    for (const ReadAttribute& attribute : attributes_) marginals.push_back(marginal_of(attribute));
    require_marginals(marginals, days_);
    return marginals;
  }

 private:
  std::string_view take_text(std::size_t column) {
    const std::string_view text = csv_.row()[column];
    if (text.empty()) csv_.reject(column, "it is empty", "Every row names an attribute and one of its values.");
    if (!is_utf8(text)) csv_.reject(column, fmt::format("'{}' is not UTF-8 text", shown(text)));
    return text;
  }

  std::size_t take_day() {
    if (!day_ || csv_.row()[*day_].empty()) return days_.size();
    const std::string_view text = csv_.row()[*day_];
    const auto day = parse_day(text);
    const std::string name = day ? day_text(*day) : std::string();
    const auto found = std::find(days_.begin(), days_.end(), name);
    if (!day || found == days_.end()) {
      csv_.reject(*day_,
                  fmt::format("'{}' is none of the days, which are {} to {}", shown(text), days_.front(), days_.back()),
                  "Name days as the statistics do; leave the field empty for all people together.");
    }
    return static_cast<std::size_t>(found - days_.begin());
  }

  void add_row() {
    ReadAttribute& attribute = attribute_named(take_text(attribute_));
    const std::string_view label = take_text(value_);
    auto value = attribute.values.find(label);
    if (value == attribute.values.end()) {
      value = attribute.values.emplace(std::string(label), static_cast<Value>(attribute.labels.size())).first;
      attribute.labels.emplace_back(label);
    }
    const std::size_t day = take_day();
    const auto people = parse_people(csv_.row()[people_]);
    if (!people) {
      csv_.reject(people_, fmt::format("'{}' is no number of people", shown(csv_.row()[people_])),
                  "It is 0 or more, in digits: 23226.");
    }
    if (!attribute.people.try_emplace({day, value->second}, *people).second) {
      csv_.reject(value_, fmt::format("the value '{}' of '{}' has a row for {} already", shown(label),
                                      shown(attribute.name), day == days_.size() ? "all people" : "day " + days_[day]));
    }
  }

  ReadAttribute& attribute_named(std::string_view name) {
    const auto [found, is_new] = places_.try_emplace(std::string(name), attributes_.size());
    if (is_new) attributes_.push_back({std::string(name), {}, {}, {}});
    return attributes_[found->second];
  }

  Marginal marginal_of(const ReadAttribute& attribute) const {
    Marginal marginal{attribute.name, Domain(attribute.labels), {}, std::vector<std::vector<double>>(days_.size())};
    for (const auto& [place, people] : attribute.people) {
      const auto& [day, value] = place;
      std::vector<double>& numbers = day == days_.size() ? marginal.overall : marginal.by_day[day];
      numbers.resize(attribute.labels.size());
      numbers[value] = people;
    }
    return marginal;
  }

  CsvReader csv_;
  std::string name_;
  std::span<const std::string> days_;
  std::size_t attribute_, value_, people_;
  std::optional<std::size_t> day_;
  std::vector<ReadAttribute> attributes_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace

std::vector<Marginal> read_marginals(Input& input, std::span<const std::string> days) {
  return MarginalReader(input, days).read();
}

}  // namespace sourdine
