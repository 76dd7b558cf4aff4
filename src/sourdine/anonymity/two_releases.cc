#include "sourdine/anonymity/two_releases.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "sourdine/anonymity/published_value.h"
#include "sourdine/base/error.h"

namespace sourdine {
namespace {

using Words = std::vector<std::uint64_t>;  // a set of classes of the second release

std::vector<CodedColumn> codes_of(std::span<const LabelledColumn> columns) {
  std::vector<CodedColumn> codes;
  for (const LabelledColumn& column : columns) codes.push_back(column.column);
  return codes;
}

// By class, a row of it.
std::vector<std::size_t> first_rows(const Classes& classes) {
  std::vector<std::size_t> rows(classes.count());
  for (std::size_t row = classes.rows(); row-- > 0;) rows[classes.class_of[row]] = row;
  return rows;
}

// For one column, by value of the first release: the classes of the second whose value overlaps it.
std::vector<Words> overlapping(const LabelledColumn& first, const LabelledColumn& second,
                               const std::vector<std::size_t>& rows, std::uint64_t& unknown) {
  const std::size_t words = (rows.size() + 63) / 64;
  std::vector<PublishedValue> values;
  for (const std::string& label : second.labels) values.emplace_back(label);
  std::vector<Words> sets;
  for (const std::string& label : first.labels) {
    const PublishedValue value(label);
    std::vector<bool> overlaps;
    for (const PublishedValue& other : values) overlaps.push_back(value.overlaps(other));
    if (!value.is_coarse() && std::find(overlaps.begin(), overlaps.end(), true) == overlaps.end()) ++unknown;
    Words set(words);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (overlaps[second.column.codes[rows[i]]]) set[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

bool has_value(std::span<const ClassHistograms::Count> counts, Value value) {
  const auto place = std::lower_bound(counts.begin(), counts.end(), value,
                                      [](const ClassHistograms::Count& count, Value v) { return count.value < v; });
  return place != counts.end() && place->value == value;
}

// Of one value of a class of the first release, over the classes of the second that have it too.
struct Fate {
  bool is_possible = false;
  bool is_always_revealed = true, is_once_revealed = false;
  bool is_always_isolated = true, is_once_isolated = false;
};

void meet_class(std::span<const ClassHistograms::Count> own, std::span<const ClassHistograms::Count> other,
                std::vector<Fate>& fates) {
  std::uint64_t values = 0, rows = 0;
  std::vector<bool> is_common(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!has_value(other, own[i].value)) continue;
    is_common[i] = true;
    ++values;
    rows += own[i].rows;
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!is_common[i]) continue;
    Fate& fate = fates[i];
    fate.is_possible = true;
    fate.is_once_revealed |= values == 1;
    fate.is_always_revealed &= values == 1;
    fate.is_once_isolated |= rows == 1;
    fate.is_always_isolated &= rows == 1;
  }
}

}  // namespace

CodedColumn coded_like(std::vector<std::string>& labels, const LabelledColumn& column) {
  std::unordered_map<std::string, Value> codes;
  for (std::size_t i = 0; i < labels.size(); ++i) codes.emplace(labels[i], static_cast<Value>(i));
  std::vector<Value> code_of;
  for (const std::string& label : column.labels) {
    const auto [found, is_new] = codes.try_emplace(label, static_cast<Value>(labels.size()));
    if (is_new) labels.push_back(label);
    code_of.push_back(found->second);
  }
  CodedColumn coded{.codes = {}, .size = static_cast<Value>(labels.size())};
  for (const Value code : column.column.codes) coded.codes.push_back(code_of[code]);
  return coded;
}

TwoReleases compare_releases(std::span<const LabelledColumn> first, const LabelledColumn& first_sensitive,
                             std::span<const LabelledColumn> second, const LabelledColumn& second_sensitive) {
  if (first.empty() || first.size() != second.size()) fail_internal("releases without common columns");
  const Classes classes = group_rows(codes_of(first)), others = group_rows(codes_of(second));
  std::vector<std::string> labels = first_sensitive.labels;
  CodedColumn sensitive = first_sensitive.column;
  const CodedColumn other_sensitive = coded_like(labels, second_sensitive);
  sensitive.size = static_cast<Value>(labels.size());
  const ClassHistograms values(classes, sensitive), other_values(others, other_sensitive);

  TwoReleases found{.rows = classes.rows()};
  const std::vector<std::size_t> rows = first_rows(classes), other_rows = first_rows(others);
  std::vector<std::vector<Words>> sets;
  for (std::size_t c = 0; c < first.size(); ++c) {
    sets.push_back(overlapping(first[c], second[c], other_rows, found.unknown_values));
  }
  for (std::size_t i = 0; i < classes.count(); ++i) {
    Words met = sets[0][first[0].column.codes[rows[i]]];
    for (std::size_t c = 1; c < first.size(); ++c) {
      const Words& set = sets[c][first[c].column.codes[rows[i]]];
      for (std::size_t w = 0; w < met.size(); ++w) met[w] &= set[w];
    }
    const auto own = values.in_class(i);
    std::vector<Fate> fates(own.size());
    for (std::size_t w = 0; w < met.size(); ++w) {
      for (std::uint64_t left = met[w]; left != 0; left &= left - 1) {
        meet_class(own, other_values.in_class(w * 64 + static_cast<std::size_t>(std::countr_zero(left))), fates);
      }
    }
    for (std::size_t v = 0; v < own.size(); ++v) {
      if (!fates[v].is_possible) continue;
      found.possible += own[v].rows;
      if (own.size() == 1) found.revealed_alone += own[v].rows;
      if (fates[v].is_always_revealed) found.revealed_surely += own[v].rows;
      if (fates[v].is_once_revealed) found.revealed_possibly += own[v].rows;
      if (fates[v].is_always_isolated) found.isolated_surely += own[v].rows;
      if (fates[v].is_once_isolated) found.isolated_possibly += own[v].rows;
    }
  }
  return found;
}

}  // namespace sourdine
