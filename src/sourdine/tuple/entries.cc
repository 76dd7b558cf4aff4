#include "sourdine/tuple/entries.h"

#include <algorithm>

#include "sourdine/protocol/valid_records.h"

namespace sourdine {
namespace {

// Reports whose entries are packed at a time: they stay in the cache.
constexpr std::size_t packed_at_once = 4096;

// Strided copies of entries that are mostly one or two bytes long.
void copy_entries(const std::uint8_t* from, std::size_t from_step, std::uint8_t* to, std::size_t to_step,
                  std::size_t size, std::size_t count) {
  if (size == 1) {
    for (std::size_t i = 0; i < count; ++i) to[i * to_step] = from[i * from_step];
  } else if (size == 2) {
    for (std::size_t i = 0; i < count; ++i) std::copy_n(from + i * from_step, 2, to + i * to_step);
  } else if (size > 0) {
    for (std::size_t i = 0; i < count; ++i) std::copy_n(from + i * from_step, size, to + i * to_step);
  }
}

}  // namespace

EntryTuple::EntryTuple(TupleSpec spec, std::span<const OracleSpec> specs, double local_epsilon, TuplePrivacy privacy,
                       std::vector<std::shared_ptr<const Oracle>> oracles)
    : TupleProtocol(std::move(spec), specs, local_epsilon, std::move(privacy)), oracles_(std::move(oracles)) {
  for (const auto& oracle : oracles_) {
    require_tuple_room(parts_.cells(), oracle->cells());
    parts_.add(oracle->cells());
    ends_.push_back(ends_.back() + oracle->report_bytes());
  }
}

bool EntryTuple::is_possible(std::span<const std::uint8_t> report) const {
  for (std::size_t i = 0; i < width(); ++i) {
    if (!entry_oracle(i).is_possible(report.subspan(ends_[i], entry_bytes(i)))) return false;
  }
  return true;
}

bool EntryTuple::is_consistent(TallyView tally) const {
  if (!Protocol::is_consistent(tally)) return false;
  for (std::size_t i = 0; i < width(); ++i) {
    const TallyView part = parts_.view(tally.cells, i);
    if (part.reports != tally.reports || !entry_oracle(i).is_consistent(part)) return false;
  }
  return true;
}

AttributeTally EntryTuple::attribute_tally(TallyView tally, std::size_t attribute, Population population) const {
  require_attribute(attribute);
  const TallyView part = parts_.view(tally.cells, attribute);
  return {shared_oracle(attribute), part.reports, {part.cells.begin(), part.cells.end()}, population};
}

void EntryTuple::place_entries(std::size_t attribute, std::span<const std::uint8_t> made,
                               std::span<std::uint8_t> reports) const {
  const std::size_t size = entry_bytes(attribute);
  if (size == 0) return;
  copy_entries(made.data(), size, reports.data() + ends_[attribute], report_bytes(), size, made.size() / size);
}

Reports EntryTuple::entries_of(ReportsView reports, std::size_t attribute) const {
  const std::size_t size = entry_bytes(attribute);
  Reports entries(size);
  const auto bytes = entries.reset(reports.size());
  if (size > 0) {
    copy_entries(reports.bytes.data() + ends_[attribute], report_bytes(), bytes.data(), size, size, reports.size());
  }
  return entries;
}

std::size_t EntryTuple::first_impossible(ReportsView reports) const {
  for (std::size_t done = 0; done < reports.size(); done += packed_at_once) {
    const ReportsView some = reports.subview(done, std::min(packed_at_once, reports.size() - done));
    std::size_t first = some.size();
    for (std::size_t i = 0; i < width(); ++i) {
      const Reports entries = entries_of(some, i);
      first = std::min(first, PossibleReports{entry_oracle(i), entries}.first_impossible());
    }
    if (first < some.size()) return done + first;
  }
  return reports.size();
}

void EntryTuple::tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const {
  for (std::size_t done = 0; done < reports.size(); done += packed_at_once) {
    const ReportsView some = reports.subview(done, std::min(packed_at_once, reports.size() - done));
    for (std::size_t i = 0; i < width(); ++i) {
      const Reports entries = entries_of(some, i);
      PossibleReports{entry_oracle(i), entries}.tally(parts_.span(cells, i));
    }
  }
}

}  // namespace sourdine
