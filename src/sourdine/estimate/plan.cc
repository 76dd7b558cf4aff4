#include "sourdine/estimate/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "sourdine/base/error.h"
#include "sourdine/estimate/count_variance.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr double smallest_epsilon = 0x1p-40;
constexpr double largest_epsilon = 40;
constexpr double relative_width = 1e-6;
constexpr std::uint64_t most_reports = std::uint64_t{1} << 62;

void require_valid(const PlanQuestion& question) {
  const int given = question.epsilon.has_value() + question.reports.has_value() + question.error.has_value();
  if (given != 2) {
    fail_input(fmt::format("give exactly two of epsilon, reports and error, not {}", given),
               "The third is what the plan solves for.");
  }
  if (question.epsilon) require_epsilon(*question.epsilon);
  if (question.reports && (*question.reports == 0 || *question.reports > most_reports)) {
    fail_input(fmt::format("the number of reports must lie between 1 and 2^62, not {}", *question.reports));
  }
  if (question.error && !(*question.error > 0 && std::isfinite(*question.error))) {
    fail_input(fmt::format("the error must be a share greater than 0, not {}", *question.error),
               "It is half the width of the interval around a rare value's share, e.g. 0.01 for one percent.");
  }
  if (!(question.confidence > 0 && question.confidence < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1 (both excluded), not {}", question.confidence));
  }
}

class Planner {
 public:
  Planner(const PlanQuestion& question, const OracleRow& row, const StopToken& stop)
      : question_(question), row_(row), z_(normal_upper_quantile((1 - question.confidence) / 2)), stop_(stop) {}

  PlanRow answer() const {
    PlanRow answer;
    answer.oracle = row_.name;
    answer.cost = row_.cost;
    answer.simulates_by_law = row_.simulates_by_law;
    answer.epsilon = question_.epsilon.value_or(0);
    answer.reports = question_.reports.value_or(0);
    answer.error = question_.error.value_or(0);
    try {
      solve(answer);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      answer.is_reachable = false;
      answer.obstacle = error.what();
    }
    return answer;
  }

 private:
  std::unique_ptr<const Oracle> oracle(double epsilon) const {
    return make_oracle({std::string(row_.name), question_.domain, epsilon, {}});
  }

  double error_of(const Oracle& oracle, std::uint64_t reports) const {
    stop_.check();  // over a large domain one answer takes a tenth of a second, and a search asks for sixty
    const auto n = static_cast<double>(reports);
    return z_ * std::sqrt(rare_value_variance(oracle, n)) / n;
  }

  void solve(PlanRow& answer) const {
    if (question_.domain.size() > row_.max_planned_values) {
      fail_input(
          fmt::format("more than {} values are not planned for: it would take too long", row_.max_planned_values));
    }
    if (!question_.epsilon) answer.epsilon = least_epsilon();
    const auto solved = oracle(answer.epsilon);
    if (!question_.reports) answer.reports = least_reports(*solved);
    answer.error = error_of(*solved, answer.reports);
    if (solved->name() != row_.name) answer.resolves_to = solved->name();
    answer.report_bits = solved->report_bits();
    answer.report_bytes = solved->report_bytes();
  }

  // True when the oracle exists at this ε (it may not at extreme ones) and its error is small enough.
  bool suffices(double epsilon) const {
    try {
      return error_of(*oracle(epsilon), *question_.reports) <= *question_.error;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      return false;
    }
  }

  double least_epsilon() const {
    double high = 1;
    while (!suffices(high)) {
      if (high >= largest_epsilon) {
        fail_input(fmt::format("no epsilon up to {} brings the error down to {} with {} reports", largest_epsilon,
                               *question_.error, *question_.reports));
      }
      high = std::min(2 * high, largest_epsilon);
    }
    double low = high / 2;
    while (suffices(low)) {
      if (low <= smallest_epsilon) return low;
      high = low;
      low /= 2;
    }
    while (high - low > relative_width * high) {
      const double middle = (low + high) / 2;
      (suffices(middle) ? high : low) = middle;
    }
    return high;
  }

  std::uint64_t least_reports(const Oracle& oracle) const {
    const auto suffice = [&](std::uint64_t reports) { return error_of(oracle, reports) <= *question_.error; };
    if (!suffice(most_reports)) {
      fail_input(fmt::format("no number of reports brings the error down to {} at epsilon = {}", *question_.error,
                             *question_.epsilon));
    }
    std::uint64_t low = 0;
    std::uint64_t high = most_reports;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (suffice(middle) ? high : low) = middle;
    }
    return high;
  }

  const PlanQuestion& question_;
  const OracleRow& row_;
  double z_;
  const StopToken& stop_;
};

}  // namespace

std::vector<PlanRow> plan(const PlanQuestion& question, const StopToken& stop) {
  require_valid(question);
  std::vector<PlanRow> answers;
  for (const OracleRow& row : oracle_table()) {
    if (row.parameters_for == nullptr) answers.push_back(Planner(question, row, stop).answer());
  }
  // Two of the three numbers are the same in all reachable rows, so comparing all three compares the one solved for.
  // What differs only by rounding is the same: shorter reports come first then.
  const auto rounded = [](double number) { return number > 0 ? std::round(1e9 * std::log(number)) : 0; };
  std::ranges::stable_sort(answers, {}, [&](const PlanRow& row) {
    return std::make_tuple(!row.is_reachable, row.is_reachable ? rounded(row.epsilon) : 0,
                           row.is_reachable ? row.reports : 0, row.is_reachable ? rounded(row.error) : 0,
                           row.report_bits);
  });
  return answers;
}

}  // namespace sourdine
