// Reading an oracle's named parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sourdine/oracle/spec.h"

namespace sourdine {

std::optional<double> parameter(const OracleSpec& spec, std::string_view name);
double required_parameter(const OracleSpec& spec, std::string_view name);
// The spec with a size that the oracle chose written into it: files must say everything that decides what a report
// means, and not leave it to the rule of the program that reads them.
OracleSpec with_parameter(OracleSpec spec, std::string_view name, double number);
// A whole number in [low, high], or `otherwise` when the parameter is not given.
std::uint64_t whole_parameter(const OracleSpec& spec, std::string_view name, std::uint64_t otherwise, std::uint64_t low,
                              std::uint64_t high);

}  // namespace sourdine
