// ALLOMFREE: several attributes, asked again and again. Each person answers about one attribute, the same for life,
// and for each attribute the oracle with the smaller error is taken: l-grr where k ≤ 3e^ε1 + 2, else l-osue. The rule
// is exact: with the exact calibration their errors are those of grr and oue at ε1 (oracle/adaptive.h).
// Reference: Arcolezi, Couchot, Al Bouna, Xiao, Digital Communications and Networks 2022.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sourdine/oracle/spec.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

// The spec of an attribute's oracle. Throws Error(bad_input) unless 0 < ε1 < ε.
OracleSpec allomfree_spec(const Domain& domain, double epsilon, double epsilon1);

// The attribute that a person answers about, evenly drawn: a function of the secret and the collection's name and
// number of attributes, so it is the same for life. The person's own secret (MemoClient's):
std::size_t own_attribute(std::span<const std::uint8_t, 32> secret, std::string_view collection,
                          std::size_t attributes);
// or, for many people at once, one secret (MemoKey's) and their ids. Throws Error(bad_input) without attributes.
std::vector<std::size_t> own_attributes(const RowSecret& secret, std::string_view collection, std::size_t attributes,
                                        std::span<const std::uint64_t> ids);

}  // namespace sourdine
