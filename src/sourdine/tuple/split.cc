// spl: every attribute by an oracle of its own; with pairs, what two attributes support together is counted, too.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/tuple/entries.h"
#include "sourdine/tuple/estimate_views.h"

namespace sourdine {
namespace {

// True when every cell of the oracle counts the reports that support one value, and a report adds at most 1 to each.
bool counts_supports(const Oracle& oracle) {
  if (!oracle.is_pure() || oracle.cells() != oracle.k()) return false;
  std::vector<std::uint64_t> cells(oracle.cells());
  std::iota(cells.begin(), cells.end(), std::uint64_t{1});
  const std::vector<double> supports = oracle.supports({Tally::max_reports, cells});
  return std::equal(cells.begin(), cells.end(), supports.begin(), supports.end(),
                    [](std::uint64_t cell, double support) { return static_cast<double>(cell) == support; });
}

class SplitTuple final : public EntryTuple {
 public:
  SplitTuple(TupleSpec spec, double local_epsilon, const std::vector<std::shared_ptr<const Oracle>>& oracles)
      : EntryTuple(std::move(spec), specs_of(oracles), local_epsilon, split_privacy(epsilons_of(oracles)), oracles) {
    if (!tuple_spec().pairs) return;
    for (std::size_t i = 0; i < width(); ++i) {
      if (!counts_supports(entry_oracle(i))) {
        fail_input(fmt::format("oracle '{}' of {} cannot be counted in pairs", entry_oracle(i).name(),
                               attribute_title(tuple_spec(), i)),
                   "adp, grr, oue, sue, ss and olh can.");
      }
    }
    for (std::size_t first = 0; first < width(); ++first) {
      for (std::size_t second = first + 1; second < width(); ++second) {
        const std::size_t pairs = std::size_t{domain_size(first)} * domain_size(second);
        require_tuple_room(cells(), pairs);
        add_part(pairs);
      }
    }
  }

  const Oracle& oracle(std::size_t attribute) const override {
    require_attribute(attribute);
    return entry_oracle(attribute);
  }

  // Values are not supported together more often than each is.
  bool is_consistent(TallyView tally) const override {
    if (!EntryTuple::is_consistent(tally)) return false;
    for (std::size_t first = 0; first < width() && tuple_spec().pairs; ++first) {
      for (std::size_t second = first + 1; second < width(); ++second) {
        const TallyView pair = parts().view(tally.cells, pair_part(first, second));
        const auto rows = parts().view(tally.cells, first).cells, columns = parts().view(tally.cells, second).cells;
        if (pair.reports != tally.reports) return false;
        for (std::size_t i = 0; i < pair.cells.size(); ++i) {
          if (pair.cells[i] > std::min(rows[i / columns.size()], columns[i % columns.size()])) return false;
        }
      }
    }
    return true;
  }

  AttributeTally pair_tally(TallyView tally, std::size_t first, std::size_t second) const override {
    if (!tuple_spec().pairs) return TupleProtocol::pair_tally(tally, first, second);
    require_attribute(first);
    require_attribute(second);
    if (first == second) fail_input("a pair has two different attributes");
    AttributeTally result{std::make_shared<const PairView>(entry_oracle(first), entry_oracle(second)), tally.reports};
    const auto pairs = parts().view(tally.cells, pair_part(std::min(first, second), std::max(first, second))).cells;
    const std::size_t rows = domain_size(first), columns = domain_size(second);
    for (std::size_t u = 0; u < rows; ++u) {
      for (std::size_t v = 0; v < columns; ++v) {
        result.cells.push_back(first < second ? pairs[u * columns + v] : pairs[v * rows + u]);
      }
    }
    for (const std::size_t attribute : {first, second}) {
      const auto own = parts().view(tally.cells, attribute).cells;
      result.cells.insert(result.cells.end(), own.begin(), own.end());
    }
    return result;
  }

  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const override {
    respond({record, width()}, branches, report);
  }

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override {
    respond(records, random, reports);
  }

  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    EntryTuple::tally_possible(reports, cells);
    if (tuple_spec().pairs) add_pairs(reports, cells);
  }

 private:
  template <Chance C>
  void respond(RecordsView records, C& chance, std::span<std::uint8_t> reports) const {
    for (std::size_t done = 0; done < records.size(); done += max_people) {
      const RecordsView some = records.subview(done, std::min(max_people, records.size() - done));
      fill_reports(some, reports.subspan(done * report_bytes(), some.size() * report_bytes()),
                   [&](std::size_t attribute, std::span<const Value> values, std::span<std::uint8_t> entries) {
                     answer_values(entry_oracle(attribute), values, chance, entries);
                   });
    }
  }

  // The part of first < second behind those of the attributes: pairs of 0 come first.
  std::size_t pair_part(std::size_t first, std::size_t second) const {
    return width() + first * (2 * width() - first - 1) / 2 + (second - first - 1);
  }

  void add_pairs(ReportsView reports, std::span<std::uint64_t> cells) const {
    std::vector<Reports> entries;
    for (std::size_t i = 0; i < width(); ++i) entries.push_back(entries_of(reports, i));
    std::vector<std::vector<Value>> supported(width());
    std::vector<std::uint64_t> scratch;
    for (std::size_t report = 0; report < reports.size(); ++report) {
      for (std::size_t i = 0; i < width(); ++i) {
        supported[i] = supported_values(i, entries[i].view().subview(report, 1), scratch);
      }
      for (std::size_t first = 0; first < width(); ++first) {
        for (std::size_t second = first + 1; second < width(); ++second) {
          const auto pairs = parts().span(cells, pair_part(first, second)).cells;
          const std::size_t columns = domain_size(second);
          for (const Value u : supported[first]) {
            for (const Value v : supported[second]) ++pairs[u * columns + v];
          }
        }
      }
    }
    for (std::size_t part = width(); part < parts().size(); ++part) parts().span(cells, part).reports += reports.size();
  }

  // By the oracle's own tally of the one report.
  std::vector<Value> supported_values(std::size_t attribute, ReportsView entry,
                                      std::vector<std::uint64_t>& scratch) const {
    scratch.assign(domain_size(attribute), 0);
    std::uint64_t reports = 0;
    PossibleReports{entry_oracle(attribute), entry}.tally({reports, scratch});
    std::vector<Value> values;
    for (Value value = 0; value < domain_size(attribute); ++value) {
      if (scratch[value] != 0) values.push_back(value);
    }
    return values;
  }
};

}  // namespace

std::shared_ptr<const TupleProtocol> make_split(TupleSpec spec, std::span<const OracleSpec> recorded) {
  const double local = local_epsilon(spec);
  const auto oracles = attribute_oracles(spec, local, recorded);
  return std::make_shared<const SplitTuple>(std::move(spec), local, oracles);
}

}  // namespace sourdine
