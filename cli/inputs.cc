#include "inputs.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>

#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/oracle/file_header.h"

namespace sourdine::cli {
namespace {

bool is_tally_file(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return false;  // what cannot be read twice counts as reports
  std::array<std::uint8_t, 8> magic{};
  const std::size_t size = InputFile(path).read(magic);
  return size == magic.size() && std::equal(magic.begin(), magic.end(), as_bytes(tally_format.magic).begin());
}

}  // namespace

Inputs sort_inputs(const std::vector<std::string>& paths) {
  Inputs inputs;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    if (!seen.insert(file_identity(path)).second) {
      fail_input(fmt::format("'{}' is given twice", path), "Adding it up twice would count its reports twice.");
    }
    (is_tally_file(path) ? inputs.tallies : inputs.reports).push_back(path);
  }
  return inputs;
}

TallyFile add_up(const std::vector<std::string>& paths, const AggregateOptions& options, std::ostream& err) {
  const Inputs inputs = sort_inputs(paths);
  std::optional<TallyFile> sum;
  if (!inputs.reports.empty()) {
    Aggregate aggregate = aggregate_reports(inputs.reports, options);
    for (const TornTail& torn : aggregate.torn) {
      fmt::print(err, "sourdine: {} is torn: {} reports kept, {} bytes after its last whole block left out\n",
                 torn.file, torn.reports_kept, torn.bytes_dropped);
    }
    sum = std::move(aggregate.result);
  }
  for (const std::string& path : inputs.tallies) {
    TallyFile file = read_tally_file(path);
    if (sum) {
      require_same_collection({sum->tally.spec, sum->collection, true}, {file.tally.spec, file.collection, true},
                              "'" + path + "'");
      merge(*sum, file);
    } else {
      sum = std::move(file);
    }
  }
  return std::move(*sum);
}

}  // namespace sourdine::cli
