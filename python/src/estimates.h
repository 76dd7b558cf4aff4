// Estimates from tallies and reports, as dictionaries of numpy arrays.
#pragma once

#include <string>

#include "arrays.h"
#include "bound_protocol.h"
#include "sourdine/estimate/estimate.h"

namespace sourdine::python {

// {"estimate", "std_error", "lower", "upper": float64, "mostly_noise": bool arrays, "total", "is_degenerate",
// "has_moved_errors"}; arrays are empty when there are no reports. Throw Error(bad_input) when the protocol is no
// oracle, when its reports cannot add up to the cells, and for words that have no meaning.
nb::dict estimate_cells(const BoundProtocol& protocol, std::uint64_t reports, const AnyArray& cells, double confidence,
                        const std::string& coverage, const std::string& population, const std::string& consistency);
nb::dict estimate_reports(const BoundProtocol& protocol, const AnyArray& reports, double confidence,
                          const std::string& coverage, const std::string& population, const std::string& consistency);

// What both are made of.
EstimateOptions options_of(double confidence, const std::string& coverage, const std::string& population,
                           const std::string& consistency);
nb::dict dict_of(const Estimates& estimates);

// Of the first value, when `share` of n people hold it and the others are spread evenly over the rest.
double variance_of_share(const BoundProtocol& protocol, double share, std::uint64_t n);

}  // namespace sourdine::python
