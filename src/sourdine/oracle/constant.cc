#include "sourdine/oracle/constant.h"

#include "sourdine/oracle/base.h"

namespace sourdine {
namespace {

class Constant final : public OracleWith<Constant> {
 public:
  using OracleWith::OracleWith;

  double epsilon() const override { return 0; }
  Support support() const override { return {1, 0, 1}; }
  std::size_t report_bits() const override { return 0; }
  std::size_t cells() const override { return 1; }

  template <Chance C>
  void encode(std::span<const Value>, C&, std::span<std::uint8_t>) const {}
  bool is_possible(std::span<const std::uint8_t>) const override { return true; }
  void add(std::span<const std::uint8_t>, std::span<std::uint64_t> cells) const { ++cells[0]; }
  bool supports_value(std::span<const std::uint8_t>, Value) const { return true; }
  bool cell_is_report() const override { return true; }
  void report_of_cell(std::size_t, std::span<std::uint8_t>) const override {}
  std::vector<double> supports(TallyView tally) const override { return {static_cast<double>(tally.cells[0])}; }
};

}  // namespace

std::unique_ptr<Oracle> make_constant(OracleSpec spec) { return std::make_unique<Constant>(std::move(spec)); }

}  // namespace sourdine
