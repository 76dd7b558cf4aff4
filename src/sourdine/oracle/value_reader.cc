#include "sourdine/oracle/value_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

// Text from a file, fit for a message: short, and without what would garble a terminal.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result(text.substr(0, longest));
  std::replace_if(
      result.begin(), result.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, '?');
  return text.size() > longest ? result + "…" : result;
}

}  // namespace

DomainIndex::DomainIndex(const Domain& domain) : domain_(domain) {
  values_.reserve(domain.labels().size());
  for (Value value = 0; value < domain.labels().size(); ++value) values_.emplace(domain.labels()[value], value);
}

std::optional<Value> DomainIndex::find(std::string_view text) const {
  if (!domain_.labels().empty()) {
    const auto found = values_.find(text);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  Value value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && value < domain_.size() ? std::optional(value) : std::nullopt;
}

std::string DomainIndex::why_not(std::string_view text) const {
  if (text.empty()) return "there is no value";
  return fmt::format("value '{}' is not in the domain (k = {})", shown(text), domain_.size());
}

std::string DomainIndex::hint(std::string_view text) const {
  if (domain_.labels().empty()) return fmt::format("Values are whole numbers from 0 to {}.", domain_.size() - 1);
  constexpr std::size_t most_compared = 4096;  // labels: finding the nearest takes time
  const std::span<const std::string> labels = domain_.labels();
  const auto compared = labels.first(std::min(labels.size(), most_compared));
  const std::vector<std::string_view> candidates(compared.begin(), compared.end());
  return fmt::format("Values are the labels of the domain; did you mean '{}'?",
                     shown(nearest(text.substr(0, 64), candidates)));
}

ValueReader::ValueReader(std::unique_ptr<Input> input, const Domain& domain, ValueReaderOptions options)
    : input_(std::move(input)), index_(domain), on_bad_row_(options.on_bad_row) {
  if (options.column.empty()) {
    lines_.emplace(*input_);
  } else {
    csv_.emplace(*input_, CsvOptions{.on_bad_row = options.on_bad_row});
    column_ = csv_->column(options.column);
  }
}

bool ValueReader::next(std::size_t count, std::vector<Value>& values) {
  values.clear();
  Value value = 0;
  while (values.size() < count && (csv_ ? next_row(value) : next_line(value))) values.push_back(value);
  return !values.empty();
}

std::uint64_t ValueReader::skipped() const { return csv_ ? csv_->skipped() : skipped_lines_; }

bool ValueReader::next_line(Value& value) {
  while (lines_->next()) {
    const std::string_view text = lines_->text();
    if (const auto found = index_.find(text)) {
      value = *found;
      return true;
    }
    if (on_bad_row_ == OnBadRow::stop) {
      fail_input(fmt::format("{}, line {}: {}", input_->name(), lines_->line(), index_.why_not(text)),
                 index_.hint(text));
    }
    ++skipped_lines_;
  }
  return false;
}

bool ValueReader::next_row(Value& value) {
  while (csv_->next()) {
    const std::string_view text = csv_->row()[column_];
    if (const auto found = index_.find(text)) {
      value = *found;
      return true;
    }
    csv_->reject(column_, index_.why_not(text), index_.hint(text));
  }
  return false;
}

bool ValueSpan::next(std::size_t count, std::vector<Value>& values) {
  const auto chunk = values_.subspan(taken_, std::min(count, values_.size() - taken_));
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (chunk[i] >= k_) {
      fail_input(fmt::format("value {} (number {}) is not in the domain (k = {})", chunk[i], taken_ + i + 1, k_),
                 fmt::format("Values are whole numbers from 0 to {}.", k_ - 1));
    }
  }
  values.assign(chunk.begin(), chunk.end());
  taken_ += chunk.size();
  return !values.empty();
}

}  // namespace sourdine
