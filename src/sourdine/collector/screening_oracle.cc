#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "sourdine/base/bits.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/collector/screening_law.h"
#include "sourdine/collector/screening_part.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/multiply_shift.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/rappor/rappor.h"

namespace sourdine {
namespace {

constexpr std::size_t most_groups = 64;

ScreenCheck empty_check(std::string name, std::string title) {
  ScreenCheck check;
  check.name = std::move(name);
  check.title = std::move(title);
  check.detail = "no reports yet";
  return check;
}

// ---- histograms

ScreenCheck histogram_check(const std::string& name, const std::string& title, const std::vector<double>& law,
                            std::vector<std::uint64_t> counts) {
  ScreenCheck check = empty_check(name, title);
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
  check.detail = fmt::format("farthest: {} of {} reports in group {}, {:.1f} expected", check.observed[farthest], n,
                             farthest, n * law[farthest]);
  return check;
}

class CountedHistogram final : public ScreenPart {
 public:
  CountedHistogram(std::string name, std::string title, std::vector<double> law,
                   std::function<std::size_t(std::span<const std::uint8_t>)> bin)
      : name_(std::move(name)), title_(std::move(title)), law_(std::move(law)), bin_(std::move(bin)) {}

  std::size_t cells() const override { return law_.size(); }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const override {
    ++cells[bin_(report)];
  }
  ScreenCheck check(TallyView, std::span<const std::uint64_t> cells) const override {
    return histogram_check(name_, title_, law_, {cells.begin(), cells.end()});
  }

 private:
  std::string name_, title_;
  std::vector<double> law_;
  std::function<std::size_t(std::span<const std::uint8_t>)> bin_;
};

class TallyHistogram final : public ScreenPart {
 public:
  TallyHistogram(std::string name, std::string title, std::vector<double> law,
                 std::function<std::vector<std::uint64_t>(TallyView)> counts)
      : name_(std::move(name)), title_(std::move(title)), law_(std::move(law)), counts_(std::move(counts)) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    return histogram_check(name_, title_, law_, counts_(tally));
  }

 private:
  std::string name_, title_;
  std::vector<double> law_;
  std::function<std::vector<std::uint64_t>(TallyView)> counts_;
};

// `count` equally likely numbers in few groups: number i is in group ⌊i·groups/count⌋.
struct EvenGroups {
  std::uint64_t count;

  std::uint64_t groups() const { return std::min<std::uint64_t>(count, most_groups); }
  std::size_t group(std::uint64_t number) const {
    return static_cast<std::size_t>(count <= most_groups ? number : number * most_groups / count);
  }
  std::vector<double> law() const {
    std::vector<double> law(groups());
    // Group g begins at the smallest number with number·groups ≥ g·count.
    const auto first = [this](std::uint64_t group) { return (group * count + groups() - 1) / groups(); };
    for (std::uint64_t g = 0; g < groups(); ++g) {
      law[g] = static_cast<double>(first(g + 1) - first(g)) / static_cast<double>(count);
    }
    return law;
  }
};

// ---- unary reports

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

std::unique_ptr<const ScreenPart> ones_part(std::size_t skipped, std::size_t bits, double yes, double no) {
  OnesLaw law(bits, yes, no);
  std::vector<double> shares = law.law();
  return counted_histogram("ones", "the number of ones in a report: one bit is about the value, all others are noise",
                           std::move(shares), [law = std::move(law), skipped](std::span<const std::uint8_t> report) {
                             return law.bin(ones_behind(report, skipped));
                           });
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

// ---- cells between two binomials

// Every cell counts independent yes/no facts about reports, each with a probability between `low` and `high` whatever
// the person's value. Cells, in groups that have a number of reports each: where, and how many.
struct CellBounds {
  double low, high;
};

class BoundsPart final : public ScreenPart {
 public:
  // bounds: one for all cells, or one of each. `what` is "value" or "output".
  BoundsPart(std::vector<CellBounds> bounds, std::string what) : bounds_(std::move(bounds)), what_(std::move(what)) {}

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
      check.detail = fmt::format("farthest: {} {} with {} of {} reports, {:.1f} to {:.1f} expected", what_, where,
                                 tally.cells[where], tally.reports, n * bound.low, n * bound.high);
    }
    return check;
  }

 private:
  std::vector<CellBounds> bounds_;
  std::string what_;
};

std::unique_ptr<const ScreenPart> value_bounds(const Support& support) {
  return std::make_unique<const BoundsPart>(std::vector<CellBounds>{{support.no, support.yes}}, "value");
}

// One output of `outputs`, uniform over those that support the value or over all.
std::unique_ptr<const ScreenPart> output_bounds(const Oracle& oracle, std::uint64_t supporting) {
  const Keep keep = Keep::for_epsilon(oracle.oracle_spec().epsilon, oracle.cells(), supporting);
  const double any = keep.threshold.complement() / static_cast<double>(keep.outputs);
  const double kept = keep.threshold.probability() / static_cast<double>(keep.supporting);
  return std::make_unique<const BoundsPart>(std::vector<CellBounds>{{any, any + kept}}, "output");
}

// Outputs 2·i + sign: i is uniform over cells/2, in `inner` consecutive ones of which only the group matters.
std::unique_ptr<const ScreenPart> pair_rows(std::string name, std::string title, std::uint64_t rows,
                                            std::uint64_t inner) {
  const EvenGroups groups{rows};
  return tally_histogram(std::move(name), std::move(title), groups.law(), [groups, rows, inner](TallyView tally) {
    std::vector<std::uint64_t> counts(groups.groups());
    for (std::size_t cell = 0; cell < tally.cells.size(); ++cell) {
      counts[groups.group(cell / 2 / inner % rows)] += tally.cells[cell];
    }
    return counts;
  });
}

// ---- local hashing

// 8 × 8 groups by the top three bits of both words of the seed.
std::unique_ptr<const ScreenPart> seeds_part(std::size_t word_bytes) {
  return counted_histogram("seeds", "the first bits of the hash functions' seeds, which are drawn evenly",
                           std::vector<double>(64, 1.0 / 64), [word_bytes](std::span<const std::uint8_t> report) {
                             const std::size_t first = report[word_bytes - 1] / 32U;  // words are little-endian
                             return 8 * first + report[2 * word_bytes - 1] / 32U;
                           });
}

// A truthful answer is the bucket of a hash that is uniform whatever the value, any other a uniform bucket.
template <class Word>
std::unique_ptr<const ScreenPart> buckets_part(std::size_t seed_bits, std::uint64_t buckets, Value k, double keep) {
  const Buckets<Word> table(buckets, k);
  const EvenGroups groups{buckets};
  std::vector<double> law(groups.groups());
  const double words = std::ldexp(1.0, static_cast<int>(8 * sizeof(Word)));
  for (std::uint64_t bucket = 0; bucket < buckets; ++bucket) {
    const double share = static_cast<double>(table[bucket].size) / words;
    law[groups.group(bucket)] += keep * share + (1 - keep) / static_cast<double>(buckets);
  }
  const std::size_t bits = bits_for_count(buckets);
  return counted_histogram("buckets", "the answers, which are spread over the buckets whatever the values",
                           std::move(law), [groups, seed_bits, bits](std::span<const std::uint8_t> report) {
                             return groups.group(take_bits(report, seed_bits, bits));
                           });
}

constexpr std::uint64_t most_listed_buckets = std::uint64_t{1} << 16;

ScreenParts local_hash_screen(const Oracle& oracle) {
  ScreenParts parts;
  // The narrow words are for domains of up to 2^17 values (oracle/local_hash.h); loloha has no others.
  const bool is_narrow = oracle.name() == "loloha" || oracle.k() <= (Value{1} << 17);
  parts.push_back(seeds_part(is_narrow ? 4 : 8));
  const auto buckets =
      oracle.name() == "blh" ? 2 : static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "g"));
  if (buckets <= most_listed_buckets) {
    // gap = λ·(1 − collision)
    const double gap = oracle.support().gap;
    parts.push_back(
        is_narrow ? buckets_part<std::uint32_t>(64, buckets, oracle.k(),
                                                gap / (1 - Buckets<std::uint32_t>(buckets, oracle.k()).collision()))
                  : buckets_part<std::uint64_t>(128, buckets, oracle.k(),
                                                gap / (1 - Buckets<std::uint64_t>(buckets, oracle.k()).collision())));
  }
  parts.push_back(std::make_unique<const MeanSupportPart>(oracle.k(), oracle.support()));
  parts.push_back(value_bounds(oracle.support()));
  return parts;
}

// ---- rappor

// Cells are [reports, ones of every bit] per cohort. A filter sets at least one bit, and at most as many as there are
// hash functions.
class RapporOnes final : public ScreenPart {
 public:
  RapporOnes(std::size_t bits, std::size_t hashes, RapporRates rates) : bits_(bits), hashes_(hashes), rates_(rates) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    ScreenCheck check = empty_check(
        "ones", "the ones of all reports, which are between those of the emptiest and of the fullest filters");
    const auto n = static_cast<double>(tally.reports), bits = static_cast<double>(bits_);
    const auto most = static_cast<double>(std::min(hashes_, bits_));
    double ones = 0;
    for (std::size_t i = 0; i < tally.cells.size(); ++i) {
      if (i % (1 + bits_) != 0) ones += static_cast<double>(tally.cells[i]);
    }
    const TwoBinomials fewest{n, rates_.set, n * (bits - 1), rates_.clear};
    const TwoBinomials fullest{n * most, rates_.set, n * (bits - most), rates_.clear};
    if (n == 0) return check;
    check.p = std::min(1.0, 2 * std::min(fewest.at_most(ones), fullest.at_least(ones)));
    check.detail = fmt::format("mean of {:.2f} ones per report, {:.2f} to {:.2f} expected", ones / n, fewest.mean() / n,
                               fullest.mean() / n);
    return check;
  }

 private:
  std::size_t bits_, hashes_;
  RapporRates rates_;
};

ScreenParts rappor_screen(const Rappor& oracle) {
  ScreenParts parts;
  const std::size_t row = 1 + oracle.bloom().bits;
  const EvenGroups groups{oracle.bloom().cohorts};
  parts.push_back(
      tally_histogram("cohorts", "the cohorts, which are drawn evenly", groups.law(), [groups, row](TallyView tally) {
        std::vector<std::uint64_t> counts(groups.groups());
        for (std::size_t at = 0; at < tally.cells.size(); at += row) {
          counts[groups.group(at / row)] += tally.cells[at];
        }
        return counts;
      }));
  parts.push_back(std::make_unique<const RapporOnes>(oracle.bloom().bits, oracle.bloom().hashes, oracle.rates()));
  return parts;
}

// ---- dbitflip

// Cells are [how often a bucket was sampled, its ones]. Of the sampled bits of a report one at most is about the value.
class SampledBits final : public ScreenPart {
 public:
  SampledBits(Value k, std::uint64_t sampled, Support support) : k_(k), sampled_(sampled), support_(support) {}

  ScreenCheck check(TallyView tally, std::span<const std::uint64_t>) const override {
    ScreenCheck check = empty_check("sampled", "how often every bucket was sampled, and the ones among its samples");
    const auto n = static_cast<double>(tally.reports);
    const double share = static_cast<double>(sampled_) / static_cast<double>(k_);
    double rarest = 2;
    Value where = 0;
    for (Value bucket = 0; n > 0 && bucket < k_; ++bucket) {
      const auto drawn = static_cast<double>(tally.cells[bucket]), ones = static_cast<double>(tally.cells[k_ + bucket]);
      double p = std::min(binomial_at_least(n, share, drawn), binomial_at_most(n, share, drawn));
      if (drawn > 0) {
        p = std::min({p, binomial_at_most(drawn, support_.no, ones), binomial_at_least(drawn, support_.yes, ones)});
      }
      if (p >= rarest) continue;
      rarest = p;
      where = bucket;
    }
    check.p = std::min(1.0, 4 * rarest * static_cast<double>(k_));
    if (n > 0) {
      check.detail = fmt::format("farthest: bucket {} sampled {} times, {:.1f} expected, {} of them ones", where,
                                 tally.cells[where], n * share, tally.cells[k_ + where]);
    }
    return check;
  }

 private:
  Value k_;
  std::uint64_t sampled_;
  Support support_;
};

// ---- sketches

ScreenParts cms_screen(const Oracle& oracle) {
  ScreenParts parts;
  const auto rows = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "rows"));
  const auto width = static_cast<std::size_t>(required_parameter(oracle.oracle_spec(), "width"));
  const std::size_t row_bits = bits_for_count(rows);
  const BitFlip flip = BitFlip::symmetric(oracle.oracle_spec().epsilon);
  const EvenGroups groups{rows};
  if (rows > 1) {
    parts.push_back(counted_histogram("rows", "the rows of the sketch, which are drawn evenly", groups.law(),
                                      [groups, row_bits](std::span<const std::uint8_t> report) {
                                        return groups.group(take_bits(report, 0, row_bits));
                                      }));
  }
  parts.push_back(ones_part(row_bits, width, flip.p.probability(), flip.q.probability()));
  return parts;
}

ScreenParts unary_screen(std::size_t bits, double yes, double no, double gap) {
  ScreenParts parts;
  parts.push_back(ones_part(0, bits, yes, no));
  parts.push_back(std::make_unique<const TotalPart>(bits, yes, no, gap));
  return parts;
}

bool is_among(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::unique_ptr<const ScreenPart> counted_histogram(std::string name, std::string title, std::vector<double> law,
                                                    std::function<std::size_t(std::span<const std::uint8_t>)> bin) {
  return std::make_unique<const CountedHistogram>(std::move(name), std::move(title), std::move(law), std::move(bin));
}

std::unique_ptr<const ScreenPart> tally_histogram(std::string name, std::string title, std::vector<double> law,
                                                  std::function<std::vector<std::uint64_t>(TallyView)> counts) {
  return std::make_unique<const TallyHistogram>(std::move(name), std::move(title), std::move(law), std::move(counts));
}

ScreenParts oracle_screen(const Oracle& oracle) {
  ScreenParts parts;
  if (oracle.k() < 2) return parts;
  const std::string& name = oracle.name();
  const Support support = oracle.support();
  if (is_among(name, {"sue", "oue", "ue", "the", "l-sue", "l-osue", "l-oue", "l-soue"})) {
    parts = unary_screen(oracle.k(), support.yes, support.no, support.gap);
    parts.push_back(value_bounds(support));
  } else if (is_among(name, {"olh", "blh", "loloha"})) {
    return local_hash_screen(oracle);
  } else if (is_among(name, {"grr", "l-grr", "ss"})) {
    parts.push_back(value_bounds(support));
  } else if (name == "cms") {
    return cms_screen(oracle);
  } else if (const auto* const rappor = dynamic_cast<const Rappor*>(&oracle)) {
    return rappor_screen(*rappor);
  } else if (name == "dbitflip") {
    const auto sampled = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "bits"));
    parts.push_back(std::make_unique<const SampledBits>(oracle.k(), sampled, support));
  } else if (is_among(name, {"hrr", "haar"})) {
    parts.push_back(pair_rows("rows", "the rows of the transform, which are drawn evenly", oracle.cells() / 2, 1));
    parts.push_back(output_bounds(oracle, oracle.cells() / 2));
  } else if (name == "hcms") {
    const auto rows = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "rows"));
    const auto width = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "width"));
    if (rows > 1) parts.push_back(pair_rows("rows", "the rows of the sketch, which are drawn evenly", rows, width));
    parts.push_back(pair_rows("columns", "the columns of the transform, which are drawn evenly", width, 1));
    parts.push_back(output_bounds(oracle, oracle.cells() / 2));
  } else if (name == "hr") {
    const auto blocks = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "blocks"));
    parts.push_back(output_bounds(oracle, oracle.cells() / blocks / 2));
  } else if (name == "pgr") {
    const auto order = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "order"));
    parts.push_back(output_bounds(oracle, (oracle.cells() - 1) / order));
  }
  return parts;
}

ScreenParts fake_entry_screen(const FakeEntry& entry, std::size_t attributes) {
  ScreenParts parts;
  if (entry.k < 2) return parts;
  const double drawn = 1 / static_cast<double>(attributes);
  std::vector<CellBounds> bounds;
  for (Value value = 0; value < (entry.weights.empty() ? 1 : entry.k); ++value) {
    const double fake = (1 - drawn) * entry.fake_support(value);
    bounds.push_back({drawn * entry.no() + fake, drawn * entry.yes() + fake});
  }
  if (entry.is_bits()) {
    // Zeros as fake data have noise where the true value's bit would be.
    const double yes = entry.fake == FakeData::zeros ? drawn * entry.yes() + (1 - drawn) * entry.no() : entry.yes();
    parts = unary_screen(entry.k, yes, entry.no(), drawn * entry.gap());
  }
  parts.push_back(std::make_unique<const BoundsPart>(std::move(bounds), "value"));
  return parts;
}

}  // namespace sourdine
