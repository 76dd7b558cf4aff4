#include "sourdine/oracle/grr.h"

#include "sourdine/oracle/keep_oracle.h"

namespace sourdine {
namespace {

class Grr final : public KeepOracle<Grr> {
 public:
  Grr(OracleSpec spec, Value k) : KeepOracle(std::move(spec), k, 1) {}

  Support support() const override { return {keep().yes(), keep().no(0), keep().gap(0)}; }
  std::uint64_t supporting_output(Value value, std::uint64_t) const { return value; }
  bool output_supports(std::uint64_t output, Value value) const { return output == value; }
  bool report_names_value() const override { return true; }

  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }
};

}  // namespace

std::unique_ptr<Oracle> make_grr(OracleSpec spec) {
  const Value k = spec.k();
  return std::make_unique<Grr>(std::move(spec), k);
}

}  // namespace sourdine
