#include "sourdine/oracle/rappor/rappor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "sourdine/base/error.h"
#include "sourdine/kernel/bit_counts.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/group_reports.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/rappor/rappor_epsilon.h"
#include "sourdine/oracle/rappor/rappor_inverse.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/binomial.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/random/uniform_numbers.h"

namespace sourdine {
namespace {

constexpr std::uint64_t max_cohorts = std::uint64_t{1} << 16;
constexpr std::uint64_t max_seed = std::uint64_t{1} << 53;  // parameters are doubles
constexpr Value max_digests = 1 << 16;

// 64 cohorts, or more where the domain needs them to be estimated as a whole: twice as many bits as labels.
std::uint64_t default_cohorts(Value k, std::size_t bits) {
  std::uint64_t cohorts = 64;
  while (k <= RapporInverse::max_strings && cohorts * bits < 2 * std::uint64_t{k}) cohorts *= 2;
  return cohorts;
}

Bloom bloom_of(const OracleSpec& spec) {
  Bloom bloom;
  bloom.seed = whole_parameter(spec, "hash_seed", 0, 0, max_seed);
  bloom.bits = whole_parameter(spec, "bits", 16, 2, Bloom::max_bits);
  bloom.hashes = whole_parameter(spec, "hashes", 2, 1, Bloom::max_hashes);
  bloom.cohorts = whole_parameter(spec, "cohorts", default_cohorts(spec.k(), bloom.bits), 1, max_cohorts);
  return bloom;
}

BitFlip permanent_of(const OracleSpec& spec, std::size_t hashes) {
  if (const auto f = parameter(spec, "f")) return BitFlip::from_f(*f);
  require_epsilon(spec.epsilon);
  const auto h = static_cast<double>(hashes);
  double share = spec.epsilon / h;
  if (std::fma(share, h, -spec.epsilon) > 0) share = std::nextafter(share, 0.0);  // h shares never exceed the asked ε
  return BitFlip::symmetric(share);
}

// Where f decides ε, the asked ε is what f gives for any strings.
OracleSpec with_epsilon_of_f(OracleSpec spec) {
  if (!parameter(spec, "f")) return spec;
  const std::size_t h = bloom_of(spec).hashes;
  const double epsilon = differing_epsilon(permanent_of(spec, h), {h, h});
  if (spec.epsilon != 0 && spec.epsilon != epsilon) {
    fail_input(fmt::format("f and {} hashes give epsilon = {}, but epsilon = {} was asked", h, epsilon, spec.epsilon),
               "Give either epsilon or f.");
  }
  spec.epsilon = epsilon;
  return spec;
}

OracleSpec with_sizes(OracleSpec spec) {
  const Bloom bloom = bloom_of(spec);
  spec.parameters["bits"] = static_cast<double>(bloom.bits);
  spec.parameters["hashes"] = static_cast<double>(bloom.hashes);
  spec.parameters["cohorts"] = static_cast<double>(bloom.cohorts);
  spec.parameters["hash_seed"] = static_cast<double>(bloom.seed);
  spec.parameters.try_emplace("p", 0.5);
  spec.parameters.try_emplace("q", 0.75);
  return spec;
}

BitFlip instantaneous_of(const OracleSpec& spec) {
  const double p = required_parameter(spec, "p");
  const double q = required_parameter(spec, "q");
  if (!(p > 0 && q > p && q < 1)) {
    fail_input(fmt::format("p and q of oracle 'rappor' must satisfy 0 < p < q < 1, not p = {}, q = {}", p, q),
               "q is the probability of sending a permanent 1 as 1, p of sending a permanent 0 as 1.");
  }
  return BitFlip::from_probabilities(q, p);
}

RapporRates rates_of(const BitFlip& permanent, const BitFlip& instantaneous) {
  const double gap = instantaneous.gap();
  return {instantaneous.q.probability() + permanent.p.probability() * gap,
          instantaneous.q.probability() + permanent.q.probability() * gap, permanent.gap() * gap};
}

}  // namespace

struct Rappor::Lazy {
  std::once_flag once;
  std::unique_ptr<const RapporInverse> inverse;
};

Rappor::Rappor(OracleSpec spec)
    : Oracle(with_sizes(with_epsilon_of_f(std::move(spec)))),
      bloom_(bloom_of(this->oracle_spec())),
      permanent_(permanent_of(this->oracle_spec(), bloom_.hashes)),
      instantaneous_(instantaneous_of(this->oracle_spec())),
      rates_(rates_of(permanent_, instantaneous_)),
      lazy_(std::make_unique<Lazy>()) {
  digests_.reserve(std::min(k(), max_digests));
  while (digests_.size() < std::min(k(), max_digests)) {
    digests_.push_back(bloom_.digest(domain().label(static_cast<Value>(digests_.size()))));
  }
  // Without all digests there is no exact answer; no digest at all asks for the bound.
  const auto known =
      digests_.size() == k() ? std::span<const std::uint64_t>(digests_) : std::span<const std::uint64_t>();
  differences_ = filter_differences(bloom_, known);
  for (const FilterDifference difference : differences_) {
    epsilon_ = std::max(epsilon_, differing_epsilon(permanent_, difference));
    report_epsilon_ = std::max(report_epsilon_, chained_epsilon(permanent_, instantaneous_, difference));
  }
}
Rappor::~Rappor() = default;

std::uint64_t Rappor::digest(Value value) const {
  return value < digests_.size() ? digests_[value] : bloom_.digest(domain().label(value));
}

double Rappor::epsilon_after(std::uint64_t reports) const {
  const ChainedFlip chain{permanent_, instantaneous_};
  double largest = 0;
  for (const FilterDifference difference : differences_) {
    largest = std::max(largest, chain.epsilon_after(reports, difference.only_first, difference.only_second));
  }
  return largest;
}

double Rappor::best_guess() const { return 1 / (1 + (k() - 1) * std::exp(-epsilon_)); }

Guarantee Rappor::guarantee() const {
  Guarantee guarantee = Oracle::guarantee();
  guarantee.caveats = {
      fmt::format("one report alone spends only {:.6g}; epsilon bounds all reports made from one permanent response",
                  report_epsilon_),
      "m different values of one person spend m times as much; that is against other histories in which the same "
      "reports have equal values: which ones have is not protected",
      "m reports with fresh permanent responses (as 'randomize' makes them) about one person spend m times as much",
      "not protected: the cohort, that a report was sent, when, and how many there are"};
  if (epsilon_ < 0.999 * oracle_spec().epsilon) {
    guarantee.caveats.push_back(
        "spends less than asked: Bloom filters of the domain's values share bits in every cohort; for values outside "
        "the domain the asked epsilon is the bound");
  }
  return guarantee;
}

std::string Rappor::symbol(Value value, std::uint64_t) const {
  if (value >= k()) fail_input(fmt::format("value {} is outside the domain 0 … {}", value, k() - 1));
  return domain().label(value);
}

Memoised::Memo Rappor::memo() const {
  return {.protocol = "sourdine rappor client",
          .trait = "cohort",
          .parameters = {bloom_.seed, bloom_.bits, bloom_.hashes, bloom_.cohorts, permanent_.q.numerator}};
}

void Rappor::enumerate_value(Value value, Branches& branches, std::span<std::uint8_t> report) const {
  permanent_response(digest(value), draw_trait(branches), branches, report);
}

// Both responses of many reports at once. Unlike permanent_response(), whose decisions a client must be able to repeat
// for ever, these are drawn once, so their order is free.
template <Chance C>
void Rappor::respond_afresh(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
  const std::size_t size = report_bytes();
  std::array<std::uint32_t, max_batch> storage;
  const auto cohorts = std::span(storage).first(values.size());
  UniformNumbers(bloom_.cohorts).fill(chance, cohorts, [](std::size_t) { return true; });

  const std::size_t bits = 8 * reports.size();
  const auto is_field = [&](std::size_t i) {
    return i % (8 * size) >= cohort_bits() && i % (8 * size) < report_bits();
  };
  const auto is_in_filter = [&](std::size_t i) {
    const Bloom::Filter filter = bloom_.filter(digest(values[i / (8 * size)]), cohorts[i / (8 * size)]);
    return std::find(filter.begin(), filter.end(), i % (8 * size) - cohort_bits()) != filter.end();
  };
  BernoulliBits(permanent_.q).fill(chance, reports, bits, [&](std::size_t i) {
    return is_field(i) && !is_in_filter(i);
  });
  BernoulliBits set(permanent_.p);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto report = reports.subspan(i * size, size);
    for (const std::uint16_t bit : bloom_.filter(digest(values[i]), cohorts[i])) {
      put_bit(report, cohort_bits() + bit, set.next(chance));
    }
  }

  std::vector<std::uint8_t> ones(reports.size());
  std::vector<std::uint8_t> zeros(reports.size());
  BernoulliBits(instantaneous_.p).fill(chance, ones, bits, [&](std::size_t i) {
    return is_field(i) && get_bit(reports, i);
  });
  BernoulliBits(instantaneous_.q).fill(chance, zeros, bits, [&](std::size_t i) {
    return is_field(i) && !get_bit(reports, i);
  });
  for (std::size_t i = 0; i < reports.size(); ++i) {
    reports[i] = static_cast<std::uint8_t>((reports[i] & ones[i]) | (~reports[i] & zeros[i]));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto report = reports.subspan(i * size, size);
    clear_outside(report, cohort_bits(), report_bits());
    put_bits(report, 0, cohort_bits(), cohorts[i]);
  }
}

void Rappor::enumerate_report(Value value, Branches& branches, std::span<std::uint8_t> report) const {
  respond_afresh(std::span(&value, 1), branches, report);
}

void Rappor::randomize_values(std::span<const Value> values, Random& random, std::span<std::uint8_t> reports) const {
  const std::size_t size = report_bytes();
  for (std::size_t done = 0; done < values.size(); done += max_batch) {
    const auto batch = values.subspan(done, std::min(max_batch, values.size() - done));
    respond_afresh(batch, random, reports.subspan(done * size, batch.size() * size));
  }
}

bool Rappor::is_consistent(TallyView tally) const {
  if (!Oracle::is_consistent(tally)) return false;
  std::uint64_t reports = 0;
  for (std::size_t first = 0; first < tally.cells.size(); first += 1 + bloom_.bits) {
    const auto cohort = tally.cells.subspan(first, 1 + bloom_.bits);
    if (cohort[0] > tally.reports - reports) return false;
    if (*std::max_element(cohort.begin() + 1, cohort.end()) > cohort[0]) return false;
    reports += cohort[0];
  }
  return reports == tally.reports;
}

bool Rappor::is_possible(std::span<const std::uint8_t> report) const {
  return cohort_of(report) < bloom_.cohorts && padding_is_zero(report, report_bits());
}

void Rappor::tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const {
  const auto cohort_of_report = [this](std::span<const std::uint8_t> report) { return cohort_of(report); };
  for_each_group(reports, bloom_.cohorts, cohort_of_report,
                 [&](std::size_t cohort, std::span<const std::uint8_t> group) {
                   const auto row = cells.subspan(cohort * (1 + bloom_.bits), 1 + bloom_.bits);
                   row[0] += group.size() / reports.report_bytes;
                   add_bit_counts(group, reports.report_bytes, cohort_bits(), row.subspan(1));
                 });
}

// Built at the first estimate: clients and tallies never need it, and it is what limits the size of the domain.
const RapporInverse& Rappor::inverse() const {
  std::call_once(lazy_->once, [this] { lazy_->inverse = std::make_unique<RapporInverse>(bloom_, rates_, digests_); });
  return *lazy_->inverse;
}

std::vector<double> Rappor::invert(TallyView tally) const { return inverse().counts(tally.cells); }

std::vector<double> Rappor::supports(TallyView tally) const {
  std::vector<double> supports = invert(tally);
  for (double& count : supports) count = static_cast<double>(tally.reports) * rates_.clear + count * rates_.gap;
  return supports;
}

double Rappor::variance(Value value, std::span<const double> counts) const { return inverse().variance(value, counts); }
std::vector<VarianceCurve> Rappor::variance_curves(double n, std::span<const double> weights) const {
  return inverse().variance_curves(n, weights);
}

void Rappor::likelihood(std::span<const std::uint8_t> report, std::span<double> out) const {
  // Relative to a filter with no bit set, whose likelihood is common to all values.
  const double one = rates_.set / rates_.clear;
  const double gap = instantaneous_.gap();  // 1 − set and 1 − clear without cancellation
  const double zero = (instantaneous_.p.complement() + permanent_.p.complement() * gap) /
                      (instantaneous_.p.complement() + permanent_.q.complement() * gap);
  const std::uint64_t cohort = cohort_of(report);
  for (Value value = 0; value < k(); ++value) {
    out[value] = 1;
    for (const std::uint16_t bit : bloom_.filter(digest(value), cohort)) {
      out[value] *= get_bit(report, cohort_bits() + bit) ? one : zero;
    }
  }
}

// Cohorts are one uniform multinomial per value; given them bits are independent, and each passes two stages.
void Rappor::simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const {
  std::vector<std::uint64_t> users(cells());  // per cohort: all, then those whose filter sets the bit
  std::vector<std::uint64_t> cohorts(bloom_.cohorts);
  for (Value value = 0; value < k(); ++value) {
    if (histogram[value] == 0) continue;
    std::fill(cohorts.begin(), cohorts.end(), 0);
    add_uniform_multinomial(random, histogram[value], cohorts);
    const std::uint64_t held = digest(value);
    for (std::size_t cohort = 0; cohort < cohorts.size(); ++cohort) {
      const auto row = std::span(users).subspan(cohort * (1 + bloom_.bits), 1 + bloom_.bits);
      row[0] += cohorts[cohort];
      for (const std::uint16_t bit : bloom_.filter(held, cohort)) row[1U + bit] += cohorts[cohort];
    }
    into.reports += histogram[value];
  }
  const auto pass = [&random](const BitFlip& flip, std::uint64_t ones, std::uint64_t all) {
    return sample_binomial(random, ones, flip.p) + sample_binomial(random, all - ones, flip.q);
  };
  for (std::size_t first = 0; first < users.size(); first += 1 + bloom_.bits) {
    const std::uint64_t all = users[first];
    into.cells[first] += all;
    for (std::size_t cell = first + 1; cell <= first + bloom_.bits; ++cell) {
      into.cells[cell] += pass(instantaneous_, pass(permanent_, users[cell], all), all);
    }
  }
}

std::unique_ptr<Oracle> make_rappor(OracleSpec spec) { return std::make_unique<Rappor>(std::move(spec)); }

}  // namespace sourdine
