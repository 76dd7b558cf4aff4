// The solutions, each a TupleProtocol of its own. Internal to tuple/.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

// `spec` is valid; `recorded` are the oracles that a file names, none when they are to be chosen.
std::shared_ptr<const TupleProtocol> make_split(TupleSpec spec, std::span<const OracleSpec> recorded);
std::shared_ptr<const TupleProtocol> make_sampled(TupleSpec spec, std::span<const OracleSpec> recorded);
std::shared_ptr<const TupleProtocol> make_fake_data(TupleSpec spec);
std::shared_ptr<const TupleProtocol> make_joint(TupleSpec spec, std::span<const OracleSpec> recorded);

// spl, smp: one oracle of each attribute, with the local ε or, where parameters decide it, at most that. The spec then
// names what was chosen.
std::vector<std::shared_ptr<const Oracle>> attribute_oracles(TupleSpec& spec, double local_epsilon,
                                                             std::span<const OracleSpec> recorded);
std::vector<OracleSpec> specs_of(std::span<const std::shared_ptr<const Oracle>> oracles);
std::vector<double> epsilons_of(std::span<const std::shared_ptr<const Oracle>> oracles);

// What an oracle makes of a batch of valid values, drawn or, one report at a time, for every outcome.
void answer_values(const Oracle& oracle, std::span<const Value> values, Random& random,
                   std::span<std::uint8_t> reports);
void answer_values(const Oracle& oracle, std::span<const Value> values, Branches& branches,
                   std::span<std::uint8_t> reports);

// Of all cells together: 2 GiB of memory. What a file says of itself must not decide over all there is.
inline constexpr std::size_t max_tuple_cells = std::size_t{1} << 28;
// Throws Error(bad_input) when there would be more.
void require_tuple_room(std::size_t cells, std::size_t more);

}  // namespace sourdine
