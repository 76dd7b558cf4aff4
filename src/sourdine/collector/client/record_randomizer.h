// RecordRandomizer: from what a person says to the report that is sent, on the person's own device.
//
// Plain protocols draw afresh for every report. Memoised ones (protocol/memoised.h) answer by the client's secret, so
// that all reports about one value together spend what one permanent response spends; of a survey in which each person
// reports one attribute (smp, all oracles memoised) that attribute is drawn once, by the secret as well.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/protocol/domain_index.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine {

class RecordRandomizer {
 public:
  // `secret` is asked for when the protocol is memoised. Answers to `question` are independent of those to others.
  RecordRandomizer(std::shared_ptr<const Protocol> protocol, const std::string& question,
                   const std::function<MemoClient::Secret()>& secret);

  bool is_memoised() const { return memo_.has_value(); }

  // The values that the texts stand for: labels, or whole numbers where the domain has none. Throws Error(bad_input)
  // saying what is not a value, or that there are too many or too few.
  std::vector<Value> values_of(std::span<const std::string> texts) const;

  // One report per record, one behind the other. Throws Error(bad_input) for a value outside its domain.
  std::vector<std::uint8_t> reports_of(RecordsView records) const;

 private:
  std::shared_ptr<const Protocol> protocol_;
  std::optional<MemoClient> memo_;
  std::optional<std::size_t> attribute_;  // of a survey, for life
  std::vector<Domain> domains_;           // of the attributes
  std::vector<std::unique_ptr<DomainIndex>> indexes_;
};

}  // namespace sourdine
