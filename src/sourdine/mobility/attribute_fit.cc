#include "sourdine/mobility/attribute_fit.h"

#include <algorithm>
#include <numeric>

#include "sourdine/mobility/apportion.h"

namespace sourdine {
namespace {

constexpr unsigned most_rounds = 1000;
constexpr double close_enough = 1e-10;

double sum_of(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

// One given distribution: over the people who are there on one of the days of `days`.
struct Target {
  DayPattern days;
  std::vector<double> people;
};

class Fitting {
 public:
  Fitting(const std::vector<std::uint64_t>& whole, std::size_t days, const Marginal& marginal)
      : values_(marginal.values.size()) {
    for (DayPattern pattern = 1; pattern < whole.size(); ++pattern) {
      if (whole[pattern] == 0) continue;
      fit_.patterns.push_back(pattern);
      rows_.push_back(static_cast<double>(whole[pattern]));
    }
    for (std::size_t day = 0; day < days; ++day) {
      if (marginal.has_day(day)) add_target(DayPattern{1} << day, marginal.by_day[day]);
    }
    add_target(pattern_of({0, days - 1}), marginal.overall);
    const double all = sum_of(marginal.overall);
    for (const double row : rows_) {
      for (const double share : marginal.overall) fit_.people.push_back(row * (share / all));
    }
  }

  AttributeFit run() && {
    do {
      for (const Target& target : targets_) scale_to(target);
      scale_rows();
      fit_.worst = 0;
      for (const Target& target : targets_) fit_.worst = std::max(fit_.worst, error_of(target));
      ++fit_.rounds;
    } while (fit_.worst > close_enough && fit_.rounds < most_rounds);
    return std::move(fit_);
  }

 private:
  void add_target(DayPattern days, std::vector<double> people) {
    double there = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if ((fit_.patterns[i] & days) != 0) there += rows_[i];
    }
    if (there == 0) return;  // nobody to be like anything
    const double given = sum_of(people);
    for (double& number : people) number *= there / given;
    targets_.push_back({days, std::move(people)});
  }

  std::vector<double> sums(const Target& target) const {
    std::vector<double> sums(values_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if ((fit_.patterns[i] & target.days) == 0) continue;
      for (std::size_t v = 0; v < values_; ++v) sums[v] += fit_.people[i * values_ + v];
    }
    return sums;
  }

  void scale_to(const Target& target) {
    std::vector<double> factors = sums(target);
    for (std::size_t v = 0; v < values_; ++v) factors[v] = factors[v] > 0 ? target.people[v] / factors[v] : 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if ((fit_.patterns[i] & target.days) == 0) continue;
      for (std::size_t v = 0; v < values_; ++v) fit_.people[i * values_ + v] *= factors[v];
    }
  }

  // Where a pattern has lost all its values (only contradictions do that), it has those of everybody again.
  void scale_rows() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto row = fit_.people.begin() + static_cast<std::ptrdiff_t>(i * values_);
      const auto end = row + static_cast<std::ptrdiff_t>(values_);
      double sum = std::accumulate(row, end, 0.0);
      if (!(sum > 0)) {
        std::copy(targets_.back().people.begin(), targets_.back().people.end(), row);
        sum = std::accumulate(row, end, 0.0);
      }
      std::for_each(row, end, [&](double& cell) { cell *= rows_[i] / sum; });
    }
  }

  double error_of(const Target& target) const {
    const std::vector<double> made = sums(target);
    double worst = 0;
    for (std::size_t v = 0; v < values_; ++v) worst = std::max(worst, relative_error(made[v], target.people[v]));
    return worst;
  }

  std::size_t values_;
  std::vector<double> rows_;  // people by pattern
  std::vector<Target> targets_;
  AttributeFit fit_;
};

// Moves people of one pattern from a value to another until every value has as many as it should.
void repair(const AttributeFit& fit, const std::vector<std::uint64_t>& wanted, std::vector<std::uint64_t>& cells) {
  const std::size_t values = wanted.size();
  std::vector<std::int64_t> missing(values);
  for (std::size_t v = 0; v < values; ++v) missing[v] = static_cast<std::int64_t>(wanted[v]);
  for (std::size_t i = 0; i < cells.size(); ++i) missing[i % values] -= static_cast<std::int64_t>(cells[i]);
  for (;;) {
    const auto from = static_cast<std::size_t>(std::min_element(missing.begin(), missing.end()) - missing.begin());
    const auto to = static_cast<std::size_t>(std::max_element(missing.begin(), missing.end()) - missing.begin());
    if (missing[from] >= 0) return;  // they add up to 0
    const auto above = [&](std::size_t cell) { return static_cast<double>(cells[cell]) - fit.people[cell]; };
    std::size_t best = cells.size();  // the cell of `from` in the pattern where the change is most welcome
    for (std::size_t cell = from; cell < cells.size(); cell += values) {
      if (cells[cell] == 0) continue;
      if (best == cells.size() || above(cell) - above(cell - from + to) > above(best) - above(best - from + to)) {
        best = cell;
      }
    }
    if (best == cells.size()) return;
    --cells[best];
    ++cells[best - from + to];
    ++missing[from];
    --missing[to];
  }
}

}  // namespace

AttributeFit fit_attribute(const std::vector<std::uint64_t>& whole, std::size_t days, const Marginal& marginal) {
  return Fitting(whole, days, marginal).run();
}

std::vector<std::uint64_t> whole_fit(const AttributeFit& fit, const std::vector<std::uint64_t>& whole,
                                     const Marginal& marginal) {
  const std::size_t values = marginal.values.size();
  std::vector<std::uint64_t> cells;
  cells.reserve(fit.people.size());
  std::vector<double> owed(values);  // what earlier patterns left to give
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < fit.patterns.size(); ++i) {
    std::vector<double> shares(values);
    for (std::size_t v = 0; v < values; ++v) {
      owed[v] += fit.people[i * values + v];
      // Nobody gets a value that nobody of the pattern should have.
      shares[v] = fit.people[i * values + v] > 0 ? std::max(0.0, owed[v]) : 0;
    }
    const std::uint64_t people = whole[fit.patterns[i]];
    if (sum_of(shares) <= 0)
      shares.assign(fit.people.begin() + static_cast<std::ptrdiff_t>(i * values),
                    fit.people.begin() + static_cast<std::ptrdiff_t>((i + 1) * values));
    const std::vector<std::uint64_t> parts = apportion(people, shares);
    for (std::size_t v = 0; v < values; ++v) owed[v] -= static_cast<double>(parts[v]);
    cells.insert(cells.end(), parts.begin(), parts.end());
    total += people;
  }
  repair(fit, apportion(total, marginal.overall), cells);
  return cells;
}

}  // namespace sourdine
