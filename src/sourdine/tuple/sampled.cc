// smp: one attribute, drawn without looking, and its number in the report.
#include <algorithm>
#include <array>
#include <mutex>

#include "sourdine/oracle/base.h"
#include "sourdine/protocol/parts.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/random/uniform_numbers.h"
#include "sourdine/tuple/estimate_views.h"
#include "sourdine/tuple/sampled_reports.h"
#include "sourdine/tuple/solutions.h"

namespace sourdine {
namespace {

class SampledTuple final : public TupleProtocol {
 public:
  SampledTuple(TupleSpec spec, double local_epsilon, std::vector<std::shared_ptr<const Oracle>> oracles)
      : TupleProtocol(std::move(spec), specs_of(oracles), local_epsilon, sampled_privacy(epsilons_of(oracles))),
        oracles_(std::move(oracles)) {
    for (const auto& oracle : oracles_) {
      require_tuple_room(parts_.cells(), oracle->cells());
      parts_.add(oracle->cells());
      report_bytes_ = std::max(report_bytes_, 1 + oracle->report_bytes());
      cells_are_bytes_ = cells_are_bytes_ && oracle->report_bytes() == 1 && oracle->cell_is_report();
    }
  }

  const Oracle& oracle(std::size_t attribute) const override {
    require_attribute(attribute);
    return *oracles_[attribute];
  }
  std::size_t report_bytes() const override { return report_bytes_; }
  std::size_t cells() const override { return parts_.cells(); }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    if (report[0] >= oracles_.size()) return false;
    const auto body = report.subspan(1, oracles_[report[0]]->report_bytes());
    const auto padding = report.subspan(1 + body.size());
    return std::all_of(padding.begin(), padding.end(), [](std::uint8_t byte) { return byte == 0; }) &&
           oracles_[report[0]]->is_possible(body);
  }
  // The parts' reports are all reports, and each part's cells ones that its oracle's reports can add up to.
  bool is_consistent(TallyView tally) const override {
    if (!Protocol::is_consistent(tally) || !parts_.add_up(tally)) return false;
    for (std::size_t i = 0; i < oracles_.size(); ++i) {
      if (!oracles_[i]->is_consistent(parts_.view(tally.cells, i))) return false;
    }
    return true;
  }

  // Who drew the attribute is a sample of all: see SampledView.
  AttributeTally attribute_tally(TallyView tally, std::size_t attribute, Population population) const override {
    require_attribute(attribute);
    const TallyView part = parts_.view(tally.cells, attribute);
    AttributeTally result{oracles_[attribute], part.reports, {part.cells.begin(), part.cells.end()}, population};
    if (population == Population::fixed && part.reports < tally.reports) {
      result.oracle = std::make_shared<const SampledView>(oracles_[attribute], tally.reports);
      result.population = Population::sampled;
    }
    return result;
  }

  double share_variance(std::size_t attribute, Value value, std::span<const double> shares,
                        double people) const override {
    if (domain_size(attribute) == 1) return 0;
    const auto d = static_cast<double>(width());
    const double sampled = people / d, f = shares[value];
    const double inverse = (1 + (d - 1) / people) / sampled;  // E[1/m], to the second order
    const double missing = people > 1 ? (people - sampled) / (people - 1) : 0;
    return (oracles_[attribute]->variance(value, shares) + f * (1 - f) * missing) * inverse;
  }

  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const override {
    respond({record, width()}, branches, report);
  }

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override {
    respond(records, random, reports);
  }

  std::size_t first_impossible(ReportsView reports) const override {
    const PossibleSamples* const possible = possible_samples();
    std::size_t i = 0;
    if (possible != nullptr) {
      // Mostly all are possible: a block at a time, and one by one where one is not.
      constexpr std::size_t block = 1024;
      while (i < reports.size() && possible->has_all(reports.subview(i, std::min(block, reports.size() - i))))
        i += block;
    }
    while (i < reports.size() && SampledTuple::is_possible(reports[i])) ++i;
    return std::min(i, reports.size());
  }

  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    if (report_bytes_ == 2 && cells_are_bytes_) return count_bytes(reports, cells);
    constexpr std::size_t at_once = 16384;  // their bodies stay in the cache
    SampledBodies bodies(oracles_);
    for (std::size_t done = 0; done < reports.size(); done += at_once) {
      bodies.fill(reports.subview(done, std::min(at_once, reports.size() - done)));
      for (std::size_t i = 0; i < width(); ++i) {
        PossibleReports{*oracles_[i], bodies[i]}.tally(parts_.span(cells, i));
      }
    }
  }

 private:
  // Attribute by attribute, so that the oracles work on batches; the reports go where their people were.
  template <Chance C>
  void respond(RecordsView records, C& chance, std::span<std::uint8_t> reports) const {
    constexpr std::size_t max_people = UniformNumbers::max_batch;
    std::array<std::uint32_t, max_people> drawn;
    std::array<std::size_t, max_people> places;
    std::array<Value, max_people> values;
    std::vector<std::uint8_t> made;
    for (std::size_t done = 0; done < records.size(); done += max_people) {
      const RecordsView some = records.subview(done, std::min(max_people, records.size() - done));
      const auto into = reports.subspan(done * report_bytes_, some.size() * report_bytes_);
      UniformNumbers(width()).fill(chance, std::span(drawn).first(some.size()), [](std::size_t) { return true; });
      for (std::size_t attribute = 0; attribute < width(); ++attribute) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < some.size(); ++i) {  // no branch that depends on a draw
          places[count] = i;
          values[count] = some.values[i * some.width + attribute];
          count += drawn[i] == attribute ? 1U : 0U;
        }
        const std::size_t bytes = oracles_[attribute]->report_bytes();
        made.resize(count * bytes);
        answer_values(*oracles_[attribute], std::span<const Value>(values).first(count), chance, made);
        for (std::size_t i = 0; i < count; ++i) {
          std::uint8_t* const report = into.data() + places[i] * report_bytes_;
          report[0] = static_cast<std::uint8_t>(attribute);
          std::copy_n(made.data() + i * bytes, bytes, report + 1);
        }
      }
    }
  }

  // Bodies of one byte that name a cell, as grr's: how often each report occurs is all there is to know.
  void count_bytes(ReportsView reports, std::span<std::uint64_t> cells) const {
    constexpr std::size_t at_once = std::size_t{1} << 20;
    std::vector<std::uint32_t> even(256 * width()), odd(even.size());  // equal reports in a row do not wait for another
    for (std::size_t done = 0; done < reports.size(); done += at_once) {
      const std::size_t count = std::min(at_once, reports.size() - done);
      const std::uint8_t* const bytes = reports.bytes.data() + 2 * done;
      std::size_t i = 0;
      for (; i + 1 < count; i += 2) {
        ++even[std::size_t{256} * bytes[2 * i] + bytes[2 * i + 1]];
        ++odd[std::size_t{256} * bytes[2 * i + 2] + bytes[2 * i + 3]];
      }
      if (i < count) ++even[std::size_t{256} * bytes[2 * i] + bytes[2 * i + 1]];
      for (std::size_t attribute = 0; attribute < width(); ++attribute) {
        const TallySpan part = parts_.span(cells, attribute);
        for (std::size_t cell = 0; cell < part.cells.size(); ++cell) {
          std::array<std::uint8_t, 1> body{};
          oracles_[attribute]->report_of_cell(cell, body);
          const std::size_t place = 256 * attribute + body[0];
          const std::uint64_t found = std::uint64_t{even[place]} + odd[place];
          part.cells[cell] += found;
          part.reports += found;
          even[place] = odd[place] = 0;
        }
      }
    }
  }

  // Made when reports are first added up; nullptr where bodies are longer, or attributes too many.
  const PossibleSamples* possible_samples() const {
    constexpr std::size_t most_attributes = 16;
    if (report_bytes_ < 2 || report_bytes_ > 1 + PossibleSamples::max_body || width() > most_attributes) return nullptr;
    std::call_once(possible_made_, [this] { possible_ = std::make_unique<const PossibleSamples>(oracles_); });
    return possible_.get();
  }

  std::vector<std::shared_ptr<const Oracle>> oracles_;
  Parts parts_;
  std::size_t report_bytes_ = 1;
  bool cells_are_bytes_ = true;  // every oracle's cells are its reports
  mutable std::once_flag possible_made_;
  mutable std::unique_ptr<const PossibleSamples> possible_;
};

}  // namespace

std::shared_ptr<const TupleProtocol> make_sampled(TupleSpec spec, std::span<const OracleSpec> recorded) {
  const double local = local_epsilon(spec);
  auto oracles = attribute_oracles(spec, local, recorded);
  return std::make_shared<const SampledTuple>(std::move(spec), local, std::move(oracles));
}

}  // namespace sourdine
