#include "sourdine/tuple/attacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/tuple/attacks_random.h"
#include "sourdine/tuple/fake_oracle.h"

namespace sourdine {
namespace {

std::vector<Value> sizes_of(const TupleProtocol& protocol) {
  std::vector<Value> sizes;
  for (std::size_t i = 0; i < protocol.width(); ++i) sizes.push_back(protocol.domain_size(i));
  return sizes;
}

bool uses_fake_data(const TupleProtocol& protocol) {
  const TupleSolution solution = protocol.tuple_spec().solution;
  return solution == TupleSolution::rs_fd || solution == TupleSolution::rs_rfd;
}

// The entries of rs+fd as oracles, and where each begins in a report.
struct FakeEntries {
  std::vector<std::shared_ptr<const FakeOracle>> oracles;
  std::vector<std::size_t> begins;

  explicit FakeEntries(const TupleProtocol& protocol) {
    const Tally none = protocol.empty_tally();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < protocol.width(); ++i) {
      auto oracle = protocol.attribute_tally({none.reports, none.cells}, i, Population::fixed).oracle;
      oracles.push_back(std::dynamic_pointer_cast<const FakeOracle>(oracle));
      begins.push_back(begin);
      begin += oracle->report_bytes();
    }
  }

  // R(y|v) for every v of an attribute.
  std::vector<double> ratios(std::span<const std::uint8_t> report, std::size_t attribute) const {
    const FakeOracle& oracle = *oracles[attribute];
    std::vector<double> out(oracle.k());
    oracle.likelihood(report.subspan(begins[attribute], oracle.report_bytes()), out);
    const auto others = static_cast<double>(oracles.size() - 1);
    for (double& one : out) one = oracle.k() == 1 ? 1 : one - others;
    return out;
  }
  double mean_ratio(std::span<const std::uint8_t> report, std::size_t attribute, std::span<const double> shares) const {
    const std::vector<double> all = ratios(report, attribute);
    double mean = 0;
    for (std::size_t v = 0; v < all.size(); ++v) mean += shares[v] * all[v];
    return mean;
  }
};

// The law of R(y|v) where y are fake data: values and their probabilities. The same for every v without a prior.
using RatioLaw = std::vector<std::pair<double, double>>;

double binomial_mass(std::uint64_t n, double q, std::uint64_t t) {
  return pdf(boost::math::binomial(static_cast<double>(n), q), static_cast<double>(t));
}

RatioLaw ratio_law(const FakeEntry& entry) {
  if (entry.k == 1) return {{1, 1}};
  const double k = entry.k, yes = entry.yes(), no = entry.no();
  if (entry.fake == FakeData::value) return {{k * yes, 1 / k}, {k * no, 1 - 1 / k}};
  if (entry.fake == FakeData::zeros) return {{yes / no, no}, {(1 - yes) / (1 - no), 1 - no}};
  // One bit set multiplies the likelihood of its value by r; s bits are set, with or without that of v.
  const double r = yes * (1 - no) / (no * (1 - yes));
  RatioLaw law;
  for (const bool is_set : {false, true}) {
    const double if_hot = is_set ? yes : 1 - yes, if_not = is_set ? no : 1 - no;
    for (std::uint64_t t = 0; t < entry.k; ++t) {
      double other = t + 2 <= entry.k ? binomial_mass(entry.k - 2, no, t) * (1 - yes) : 0;
      if (t > 0) other += binomial_mass(entry.k - 2, no, t - 1) * yes;
      const double probability = if_hot * binomial_mass(entry.k - 1, no, t) / k + if_not * other * (1 - 1 / k);
      const double set = static_cast<double>(t) + (is_set ? 1 : 0);
      law.emplace_back(k * (is_set ? r : 1) / (k + set * (r - 1)), probability);
    }
  }
  return law;
}

// E[max_j R_j] of independent R_j: Pr[max ≤ x] is the product of theirs.
double mean_largest(const std::vector<RatioLaw>& laws) {
  std::map<double, std::vector<double>> steps;  // at x, what each law adds to its Pr[R ≤ x]
  for (std::size_t j = 0; j < laws.size(); ++j) {
    for (const auto& one : laws[j]) {
      auto& step = steps[one.first];
      step.resize(laws.size());
      step[j] += one.second;
    }
  }
  std::vector<double> below(laws.size());
  double mean = 0, before = 0;
  for (const auto& step : steps) {
    double all = 1;
    for (std::size_t j = 0; j < laws.size(); ++j) {
      below[j] += step.second[j];
      all *= std::min(below[j], 1.0);
    }
    mean += step.first * (all - before);
    before = all;
  }
  return mean;
}

struct RatioRange {
  double least, most;
};
RatioRange ratio_range(const FakeEntry& entry) {
  if (entry.k == 1) return {1, 1};
  const double yes = entry.yes(), no = entry.no();
  double rarest = 1, commonest = 0;
  for (Value v = 0; v < entry.k; ++v) {
    rarest = std::min(rarest, entry.fake_share(v));
    commonest = std::max(commonest, entry.fake_share(v));
  }
  if (entry.fake == FakeData::value) return {no / commonest, yes / rarest};
  const double r = yes * (1 - no) / (no * (1 - yes));
  if (entry.fake == FakeData::zeros) return {(1 - yes) / (1 - no), yes / no};
  return {1 / (rarest + (1 - rarest) * r), r / (rarest * r + 1 - rarest)};
}

// π_j(v) times the likelihood of the report for every v of an attribute; nothing where the report does not tell of it.
std::vector<double> posterior(const TupleProtocol& protocol, const FakeEntries* fakes, const SurveyPeople& people,
                              std::span<const std::uint8_t> report, std::size_t attribute) {
  std::vector<double> weights;
  if (fakes != nullptr) {
    weights = fakes->ratios(report, attribute);
    double others = 0;
    for (std::size_t i = 0; i < people.width; ++i) {
      if (i != attribute) others += fakes->mean_ratio(report, i, people.shares[i]);
    }
    for (double& weight : weights) weight += others;
  } else {
    std::size_t begin = 0;
    if (protocol.tuple_spec().solution == TupleSolution::smp) {
      if (report[0] != attribute) return {};
      begin = 1;
    } else {
      for (std::size_t i = 0; i < attribute; ++i) begin += protocol.oracle(i).report_bytes();
    }
    const Oracle& oracle = protocol.oracle(attribute);
    weights.resize(oracle.k());
    oracle.likelihood(report.subspan(begin, oracle.report_bytes()), weights);
  }
  const double largest = *std::max_element(weights.begin(), weights.end());
  for (std::size_t v = 0; v < weights.size(); ++v) weights[v] *= people.shares[attribute][v] / largest;
  return weights;
}

}  // namespace

double AttackMeasure::p_value() const {
  if (right == 0 || bound >= 1) return 1;
  const boost::math::binomial law(static_cast<double>(trials), bound);
  return cdf(complement(law, static_cast<double>(right) - 1));
}

double posterior_bound(double epsilon, double share) { return share / (share + (1 - share) * std::exp(-epsilon)); }

double list_bound(double epsilon, double people, double listed) {
  return listed >= people ? 1 : listed / (listed + (people - listed) * std::exp(-epsilon));
}

SurveyPeople SurveyPeople::of_table(std::vector<Value> values, std::span<const Value> sizes) {
  SurveyPeople people{.width = sizes.size(), .values = std::move(values)};
  if (people.width == 0 || people.values.empty() || people.values.size() % people.width != 0) {
    fail_input("an attack needs people with a value of every attribute");
  }
  for (const Value size : sizes) people.shares.emplace_back(size);
  const double each = 1 / static_cast<double>(people.size());
  std::map<std::vector<Value>, double> tuples;
  people.commonest = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    const auto person = people.person(i);
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      if (person[j] >= sizes[j]) {
        fail_input(fmt::format("value {} of person {} is outside the domain of attribute {}", person[j], i + 1, j + 1));
      }
      people.shares[j][person[j]] += each;
    }
    people.commonest = std::max(people.commonest, tuples[{person.begin(), person.end()}] += each);
  }
  return people;
}

SurveyPeople SurveyPeople::drawn_evenly(std::span<const Value> sizes, std::size_t people, Random& random) {
  if (sizes.empty() || people == 0) fail_input("an attack needs people with a value of every attribute");
  SurveyPeople drawn{.width = sizes.size(), .is_independent = true};
  for (const Value size : sizes) {
    drawn.shares.emplace_back(size, 1.0 / size);
    drawn.commonest /= size;
  }
  for (std::size_t i = 0; i < people; ++i) {
    for (const Value size : sizes) drawn.values.push_back(static_cast<Value>(random.below(size)));
  }
  return drawn;
}

void require_people(const SurveyPeople& people, std::span<const Value> sizes) {
  bool fits = people.shares.size() == sizes.size();
  for (std::size_t i = 0; fits && i < sizes.size(); ++i) fits = people.shares[i].size() == sizes[i];
  if (!fits) fail_input("the people to attack have other attributes than the survey");
}

AttackMeasure single_report_attack(const TupleProtocol& protocol, const SurveyPeople& people, std::size_t attribute,
                                   Random& random) {
  require_people(people, sizes_of(protocol));
  if (attribute >= people.width) fail_input(fmt::format("there is no attribute {}", attribute + 1));
  if (protocol.tuple_spec().solution == TupleSolution::joint) {
    fail_input("reports of 'joint' are about all attributes at once", "Attack the oracle of the product.");
  }
  const std::vector<double>& shares = people.shares[attribute];
  const double epsilon = people.is_independent ? protocol.privacy().attributes[attribute] : protocol.epsilon();
  AttackMeasure measure{.chance = *std::max_element(shares.begin(), shares.end())};
  measure.bound = posterior_bound(epsilon, measure.chance);
  measure.rests_on = fmt::format("epsilon {:.6g} of the {}", epsilon, people.is_independent ? "attribute" : "tuple");
  const FakeEntries* fakes = nullptr;
  std::unique_ptr<const FakeEntries> entries;
  if (uses_fake_data(protocol)) {
    entries = std::make_unique<const FakeEntries>(protocol);
    fakes = entries.get();
  }
  Reports reports(protocol.report_bytes());
  protocol.randomize(people.records(), random, reports);
  for (std::size_t i = 0; i < people.size(); ++i) {
    const std::vector<double> weights = posterior(protocol, fakes, people, reports.view()[i], attribute);
    if (weights.empty()) continue;
    ++measure.trials;
    measure.right += any_largest(weights, random) == people.person(i)[attribute] ? 1U : 0U;
  }
  return measure;
}

double sampled_attribute_bound(const TupleProtocol& protocol) {
  if (!uses_fake_data(protocol)) {
    fail_input(fmt::format("'{}' hides no attribute behind fake data", word_of(protocol.tuple_spec().solution)));
  }
  std::vector<RatioLaw> laws;
  std::vector<RatioRange> ranges;
  bool has_prior = false;
  double least = 0;
  for (const TupleAttribute& one : protocol.tuple_spec().attributes) {
    const FakeEntry entry = FakeEntry::for_epsilon(one.oracle, one.domain.size(), protocol.local_epsilon(), one.prior);
    has_prior = has_prior || !one.prior.empty();
    laws.push_back(ratio_law(entry));
    ranges.push_back(ratio_range(entry));
    least += ranges.back().least;
  }
  if (!has_prior) return mean_largest(laws) / static_cast<double>(laws.size());
  double bound = 0;
  for (const RatioRange& one : ranges) bound = std::max(bound, one.most / (one.most + least - one.least));
  return bound;
}

AttackMeasure sampled_attribute_attack(const TupleProtocol& protocol, const SurveyPeople& people, Random& random) {
  AttackMeasure measure{.chance = 1 / static_cast<double>(protocol.width()),
                        .bound = sampled_attribute_bound(protocol),
                        .rests_on = "the best guess of whoever knows the tuple"};
  require_people(people, sizes_of(protocol));
  const FakeEntries entries(protocol);
  std::vector<std::uint8_t> report(protocol.report_bytes());
  std::vector<double> weights(people.width);
  for (std::size_t i = 0; i < people.size(); ++i) {
    // By the protocol's own code, with a draw that is known here.
    const std::uint32_t drawn[] = {static_cast<std::uint32_t>(random.below(people.width))};
    for (std::size_t j = 0; j < people.width; ++j) {
      const FakeOracle& oracle = *entries.oracles[j];
      const auto entry = std::span(report).subspan(entries.begins[j], oracle.report_bytes());
      std::fill(entry.begin(), entry.end(), std::uint8_t{0});
      oracle.respond(people.person(i).subspan(j, 1), drawn, static_cast<std::uint32_t>(j), random, entry);
    }
    for (std::size_t j = 0; j < people.width; ++j) weights[j] = entries.mean_ratio(report, j, people.shares[j]);
    ++measure.trials;
    measure.right += any_largest(weights, random) == drawn[0] ? 1U : 0U;
  }
  return measure;
}

}  // namespace sourdine
