#include "sourdine/anonymity/table_check.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

std::vector<CodedColumn> plain_columns(const std::vector<LabelledColumn>& columns) {
  std::vector<CodedColumn> plain;
  for (const LabelledColumn& column : columns) plain.push_back(column.column);
  return plain;
}

// The numbers that the labels are; nothing when one is none.
std::optional<std::vector<double>> numbers_of(const std::vector<std::string>& labels) {
  std::vector<double> numbers;
  for (const std::string& label : labels) {
    double number = 0;
    const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), number);
    if (label.empty() || error != std::errc() || end != label.data() + label.size()) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

// The same column, codes in the order of its numbers; labels that are one number ("1", "1.0") become one code.
CodedColumn in_order(const CodedColumn& column, const std::vector<double>& numbers) {
  std::vector<double> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  CodedColumn ordered{.codes = {}, .size = static_cast<Value>(sorted.size())};
  for (const Value code : column.codes) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), numbers[code]);
    ordered.codes.push_back(static_cast<Value>(place - sorted.begin()));
  }
  return ordered;
}

SensitiveCheck check_sensitive(const Classes& classes, const LabelledColumn& attribute, std::uint64_t most_ruled_out) {
  const ClassHistograms histograms(classes, attribute.column);
  SensitiveCheck check{attack_attribute(classes, histograms, most_ruled_out), attribute.name,
                       diversity_of(classes, histograms)};
  if (const auto numbers = numbers_of(attribute.labels)) {
    const ClassHistograms ordered(classes, in_order(attribute.column, *numbers));
    check.ordered_closeness = largest_distance(classes, ordered, GroundDistance::ordered);
  }
  for (std::uint64_t l = 2; l <= check.diversity.distinct; ++l) {
    check.recursive.push_back({.l = l, .above = largest_recursive_ratio(classes, histograms, l)});
  }
  return check;
}

}  // namespace

double largest_distance(const Classes& classes, const ClassHistograms& sensitive, GroundDistance distance,
                        const Hierarchy* hierarchy) {
  double largest = 0;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    largest = std::max(largest, distance_from_table(sensitive.in_class(i), sensitive.all(), distance, hierarchy));
  }
  return largest;
}

double largest_recursive_ratio(const Classes& classes, const ClassHistograms& sensitive, std::uint64_t l) {
  double largest = 0;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    largest = std::max(largest, recursive_ratio(sensitive.in_class(i), l));
  }
  return largest;
}

Diversity diversity_of(const Classes& classes, const ClassHistograms& sensitive) {
  if (classes.count() == 0) return {};
  Diversity diversity{.distinct = std::numeric_limits<std::uint64_t>::max(),
                      .entropy = std::numeric_limits<double>::infinity(),
                      .closeness = largest_distance(classes, sensitive, GroundDistance::equal)};
  for (std::size_t i = 0; i < classes.count(); ++i) {
    diversity.distinct = std::min(diversity.distinct, distinct_l(sensitive.in_class(i)));
    diversity.entropy = std::min(diversity.entropy, entropy_l(sensitive.in_class(i)));
  }
  return diversity;
}

std::vector<ClassSizes> class_sizes(const Classes& classes, std::uint64_t largest) {
  // 1, 2, 5, 10, 20, 50, …
  std::vector<ClassSizes> sizes = {{.least = 1, .most = 1}};
  for (const std::uint64_t size : classes.sizes) largest = std::max(largest, size);
  constexpr std::uint64_t steps[] = {2, 5, 10};
  for (std::uint64_t unit = 1, step = 0; sizes.back().most < largest; ++step) {
    if (step == std::size(steps)) step = 0, unit *= 10;
    const std::uint64_t next = step + 1 < std::size(steps) ? unit * steps[step + 1] : unit * 20;
    sizes.push_back({.least = unit * steps[step], .most = next - 1});
  }
  for (const std::uint32_t size : classes.sizes) {
    const auto place =
        std::find_if(sizes.begin(), sizes.end(), [size](const ClassSizes& row) { return size <= row.most; });
    ++place->classes;
    place->rows += size;
  }
  const auto first = std::find_if(sizes.begin(), sizes.end(), [](const ClassSizes& row) { return row.classes > 0; });
  sizes.erase(sizes.begin(), first);
  return sizes;
}

TableCheck check_table(const CheckQuestion& question) {
  if (question.quasi.empty()) {
    fail_input("there is no quasi-identifier", "Name the columns that somebody else may know as well.");
  }
  const std::vector<CodedColumn> quasi = plain_columns(question.quasi);
  const Classes classes = group_rows(quasi);
  if (classes.rows() == 0) fail_input("the table has no rows");
  TableCheck check{.rows = classes.rows(),
                   .classes = classes.count(),
                   .k = classes.smallest(),
                   .sizes = class_sizes(classes),
                   .identification = identifying_columns(quasi)};
  if (question.population.empty()) {
    check.risk = measure_risk(classes, question.threshold);
  } else {
    std::vector<CodedColumn> table = quasi, population;
    for (std::size_t i = 0; i < quasi.size(); ++i) {
      std::vector<std::string> labels = question.quasi[i].labels;
      population.push_back(coded_like(labels, question.population[i]));
    }
    check.risk = measure_risk(classes, population_sizes(table, classes, population), population.front().codes.size(),
                              question.threshold);
  }
  for (std::size_t i = 0; i < question.sensitive.size(); ++i) {
    check.sensitive.push_back(check_sensitive(classes, question.sensitive[i], question.most_ruled_out));
    if (question.other_quasi.empty()) continue;
    check.sensitive.back().other_release =
        compare_releases(question.quasi, question.sensitive[i], question.other_quasi, question.other_sensitive[i]);
  }
  return check;
}

}  // namespace sourdine
