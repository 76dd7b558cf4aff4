#include "sourdine/report/publish.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/range/grid_domain.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/release/range_build.h"

namespace sourdine {
namespace {

Spending range_spending(const RangeLedger& ledger, const Guarantee& guarantee, const std::string& path,
                        const std::string& mechanism, bool is_seeded) {
  return {.ledger = ledger.path,
          .budget_file = ledger.budget_file,
          .budget = ledger.budget,
          .dataset = ledger.dataset(),
          .purpose = path,
          .mechanism = mechanism,
          .guarantee = guarantee,
          .is_seeded = is_seeded};
}

// What is published in a range file, and what it costs.
template <class Structure>
std::optional<LedgerTotal> publish_paid(const Structure& structure, const Guarantee& guarantee, const std::string& path,
                                        const RangeLedger& ledger, const std::string& mechanism,
                                        const StopToken& stop) {
  require_range_ledger(path, ledger);
  // Once paid for, a file is written whatever happens; a pipe that nobody reads is not waited for.
  AtomicFile file(path, path == "-" ? stop : StopToken::never());
  std::string bytes;
  OutputBytes output(bytes);
  structure.write(output);
  stop.check();
  Payment payment;
  if (!ledger.path.empty()) {
    Spending spending = range_spending(ledger, guarantee, path, mechanism, !structure.is_private());
    spending.is_private = not_private_reasons(guarantee, !structure.is_private()).empty();
    payment = Payment({spending});
  }
  payment.reserve(stop);
  file.append(std::string_view(bytes));
  file.commit();
  payment.commit();
  if (payment.is_free()) return std::nullopt;
  return payment.receipt()->total();
}

}  // namespace

void require_range_ledger(const std::string& path, const RangeLedger& ledger) {
  if (ledger.path.empty()) {
    if (ledger.budget) {
      fail_input("a budget needs a ledger that adds up what is spent", "Give a ledger, DATASET.ledger.jsonl.");
    }
    return;
  }
  if (ledger.path == "-") fail_input("a ledger needs a file", "Give a ledger, DATASET.ledger.jsonl.");
  if (path != "-" && !is_database(ledger.path) && file_identity(path) == file_identity(ledger.path)) {
    fail_input(fmt::format("'{}' is the ledger and would be written over", path), "Choose another file to write.");
  }
}

void require_range_budget(const RangeLedger& ledger, const RangeRecipe& recipe, const std::string& path,
                          const StopToken& stop) {
  if (ledger.path.empty()) return;
  Guarantee guarantee = local_report_guarantee(recipe.epsilon, recipe.epsilon);
  if (recipe.model == PrivacyModel::central) {
    guarantee.model = PrivacyModel::central;
    guarantee.unit = Unit::event;
    guarantee.neighbours = recipe.neighbours;
  }
  Payment({range_spending(ledger, guarantee, path, recipe.structure, false)}).ask(stop);
}

std::optional<LedgerTotal> publish_range(const RangeStructure& structure, const std::string& path,
                                         const RangeLedger& ledger, const StopToken& stop) {
  const auto domain = OrderedDomain::from_json(structure.domain(), structure.size());
  return publish_paid(structure, range_guarantee(structure, domain), path, ledger, std::string(structure.kind()), stop);
}

std::optional<LedgerTotal> publish_grid(const Grid& grid, const std::string& path, const RangeLedger& ledger,
                                        const StopToken& stop) {
  return publish_paid(grid, grid_guarantee(grid, GridDomain::from_json(grid.domain(), grid.spec())), path, ledger,
                      "grid", stop);
}

std::optional<LedgerTotal> publish_stream(const StreamCounter& stream, const std::string& path,
                                          const RangeLedger& ledger, const StopToken& stop) {
  if (path == "-") fail_input("a stream needs a file that it can go on in", "Give it the name of a file.");
  require_range_ledger(path, ledger);
  std::optional<LedgerTotal> spent;
  create_stream_file(path, [&] { spent = publish_paid(stream, stream.guarantee(), path, ledger, "stream", stop); });
  return spent;
}

void refuse_other_file(const std::string& path, bool may_replace) {
  if (path == "-" || !std::filesystem::is_regular_file(path) || std::filesystem::is_empty(path)) return;
  if (!is_range_file(path)) {
    fail_input(fmt::format("'{}' is there and is no range file", path), "Choose another file to write.");
  }
  if (!may_replace) {
    fail_input(fmt::format("'{}' is there already: a range structure that may have been paid for", path),
               "Choose another file to write, or give --force: what was spent stays spent.");
  }
}

}  // namespace sourdine
