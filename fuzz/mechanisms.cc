// Mechanisms of the central model: any parameters and inputs are refused in one sentence, or give what was promised.
#include <bit>
#include <cmath>
#include <cstring>

#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/mechanism/bounded_count.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/mechanism/partition_selection.h"
#include "sourdine/mechanism/private_quantile.h"
#include "sourdine/mechanism/sparse_vector.h"
#include "sourdine/random/seeded_bits.h"

namespace {

using namespace sourdine;
using fuzz::check;

// The input as parameters, zeros after its end. A width of fewer bits makes small numbers likely.
class Parameters {
 public:
  Parameters(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint64_t word() {
    std::uint64_t word = 0;
    const std::size_t taken = std::min<std::size_t>(8, size_ - at_);
    std::memcpy(&word, data_ + at_, taken);
    at_ += taken;
    return word;
  }
  std::uint64_t number() {
    const std::uint64_t bits = word();
    return bits >> (bits & 63);
  }
  std::int64_t whole() { return static_cast<std::int64_t>(word()) >> (word() & 63); }
  double real() { return std::bit_cast<double>(word()); }
  bool is_empty() const { return at_ == size_; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

void check_noise(const CountNoise& noise, SeededBits& random) {
  double before = 1;
  for (const std::int64_t x : {0, 1, 2, 10, 1000}) {
    const double tail = noise.tail(x);
    check(tail >= 0 && tail <= before, "tails fall");
    before = tail;
  }
  const std::int64_t reach = noise.quantile(0.05);
  check(noise.tail(reach + 1) <= 0.05 && (reach == 0 || noise.tail(reach) > 0.05), "a quantile is the least");
  check(noise.variance() >= 0, "a variance is not negative");
  std::vector<std::int64_t> numbers(3);
  noise.add(random, numbers);
}

void check_laplace(Parameters& in, SeededBits& random) {
  const ExactEpsilon epsilon{in.number()};
  const std::uint64_t l1 = in.number();
  const auto noise = laplace_for(epsilon, l1);
  const double stated = std::get<PureEpsilon>(noise->loss({l1, l1})).epsilon;
  check(stated >= epsilon.value() * (1 - 1e-15) && stated <= epsilon.value() * (1 + 1e-15),
        "the loss is what was asked");
  check_noise(*noise, random);
}

void check_gaussian(Parameters& in, SeededBits& random) {
  const DiscreteGaussian noise({in.number(), in.number()});
  const double variance = noise.sigma_squared().value();
  noise.sample(random);
  if (variance > 1e3) return;  // sums would take long
  check(noise.variance() <= variance, "the discrete law is not wider");
  check_noise(noise, random);
  const double epsilon = in.real();
  const double delta = noise.one_count(epsilon, in.number()).delta;
  check(delta >= 0 && delta <= 1, "a delta is a probability");
}

void check_calibration(Parameters& in) {
  const double rho = in.real();
  const std::uint64_t l2_squared = in.number();
  check(std::get<Zcdp>(gaussian_for_zcdp(rho, l2_squared)->loss({1, l2_squared})).rho <= rho * (1 + 1e-15),
        "rho is kept");
  const double epsilon = in.real();
  const double delta = in.real();
  const std::uint64_t change = in.number();
  if (!(epsilon > 0.05 && delta > 1e-30 && change <= 8)) return;  // wide noise: sums would take long
  check(gaussian_for(epsilon, delta, change)->one_count(epsilon, change).delta <= delta, "delta is kept");
}

void check_bounded(Parameters& in, SeededBits& random) {
  const std::int64_t least = in.whole();
  const std::int64_t most = in.whole();
  const BoundedCount mechanism({in.number()}, in.number(), least, most);
  const std::int64_t released = mechanism.release(random, in.whole());
  check(least <= released && released <= most, "a bounded count is within its bounds");
}

void check_choice(Parameters& in, SeededBits& random) {
  const PermuteAndFlip mechanism({in.number()}, {.largest_change = in.number(), .is_monotone = (in.word() & 1) != 0});
  std::vector<std::int64_t> scores;
  while (!in.is_empty()) scores.push_back(in.whole());
  check(mechanism.choose(random, scores) < scores.size(), "a candidate is chosen");
}

void check_quantile(Parameters& in, SeededBits& random) {
  const std::uint64_t most = in.number();
  const PrivateQuantile mechanism(
      {.epsilon = {in.number()}, .share_numerator = in.number(), .share_denominator = in.number(), .most = most});
  std::vector<std::uint64_t> numbers;
  while (!in.is_empty()) numbers.push_back(in.number());
  const std::uint64_t chosen = mechanism.choose(random, numbers);
  check(1 <= chosen && chosen <= most, "a candidate is chosen");
}

void check_sparse(Parameters& in, SeededBits& random) {
  const SparseVectorSpec spec{.epsilon = {in.number()},
                              .value_epsilon = {in.number()},
                              .answers = in.number(),
                              .sensitivity = in.number(),
                              .is_monotone = (in.word() & 1) != 0,
                              .threshold = in.whole()};
  SparseVector sparse(random, spec);
  std::uint64_t above = 0;
  while (!in.is_empty() && !sparse.is_spent()) {
    const SparseAnswer answer = sparse.ask(random, in.whole());
    above += answer.is_above ? 1 : 0;
    check(answer.value.has_value() == (answer.is_above && spec.value_epsilon.nano > 0), "values are paid for");
  }
  check(above <= spec.answers && sparse.is_spent() == (above == spec.answers), "it stops after its answers");
}

void check_partitions(Parameters& in, SeededBits& random) {
  const ExactEpsilon epsilon{in.number()};
  const double delta = in.real();
  const PartitionSelection selection(epsilon, delta, in.number());
  std::uint64_t before = 0;
  for (const Threshold threshold : selection.thresholds()) {
    check(threshold.numerator > before, "more people are kept more often");
    before = threshold.numerator;
  }
  check(!selection.keep(random, 0) && selection.keep(random, selection.thresholds().size() + 1), "nobody and a crowd");
}

}  // namespace

// The first byte chooses the mechanism.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  Parameters in(data + 1, size - 1);
  SeededBits random(1);
  try {
    switch (data[0] % 8) {
      case 0:
        check_laplace(in, random);
        break;
      case 1:
        check_gaussian(in, random);
        break;
      case 2:
        check_calibration(in);
        break;
      case 3:
        check_bounded(in, random);
        break;
      case 4:
        check_choice(in, random);
        break;
      case 5:
        check_quantile(in, random);
        break;
      case 6:
        check_sparse(in, random);
        break;
      default:
        check_partitions(in, random);
    }
  } catch (const Error& error) {
    check(error.code() == ErrorCode::bad_input, "a refusal is about the input");
    check(std::strchr(error.what(), '\n') == nullptr, "a refusal is one sentence");
  }
  return 0;
}
