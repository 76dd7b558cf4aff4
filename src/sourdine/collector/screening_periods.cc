#include "sourdine/collector/screening_periods.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {
namespace {

bool answers_again(const Oracle& oracle) { return dynamic_cast<const Memoised*>(&oracle) != nullptr; }

void add_stored_cells(std::span<const std::uint64_t> from, std::span<std::uint64_t> into) {
  if (from.size() != into.size()) {
    fail_input(fmt::format("a stored tally has {} cells, but the protocol fills {}", from.size(), into.size()));
  }
  std::transform(from.begin(), from.end(), into.begin(), into.begin(), std::plus<>());
}

}  // namespace

bool reports_repeat(const Protocol& protocol) {
  if (const auto* const oracle = dynamic_cast<const Oracle*>(&protocol)) return answers_again(*oracle);
  if (const auto* const range = dynamic_cast<const RangeProtocol*>(&protocol)) {
    for (unsigned level = 1; level <= range->shape().height(); ++level) {
      if (answers_again(range->oracle(level))) return true;
    }
    return false;
  }
  const auto* const tuple = dynamic_cast<const TupleProtocol*>(&protocol);
  if (tuple == nullptr) return true;  // nothing is known of it
  const TupleSolution solution = tuple->tuple_spec().solution;
  if (solution == TupleSolution::rs_fd || solution == TupleSolution::rs_rfd) return false;
  for (std::size_t i = 0; i < tuple->width(); ++i) {
    if (answers_again(tuple->oracle(i))) return true;
  }
  return false;
}

StoredTally sum_of_periods(const Protocol& protocol, const Screen& screen, std::span<const StoredTally> periods) {
  StoredTally sum;
  sum.cells.resize(protocol.cells());
  sum.screen.resize(screen.cells());
  for (const StoredTally& period : periods) {
    sum.reports += period.reports;
    sum.seeded += period.seeded;
    sum.updated = std::max(sum.updated, period.updated);
    add_stored_cells(period.cells, sum.cells);
    add_stored_cells(period.screen, sum.screen);
  }
  return sum;
}

std::vector<ScreenCheck> screen_periods(const Collection& collection, std::span<const StoredTally> periods) {
  const Screen& screen = *collection.screen;
  if (periods.size() <= 1 || !reports_repeat(*collection.protocol)) {
    const StoredTally sum = sum_of_periods(*collection.protocol, screen, periods);
    return screen.check({sum.reports, sum.cells}, sum.screen);
  }
  std::vector<ScreenCheck> oddest;
  for (const StoredTally& period : periods) {
    const StoredTally one = sum_of_periods(*collection.protocol, screen, std::span(&period, 1));
    std::vector<ScreenCheck> checks = screen.check({one.reports, one.cells}, one.screen);
    if (collection.settings.period) {
      const std::string label =
          period_label(*collection.settings.period, period_start(*collection.settings.period, period.period));
      for (ScreenCheck& check : checks) check.detail = label + ": " + check.detail;
    }
    if (oddest.empty())
      oddest.resize(checks.size(), {.name = {}, .title = {}, .p = 2, .detail = {}, .expected = {}, .observed = {}});
    for (std::size_t i = 0; i < checks.size(); ++i) {
      if (checks[i].p < oddest[i].p) oddest[i] = std::move(checks[i]);
    }
  }
  for (ScreenCheck& check : oddest) {
    check.p = std::min(1.0, check.p * static_cast<double>(periods.size()));
    check.is_odd = check.p < Screen::alarm;
  }
  return oddest;
}

std::string screening_json(const Collection& collection, std::span<const StoredTally> periods) {
  nlohmann::json checks = nlohmann::json::array();
  for (const ScreenCheck& check : screen_periods(collection, periods)) {
    checks.push_back({{"name", check.name},
                      {"title", check.title},
                      {"p", check.p},
                      {"is_odd", check.is_odd},
                      {"detail", check.detail},
                      {"expected", check.expected},
                      {"observed", check.observed}});
  }
  std::uint64_t reports = 0;
  for (const StoredTally& period : periods) reports += period.reports;
  const nlohmann::json all = {{"checks", std::move(checks)}, {"reports", reports}};
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace sourdine
