#include "sourdine/reproduce/arcolezi_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/parallel.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memo_rows.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/tuple/tuple_estimate.h"

namespace sourdine {
namespace {

constexpr Value covered_sizes[] = {2, 5, 16};
constexpr const char* covered_names[] = {"two", "five", "sixteen"};
constexpr std::size_t covered_people = 4500, repeated_people = 1500, covered_collections = 3;
constexpr Value repeated_size = 10;
constexpr double for_life = 2, for_one_report = 1;

// How often each value of one row was covered.
using Hits = std::vector<std::uint64_t>;

Value harmonic_value(Value size, Random& random) {
  std::vector<std::uint64_t> ends;
  std::uint64_t sum = 0;
  for (Value v = 0; v < size; ++v) ends.push_back(sum += 1'000'000 / (v + 1));
  return static_cast<Value>(std::upper_bound(ends.begin(), ends.end(), random.below(sum)) - ends.begin());
}

std::vector<double> shares_in(std::span<const Value> values, std::size_t width, std::size_t attribute, Value size) {
  std::vector<double> shares(size);
  const double each = static_cast<double>(width) / static_cast<double>(values.size());
  for (std::size_t i = attribute; i < values.size(); i += width) shares[values[i]] += each;
  return shares;
}

void add_hits(const std::vector<Estimate>& shares, const std::vector<double>& truth, Hits& hits) {
  constexpr double slack = 1e-9;  // ends are whole counts, as the truth is
  for (std::size_t v = 0; v < truth.size(); ++v) {
    hits[v] += shares[v].lower <= truth[v] + slack && truth[v] <= shares[v].upper + slack ? 1U : 0U;
  }
}

// Runs `once(repetition, hits of each row)` for all repetitions and adds up.
struct CoveredRow {
  std::string protocol, about;
  std::uint64_t reports;
  std::size_t values;
};
void cover(std::vector<CoveredRow> rows, std::size_t repetitions,
           const std::function<void(std::uint64_t, std::vector<Hits>&)>& once, CoverageStudy& study) {
  std::vector<Hits> none;
  for (const CoveredRow& row : rows) none.emplace_back(row.values);
  std::vector<std::vector<Hits>> of_workers(chunk_workers(repetitions, 0), none);
  for_each_chunk(repetitions, 0, [&](std::size_t i, std::size_t worker) { once(i, of_workers[worker]); });
  for (std::size_t r = 0; r < rows.size(); ++r) {
    CoverageRow row{std::move(rows[r].protocol), std::move(rows[r].about), rows[r].reports, 0, 1, 0};
    for (std::size_t v = 0; v < rows[r].values; ++v) {
      std::uint64_t hits = 0;
      for (const auto& own : of_workers) hits += own[r][v];
      const double share = static_cast<double>(hits) / static_cast<double>(repetitions);
      row.covered += share / static_cast<double>(rows[r].values);
      row.least = std::min(row.least, share);
      row.most = std::max(row.most, share);
    }
    study.rows.push_back(std::move(row));
  }
}

std::vector<Value> harmonic_people(std::size_t people, std::span<const Value> sizes, Random& random) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < people; ++i) {
    for (const Value size : sizes) values.push_back(harmonic_value(size, random));
  }
  return values;
}

TupleSpec covered_spec(TupleSolution solution, const std::string& oracle) {
  TupleSpec spec{.solution = solution, .epsilon = 2, .level = TupleLevel::tuple, .oracle = oracle};
  for (const Value size : covered_sizes) {
    spec.attributes.push_back({.domain = Domain(std::uint64_t{size})});
    if (solution != TupleSolution::rs_rfd) continue;
    for (Value v = 0; v < size; ++v) spec.attributes.back().prior.push_back(1000 / (v + 1));
  }
  return spec;
}

std::vector<CoveredRow> rows_of_attributes(const std::string& protocol, const std::string& after, bool is_sampled) {
  std::vector<CoveredRow> rows;
  for (std::size_t j = 0; j < std::size(covered_sizes); ++j) {
    rows.push_back({protocol, fmt::format("{} values{}", covered_sizes[j], after),
                    covered_people / (is_sampled ? std::size(covered_sizes) : 1), covered_sizes[j]});
  }
  return rows;
}

std::vector<std::vector<double>> truth_of(std::span<const Value> values) {
  std::vector<std::vector<double>> truth;
  for (std::size_t j = 0; j < std::size(covered_sizes); ++j) {
    truth.push_back(shares_in(values, std::size(covered_sizes), j, covered_sizes[j]));
  }
  return truth;
}

void cover_solution(TupleSolution solution, const std::string& oracle, std::size_t repetitions, std::uint64_t seed,
                    CoverageStudy& study) {
  SeededBits random(seed);
  const auto protocol = TupleProtocol::make(covered_spec(solution, oracle));
  const std::vector<Value> people = harmonic_people(covered_people, covered_sizes, random);
  const auto truth = truth_of(people);
  const SeededSource source(seed);
  cover(
      rows_of_attributes(fmt::format("{}, {}", word_of(solution), oracle), "", solution == TupleSolution::smp),
      repetitions,
      [&](std::uint64_t i, std::vector<Hits>& hits) {
        source.with_stream(i, [&](Random& bits) {
          Reports reports(protocol->report_bytes());
          protocol->randomize({people, std::size(covered_sizes)}, bits, reports);
          Tally tally = protocol->empty_tally();
          protocol->tally(reports, tally);
          const auto estimates = estimate_attributes(*protocol, tally);
          for (std::size_t j = 0; j < truth.size(); ++j) add_hits(estimates[j].shares, truth[j], hits[j]);
        });
      },
      study);
}

// One in five takes another value, drawn as the first was.
std::vector<std::vector<Value>> moving_people(std::size_t people, std::span<const Value> sizes, Random& random) {
  std::vector<std::vector<Value>> collections = {harmonic_people(people, sizes, random)};
  while (collections.size() < covered_collections) {
    std::vector<Value> next = collections.back();
    for (std::size_t i = 0; i < people; ++i) {
      if (random.below(5) != 0) continue;
      for (std::size_t j = 0; j < sizes.size(); ++j) next[i * sizes.size() + j] = harmonic_value(sizes[j], random);
    }
    collections.push_back(std::move(next));
  }
  return collections;
}

void cover_repeated(const std::string& name, std::size_t repetitions, std::uint64_t seed, CoverageStudy& study) {
  SeededBits random(seed);
  OracleSpec spec{name, Domain(std::uint64_t{repeated_size}), for_life, {}};
  if (name != "dbitflip") spec.parameters["epsilon1"] = for_one_report;
  const auto oracle = make_oracle(spec);
  const auto collections = moving_people(repeated_people, std::span(&repeated_size, 1), random);
  std::vector<std::uint64_t> ids(repeated_people);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  std::vector<CoveredRow> rows;
  for (std::size_t t = 0; t < collections.size(); ++t) {
    rows.push_back({name, fmt::format("collection {}", t + 1), repeated_people, repeated_size});
  }
  const Estimator estimator(*oracle);
  cover(
      std::move(rows), repetitions,
      [&](std::uint64_t i, std::vector<Hits>& hits) {
        const RowSecret secret = seeded_row_secret(seed + 1'000'003 * (i + 1));
        const SeededSource now(seed + 1'000'003 * (i + 1) + 1);
        for (std::size_t t = 0; t < collections.size(); ++t) {
          std::vector<std::uint8_t> bytes(repeated_people * oracle->report_bytes());
          report_rows(*oracle, collections[t], ids, {secret, "value"}, now, bytes, 1, t * repeated_people);
          Tally tally = oracle->empty_tally();
          oracle->tally({bytes, oracle->report_bytes(), repeated_people}, tally);
          std::vector<Estimate> shares = estimator(tally).values;
          for (Estimate& one : shares) one = frequency(one, repeated_people);
          add_hits(shares, shares_in(collections[t], 1, 0, repeated_size), hits[t]);
        }
      },
      study);
}

// smp with one attribute for life.
void cover_allomfree(std::size_t repetitions, std::uint64_t seed, CoverageStudy& study) {
  constexpr std::size_t d = std::size(covered_sizes);
  SeededBits random(seed);
  TupleSpec spec{.solution = TupleSolution::smp, .epsilon = for_life};
  for (const Value size : covered_sizes) {
    const OracleSpec own = allomfree_spec(Domain(std::uint64_t{size}), for_life, for_one_report);
    spec.attributes.push_back({.domain = own.domain, .oracle = own.oracle, .parameters = own.parameters});
  }
  const auto protocol = TupleProtocol::make(spec);
  const auto collections = moving_people(covered_people, covered_sizes, random);
  std::vector<CoveredRow> rows;
  for (std::size_t t = 0; t < collections.size(); ++t) {
    for (CoveredRow& row : rows_of_attributes("allomfree", fmt::format(", collection {}", t + 1), true)) {
      rows.push_back(std::move(row));
    }
  }
  std::vector<std::uint64_t> everybody(covered_people);
  std::iota(everybody.begin(), everybody.end(), std::uint64_t{0});
  cover(
      std::move(rows), repetitions,
      [&](std::uint64_t i, std::vector<Hits>& hits) {
        const RowSecret secret = seeded_row_secret(seed + 1'000'003 * (i + 1));
        const SeededSource now(seed + 1'000'003 * (i + 1) + 1);
        const std::vector<std::size_t> own = own_attributes(secret, "coverage", d, everybody);
        for (std::size_t t = 0; t < collections.size(); ++t) {
          Tally tally = protocol->empty_tally();
          Reports reports(protocol->report_bytes());
          for (std::size_t j = 0; j < d; ++j) {
            std::vector<std::uint64_t> ids;
            std::vector<Value> values;
            for (std::size_t person = 0; person < covered_people; ++person) {
              if (own[person] != j) continue;
              ids.push_back(person);
              values.push_back(collections[t][person * d + j]);
            }
            const Oracle& oracle = protocol->oracle(j);
            std::vector<std::uint8_t> bytes(ids.size() * oracle.report_bytes());
            report_rows(oracle, values, ids, {secret, covered_names[j]}, now, bytes, 1, (t * d + j) * covered_people);
            for (std::size_t r = 0; r < ids.size(); ++r) {
              protocol->wrap_report(j, std::span(bytes).subspan(r * oracle.report_bytes(), oracle.report_bytes()),
                                    reports.append(1));
            }
          }
          protocol->tally(reports, tally);
          const auto estimates = estimate_attributes(*protocol, tally);
          const auto truth = truth_of(collections[t]);
          for (std::size_t j = 0; j < d; ++j) add_hits(estimates[j].shares, truth[j], hits[t * d + j]);
        }
      },
      study);
}

}  // namespace

double CoverageStudy::least() const {
  double least = 1;
  for (const CoverageRow& row : rows) least = std::min(least, row.covered);
  return least;
}

double CoverageStudy::most() const {
  double most = 0;
  for (const CoverageRow& row : rows) most = std::max(most, row.covered);
  return most;
}

CoverageStudy study_coverage(std::size_t repetitions, std::uint64_t seed,
                             const std::function<void(std::size_t, std::size_t)>& progress) {
  struct Solution {
    TupleSolution solution;
    const char* oracle;
  };
  using enum TupleSolution;
  const Solution solutions[] = {{spl, "adp"},     {spl, "ss"},      {smp, "adp"},      {smp, "ss"},
                                {rs_fd, "grr"},   {rs_fd, "oue-z"}, {rs_fd, "sue-z"},  {rs_fd, "oue-r"},
                                {rs_fd, "sue-r"}, {rs_rfd, "grr"},  {rs_rfd, "oue-r"}, {joint, "adp"}};
  const char* const repeated[] = {"l-grr", "l-sue", "l-osue", "l-oue", "l-soue", "loloha", "dbitflip"};
  CoverageStudy study{.repetitions = repetitions, .rows = {}};
  const std::size_t all = std::size(solutions) + std::size(repeated) + 1;
  std::size_t done = 0;
  for (const Solution& one : solutions) {
    progress(done, all);
    cover_solution(one.solution, one.oracle, repetitions, seed + 10 * done++, study);
  }
  for (const char* const name : repeated) {
    progress(done, all);
    cover_repeated(name, repetitions, seed + 10 * done++, study);
  }
  progress(done, all);
  cover_allomfree(repetitions, seed + 10 * done, study);
  return study;
}

}  // namespace sourdine
