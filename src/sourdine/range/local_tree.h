// LocalTree: answers from reports of a RangeProtocol (range/local_protocol.h), collected in the field or simulated.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sourdine/range/local_protocol.h"
#include "sourdine/range/range_structure.h"

namespace sourdine {

class LocalTree final : public RangeStructure {
 public:
  // Throws Error(bad_input) when the tally is not the protocol's or has no reports.
  LocalTree(std::shared_ptr<const RangeProtocol> protocol, Tally tally, bool is_private);

  std::string_view kind() const override { return file_kind; }
  std::uint64_t size() const override { return protocol_->shape().size(); }
  Guarantee guarantee() const override;
  std::vector<RangeCaveat> caveats() const override { return caveats_of_reports(); }
  static std::vector<RangeCaveat> caveats_of_reports() {
    return {RangeCaveat::report_sent, RangeCaveat::several_reports};
  }
  bool is_private() const override { return is_private_; }
  Estimate answer(const Range& range, const Confidence& confidence = Confidence::customary()) const override;
  std::vector<RangeNode> nodes(const Range& range) const override;
  const TreeModel* tree_model() const override { return model_.get(); }
  IntervalRule interval_rule(const Confidence& confidence) const override {
    return {.quantile = confidence.normal(), .extra = 0, .largest = running_sums_.back()};
  }
  bool root_is_node() const override { return true; }
  // Reports of other people under the same protocol.
  void merge(const RangeStructure& other) override;
  void write(Output& output) const override;
  static std::unique_ptr<LocalTree> read(std::string_view spec_json, std::vector<std::int64_t> words, bool is_private);

  const RangeProtocol& protocol() const { return *protocol_; }
  const Tally& tally() const { return tally_; }
  const TreeModel& model() const { return *model_; }
  std::uint64_t reports() const { return tally_.reports; }

  static constexpr std::string_view file_kind = "local-tree";

 private:
  void estimate();

  std::shared_ptr<const RangeProtocol> protocol_;
  Tally tally_;
  bool is_private_;
  std::unique_ptr<const TreeModel> model_;
  std::vector<double> running_sums_;
};

}  // namespace sourdine
