#include "sourdine/report/publish.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/page_spending.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/release/grid_domain.h"
#include "sourdine/release/range_build.h"
#include "sourdine/release/release_spending.h"
#include "sourdine/report/page.h"

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
  std::optional<Reservation> reservation;
  if (!ledger.path.empty()) {
    Spending spending = range_spending(ledger, guarantee, path, mechanism, !structure.is_private());
    spending.is_private = not_private_reasons(guarantee, !structure.is_private()).empty();
    reservation = reserve_for(spending, stop);
  }
  file.append(std::string_view(bytes));
  file.commit();
  if (!reservation) return std::nullopt;
  reservation->commit();
  return reservation->total();
}

}  // namespace

PublishedRelease publish(const ReleaseConfig& config, const RandomSource& random, const std::string& directory,
                         const BuildOptions& options) {
  refuse_existing_release(directory);
  const auto spending_of = [&](const Guarantee& guarantee) {
    Spending spending = release_spending(config, guarantee);
    spending.purpose = directory;
    spending.is_seeded = !random.is_private();
    return spending;
  };
  BuildOptions building = options;
  building.before_noise = [&](const Guarantee& guarantee) {
    options.before_noise(guarantee);
    ask_for(spending_of(guarantee), options.stop);
  };
  PublishedRelease published{
      .release = build_release(config, random, building), .spent = {}, .spending = {}, .fingerprint = {}};
  const StatementFacts& facts = published.release.facts;
  options.progress("writing");
  const auto page = [&] {
    std::string data = page_data(published.release);
    if (published.spending) data = with_spending(data, *published.spending);
    return ReleasePage{.data = data, .html = release_page(data)};
  };
  std::optional<Reservation> reservation;
  const auto pay = [&] {
    options.stop.check();
    Spending spending = spending_of(facts.guarantee);
    spending.mechanism = published.release.mechanism();
    spending.is_private = make_statement(facts, Language::en).not_private_because.empty();
    reservation = reserve_for(spending, options.stop);
    published.release.ledger_head = reservation->head();
    published.spent = reservation->total();
    published.spending = page_spending(spending, *reservation, options.stop);
  };
  try {
    published.fingerprint = write_release(published.release, random, page, directory, pay);
  } catch (const Error& error) {
    if (!reservation) throw;
    throw Error(error.code(), error.what(),
                fmt::format("Nothing was published, but {} is charged to '{}': what was drawn is lost.",
                            loss_text(reservation->entries().front().loss), shown_ledger(config.ledger())));
  }
  reservation->commit();
  return published;
}

PublishedReports publish_reports(const ReleaseConfig& config, const ReportedCollection& collection,
                                 const RandomSource& random, const std::string& directory,
                                 const BuildOptions& options) {
  refuse_existing_release(directory);
  PublishedReports published{.release = release_from_reports(config, collection, random, options), .fingerprint = {}};
  options.progress("writing");
  const auto page = [&] {
    std::string data = page_data(published.release);
    return ReleasePage{.data = data, .html = release_page(data)};
  };
  published.fingerprint = write_release(published.release, random, page, directory, [&] { options.stop.check(); });
  return published;
}

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
  ask_for(range_spending(ledger, guarantee, path, recipe.structure, false), stop);
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
