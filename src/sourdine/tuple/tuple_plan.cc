#include "sourdine/tuple/tuple_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {
namespace {

constexpr std::string_view best_of_each = "best";

void require_question(const TupleQuestion& question) {
  if (question.people == 0) fail_input("a plan needs the number of people, at least 1");
  if (!question.shares.empty() && question.shares.size() != question.attributes.size()) {
    fail_input(fmt::format("there are shares of {} attributes, but {} attributes", question.shares.size(),
                           question.attributes.size()));
  }
  for (std::size_t i = 0; i < question.shares.size(); ++i) {
    const std::vector<double>& shares = question.shares[i];
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    const auto is_bad = [](double share) { return !(share >= 0 && share <= 1); };
    if (shares.size() != question.attributes[i].domain.size() || !(std::abs(sum - 1) < 1e-6) ||
        std::any_of(shares.begin(), shares.end(), is_bad)) {
      fail_input(fmt::format("the shares of attribute {} must be {} numbers between 0 and 1 that add up to 1", i + 1,
                             question.attributes[i].domain.size()));
    }
  }
}

// The mean over the values. Where nothing tells them apart, one stands for all.
double attribute_error(const TupleProtocol& protocol, const TupleQuestion& question, std::size_t attribute) {
  const Value k = protocol.domain_size(attribute);
  const bool is_even = question.shares.empty() && protocol.tuple_spec().attributes[attribute].prior.empty();
  const std::vector<double> shares =
      question.shares.empty() ? std::vector<double>(k, 1.0 / k) : question.shares[attribute];
  const Value values = is_even ? 1 : k;
  double sum = 0;
  for (Value value = 0; value < values; ++value) {
    sum += protocol.share_variance(attribute, value, shares, static_cast<double>(question.people));
  }
  return sum / values;
}

TuplePlanRow plan_row(const TupleQuestion& question, TupleSpec spec, std::string_view oracle) {
  const auto protocol = TupleProtocol::make(std::move(spec));
  TuplePlanRow row{.spec = protocol->tuple_spec(),
                   .oracle = std::string(oracle),
                   .local_epsilon = protocol->local_epsilon(),
                   .tuple_epsilon = protocol->epsilon(),
                   .attribute_epsilon = protocol->privacy().attribute,
                   .report_bytes = protocol->report_bytes()};
  for (std::size_t i = 0; i < protocol->width(); ++i) {
    row.attribute_errors.push_back(attribute_error(*protocol, question, i));
    row.error += row.attribute_errors.back() / static_cast<double>(protocol->width());
  }
  return row;
}

TupleSpec plan_spec(const TupleQuestion& question, TupleSolution solution, TupleLevel level, std::string_view oracle) {
  TupleSpec spec{.solution = solution,
                 .attributes = question.attributes,
                 .epsilon = question.epsilon,
                 .level = level,
                 .oracle = std::string(oracle)};
  for (TupleAttribute& one : spec.attributes) {
    one.oracle.clear();
    one.parameters.clear();
    if (solution != TupleSolution::rs_rfd) one.prior.clear();
  }
  return spec;
}

// One row per oracle, and one in which every attribute has the one that is best for it.
void add_rows(const TupleQuestion& question, TupleSolution solution, TupleLevel level,
              const std::vector<std::string_view>& oracles, std::vector<TuplePlanRow>& rows) {
  std::vector<TuplePlanRow> own;
  for (const std::string_view oracle : oracles) {
    own.push_back(plan_row(question, plan_spec(question, solution, level, oracle), oracle));
  }
  TupleSpec best = plan_spec(question, solution, level, oracles.front());
  bool is_mixed = false;
  for (std::size_t i = 0; i < best.attributes.size(); ++i) {
    const auto by_error = [i](const auto& a, const auto& b) { return a.attribute_errors[i] < b.attribute_errors[i]; };
    best.attributes[i].oracle = std::min_element(own.begin(), own.end(), by_error)->oracle;
    is_mixed = is_mixed || best.attributes[i].oracle != best.attributes[0].oracle;
  }
  if (is_mixed) own.push_back(plan_row(question, std::move(best), best_of_each));
  std::move(own.begin(), own.end(), std::back_inserter(rows));
}

bool has_small_product(const TupleQuestion& question) {
  constexpr std::uint64_t largest = 1 << 12;  // beyond, nobody would choose it
  std::uint64_t size = 1;
  for (const TupleAttribute& one : question.attributes) size = std::min(size, largest + 1) * one.domain.size();
  return size <= largest;
}

std::vector<TuplePlanRow> rows_at(const TupleQuestion& question, TupleLevel level) {
  const std::vector<std::string_view> oracles = {"adp", "grr", "oue", "sue", "ss"};
  const auto has_prior = [](const TupleAttribute& one) { return !one.prior.empty(); };
  std::vector<TuplePlanRow> rows;
  add_rows(question, TupleSolution::smp, level, oracles, rows);
  add_rows(question, TupleSolution::spl, level, oracles, rows);
  add_rows(question, TupleSolution::rs_fd, level, {"adp", "grr", "oue-z", "sue-z", "oue-r", "sue-r"}, rows);
  if (std::all_of(question.attributes.begin(), question.attributes.end(), has_prior)) {
    add_rows(question, TupleSolution::rs_rfd, level, {"grr", "oue-r", "sue-r"}, rows);
  }
  if (has_small_product(question)) {
    rows.push_back(plan_row(question, plan_spec(question, TupleSolution::joint, level, "adp"), "adp"));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TuplePlanRow& a, const TuplePlanRow& b) {
    return a.error != b.error ? a.error < b.error : a.report_bytes < b.report_bytes;
  });
  return rows;
}

}  // namespace

TuplePlan tuple_plan(const TupleQuestion& question) {
  require_question(question);
  TuplePlan plan{rows_at(question, TupleLevel::tuple), rows_at(question, TupleLevel::attribute), {}};
  for (const std::string_view entry : {"grr", "oue-z", "sue-z", "oue-r", "sue-r"}) {
    plan.published.push_back(
        plan_row(question, plan_spec(question, TupleSolution::rs_fd, TupleLevel::published, entry), entry));
  }
  return plan;
}

}  // namespace sourdine
