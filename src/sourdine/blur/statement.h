// What a publication of blurred places promises, and what it does not, in plain words of the reader's language.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/blur/config.h"
#include "sourdine/geo/metric.h"
#include "sourdine/privacy/guarantee.h"

namespace sourdine {

struct BlurGuarantees {
  Guarantee stated;   // of one place with the memo, of one event without it
  Guarantee charged;  // of one place: what the ledger counts
};
BlurGuarantees blur_guarantees(const BlurConfig& config, const MetricPromise& promise);

// "4", "4.01": e^level, rounded up.
std::string factor_text(double level, Language language);

struct BlurStatement {
  std::string promise;            // "the published point changes the odds between any two places within …"
  std::vector<std::string> more;  // what follows from it: farther places, repeats, how far points move
  std::vector<std::string> not_protected;
  std::vector<std::string> not_private_because;  // empty: the promise holds
};
struct BlurFacts {
  std::uint64_t rows = 0, outside = 0;
  bool is_seeded = false;
};
BlurStatement blur_statement(const BlurConfig& config, const MetricPromise& promise, const BlurFacts& facts,
                             Language language);

// PRIVACY.md.
std::string blur_document(const BlurConfig& config, const MetricPromise& promise, const BlurFacts& facts,
                          const std::string& software, const std::string& date);

}  // namespace sourdine
