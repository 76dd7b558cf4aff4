#include "sourdine/collector/screening.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/bits.h"
#include "sourdine/collector/screening_part.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/parts.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {
namespace {

// p of all checks together stays below the alarm: each is corrected for there being so many.
void correct_for_all(std::vector<ScreenCheck>& checks) {
  for (ScreenCheck& check : checks) {
    check.p = std::min(1.0, check.p * static_cast<double>(checks.size()));
    check.is_odd = check.p < Screen::alarm;
  }
}

// The tests of what one oracle makes: the whole report, or a part of one.
class Tests {
 public:
  explicit Tests(ScreenParts parts) : parts_(std::move(parts)) {
    for (const auto& part : parts_) cells_ += part->cells();
  }

  std::size_t cells() const { return cells_; }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    for (const auto& part : parts_) {
      part->add(report, cells.first(part->cells()));
      cells = cells.subspan(part->cells());
    }
  }
  // `where` is "": of the whole report, or what the part is about.
  void check(TallyView tally, std::span<const std::uint64_t> cells, const std::string& where,
             std::vector<ScreenCheck>& checks) const {
    for (const auto& part : parts_) {
      checks.push_back(part->check(tally, cells.first(part->cells())));
      cells = cells.subspan(part->cells());
      if (where.empty()) continue;
      checks.back().name += "/" + where;
      checks.back().title = where + ": " + checks.back().title;
    }
  }

 private:
  ScreenParts parts_;
  std::size_t cells_ = 0;
};

class WholeScreen final : public Screen {
 public:
  explicit WholeScreen(ScreenParts parts) : tests_(std::move(parts)) {}

  std::size_t cells() const override { return tests_.cells(); }
  void add(ReportsView reports, std::span<std::uint64_t> cells) const override {
    if (cells.empty()) return;
    for (std::size_t i = 0; i < reports.size(); ++i) tests_.add(reports[i], cells);
  }
  std::vector<ScreenCheck> check(TallyView tally, std::span<const std::uint64_t> cells) const override {
    std::vector<ScreenCheck> checks;
    tests_.check(tally, cells, "", checks);
    correct_for_all(checks);
    return checks;
  }

 private:
  Tests tests_;
};

// Protocols made of oracles, whose tallies have a part of each.
struct Component {
  std::string name;  // "level 3", an attribute's name
  Tests tests;
  std::size_t tally_cells = 0;
  std::size_t first_byte = 0, bytes = 0;  // where its report is
};

class ComposedScreen : public Screen {
 public:
  explicit ComposedScreen(std::vector<Component> components) : components_(std::move(components)) {
    for (const Component& component : components_) {
      parts_.add(component.tally_cells);
      first_cell_.push_back(cells_);
      cells_ += component.tests.cells();
    }
  }

  std::size_t cells() const final { return cells_; }
  std::vector<ScreenCheck> check(TallyView tally, std::span<const std::uint64_t> cells) const final {
    std::vector<ScreenCheck> checks;
    check_choice(tally, checks);
    for (std::size_t i = 0; i < components_.size(); ++i) {
      components_[i].tests.check(parts_.view(tally.cells, i), cells_of(cells, i), components_[i].name, checks);
    }
    correct_for_all(checks);
    return checks;
  }

 protected:
  // Of which component a report was made, where it is only one.
  virtual void check_choice(TallyView, std::vector<ScreenCheck>&) const {}

  void add_to(std::size_t component, std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    const Component& one = components_[component];
    one.tests.add(report.subspan(one.first_byte, one.bytes), cells_of(cells, component));
  }
  const std::vector<Component>& components() const { return components_; }
  std::uint64_t reports_of(TallyView tally, std::size_t component) const {
    return parts_.view(tally.cells, component).reports;
  }

 private:
  template <class Cells>
  Cells cells_of(Cells cells, std::size_t component) const {
    return cells.subspan(first_cell_[component], components_[component].tests.cells());
  }

  std::vector<Component> components_;
  Parts parts_;
  std::vector<std::size_t> first_cell_;
  std::size_t cells_ = 0;
};

// A report has an entry of every component.
class EntriesScreen final : public ComposedScreen {
 public:
  using ComposedScreen::ComposedScreen;

  void add(ReportsView reports, std::span<std::uint64_t> cells) const override {
    if (cells.empty()) return;
    for (std::size_t i = 0; i < reports.size(); ++i) {
      for (std::size_t j = 0; j < components().size(); ++j) add_to(j, reports[i], cells);
    }
  }
};

// A report is about one of them, which its first byte names, drawn by public weights without looking at the value.
class ChosenScreen final : public ComposedScreen {
 public:
  ChosenScreen(std::vector<Component> components, std::uint8_t first_number, KnownHistogram known)
      : ComposedScreen(std::move(components)),
        first_number_(first_number),
        choice_(tally_histogram(std::move(known), [this](TallyView tally) {
          std::vector<std::uint64_t> counts;
          for (std::size_t i = 0; i < this->components().size(); ++i) counts.push_back(reports_of(tally, i));
          return counts;
        })) {}
  ChosenScreen(const ChosenScreen&) = delete;
  ChosenScreen& operator=(const ChosenScreen&) = delete;

  void add(ReportsView reports, std::span<std::uint64_t> cells) const override {
    if (cells.empty()) return;
    for (std::size_t i = 0; i < reports.size(); ++i)
      add_to(reports[i][0] - std::size_t{first_number_}, reports[i], cells);
  }

 protected:
  void check_choice(TallyView tally, std::vector<ScreenCheck>& checks) const override {
    if (components().size() > 1) checks.push_back(choice_->check(tally, {}));
  }

 private:
  std::uint8_t first_number_;
  std::unique_ptr<const ScreenPart> choice_;
};

std::shared_ptr<const Screen> range_screen(const RangeProtocol& protocol) {
  std::vector<Component> components;
  std::vector<double> law;
  const std::vector<std::uint64_t>& weights = protocol.tree_spec().weights;
  for (unsigned level = 1; level <= protocol.shape().height(); ++level) {
    const Oracle& oracle = protocol.oracle(level);
    components.push_back({.name = fmt::format("level {}", level),
                          .tests = Tests(oracle_screen(oracle)),
                          .tally_cells = oracle.cells(),
                          .first_byte = 1,
                          .bytes = oracle.report_bytes()});
    law.push_back(weights.empty() ? 1 : static_cast<double>(weights[level - 1]));
  }
  const double total = std::accumulate(law.begin(), law.end(), 0.0);
  for (double& share : law) share /= total;
  return std::make_shared<const ChosenScreen>(
      std::move(components), 1,
      KnownHistogram{.name = "levels",
                     .title = "the levels that reports are about, which are drawn by public weights",
                     .law = std::move(law),
                     .group = [](std::size_t i) { return fmt::format("level {}", i + 1); }});
}

std::shared_ptr<const Screen> tuple_screen(const TupleProtocol& protocol) {
  const TupleSpec& spec = protocol.tuple_spec();
  if (spec.solution == TupleSolution::joint) {
    return std::make_shared<const WholeScreen>(oracle_screen(protocol.oracle(0)));
  }
  std::vector<Component> components;
  const bool is_sampled = spec.solution == TupleSolution::smp;
  std::size_t next_byte = is_sampled ? 1 : 0;
  for (std::size_t i = 0; i < protocol.width(); ++i) {
    const std::string name = protocol.attribute_name(i);
    if (is_sampled || spec.solution == TupleSolution::spl) {
      const Oracle& oracle = protocol.oracle(i);
      components.push_back({.name = name,
                            .tests = Tests(oracle_screen(oracle)),
                            .tally_cells = oracle.cells(),
                            .first_byte = next_byte,
                            .bytes = oracle.report_bytes()});
    } else {
      const TupleAttribute& attribute = spec.attributes[i];
      const Value k = attribute.domain.size();
      const FakeEntry entry = FakeEntry::for_epsilon(attribute.oracle, k, protocol.local_epsilon(), attribute.prior);
      const std::size_t bits = k == 1 ? 0 : entry.is_bits() ? std::size_t{k} : bits_for_count(k);
      components.push_back({.name = name,
                            .tests = Tests(fake_entry_screen(entry, attribute.domain, protocol.width())),
                            .tally_cells = k,
                            .first_byte = next_byte,
                            .bytes = bytes_for_bits(bits)});
    }
    if (!is_sampled) next_byte += components.back().bytes;
  }
  if (!is_sampled) return std::make_shared<const EntriesScreen>(std::move(components));
  std::vector<double> law(components.size(), 1 / static_cast<double>(components.size()));
  std::vector<std::string> names;
  for (const Component& component : components) names.push_back(component.name);
  return std::make_shared<const ChosenScreen>(
      std::move(components), 0,
      KnownHistogram{
          .name = "attributes",
          .title = "the attributes that reports are about, which are drawn evenly",
          .law = std::move(law),
          .group = [names = std::move(names)](std::size_t i) { return fmt::format("attribute '{}'", names[i]); }});
}

}  // namespace

std::shared_ptr<const Screen> Screen::make(const Protocol& protocol) {
  if (const auto* const range = dynamic_cast<const RangeProtocol*>(&protocol)) return range_screen(*range);
  if (const auto* const tuple = dynamic_cast<const TupleProtocol*>(&protocol)) return tuple_screen(*tuple);
  if (const auto* const oracle = dynamic_cast<const Oracle*>(&protocol)) {
    return std::make_shared<const WholeScreen>(oracle_screen(*oracle));
  }
  return std::make_shared<const WholeScreen>(ScreenParts{});
}

}  // namespace sourdine
