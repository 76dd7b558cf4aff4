// Publishing what is paid for: a release directory with its page, or a range file, charged to a ledger.
#pragma once

#include <optional>
#include <string>

#include "sourdine/ledger_store/spending.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/release/from_reports.h"
#include "sourdine/release/range_build.h"
#include "sourdine/release/release.h"
#include "sourdine/report/page.h"

namespace sourdine {

struct PublishedRelease {
  Release release;
  LedgerTotal spent;                     // on this data set, this release included
  std::optional<PageSpending> spending;  // as the page says it
  std::string fingerprint;               // of the files (publish/sums.h)
};

// Everything here spends through ledger_store/spending.h: the budget is asked before anything is drawn, reserved before
// the first byte is written, and committed when all is there: what is published was paid for, and who is refused has
// seen no noise. The manifest has the ledger's head after the reservation. A release with seeded randomness is recorded
// as one without a guarantee that cost nothing, since it must not be published. Throws Error(budget_refused), leaving
// nothing behind, when the budget would be exceeded. Who asks options.stop finds either nothing there and nothing
// charged, or the whole release and its charge: nothing stops between the two. (A process that is killed between them,
// or finds the disk full, has paid for nothing: what was drawn is lost, and the reservation stays open, which counts.)
PublishedRelease publish(const ReleaseConfig& config, const RandomSource& random, const std::string& directory,
                         const BuildOptions& options = {});

// A release of reports that were collected already randomised: it spends nothing, and no ledger is asked.
struct PublishedReports {
  Release release;
  std::string fingerprint;  // of the files (publish/sums.h)
};
PublishedReports publish_reports(const ReleaseConfig& config, const ReportedCollection& collection,
                                 const RandomSource& random, const std::string& directory,
                                 const BuildOptions& options = {});

struct RangeLedger {
  std::string path;  // or a database's name (ledger_store/open_ledger.h); empty: there is none
  std::optional<double> budget = {};
  std::string budget_file = {};  // empty: the one beside the ledger, if there is one
  std::string dataset() const { return dataset_of_ledger(path); }
};

// Throws Error(bad_input) when the ledger is no file, would be written over by the range file, or is missing beside a
// budget. publish_range() calls it; who computes for long before that calls it first.
void require_range_ledger(const std::string& path, const RangeLedger& ledger);

// Throws Error(budget_refused) when what the recipe makes would bring the total above the budget: to be asked before
// its noise is drawn. Nothing is spent.
void require_range_budget(const RangeLedger& ledger, const RangeRecipe& recipe, const std::string& path,
                          const StopToken& stop = {});

// Writes a range file ("-": standard output) and returns what was spent on the ledger's data set, this one included. It
// is paid for before a byte of it goes anywhere: who crashes or finds the disk full in between has paid for nothing,
// never published for free. An output that cannot be opened costs nothing. Seeded structures are recorded at no cost.
// Throws Error(budget_refused), publishing nothing, when the budget would be exceeded. Stopping after it was paid for
// is possible only where a pipe is written to.
std::optional<LedgerTotal> publish_range(const RangeStructure& structure, const std::string& path,
                                         const RangeLedger& ledger = {}, const StopToken& stop = {});

// The same of a grid.
std::optional<LedgerTotal> publish_grid(const Grid& grid, const std::string& path, const RangeLedger& ledger = {},
                                        const StopToken& stop = {});
// The same of a stream that begins: it is paid for once, now, whatever it will be fed. Throws Error(bad_input) when
// there is something at the path.
std::optional<LedgerTotal> publish_stream(const StreamCounter& stream, const std::string& path,
                                          const RangeLedger& ledger = {}, const StopToken& stop = {});

// Throws Error(bad_input) when something is there that is not to be replaced: a ledger or a table of events never, an
// older range file only when that is asked for, since epsilon was spent on it.
void refuse_other_file(const std::string& path, bool may_replace);

}  // namespace sourdine
