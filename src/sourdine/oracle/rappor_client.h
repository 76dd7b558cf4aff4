// RapporClient: one person's side of a repeated RAPPOR collection. Its cohort and its permanent response to a value are
// pseudo-random functions of its secret, so they are the same at every report, on every device that has the secret,
// and nothing need be stored; the instantaneous response is drawn anew each time.
//
// Privacy: all reports about one value together spend at most the oracle's ε (oracle/rappor.h); each further different
// value spends it again. The secret is 32 bytes from a cryptographic generator, made for this person, kept for as long
// as the promise is to hold, and never sent. The permanent response depends on the attribute's name and on the
// parameters that shape it (bits, hashes, cohorts, hash_seed, f), not on the list of labels nor on p and q: these may
// change during a collection without a new permanent response. (Give `cohorts` when the list may grow: its default
// grows with the domain beyond 512 labels.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/oracle/rappor.h"

namespace sourdine {

class RapporClient {
 public:
  using Secret = std::array<std::uint8_t, 32>;

  // `oracle` must outlive the client. Questions asked of the same person differ in `attribute`, so that their responses
  // are independent.
  RapporClient(const Rappor& oracle, const Secret& secret, std::string_view attribute);

  std::uint64_t cohort() const { return cohort_; }
  // Appends one report about `value`: any string, of the domain or not.
  void report(std::string_view value, Random& random, Reports& out) const;
  // The permanent response as report bytes: what arbitrarily many reports reveal. Not to be sent.
  std::vector<std::uint8_t> permanent_response(std::string_view value) const;

 private:
  std::vector<std::uint8_t> context(std::string_view purpose, std::string_view value) const;

  const Rappor& oracle_;
  Secret secret_;
  std::string attribute_;
  std::uint64_t cohort_;
};

}  // namespace sourdine
