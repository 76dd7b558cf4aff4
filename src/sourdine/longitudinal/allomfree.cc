#include "sourdine/longitudinal/allomfree.h"

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/random/exact.h"
#include "sourdine/random/keyed_bits.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {
namespace {

// Its length in front, so that no two collections share a context.
std::vector<std::uint8_t> attribute_context(std::string_view purpose, std::string_view collection,
                                            std::size_t attributes) {
  if (attributes == 0) fail_input("a collection needs an attribute at least");
  std::vector<std::uint8_t> bytes(purpose.begin(), purpose.end());
  for (const std::uint64_t number : {std::uint64_t{collection.size()}, std::uint64_t{attributes}}) {
    for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
  }
  bytes.insert(bytes.end(), collection.begin(), collection.end());
  return bytes;
}

}  // namespace

OracleSpec allomfree_spec(const Domain& domain, double epsilon, double epsilon1) {
  OracleSpec spec = with_report_epsilon({"l-grr", domain, epsilon, {{"epsilon1", epsilon1}}});
  if (spec.k() > 3 * capped_exp(epsilon1) + 2) spec.oracle = "l-osue";
  return spec;
}

std::size_t own_attribute(std::span<const std::uint8_t, 32> secret, std::string_view collection,
                          std::size_t attributes) {
  KeyedBits bits(secret, attribute_context("sourdine attribute for life", collection, attributes));
  return bits.below(attributes);
}

std::vector<std::size_t> own_attributes(const RowSecret& secret, std::string_view collection, std::size_t attributes,
                                        std::span<const std::uint64_t> ids) {
  RowBits bits(secret,
               attribute_context("sourdine attributes for life of persons with numbers", collection, attributes));
  std::vector<std::size_t> own;
  own.reserve(ids.size());
  std::vector<RowStart> starts;
  for (std::size_t first = 0; first < ids.size(); first += RowBits::max_rows) {
    starts.clear();
    for (const std::uint64_t id : ids.subspan(first, std::min(RowBits::max_rows, ids.size() - first))) {
      starts.push_back({id, 0});
    }
    bits.set_rows(starts);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      bits.next_row();
      own.push_back(bits.below(attributes));
    }
  }
  return own;
}

}  // namespace sourdine
