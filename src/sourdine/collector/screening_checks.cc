#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "sourdine/base/bits.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/collector/screening_law.h"
#include "sourdine/collector/screening_part.h"

namespace sourdine {
namespace {

ScreenCheck histogram_check(const KnownHistogram& known, std::vector<std::uint64_t> counts) {
  const std::vector<double>& law = known.law;
  ScreenCheck check = empty_check(known.name, known.title);
  check.expected = law;
  check.observed = std::move(counts);
  check.p = histogram_bound(law, check.observed);
  const auto n = static_cast<double>(std::accumulate(check.observed.begin(), check.observed.end(), std::uint64_t{0}));
  if (n == 0) return check;
  std::size_t farthest = 0;
  double distance = -1;
  for (std::size_t i = 0; i < law.size(); ++i) {
    const double away = std::abs(static_cast<double>(check.observed[i]) - n * law[i]) / std::sqrt(n * law[i] + 1);
    if (away <= distance) continue;
    farthest = i;
    distance = away;
  }
  check.detail = fmt::format("farthest: {} with {} of {} reports, {:.1f} expected", known.group(farthest),
                             check.observed[farthest], n, n * law[farthest]);
  return check;
}

class CountedHistogram final : public ScreenPart {
 public:
  CountedHistogram(KnownHistogram known, std::function<std::size_t(std::span<const std::uint8_t>)> bin)
      : known_(std::move(known)), bin_(std::move(bin)) {}

  std::size_t cells() const override { return known_.law.size(); }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const override {
    ++cells[bin_(report)];
  }
  ScreenCheck check(TallyView, std::span<const std::uint64_t> cells) const override {
    return histogram_check(known_, {cells.begin(), cells.end()});
  }

 private:
  KnownHistogram known_;
  std::function<std::size_t(std::span<const std::uint8_t>)> bin_;
};

class TallyHistogram final : public ScreenPart {
 public:
  TallyHistogram(KnownHistogram known, std::function<std::vector<std::uint64_t>(TallyView)> counts)
      : known_(std::move(known)), counts_(std::move(counts)) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    return histogram_check(known_, counts_(tally));
  }

 private:
  KnownHistogram known_;
  std::function<std::vector<std::uint64_t>(TallyView)> counts_;
};

// Behind the first `skipped` bits; the padding of possible reports is zero.
std::uint64_t ones_behind(std::span<const std::uint8_t> report, std::size_t skipped) {
  std::uint64_t ones = 0;
  std::size_t at = 0;
  for (; at + 8 <= report.size(); at += 8) {
    ones += static_cast<std::uint64_t>(std::popcount(load_little_endian<std::uint64_t>(report.subspan(at))));
  }
  std::uint64_t rest = 0;
  for (; at < report.size(); ++at) rest = rest << 8 | report[at];
  ones += static_cast<std::uint64_t>(std::popcount(rest));
  return skipped == 0 ? ones : ones - static_cast<std::uint64_t>(std::popcount(take_bits(report, 0, skipped)));
}

// All ones of all reports: what the sum of the estimates is made of.
class TotalPart final : public ScreenPart {
 public:
  TotalPart(std::size_t bits, double yes, double no, double gap) : bits_(bits), yes_(yes), no_(no), gap_(gap) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    ScreenCheck check = empty_check("sum", "the sum of the estimates, which is near the number of reports");
    const auto n = static_cast<double>(tally.reports);
    const TwoBinomials law{n, yes_, n * static_cast<double>(bits_ - 1), no_};
    double ones = 0;
    for (const std::uint64_t cell : tally.cells) ones += static_cast<double>(cell);
    if (n > 0) check.p = std::min(1.0, 2 * std::min(law.at_least(ones), law.at_most(ones)));
    check.detail = fmt::format("the estimates add up to {:.1f}, {} reports, standard error {:.1f}",
                               n + (ones - law.mean()) / gap_, tally.reports, std::sqrt(law.variance()) / gap_);
    return check;
  }

 private:
  std::size_t bits_;
  double yes_, no_, gap_;
};

// Oracles whose reports support a number of values that depends on public seeds: between 0 and k, of known mean.
class MeanSupportPart final : public ScreenPart {
 public:
  MeanSupportPart(Value k, Support support) : k_(k), support_(support) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    ScreenCheck check = empty_check("sum", "the sum of the estimates, which is near the number of reports");
    const auto n = static_cast<double>(tally.reports), k = static_cast<double>(k_);
    const double mean = support_.yes + (k - 1) * support_.no;
    double total = 0;
    for (const std::uint64_t cell : tally.cells) total += static_cast<double>(cell);
    if (n > 0) {
      const double x = total / k;
      check.p = std::min(1.0, 2 * std::min(binomial_at_least(n, mean / k, x), binomial_at_most(n, mean / k, x)));
    }
    check.detail =
        fmt::format("the estimates add up to {:.1f}, {} reports", n + (total - n * mean) / support_.gap, tally.reports);
    return check;
  }

 private:
  Value k_;
  Support support_;
};

class BoundsPart final : public ScreenPart {
 public:
  BoundsPart(std::vector<CellBounds> bounds, Naming cell) : bounds_(std::move(bounds)), cell_(std::move(cell)) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    ScreenCheck check =
        empty_check("counts", "every count, which lies between that of a value nobody holds and one that all hold");
    const auto n = static_cast<double>(tally.reports);
    double rarest = 2;
    std::size_t where = 0;
    for (std::size_t i = 0; n > 0 && i < tally.cells.size(); ++i) {
      const CellBounds& bound = bounds_.size() == 1 ? bounds_.front() : bounds_[i];
      const auto count = static_cast<double>(tally.cells[i]);
      const double p = std::min(binomial_at_most(n, bound.low, count), binomial_at_least(n, bound.high, count));
      if (p >= rarest) continue;
      rarest = p;
      where = i;
    }
    check.p = std::min(1.0, 2 * rarest * static_cast<double>(tally.cells.size()));
    if (n > 0) {
      const CellBounds& bound = bounds_.size() == 1 ? bounds_.front() : bounds_[where];
      check.detail = fmt::format("farthest: {} with {} of {} reports, {:.1f} to {:.1f} expected", cell_(where),
                                 tally.cells[where], tally.reports, n * bound.low, n * bound.high);
    }
    return check;
  }

 private:
  std::vector<CellBounds> bounds_;
  Naming cell_;
};

}  // namespace

Naming value_names(const Domain& domain) {
  return [domain](std::size_t value) {
    const std::string label = domain.label(static_cast<Value>(value));
    return domain.labels().empty() ? "value " + label : fmt::format("value '{}'", label);
  };
}

Naming EvenGroups::naming(std::string what) const {
  return [groups = *this, what = std::move(what)](std::size_t group) {
    const std::uint64_t first = groups.first(group), last = groups.first(group + 1) - 1;
    return first == last ? fmt::format("{} {}", what, first) : fmt::format("{} {} to {}", what, first, last);
  };
}

ScreenCheck empty_check(std::string name, std::string title) {
  ScreenCheck check;
  check.name = std::move(name);
  check.title = std::move(title);
  check.detail = "no reports yet";
  return check;
}

std::unique_ptr<const ScreenPart> counted_histogram(KnownHistogram known,
                                                    std::function<std::size_t(std::span<const std::uint8_t>)> bin) {
  return std::make_unique<const CountedHistogram>(std::move(known), std::move(bin));
}

std::unique_ptr<const ScreenPart> tally_histogram(KnownHistogram known,
                                                  std::function<std::vector<std::uint64_t>(TallyView)> counts) {
  return std::make_unique<const TallyHistogram>(std::move(known), std::move(counts));
}

std::unique_ptr<const ScreenPart> ones_part(std::size_t skipped, std::size_t bits, double yes, double no) {
  const auto law = std::make_shared<const OnesLaw>(bits, yes, no);
  return counted_histogram(
      {.name = "ones",
       .title = "the number of ones in a report: one bit is about the value, all others are noise",
       .law = law->law(),
       .group = [law](std::size_t bin) { return law->name(bin); }},
      [law, skipped](std::span<const std::uint8_t> report) { return law->bin(ones_behind(report, skipped)); });
}

std::unique_ptr<const ScreenPart> ones_sum_part(std::size_t bits, double yes, double no, double gap) {
  return std::make_unique<const TotalPart>(bits, yes, no, gap);
}

std::unique_ptr<const ScreenPart> support_sum_part(Value k, const Support& support) {
  return std::make_unique<const MeanSupportPart>(k, support);
}

std::unique_ptr<const ScreenPart> bounds_part(std::vector<CellBounds> bounds, Naming cell) {
  return std::make_unique<const BoundsPart>(std::move(bounds), std::move(cell));
}

}  // namespace sourdine
