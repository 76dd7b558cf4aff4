#include "sourdine/report/publish.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/events/calendar.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/release/grid_domain.h"
#include "sourdine/release/range_build.h"
#include "sourdine/report/bundle.h"
#include "sourdine/report/page.h"

namespace sourdine {

Published publish(const ReleaseConfig& config, const RandomSource& random, const std::string& directory,
                  const BuildOptions& options) {
  refuse_existing_release(directory);
  const auto entry_for = [&](const Guarantee& guarantee) {
    LedgerEntry entry{.date = today(),
                      .dataset = config.dataset,
                      .purpose = directory,
                      .epsilon = random.is_private() ? ExactEpsilon::charged(guarantee.epsilon) : ExactEpsilon(),
                      .unit = guarantee.unit_text};
    if (config.privacy.budget) entry.budget = ExactEpsilon::charged(*config.privacy.budget);
    return entry;
  };
  BuildOptions building = options;
  building.before_noise = [&](const Guarantee& guarantee) {
    options.before_noise(guarantee);
    require_budget(config.ledger(), entry_for(guarantee), options.stop);
  };
  Published published{build_release(config, random, building), {}, {}};
  const StatementFacts& facts = published.release.facts;
  options.progress("writing");
  const auto page = [&] {
    std::string data = page_data(published.release);
    return ReleasePage{.data = data, .html = release_page(data)};
  };
  bool is_paid = false;
  const auto pay = [&] {
    options.stop.check();
    LedgerEntry entry = entry_for(facts.guarantee);
    entry.is_private = make_statement(facts, Language::en).not_private_because.empty();
    published.spent = charge(config.ledger(), entry, options.stop);
    is_paid = true;
  };
  try {
    published.fingerprint = write_release(published.release, random, page, directory, pay);
  } catch (const Error& error) {
    if (!is_paid) throw;
    throw Error(error.code(), error.what(),
                fmt::format("Nothing was published, but epsilon {} is charged to '{}': what was drawn is lost.",
                            entry_for(facts.guarantee).epsilon.text(), config.ledger()));
  }
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
  if (path != "-" && file_identity(path) == file_identity(ledger.path)) {
    fail_input(fmt::format("'{}' is the ledger and would be written over", path), "Choose another file to write.");
  }
}

void require_range_budget(const RangeLedger& ledger, double epsilon, const StopToken& stop) {
  if (ledger.path.empty()) return;
  LedgerEntry entry{.date = today(),
                    .dataset = dataset_of_ledger(ledger.path),
                    .purpose = {},
                    .epsilon = ExactEpsilon::charged(epsilon),
                    .unit = {}};
  if (ledger.budget) entry.budget = ExactEpsilon::charged(*ledger.budget);
  require_budget(ledger.path, entry, stop);
}

namespace {

// What is published in a range file, and what it costs.
template <class Structure>
std::optional<LedgerTotal> publish_paid(const Structure& structure, const Guarantee& guarantee, const std::string& path,
                                        const RangeLedger& ledger, const StopToken& stop) {
  require_range_ledger(path, ledger);
  // Once paid for, a file is written whatever happens; a pipe that nobody reads is not waited for.
  AtomicFile file(path, path == "-" ? stop : StopToken::never());
  std::string bytes;
  OutputBytes output(bytes);
  structure.write(output);
  stop.check();
  std::optional<LedgerTotal> spent;
  if (!ledger.path.empty()) {
    LedgerEntry entry{.date = today(),
                      .dataset = dataset_of_ledger(ledger.path),
                      .purpose = path,
                      .epsilon = structure.is_private() ? ExactEpsilon::charged(guarantee.epsilon) : ExactEpsilon(),
                      .unit = fmt::format("{} ({})", guarantee.unit_text, guarantee.neighbours_text),
                      .is_private = not_private_reasons(guarantee, !structure.is_private()).empty()};
    if (ledger.budget) entry.budget = ExactEpsilon::charged(*ledger.budget);
    spent = charge(ledger.path, entry, stop);
  }
  file.append(std::string_view(bytes));
  file.commit();
  return spent;
}

}  // namespace

std::optional<LedgerTotal> publish_range(const RangeStructure& structure, const std::string& path,
                                         const RangeLedger& ledger, const StopToken& stop) {
  const auto domain = OrderedDomain::from_json(structure.domain(), structure.size());
  return publish_paid(structure, range_guarantee(structure, domain), path, ledger, stop);
}

std::optional<LedgerTotal> publish_grid(const Grid& grid, const std::string& path, const RangeLedger& ledger,
                                        const StopToken& stop) {
  return publish_paid(grid, grid_guarantee(grid, GridDomain::from_json(grid.domain(), grid.spec())), path, ledger,
                      stop);
}

std::optional<LedgerTotal> publish_stream(const StreamCounter& stream, const std::string& path,
                                          const RangeLedger& ledger, const StopToken& stop) {
  if (path == "-") fail_input("a stream needs a file that it can go on in", "Give it the name of a file.");
  require_range_ledger(path, ledger);
  std::optional<LedgerTotal> spent;
  create_stream_file(path, [&] { spent = publish_paid(stream, stream.guarantee(), path, ledger, stop); });
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
