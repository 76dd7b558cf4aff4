// ProtocolSpec: everything that decides what a report means. Immutable and shared: whoever holds a tally, a file's
// header or a protocol holds a pointer to one, so labels are in memory once. Equal fingerprints ⇔ reports may be added
// up.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sourdine/base/sha256.h"

namespace sourdine {

using Fingerprint = Sha256;

class ProtocolSpec {
 public:
  // `kind`: a row of the protocol table (protocol/table.h). `json`: canonical (sorted keys, shortest round-trip
  // numbers, UTF-8), so that the same spec gives the same bytes.
  ProtocolSpec(std::string kind, std::string json);

  std::string_view kind() const { return kind_; }
  std::string_view json() const { return json_; }
  const Fingerprint& fingerprint() const { return fingerprint_; }  // of both

  friend bool operator==(const ProtocolSpec& a, const ProtocolSpec& b) { return a.fingerprint_ == b.fingerprint_; }

 private:
  std::string kind_;
  std::string json_;
  Fingerprint fingerprint_;
};

using Spec = std::shared_ptr<const ProtocolSpec>;

// True when reports of the two may be added up. Costs the comparison of two pointers or of two fingerprints.
inline bool is_same(const Spec& a, const Spec& b) { return a == b || (a && b && *a == *b); }

// The name of the first field that differs ("epsilon", "k", "labels", "parameters.f" …), "kind" when the kinds do;
// empty when equal. For messages: it reads the whole of both.
std::string first_difference(const ProtocolSpec& a, const ProtocolSpec& b);
std::string first_difference(const Spec& a, const Spec& b);

}  // namespace sourdine
