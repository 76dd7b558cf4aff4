#include "sourdine/reproduce/arcolezi_longitudinal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/longitudinal/published.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memo_rows.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"

namespace sourdine {
namespace {

OracleSpec two_rounds(std::string name, const Domain& domain, double epsilon, double epsilon1) {
  return {std::move(name), domain, epsilon, {{"epsilon1", epsilon1}}};
}

OracleSpec published_l_grr(const Domain& domain, double epsilon, double epsilon1) {
  return two_rounds("l-grr", domain, epsilon, published::l_grr(domain.size(), epsilon, epsilon1).report_epsilon);
}

OracleSpec published_loloha(const Domain& domain, double epsilon, double epsilon1) {
  const std::uint64_t g = published::loloha_buckets(epsilon, epsilon1);
  OracleSpec spec = two_rounds("loloha", domain, epsilon, published::loloha(g, epsilon, epsilon1).report_epsilon);
  spec.parameters["g"] = static_cast<double>(g);
  return spec;
}

OracleSpec long_spec(const LongProtocol& protocol, const Domain& domain, double epsilon, double epsilon1) {
  const bool is_published = protocol.calibration == Calibration::published;
  if (protocol.name == "L-GRR" && is_published) return published_l_grr(domain, epsilon, epsilon1);
  if (protocol.name == "LOLOHA" && is_published) return published_loloha(domain, epsilon, epsilon1);
  if (protocol.name == "ALLOMFREE") {
    if (!is_published) return allomfree_spec(domain, epsilon, epsilon1);
    // L-GRR where its published variance is not larger.
    const OracleSpec osue = two_rounds("l-osue", domain, epsilon, epsilon1);
    return published::l_grr(domain.size(), epsilon, epsilon1).approximate_variance <=
                   make_oracle(osue)->approximate_variance()
               ? published_l_grr(domain, epsilon, epsilon1)
               : osue;
  }
  std::string name = protocol.name;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return two_rounds(name, domain, epsilon, epsilon1);
}

// Mean over the values, of a share estimated from those of n people who drew the attribute, one of d.
double long_error(const Oracle& oracle, const std::vector<double>& shares, double people, double attributes) {
  const double sampled = people / attributes;
  const double inverse = (1 + (attributes - 1) / people) / sampled;  // E[1/m], to the second order
  const double missing = (people - sampled) / (people - 1);
  double sum = 0;
  for (Value v = 0; v < shares.size(); ++v) {
    const double f = shares[v];
    sum += (oracle.variance(v, shares) + f * (1 - f) * missing) * inverse;
  }
  return sum / static_cast<double>(shares.size());
}

// The counters, collection after collection, put into buckets.
struct Counters {
  std::size_t people, collections;
  Value size;
  std::vector<Value> values;  // collection by collection

  Counters(const StudyTable& table, std::size_t most, Value buckets)
      : people(table.people()), collections(std::min(most, table.width())), size(buckets) {
    for (std::size_t t = 0; t < collections; ++t) {
      for (std::size_t i = 0; i < people; ++i) {
        const std::uint64_t value = table.values[i * table.width() + t];
        values.push_back(static_cast<Value>(value * buckets / table.sizes[0]));
      }
    }
  }
  std::span<const Value> collection(std::size_t t) const { return std::span(values).subspan(t * people, people); }
  std::vector<double> counts(std::size_t t) const {
    std::vector<double> counts(size);
    for (const Value value : collection(t)) counts[value] += 1;
    return counts;
  }
};

double squared_error(const Oracle& oracle, TallyView tally, const std::vector<double>& counts) {
  const std::vector<double> estimates = oracle.invert(tally);
  double sum = 0;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const double error = (estimates[v] - counts[v]) / static_cast<double>(tally.reports);
    sum += error * error;
  }
  return sum / static_cast<double>(counts.size());
}

// All collections by clients that keep their permanent responses.
std::vector<double> collected_errors(const Oracle& oracle, const Counters& counters, std::uint64_t seed) {
  const RowSecret secret = seeded_row_secret(seed);
  const SeededSource now(seed + 1);
  std::vector<std::uint64_t> ids(counters.people);
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  std::vector<double> errors(counters.collections);
  for_each_chunk(counters.collections, 0, [&](std::size_t t, std::size_t) {
    std::vector<std::uint8_t> bytes(counters.people * oracle.report_bytes());
    report_rows(oracle, counters.collection(t), ids, {secret, "weight"}, now, bytes, 1,
                static_cast<std::uint64_t>(t) * counters.people);
    Tally tally = oracle.empty_tally();
    oracle.tally({bytes, oracle.report_bytes(), counters.people}, tally);
    errors[t] = squared_error(oracle, tally, counters.counts(t));
  });
  return errors;
}

// Of the person with most different symbols: m·ε, at most as many as there can be.
double worst_total(const Oracle& oracle, std::uint64_t most_values) {
  const auto& memoised = dynamic_cast<const Memoised&>(oracle);
  return static_cast<double>(std::min(memoised.max_symbols(), most_values)) * memoised.symbol_epsilon();
}

CounterRow counter_row(std::string name, const Oracle& oracle, const Counters& counters, std::uint64_t most_values,
                       std::uint64_t seed) {
  const std::vector<double> errors = collected_errors(oracle, counters, seed);
  CounterRow row{.protocol = std::move(name),
                 .epsilon1 = dynamic_cast<const Memoised&>(oracle).report_epsilon(),
                 .buckets = counters.size,
                 .expected = 0,
                 .measured = 0,
                 .worst_collection = *std::max_element(errors.begin(), errors.end()),
                 .worst_total = worst_total(oracle, most_values)};
  row.measured = std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
  const auto n = static_cast<double>(counters.people);
  // Linear in the counts, so the mean over the values is the same in every collection.
  const std::vector<double> counts = counters.counts(0);
  for (Value v = 0; v < counts.size(); ++v) {
    row.expected += oracle.variance(v, counts) / (n * n * static_cast<double>(counts.size()));
  }
  return row;
}

std::uint64_t most_different_values(const Counters& counters) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < counters.people; ++i) {
    std::vector<Value> own;
    for (std::size_t t = 0; t < counters.collections; ++t) own.push_back(counters.collection(t)[i]);
    std::sort(own.begin(), own.end());
    most = std::max(most, static_cast<std::size_t>(std::unique(own.begin(), own.end()) - own.begin()));
  }
  return most;
}

void study_counters(const StudyTable& table, std::uint64_t seed,
                    const std::function<void(std::size_t, std::size_t)>& progress, LongStudy& study) {
  const LongSettings& settings = study.settings;
  const Counters counters(table, settings.collections, table.sizes[0]);
  study.counter_people = counters.people;
  study.counter_values = counters.size;
  study.counter_collections = counters.collections;
  study.most_values = most_different_values(counters);
  const Domain domain(std::uint64_t{counters.size});
  const LongProtocol ours{"ALLOMFREE", Calibration::exact};
  std::vector<LongProtocol> shown = {ours, {"LOLOHA", Calibration::exact}, {"L-GRR", Calibration::exact}};
  for (const char* name : {"L-SUE", "L-OSUE", "L-GRR", "LOLOHA"}) shown.push_back({name, Calibration::published});
  const struct {
    Value part;
    double bits;
  } flips[] = {{4, 1}, {4, 0}, {1, 1}};  // a part of the values as buckets; 0: all bits
  const std::size_t all = shown.size() + std::size(flips);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    progress(i, all);
    const auto oracle = long_oracle(shown[i], domain, settings.counters_epsilon, settings.counters_epsilon1);
    CounterRow row = counter_row(title_of(shown[i]), *oracle, counters, study.most_values, seed + 2 * i);
    row.is_ours = i == 0;
    row.is_published = shown[i].calibration == Calibration::published;
    if (row.is_ours) row.protocol = fmt::format("ours: ALLOMFREE, exact ({})", oracle->name());
    study.counters.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < std::size(flips); ++i) {
    progress(shown.size() + i, all);
    const Counters bucketed(table, settings.collections, table.sizes[0] / flips[i].part);
    const double bits = flips[i].bits == 0 ? static_cast<double>(bucketed.size) : flips[i].bits;
    const auto oracle =
        make_oracle({"dbitflip", Domain(std::uint64_t{bucketed.size}), settings.counters_epsilon, {{"bits", bits}}});
    study.counters.push_back(counter_row(fmt::format("dBitFlipPM, {} buckets, {:g} bits", bucketed.size, bits), *oracle,
                                         bucketed, most_different_values(bucketed), seed + 100 + 2 * i));
  }
}

}  // namespace

std::vector<LongProtocol> long_protocols() {
  using enum Calibration;
  return {{"L-SUE", published},     {"L-OSUE", published}, {"L-OUE", published},  {"L-SOUE", published},
          {"L-GRR", published},     {"L-GRR", exact},      {"LOLOHA", published}, {"LOLOHA", exact},
          {"ALLOMFREE", published}, {"ALLOMFREE", exact}};
}

std::string title_of(const LongProtocol& protocol) {
  const bool is_both = protocol.name != "L-GRR" && protocol.name != "LOLOHA" && protocol.name != "ALLOMFREE";
  if (is_both) return protocol.name;
  return protocol.name + (protocol.calibration == Calibration::exact ? ", exact" : ", published");
}

std::shared_ptr<const Oracle> long_oracle(const LongProtocol& protocol, const Domain& domain, double epsilon,
                                          double epsilon1) {
  const OracleSpec spec = long_spec(protocol, domain, epsilon, epsilon1);
  try {
    return make_oracle(spec);
  } catch (const Error&) {
    if (protocol.name != "L-OUE" && protocol.name != "L-SOUE") throw;
    return nullptr;
  }
}

const LongRow* LongStudy::find(const std::string& table, double epsilon, const LongProtocol& protocol) const {
  for (const LongRow& row : rows) {
    if (row.table == table && std::abs(row.epsilon - epsilon) < 1e-9 && row.protocol.name == protocol.name &&
        row.protocol.calibration == protocol.calibration) {
      return &row;
    }
  }
  return nullptr;
}

LongStudy study_longitudinal(const LongSettings& settings, const std::vector<StudyTable>& tables,
                             const std::optional<StudyTable>& counters, std::uint64_t seed,
                             const std::function<void(std::size_t, std::size_t)>& progress) {
  LongStudy study;
  study.settings = settings;
  for (const StudyTable& table : tables) {
    std::vector<std::vector<double>> shares;
    for (std::size_t j = 0; j < table.width(); ++j) shares.push_back(table.shares(j));
    for (const double epsilon : settings.epsilons) {
      for (const LongProtocol& protocol : long_protocols()) {
        LongRow row{table.name, protocol, epsilon, epsilon / 2, 0};
        bool is_possible = true;
        for (std::size_t j = 0; is_possible && j < table.width(); ++j) {
          const auto oracle = long_oracle(protocol, Domain(std::uint64_t{table.sizes[j]}), epsilon, epsilon / 2);
          is_possible = oracle != nullptr;
          if (!is_possible) break;
          row.expected +=
              long_error(*oracle, shares[j], static_cast<double>(table.people()), static_cast<double>(table.width())) /
              static_cast<double>(table.width());
        }
        if (is_possible) study.rows.push_back(std::move(row));
      }
    }
  }
  if (counters) study_counters(*counters, seed, progress, study);
  return study;
}

}  // namespace sourdine
