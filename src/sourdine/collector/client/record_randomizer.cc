#include "sourdine/collector/client/record_randomizer.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/keyed_bits.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {
namespace {

// The survey whose people report one attribute for life; nothing when it is another protocol.
const TupleProtocol* lifelong_survey(const Protocol& protocol) {
  const auto* const tuple = dynamic_cast<const TupleProtocol*>(&protocol);
  if (tuple == nullptr || tuple->tuple_spec().solution != TupleSolution::smp) return nullptr;
  for (std::size_t i = 0; i < tuple->width(); ++i) {
    if (dynamic_cast<const Memoised*>(&tuple->oracle(i)) == nullptr) return nullptr;
  }
  return tuple;
}

Domain domain_of(const Protocol& protocol, std::size_t attribute) {
  if (const auto* const oracle = dynamic_cast<const Oracle*>(&protocol)) return oracle->domain();
  if (const auto* const tuple = dynamic_cast<const TupleProtocol*>(&protocol)) return tuple->domain(attribute);
  return Domain(protocol.domain_size(attribute));
}

}  // namespace

RecordRandomizer::RecordRandomizer(std::shared_ptr<const Protocol> protocol, const std::string& question,
                                   const std::function<MemoClient::Secret()>& secret)
    : protocol_(std::move(protocol)) {
  for (std::size_t i = 0; i < protocol_->width(); ++i) domains_.push_back(domain_of(*protocol_, i));
  for (const Domain& domain : domains_) indexes_.push_back(std::make_unique<DomainIndex>(domain));
  if (const auto* const memoised = dynamic_cast<const Memoised*>(protocol_.get())) {
    memo_.emplace(*memoised, secret(), question);
  } else if (const TupleProtocol* const survey = lifelong_survey(*protocol_)) {
    const MemoClient::Secret known = secret();
    KeyedBits bits(known, as_bytes("sourdine client attribute\n" + question));
    attribute_ = survey->draw_attribute(bits);
    memo_.emplace(dynamic_cast<const Memoised&>(survey->oracle(*attribute_)), known,
                  fmt::format("{}\n{}", question, *attribute_));
  }
}

std::vector<Value> RecordRandomizer::values_of(std::span<const std::string> texts) const {
  if (texts.size() != indexes_.size()) {
    fail_input(fmt::format("{} in place of {}: a report is about {}", counted(texts.size(), "value"), indexes_.size(),
                           indexes_.size() == 1 ? "one value" : "one value of each attribute"));
  }
  std::vector<Value> values;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto value = indexes_[i]->find(texts[i]);
    if (!value) {
      fail_input(fmt::format("{}{}", indexes_.size() == 1 ? "" : fmt::format("attribute {}: ", i + 1),
                             indexes_[i]->why_not(texts[i])),
                 indexes_[i]->hint(texts[i]));
    }
    values.push_back(*value);
  }
  return values;
}

std::vector<std::uint8_t> RecordRandomizer::reports_of(RecordsView records) const {
  protocol_->require_valid(records);
  SecureBits& random = SecureBits::this_thread();
  std::vector<std::uint8_t> reports(records.size() * protocol_->report_bytes());
  if (!memo_) {
    protocol_->randomize_into(records, random, reports);
    return reports;
  }
  const std::size_t each = protocol_->report_bytes();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::span<std::uint8_t> into = std::span(reports).subspan(i * each, each);
    if (!attribute_) {
      memo_->report(records[i].front(), random, into);
      continue;
    }
    const auto& survey = dynamic_cast<const TupleProtocol&>(*protocol_);
    std::vector<std::uint8_t> report(survey.oracle(*attribute_).report_bytes());
    memo_->report(records[i][*attribute_], random, report);
    survey.wrap_report(*attribute_, report, into);
  }
  return reports;
}

}  // namespace sourdine
