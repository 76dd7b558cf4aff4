#include "sourdine/oracle/rappor_client.h"

#include <algorithm>

#include "sourdine/random/keyed_bits.h"

namespace sourdine {
namespace {

void append(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

// With its length in front: ("a", "bc") and ("ab", "c") are different contexts.
void append(std::vector<std::uint8_t>& bytes, std::string_view text) {
  append(bytes, text.size());
  bytes.insert(bytes.end(), text.begin(), text.end());
}

}  // namespace

RapporClient::RapporClient(const Rappor& oracle, const Secret& secret, std::string_view attribute)
    : oracle_(oracle), secret_(secret), attribute_(attribute) {
  KeyedBits bits(secret_, context("cohort", {}));
  cohort_ = bits.below(oracle.bloom().cohorts);
}

std::vector<std::uint8_t> RapporClient::context(std::string_view purpose, std::string_view value) const {
  const Bloom& bloom = oracle_.bloom();
  std::vector<std::uint8_t> bytes;
  append(bytes, "sourdine rappor client");
  append(bytes, purpose);
  append(bytes, attribute_);
  for (const std::uint64_t number : {bloom.seed, std::uint64_t{bloom.bits}, std::uint64_t{bloom.hashes},
                                     std::uint64_t{bloom.cohorts}, oracle_.permanent().q.numerator}) {
    append(bytes, number);
  }
  append(bytes, value);
  return bytes;
}

std::vector<std::uint8_t> RapporClient::permanent_response(std::string_view value) const {
  KeyedBits bits(secret_, context("permanent response", value));
  std::vector<std::uint8_t> response(oracle_.report_bytes());
  oracle_.respond_permanently(oracle_.bloom().digest(value), cohort_, bits, response);
  return response;
}

void RapporClient::report(std::string_view value, Random& random, Reports& out) const {
  std::vector<std::uint8_t> response = permanent_response(value);
  oracle_.respond_now(random, std::span<std::uint8_t>(response));
  std::ranges::copy(response, out.append(1).begin());
}

}  // namespace sourdine
