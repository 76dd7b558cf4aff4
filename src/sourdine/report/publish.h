// Publishing range files that are paid for.
#pragma once

#include <optional>
#include <string>

#include "sourdine/ledger_store/payment.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/release/range_build.h"

namespace sourdine {

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
