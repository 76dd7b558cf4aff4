#include "sourdine/report/publish.h"

#include <fmt/format.h>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/events/calendar.h"
#include "sourdine/report/bundle.h"
#include "sourdine/report/page.h"

namespace sourdine {

Published publish(const ReleaseConfig& config, const RandomSource& random, const std::string& directory,
                  const BuildOptions& options) {
  refuse_existing_release(directory);
  Published published{build_release(config, random, options), {}};
  const StatementFacts& facts = published.release.facts;
  options.progress("writing");
  const auto page = [&] { return release_page(page_data(published.release)); };
  const auto pay = [&] {
    const bool is_private = make_statement(facts, Language::en).not_private_because.empty();
    const std::uint64_t cost = facts.is_seeded ? 0 : nano_epsilon(facts.guarantee.epsilon);
    LedgerEntry entry{.date = facts.date,
                      .dataset = config.dataset,
                      .purpose = directory,
                      .nano_epsilon = cost,
                      .unit = facts.guarantee.unit,
                      .is_private = is_private};
    if (config.privacy.budget) entry.budget = nano_epsilon(*config.privacy.budget);
    published.spent = charge(config.ledger(), entry, options.stop);
  };
  write_release(published.release, random, page, directory, pay, options.stop);
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

std::optional<LedgerTotal> publish_range(const RangeStructure& structure, const std::string& path,
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
    const Guarantee guarantee = structure.guarantee();
    LedgerEntry entry{.date = today(),
                      .dataset = dataset_of_ledger(ledger.path),
                      .purpose = path,
                      .nano_epsilon = structure.is_private() ? nano_epsilon(guarantee.epsilon) : 0,
                      .unit = fmt::format("{} ({})", guarantee.unit, guarantee.neighbours),
                      .is_private = structure.is_private()};
    if (ledger.budget) entry.budget = nano_epsilon(*ledger.budget);
    spent = charge(ledger.path, entry, stop);
  }
  file.append(std::string_view(bytes));
  file.commit();
  return spent;
}

}  // namespace sourdine
