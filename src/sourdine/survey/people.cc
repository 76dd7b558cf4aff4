#include "sourdine/survey/people.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_set>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/events/cell_number.h"
#include "sourdine/events/message_text.h"
#include "sourdine/events/row_source.h"
#include "sourdine/protocol/domain_index.h"

namespace sourdine {
namespace {

// One attribute's column.
class AnswerReader {
 public:
  AnswerReader(const RowSource& rows, const SurveyAttributeConfig& attribute, const Domain& domain)
      : rows_(rows), attribute_(attribute), column_(find_column(rows, attribute.column)), index_(domain) {}

  Value read() const {
    const std::string_view text = trimmed(rows_.row()[column_]);
    if (text.empty()) {
      fail(
          fmt::format("attribute '{}' is missing", shown(attribute_.name)),
          "Everybody answers every attribute: correct the row, or add a label such as \"unknown\" and write it there.");
    }
    if (!attribute_.bins.empty()) return bin_of(std::string(text));
    if (const auto value = index_.find(text)) return *value;
    fail(index_.why_not(text), index_.hint(text));
  }

 private:
  // An edge belongs to the bin above it, but the last one to the bin below.
  Value bin_of(const std::string& text) const {
    const auto number = cell_number_or_comma(text);
    if (!number) fail(fmt::format("'{}' is no number", shown(text)), "");
    const std::vector<double>& bins = attribute_.bins;
    if (*number < bins.front() || *number > bins.back()) {
      fail(fmt::format("{} is in none of the bins, which reach from {} to {}", shown(text), bins.front(), bins.back()),
           "Begin 'bins' with -inf, or end it with inf, where numbers may be smaller or larger.");
    }
    const auto above = std::upper_bound(bins.begin(), bins.end() - 1, *number);
    return static_cast<Value>(above - bins.begin() - 1);
  }
  [[noreturn]] void fail(const std::string& why, const std::string& hint) const {
    fail_input(fmt::format("{}, column '{}': {}", rows_.where(), shown(attribute_.column), why), hint);
  }

  const RowSource& rows_;
  const SurveyAttributeConfig& attribute_;
  std::size_t column_;
  DomainIndex index_;
};

// A column whose text names something: a person, a collection.
class NameReader {
 public:
  NameReader(const RowSource& rows, const std::string& column)
      : rows_(rows), name_(column), column_(column.empty() ? 0 : find_column(rows, column)) {}

  std::string read() const {
    if (name_.empty()) return "";
    const std::string_view text = trimmed(rows_.row()[column_]);
    if (text.empty()) fail_input(fmt::format("{}, column '{}': nothing is there", rows_.where(), shown(name_)));
    if (!is_utf8(text)) fail_input(fmt::format("{}, column '{}': this is not UTF-8", rows_.where(), shown(name_)));
    return std::string(text);
  }

 private:
  const RowSource& rows_;
  const std::string& name_;
  std::size_t column_;
};

// The collections of a table, as its rows come.
class PeopleReader {
 public:
  PeopleReader(const PreparedSurvey& survey, const PeopleOptions& options, const std::string& source)
      : config_(survey.config),
        options_(options),
        rows_(open_rows(source, config_.people.query, config_.people.rows)),
        id_(*rows_, config_.people.id),
        collection_(*rows_, config_.people.collection) {
    for (std::size_t i = 0; i < survey.width(); ++i) {
      answers_.push_back(std::make_unique<AnswerReader>(*rows_, config_.attributes[i], survey.protocol->domain(i)));
    }
  }

  std::vector<SurveyCollection> read() {
    while (rows_->next()) {
      if (read_++ % 4096 == 0) options_.stop.check();
      take_row();
    }
    if (read_ == 0) fail_input(fmt::format("{} has no rows", rows_->name()));
    std::vector<SurveyCollection> all;
    for (auto& [name, read] : collections_) all.push_back(std::move(read.collection));
    if (all.empty()) {
      fail_input(fmt::format("{} has no row of collection '{}'", rows_->name(), shown(options_.collection)));
    }
    std::sort(all.begin(), all.end(), [this](const SurveyCollection& a, const SurveyCollection& b) {
      return comes_before(config_, a.name, b.name);
    });
    return all;
  }

 private:
  struct ReadCollection {
    SurveyCollection collection;
    std::unordered_set<std::string> seen;
  };

  void take_row() {
    const bool has_column = !config_.people.collection.empty();
    const std::string name = has_column ? collection_.read() : options_.collection;
    require_listed(name);
    // Rows of other collections are looked at, too: a table is right as a whole or not at all.
    const std::string id = id_.read();
    std::vector<Value> values;
    for (const auto& answer : answers_) values.push_back(answer->read());
    if (has_column && !options_.collection.empty() && name != options_.collection) return;
    auto& [collection, seen] = collections_[name];
    collection.name = name;
    if (!config_.people.id.empty()) {
      if (!seen.insert(id).second) {
        fail_input(fmt::format("{}, column '{}': '{}' is there twice{}", rows_->where(), shown(config_.people.id),
                               shown(id), name.empty() ? "" : fmt::format(" in collection '{}'", shown(name))),
                   "A person reports once in a collection: a second report would tell more.");
      }
      collection.id_bytes.insert(collection.id_bytes.end(), id.begin(), id.end());
      collection.ends.push_back(static_cast<std::int64_t>(collection.id_bytes.size()));
    }
    collection.values.insert(collection.values.end(), values.begin(), values.end());
    ++collection.people;
  }

  void require_listed(const std::string& name) const {
    const std::vector<std::string>& listed = config_.people.collections;
    if (listed.empty() || std::find(listed.begin(), listed.end(), name) != listed.end()) return;
    fail_input(
        fmt::format("{}: collection '{}' is not among those that 'collections' lists", rows_->where(), shown(name)));
  }

  const SurveyConfig& config_;
  const PeopleOptions& options_;
  std::unique_ptr<RowSource> rows_;
  NameReader id_, collection_;
  std::vector<std::unique_ptr<AnswerReader>> answers_;
  std::map<std::string, ReadCollection> collections_;
  std::uint64_t read_ = 0;
};

bool is_figure(char letter) { return letter >= '0' && letter <= '9'; }

// The digits at the front, without zeros before them.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_figure(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

std::string SurveyCollection::id(std::size_t person) const {
  const auto bytes = ids()[person];
  return {bytes.begin(), bytes.end()};
}

bool comes_before(std::string_view first, std::string_view second) {
  std::string_view a = first, b = second;
  while (!a.empty() && !b.empty()) {
    if (is_figure(a.front()) && is_figure(b.front())) {
      const std::string_view left = take_digits(a), right = take_digits(b);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
      continue;
    }
    if (a.front() != b.front()) return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() == b.empty() ? first < second : a.empty();
}

bool comes_before(const SurveyConfig& config, const std::string& first, const std::string& second) {
  const std::vector<std::string>& listed = config.people.collections;
  const auto left = std::find(listed.begin(), listed.end(), first);
  const auto right = std::find(listed.begin(), listed.end(), second);
  return left == right ? comes_before(std::string_view(first), std::string_view(second)) : left < right;
}

std::vector<SurveyCollection> read_people(const PreparedSurvey& survey, const PeopleOptions& options) {
  const SurveyConfig& config = survey.config;
  return PeopleReader(survey, options, chosen_source(options.source, config.people, config.head, "people")).read();
}

}  // namespace sourdine
