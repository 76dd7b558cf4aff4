#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/bits.h"
#include "sourdine/collector/screening_law.h"
#include "sourdine/collector/screening_part.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/multiply_shift.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/rappor/rappor.h"

namespace sourdine {
namespace {

std::unique_ptr<const ScreenPart> value_bounds(const Oracle& oracle) {
  const Support support = oracle.support();
  return bounds_part(std::vector<CellBounds>{{support.no, support.yes}}, value_names(oracle.domain()));
}

// One output of `outputs`, uniform over those that support the value or over all.
std::unique_ptr<const ScreenPart> output_bounds(const Oracle& oracle, std::uint64_t supporting) {
  const Keep keep = Keep::for_epsilon(oracle.oracle_spec().epsilon, oracle.cells(), supporting);
  const double any = keep.threshold.complement() / static_cast<double>(keep.outputs);
  const double kept = keep.threshold.probability() / static_cast<double>(keep.supporting);
  return bounds_part(std::vector<CellBounds>{{any, any + kept}},
                     [](std::size_t output) { return fmt::format("output {}", output); });
}

// Outputs 2·i + sign: i is uniform over cells/2, in `inner` consecutive ones of which only the group matters.
std::unique_ptr<const ScreenPart> pair_rows(const std::string& what, std::string title, std::uint64_t rows,
                                            std::uint64_t inner) {
  const EvenGroups groups{rows};
  return tally_histogram({what + "s", std::move(title), groups.law(), groups.naming(what)},
                         [groups, rows, inner](TallyView tally) {
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
  return counted_histogram(
      {.name = "seeds",
       .title = "the first bits of the hash functions' seeds, which are drawn evenly",
       .law = std::vector<double>(64, 1.0 / 64),
       .group = [](std::size_t bits) { return fmt::format("seeds beginning {:03b} and {:03b}", bits / 8, bits % 8); }},
      [word_bytes](std::span<const std::uint8_t> report) {
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
  return counted_histogram({.name = "buckets",
                            .title = "the answers, which are spread over the buckets whatever the values",
                            .law = std::move(law),
                            .group = groups.naming("bucket")},
                           [groups, seed_bits, bits](std::span<const std::uint8_t> report) {
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
  parts.push_back(support_sum_part(oracle.k(), oracle.support()));
  parts.push_back(value_bounds(oracle));
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
      tally_histogram({"cohorts", "the cohorts, which are drawn evenly", groups.law(), groups.naming("cohort")},
                      [groups, row](TallyView tally) {
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
  SampledBits(const Oracle& oracle, std::uint64_t sampled)
      : k_(oracle.k()), sampled_(sampled), support_(oracle.support()), bucket_(value_names(oracle.domain())) {}

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
      check.detail = fmt::format("farthest: {} sampled {} times, {:.1f} expected, {} of them ones", bucket_(where),
                                 tally.cells[where], n * share, tally.cells[k_ + where]);
    }
    return check;
  }

 private:
  Value k_;
  std::uint64_t sampled_;
  Support support_;
  Naming bucket_;
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
    parts.push_back(counted_histogram(
        {"rows", "the rows of the sketch, which are drawn evenly", groups.law(), groups.naming("row")},
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
  parts.push_back(ones_sum_part(bits, yes, no, gap));
  return parts;
}

bool is_among(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

ScreenParts oracle_screen(const Oracle& oracle) {
  ScreenParts parts;
  if (oracle.k() < 2) return parts;
  const std::string& name = oracle.name();
  const Support support = oracle.support();
  if (is_among(name, {"sue", "oue", "ue", "the", "l-sue", "l-osue", "l-oue", "l-soue"})) {
    parts = unary_screen(oracle.k(), support.yes, support.no, support.gap);
    parts.push_back(value_bounds(oracle));
  } else if (is_among(name, {"olh", "blh", "loloha"})) {
    return local_hash_screen(oracle);
  } else if (is_among(name, {"grr", "l-grr", "ss"})) {
    parts.push_back(value_bounds(oracle));
  } else if (name == "cms") {
    return cms_screen(oracle);
  } else if (const auto* const rappor = dynamic_cast<const Rappor*>(&oracle)) {
    return rappor_screen(*rappor);
  } else if (name == "dbitflip") {
    const auto sampled = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "bits"));
    parts.push_back(std::make_unique<const SampledBits>(oracle, sampled));
  } else if (is_among(name, {"hrr", "haar"})) {
    parts.push_back(pair_rows("row", "the rows of the transform, which are drawn evenly", oracle.cells() / 2, 1));
    parts.push_back(output_bounds(oracle, oracle.cells() / 2));
  } else if (name == "hcms") {
    const auto rows = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "rows"));
    const auto width = static_cast<std::uint64_t>(required_parameter(oracle.oracle_spec(), "width"));
    if (rows > 1) parts.push_back(pair_rows("row", "the rows of the sketch, which are drawn evenly", rows, width));
    parts.push_back(pair_rows("column", "the columns of the transform, which are drawn evenly", width, 1));
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

ScreenParts fake_entry_screen(const FakeEntry& entry, const Domain& domain, std::size_t attributes) {
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
  parts.push_back(bounds_part(std::move(bounds), value_names(domain)));
  return parts;
}

}  // namespace sourdine
