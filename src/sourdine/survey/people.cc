#include "sourdine/survey/people.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_set>

#include "sourdine/base/error.h"
#include "sourdine/base/name_order.h"
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

// The collections of a table, as its rows come.
class PeopleReader {
 public:
  PeopleReader(const PreparedSurvey& survey, const PeopleOptions& options, const std::string& source)
      : config_(survey.config),
        options_(options),
        rows_(open_rows(source, config_.people.query, config_.people.rows)),
        id_(place_of(config_.people.id)),
        collection_(place_of(config_.people.collection)) {
    for (std::size_t i = 0; i < survey.width(); ++i) {
      answers_.emplace_back(*rows_, config_.attributes[i], survey.protocol->domain(i));
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
    const auto is_before = [this](const auto& a, const auto& b) { return comes_before(config_, a, b); };
    std::ranges::sort(all, is_before, &SurveyCollection::name);
    return all;
  }

 private:
  struct ReadCollection {
    SurveyCollection collection;
    std::unordered_set<std::string> seen;
  };

  std::size_t place_of(const std::string& column) const { return column.empty() ? 0 : find_column(*rows_, column); }

  // Of a column whose text names something: a person, a collection.
  std::string name_in(const std::string& column, std::size_t place) const {
    if (column.empty()) return "";
    const std::string_view text = trimmed(rows_->row()[place]);
    if (text.empty()) fail_input(fmt::format("{}, column '{}': nothing is there", rows_->where(), shown(column)));
    if (!is_utf8(text)) fail_input(fmt::format("{}, column '{}': this is not UTF-8", rows_->where(), shown(column)));
    return std::string(text);
  }

  void take_row() {
    const bool has_column = !config_.people.collection.empty();
    const std::string name = has_column ? name_in(config_.people.collection, collection_) : options_.collection;
    const std::vector<std::string>& listed = config_.people.collections;
    if (!listed.empty() && std::ranges::find(listed, name) == listed.end()) {
      fail_input(
          fmt::format("{}: collection '{}' is not among those that 'collections' lists", rows_->where(), shown(name)));
    }
    // Rows of other collections are looked at, too: a table is right as a whole or not at all.
    const std::string id = name_in(config_.people.id, id_);
    std::vector<Value> values;
    for (const AnswerReader& answer : answers_) values.push_back(answer.read());
    if (has_column && !options_.collection.empty() && name != options_.collection) return;
    auto& [collection, seen] = collections_[name];
    collection.name = name;
    if (!config_.people.id.empty()) {
      if (!seen.insert(id).second) {
        fail_input(fmt::format("{}, column '{}': '{}' is there twice{}", rows_->where(), shown(config_.people.id),
                               shown(id), name.empty() ? "" : fmt::format(" in collection '{}'", shown(name))),
                   "A person reports once in a collection: a second report would tell more.");
      }
      collection.ids.add(id);
    }
    collection.values.insert(collection.values.end(), values.begin(), values.end());
    ++collection.people;
  }

  const SurveyConfig& config_;
  const PeopleOptions& options_;
  std::unique_ptr<RowSource> rows_;
  std::size_t id_, collection_;  // columns
  std::vector<AnswerReader> answers_;
  std::map<std::string, ReadCollection> collections_;
  std::uint64_t read_ = 0;
};

}  // namespace

bool comes_before(const SurveyConfig& config, const std::string& first, const std::string& second) {
  const std::vector<std::string>& listed = config.people.collections;
  const auto left = std::ranges::find(listed, first), right = std::ranges::find(listed, second);
  return left == right ? name_comes_before(first, second) : left < right;
}

std::vector<SurveyCollection> read_people(const PreparedSurvey& survey, const PeopleOptions& options) {
  const SurveyConfig& config = survey.config;
  return PeopleReader(survey, options, chosen_source(options.source, config.people, config.head, "people")).read();
}

}  // namespace sourdine
