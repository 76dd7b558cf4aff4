// Promise: what a publication promises, as it is stated and as the ledger is charged for it, with the words for both
// languages. Every promising sentence of statement, manifest, terminal, API and page is made from it.
#pragma once

#include <optional>
#include <string>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/publish/statement.h"

namespace sourdine {

struct Promise {
  std::optional<Guarantee> stated = {};   // nothing: nothing is promised by differential privacy
  std::optional<Guarantee> charged = {};  // where the ledger counts another unit than is stated
  Statement english = {}, french = {};

  const Statement& in(Language language) const { return language == Language::fr ? french : english; }
  bool is_private() const { return english.not_private_because.empty(); }
};

}  // namespace sourdine
