// What ranges promise, and what they do not, in plain words.
#pragma once

#include <string>
#include <vector>

#include "sourdine/publish/promise.h"
#include "sourdine/ranges/open_range.h"

namespace sourdine {

// What is published as it is in the data: one record can change it with certainty.
enum class RangeLeak { first_and_last_date, first_and_last_value, places };
std::vector<RangeLeak> leaks_of(const RangeDomain& domain);

// What the promise of a structure depends on.
struct RangeTerms {
  Guarantee guarantee = {};  // without sentences
  std::vector<RangeCaveat> caveats = {};
  bool is_grid = false;
  bool is_seeded = false;
  bool is_simulated = false;  // local, and not by those whose records they are
  std::vector<RangeLeak> leaks = {};
};
RangeTerms terms_of(const OpenRange& range);
// Of a stream that may not have seen a step.
RangeTerms terms_of(const StreamCounter& stream);

// The guarantee with its sentences, in English, is in it, too.
Promise range_promise(const RangeTerms& terms);

// "365 days from 2014-01-01 to 2014-12-31", in a language.
std::string domain_words(const RangeDomain& domain, const Speaker& speaker);
// What PRIVACY.md says beside the promise.
StatementDetails range_details(const RangeTerms& terms, const RangeDomain& domain, Language language);

}  // namespace sourdine
