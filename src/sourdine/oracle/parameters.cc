#include "sourdine/oracle/parameters.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "sourdine/base/error.h"

namespace sourdine {

std::optional<double> parameter(const OracleSpec& spec, std::string_view name) {
  const auto found = spec.parameters.find(std::string(name));
  if (found == spec.parameters.end()) return std::nullopt;
  return found->second;
}

OracleSpec with_parameter(OracleSpec spec, std::string_view name, double number) {
  spec.parameters[std::string(name)] = number;
  return spec;
}

double required_parameter(const OracleSpec& spec, std::string_view name) {
  const auto number = parameter(spec, name);
  if (!number) fail_input(fmt::format("oracle '{}' needs its parameter '{}'", spec.oracle, name));
  return *number;
}

std::uint64_t whole_parameter(const OracleSpec& spec, std::string_view name, std::uint64_t otherwise, std::uint64_t low,
                              std::uint64_t high) {
  const auto number = parameter(spec, name);
  if (!number) return otherwise;
  if (!(*number >= static_cast<double>(low) && *number <= static_cast<double>(high)) ||
      std::floor(*number) != *number) {
    fail_input(fmt::format("parameter '{}' of oracle '{}' must be a whole number from {} to {}, not {}", name,
                           spec.oracle, low, high, *number));
  }
  return static_cast<std::uint64_t>(*number);
}

}  // namespace sourdine
