// A table read, its roles checked, its columns as numbers. Internal to anonymize/.
#pragma once

#include "sourdine/anonymize/anonymize.h"

namespace sourdine {

// source, problem, rows_dropped, rows_skipped and sensitive_hierarchies are there afterwards.
Anonymized prepare(const AnonymizeConfig& config, const AnonymizeOptions& options);

// How Mondrian cuts the attributes. Throws Error(bad_input) for an ordered one that has a missing value.
std::vector<MondrianAttribute> mondrian_attributes(const Anonymized& prepared);

}  // namespace sourdine
