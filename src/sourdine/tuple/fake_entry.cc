#include "sourdine/tuple/fake_entry.h"

#include <fmt/format.h>

#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/random/exact.h"

namespace sourdine {

FakeEntry FakeEntry::for_epsilon(std::string_view word, Value k, double epsilon, std::vector<std::uint64_t> weights) {
  FakeEntry entry{.k = k, .weights = std::move(weights)};
  entry.total_weight = std::accumulate(entry.weights.begin(), entry.weights.end(), std::uint64_t{0});
  const std::string_view bits = word.substr(0, 3);
  if (word == "grr") {
    entry.fake = FakeData::value;
  } else if (word == "oue-z" || word == "sue-z") {
    entry.fake = FakeData::zeros;
  } else if (word == "oue-r" || word == "sue-r") {
    entry.fake = FakeData::one_hot;
  } else {
    fail_input(
        fmt::format("'{}' is no entry of a report with fake data; known: grr, oue-z, sue-z, oue-r, sue-r", word));
  }
  if (entry.fake == FakeData::zeros && !entry.weights.empty()) {
    fail_input(fmt::format("'{}' has no use for a prior: its fake data are those of no value", word),
               "Choose grr, oue-r or sue-r.");
  }
  require_epsilon(epsilon);
  if (k == 1) return entry;
  if (!entry.is_bits()) {
    entry.keep = Keep::for_epsilon(epsilon, k, 1);
  } else {
    entry.flip = bits == "oue" ? BitFlip::optimised(epsilon) : BitFlip::symmetric(epsilon);
  }
  return entry;
}

double FakeEntry::fake_share(Value value) const {
  return weights.empty() ? 1.0 / k : static_cast<double>(weights[value]) / static_cast<double>(total_weight);
}

double FakeEntry::fake_support(Value value) const {
  switch (fake) {
    case FakeData::value:
      return fake_share(value);
    case FakeData::zeros:
      return no();
    case FakeData::one_hot:
      return no() + gap() * fake_share(value);
  }
  fail_internal("fake data of an unknown kind");
}

double approximate_variance(const FakeEntry& entry, std::size_t attributes, Value value) {
  if (entry.k == 1) return 0;
  const auto d = static_cast<double>(attributes);
  const double s = (entry.no() + (d - 1) * entry.fake_support(value)) / d;
  return d * d * s * (1 - s) / (entry.gap() * entry.gap());
}

std::string_view adaptive_entry(Value k, double epsilon, std::size_t attributes) {
  require_epsilon(epsilon);
  const Exact decay = exp(-Exact(epsilon)), d = attributes, size = k;
  const auto variance = [](const Exact& s, const Exact& gap) -> Exact { return s * (1 - s) / (gap * gap); };
  // With e^−ε instead of e^ε nothing overflows: grr p = 1/(1 + (k−1)e^−ε), q = e^−ε·p; oue p = 1/2,
  // q = e^−ε/(1 + e^−ε).
  const Exact p = 1 / (1 + (size - 1) * decay), q = decay * p, lie = decay / (1 + decay);
  const Exact grr = variance((q + (d - 1) / size) / d, p - q);
  const Exact oue = variance(lie, Exact(0.5) - lie);
  return k == 1 || grr <= oue ? "grr" : "oue-z";
}

}  // namespace sourdine
