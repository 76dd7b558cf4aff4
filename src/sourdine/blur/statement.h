// What blurred places promise, and what they do not, in plain words. Internal to blur/.
#pragma once

#include "sourdine/blur/blur.h"
#include "sourdine/publish/promise.h"

namespace sourdine {

struct BlurGuarantees {
  Guarantee stated;   // of one place with the memo, of one event without it
  Guarantee charged;  // of one place: what the ledger counts
};
BlurGuarantees blur_guarantees(const BlurConfig& config, const MetricPromise& promise);

Promise blur_promise(const PreparedBlur& blur, bool is_seeded);
// How far points lie from where they were: sentences.
std::vector<std::string> displacement_sentences(const BlurConfig& config, const MetricPromise& promise,
                                                const Speaker& speaker);
// What PRIVACY.md says beside it.
StatementDetails blur_details(const PreparedBlur& blur, const BlurredEvents& events);

}  // namespace sourdine
