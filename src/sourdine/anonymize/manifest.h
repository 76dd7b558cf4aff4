// The texts beside a published table: manifest.json, which programs read, and PRIVACY.md, which people do.
#pragma once

#include <string>

#include "sourdine/anonymize/compare.h"

namespace sourdine {

inline constexpr int anonymized_manifest_schema = 1;
inline constexpr const char* anonymized_manifest_kind = "anonymized table";

// `made`: the day, "2026-11-17". `earlier`: what comparing with earlier releases found.
std::string anonymized_manifest(const Anonymized& anonymized, const std::string& made,
                                const std::vector<Comparison>& earlier);
std::string anonymized_privacy_document(const Anonymized& anonymized, const std::string& made,
                                        const std::vector<Comparison>& earlier);

// Why there is no guarantee of differential privacy, in a sentence that names what there is.
std::string not_differential_sentence(const AnonymizeConfig& config);

}  // namespace sourdine
