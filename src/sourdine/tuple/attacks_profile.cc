#include "sourdine/tuple/attacks_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/tuple/attacks_random.h"

namespace sourdine {
namespace {

using ProfileOracles = std::span<const std::shared_ptr<const Oracle>>;

double largest_share(const SurveyPeople& people, std::size_t attribute) {
  return *std::max_element(people.shares[attribute].begin(), people.shares[attribute].end());
}

double largest_epsilon(ProfileOracles oracles) {
  double largest = 0;
  for (const auto& oracle : oracles) largest = std::max(largest, oracle->epsilon());
  return largest;
}

double spent_by_profile(ProfileOracles oracles, Asked asked, std::size_t surveys) {
  if (asked == Asked::same_for_life) return largest_epsilon(oracles);
  if (asked == Asked::at_random) return static_cast<double>(surveys) * largest_epsilon(oracles);
  double sum = 0;
  for (const auto& oracle : oracles) sum += oracle->epsilon();
  return sum;
}

// Independent attributes, m_j reports about attribute j: Π_j of what m_j·ε_j allows. At random the mean of it over the
// multinomial m: surveys!/d^surveys times the sum over Σm_j = surveys of Π_j bound_j(m_j)/m_j!.
double bound_of_independent(const SurveyPeople& people, ProfileOracles oracles, Asked asked, std::size_t surveys) {
  const std::size_t d = oracles.size();
  const auto allowed = [&](std::size_t j, double reports) {
    return posterior_bound(reports * oracles[j]->epsilon(), largest_share(people, j));
  };
  if (asked == Asked::each_once) {
    double product = 1;
    for (std::size_t j = 0; j < d; ++j) product *= allowed(j, 1);
    return product;
  }
  if (asked == Asked::same_for_life) {
    double mean = 0;
    for (std::size_t j = 0; j < d; ++j) {
      double product = 1;
      for (std::size_t i = 0; i < d; ++i) product *= allowed(i, i == j ? 1 : 0);
      mean += product / static_cast<double>(d);
    }
    return mean;
  }
  std::vector<double> sums(surveys + 1);
  sums[0] = 1;
  for (std::size_t j = 0; j < d; ++j) {
    std::vector<double> next(surveys + 1);
    for (std::size_t used = 0; used <= surveys; ++used) {
      double factorial = 1;
      for (std::size_t m = 0; used + m <= surveys; ++m) {
        if (m > 0) factorial *= static_cast<double>(m);
        next[used + m] += sums[used] * allowed(j, static_cast<double>(m)) / factorial;
      }
    }
    sums = std::move(next);
  }
  double scale = 1;
  for (std::size_t m = 1; m <= surveys; ++m) scale *= static_cast<double>(m) / static_cast<double>(d);
  return std::min(1.0, scale * sums[surveys]);
}

// Logarithms of how likely a person's reports are, for every value of every attribute.
class Evidence {
 public:
  explicit Evidence(const SurveyPeople& people) {
    for (const auto& shares : people.shares) logs_.emplace_back(shares.size());
  }

  void add(const Oracle& oracle, std::size_t attribute, std::span<const std::uint8_t> report) {
    std::vector<double> likelihood(oracle.k());
    oracle.likelihood(report, likelihood);
    for (std::size_t v = 0; v < likelihood.size(); ++v) logs_[attribute][v] += std::log(likelihood[v]);
  }
  double of(std::span<const Value> tuple) const {
    double sum = 0;
    for (std::size_t j = 0; j < tuple.size(); ++j) sum += logs_[j][tuple[j]];
    return sum;
  }
  // With the shares taken into account.
  Value likeliest(const SurveyPeople& people, std::size_t attribute, Random& random) const {
    std::vector<double> weights = logs_[attribute];
    for (std::size_t v = 0; v < weights.size(); ++v) weights[v] += std::log(people.shares[attribute][v]);
    return static_cast<Value>(any_largest(weights, random));
  }

 private:
  std::vector<std::vector<double>> logs_;
};

void ask_fresh(ProfileOracles oracles, std::span<const Value> person, std::size_t attribute, Random& random,
               Evidence& evidence) {
  const Oracle& oracle = *oracles[attribute];
  std::vector<std::uint8_t> report(oracle.report_bytes());
  oracle.randomize_into({person.subspan(attribute, 1), 1}, random, report);
  evidence.add(oracle, attribute, report);
}

void ask_for_life(ProfileOracles oracles, std::span<const Value> person, std::size_t surveys, Random& random,
                  Evidence& evidence) {
  const auto attribute = static_cast<std::size_t>(random.below(person.size()));
  const Oracle& oracle = *oracles[attribute];
  const auto& memoised = dynamic_cast<const Memoised&>(oracle);
  const std::uint64_t trait = memoised.draw_trait(random);
  std::vector<std::uint8_t> permanent(memoised.memo_bytes());
  memoised.respond_permanently(memoised.symbol(person[attribute], trait), trait, random, permanent);
  for (std::size_t survey = 0; survey < surveys; ++survey) {
    std::vector<std::uint8_t> report(memoised.memo_bytes());
    memoised.respond_now(permanent, random, report);
    evidence.add(oracle, attribute, report);
  }
}

void require_profile(const SurveyPeople& people, ProfileOracles oracles, Asked asked, std::size_t surveys) {
  std::vector<Value> sizes;
  for (const auto& oracle : oracles) {
    sizes.push_back(oracle->k());
    if (asked == Asked::same_for_life && dynamic_cast<const Memoised*>(oracle.get()) == nullptr) {
      fail_input(fmt::format("oracle '{}' keeps no permanent responses", oracle->name()));
    }
  }
  require_people(people, sizes);
  if (asked == Asked::each_once && surveys != oracles.size()) {
    fail_input(fmt::format("{} surveys cannot ask for each of {} attributes once", surveys, oracles.size()));
  }
}

// The place of the person among all, by how well their tuples fit; among equals any, by chance.
std::uint64_t place_of(const SurveyPeople& people, std::size_t person, const Evidence& evidence, Random& random) {
  const double own = evidence.of(people.person(person));
  std::uint64_t better = 0, equal = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    const double other = evidence.of(people.person(i));
    const bool is_equal = is_nearly(other, own);
    equal += is_equal ? 1U : 0U;
    better += !is_equal && other > own ? 1U : 0U;
  }
  return better + random.below(equal);
}

}  // namespace

ProfileAttack profile_attack(const SurveyPeople& people, ProfileOracles oracles, Asked asked,
                             const ProfileOptions& options, Random& random) {
  const std::size_t d = oracles.size(), surveys = options.surveys == 0 ? d : options.surveys;
  require_profile(people, oracles, asked, surveys);
  ProfileAttack attack;
  attack.epsilon = spent_by_profile(oracles, asked, surveys);
  const std::string spent = fmt::format("epsilon {:.6g} of all reports together", attack.epsilon);
  const auto n = static_cast<double>(people.size());
  attack.profile = {.chance = people.commonest,
                    .bound = people.is_independent ? bound_of_independent(people, oracles, asked, surveys)
                                                   : posterior_bound(attack.epsilon, people.commonest),
                    .rests_on = people.is_independent ? "epsilon of each attribute's reports" : spent};
  for (const std::uint64_t listed : options.listed) {
    const auto m = std::min(static_cast<double>(listed), n);
    attack.found.push_back({.chance = m / n, .bound = list_bound(attack.epsilon, n, m), .rests_on = spent});
  }
  std::uint64_t attributes_right = 0;
  for (std::size_t target = 0; target < options.targets; ++target) {
    const auto person = static_cast<std::size_t>(random.below(people.size()));
    const auto tuple = people.person(person);
    Evidence evidence(people);
    if (asked == Asked::same_for_life) {
      ask_for_life(oracles, tuple, surveys, random, evidence);
    } else {
      for (std::size_t survey = 0; survey < surveys; ++survey) {
        const std::size_t attribute = asked == Asked::each_once ? survey : static_cast<std::size_t>(random.below(d));
        ask_fresh(oracles, tuple, attribute, random, evidence);
      }
    }
    std::size_t right = 0;
    for (std::size_t j = 0; j < d; ++j) right += evidence.likeliest(people, j, random) == tuple[j] ? 1U : 0U;
    attributes_right += right;
    ++attack.profile.trials;
    attack.profile.right += right == d ? 1U : 0U;
    const std::uint64_t place = place_of(people, person, evidence, random);
    for (std::size_t i = 0; i < options.listed.size(); ++i) {
      ++attack.found[i].trials;
      attack.found[i].right += place < options.listed[i] ? 1U : 0U;
    }
  }
  attack.attributes_right = static_cast<double>(attributes_right) / static_cast<double>(options.targets * d);
  return attack;
}

double profile_each_once(std::span<const double> accuracies) {
  double product = 1;
  for (const double accuracy : accuracies) product *= accuracy;
  return product;
}

double profile_all_seen(std::span<const double> accuracies) {
  double product = 1;
  const auto d = static_cast<double>(accuracies.size());
  for (std::size_t j = 0; j < accuracies.size(); ++j) product *= (d - static_cast<double>(j)) / d * accuracies[j];
  return product;
}

}  // namespace sourdine
