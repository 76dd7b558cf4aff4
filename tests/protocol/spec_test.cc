#include "sourdine/protocol/spec.h"

#include <gtest/gtest.h>

#include "sourdine/oracle/table.h"
#include "sourdine/range/local_protocol.h"

namespace sourdine {
namespace {

Spec spec_of(const OracleSpec& asked) { return make_oracle(asked)->spec(); }

TEST(ProtocolSpec, EqualFingerprintsMeanThatReportsMayBeAddedUp) {
  const OracleSpec asked{"oue", Domain(std::vector<std::string>{"a", "b", "c"}), 1, {}};
  EXPECT_TRUE(is_same(spec_of(asked), spec_of(asked)));
  EXPECT_EQ(first_difference(spec_of(asked), spec_of(asked)), "");
  const auto differs = [&](const OracleSpec& other) {
    EXPECT_FALSE(is_same(spec_of(asked), spec_of(other)));
    EXPECT_NE(spec_of(asked)->fingerprint(), spec_of(other)->fingerprint());
    return first_difference(spec_of(asked), spec_of(other));
  };
  EXPECT_EQ(differs({"oue", Domain(std::vector<std::string>{"a", "b", "d"}), 1, {}}), "labels");
  EXPECT_EQ(differs({"oue", Domain(3), 1, {}}), "labels");
  EXPECT_EQ(differs({"oue", asked.domain, 2, {}}), "epsilon");
  EXPECT_EQ(differs({"sue", asked.domain, 1, {}}), "oracle");
  EXPECT_EQ(first_difference(spec_of({"olh", Domain(9), 1, {{"g", 3}}}), spec_of({"olh", Domain(9), 1, {{"g", 4}}})),
            "parameters.g");
  EXPECT_EQ(first_difference(spec_of(asked), RangeProtocol({.size = 3, .degree = 3, .epsilon = 1}).spec()), "kind");
}

// A year of hours × 1,000 labels: the labels are in memory once.
TEST(ProtocolSpec, TalliesShareTheirSpec) {
  std::vector<std::string> labels;
  for (int i = 0; i < 1000; ++i) labels.push_back("a label that is long enough to take memory " + std::to_string(i));
  const auto oracle = make_oracle({"grr", Domain(labels), 1, {}});
  const std::vector<Tally> hours(100, oracle->empty_tally());
  for (const Tally& hour : hours) EXPECT_EQ(hour.spec.get(), oracle->spec().get());
  EXPECT_EQ(&oracle->domain().labels(), &Domain(oracle->domain()).labels());  // copies of a domain share them too
}

}  // namespace
}  // namespace sourdine
