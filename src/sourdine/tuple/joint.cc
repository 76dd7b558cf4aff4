// joint: one oracle over the product of the domains.
#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/tuple/estimate_views.h"
#include "sourdine/tuple/solutions.h"

namespace sourdine {
namespace {

// Oracles of which the law of a sum over values is known (SetView).
constexpr std::string_view joint_oracles[] = {"adp", "grr", "oue", "sue"};
// Beyond, estimates of the product are noise, and their number is a burden.
constexpr std::uint64_t max_product = std::uint64_t{1} << 20;

std::uint64_t product_size(const TupleSpec& spec) {
  std::uint64_t size = 1;
  for (const TupleAttribute& one : spec.attributes) {
    size *= one.domain.size();
    if (size > max_product) {
      fail_input(fmt::format("the product of these domains has more than {} values, too many for 'joint'", max_product),
                 "Choose smp or spl.");
    }
  }
  return size;
}

class JointTuple final : public TupleProtocol {
 public:
  JointTuple(TupleSpec spec, double local_epsilon, TuplePrivacy privacy, std::shared_ptr<const Oracle> oracle)
      : TupleProtocol(std::move(spec), std::span(&oracle->oracle_spec(), 1), local_epsilon, std::move(privacy)),
        oracle_(std::move(oracle)) {
    // The last attribute changes fastest.
    steps_.assign(width(), 1);
    for (std::size_t i = width(); i-- > 1;) steps_[i - 1] = steps_[i] * domain_size(i);
  }

  const Oracle& oracle(std::size_t) const override { return *oracle_; }
  std::size_t report_bytes() const override { return oracle_->report_bytes(); }
  std::size_t cells() const override { return oracle_->cells(); }
  bool is_possible(std::span<const std::uint8_t> report) const override { return oracle_->is_possible(report); }
  bool is_consistent(TallyView tally) const override { return oracle_->is_consistent(tally); }

  AttributeTally attribute_tally(TallyView tally, std::size_t attribute, Population population) const override {
    require_attribute(attribute);
    return set_tally(tally, domain_size(attribute), population,
                     [this, attribute](std::uint64_t value) { return value_of(value, attribute); });
  }
  double share_variance(std::size_t attribute, Value value, std::span<const double> shares,
                        double people) const override {
    if (domain_size(attribute) == 1) return 0;
    const std::uint64_t sets = domain_size(attribute);
    return SetView(*oracle_, Domain(sets), oracle_->k() / sets).variance(value, shares) / people;
  }
  AttributeTally pair_tally(TallyView tally, std::size_t first, std::size_t second) const override {
    require_attribute(first);
    require_attribute(second);
    if (first == second) fail_input("a pair has two different attributes");
    const std::uint64_t columns = domain_size(second);
    return set_tally(tally, domain_size(first) * columns, Population::fixed, [=, this](std::uint64_t value) {
      return value_of(value, first) * columns + value_of(value, second);
    });
  }

  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const override {
    const Value value = product_value(record);
    oracle_->enumerate({&value, 1}, branches, report);
  }

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override {
    std::vector<Value> values(records.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = product_value(records[i]);
    answer_values(*oracle_, values, random, reports);
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    std::uint64_t added = 0;
    PossibleReports{*oracle_, reports}.tally({added, cells});
  }
  std::size_t first_impossible(ReportsView reports) const override {
    return PossibleReports{*oracle_, reports}.first_impossible();
  }

 private:
  Value product_value(std::span<const Value> record) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < record.size(); ++i) value += record[i] * steps_[i];
    return static_cast<Value>(value);
  }
  std::uint64_t value_of(std::uint64_t product, std::size_t attribute) const {
    return product / steps_[attribute] % domain_size(attribute);
  }

  template <class SetOf>
  AttributeTally set_tally(TallyView tally, std::uint64_t sets, Population population, SetOf set_of) const {
    if (sets == 1) {  // nothing to estimate
      return {make_oracle({"grr", Domain(1), local_epsilon(), {}}), tally.reports, {tally.reports}, population};
    }
    AttributeTally result{std::make_shared<const SetView>(*oracle_, Domain(sets), oracle_->k() / sets), tally.reports,
                          std::vector<std::uint64_t>(sets), population};
    for (std::uint64_t value = 0; value < oracle_->k(); ++value) result.cells[set_of(value)] += tally.cells[value];
    return result;
  }

  std::shared_ptr<const Oracle> oracle_;
  std::vector<std::uint64_t> steps_;
};

}  // namespace

std::shared_ptr<const TupleProtocol> make_joint(TupleSpec spec, std::span<const OracleSpec> recorded) {
  if (std::find(std::begin(joint_oracles), std::end(joint_oracles), spec.oracle) == std::end(joint_oracles)) {
    fail_input(fmt::format("'joint' has no oracle '{}'; known: adp, grr, oue, sue", spec.oracle));
  }
  const double local = local_epsilon(spec);
  const OracleSpec asked{spec.oracle, Domain(product_size(spec)), local, {}};
  if (!recorded.empty() && !(recorded[0] == asked)) fail_input("the oracle of 'joint' is not one of these attributes");
  std::shared_ptr<const Oracle> oracle = make_oracle(asked);
  spec.oracle = oracle->name();
  TuplePrivacy privacy{oracle->epsilon(), oracle->epsilon(), {}};
  for (const TupleAttribute& one : spec.attributes) {
    privacy.attributes.push_back(one.domain.size() == 1 ? 0 : oracle->epsilon());
  }
  return std::make_shared<const JointTuple>(std::move(spec), local, std::move(privacy), std::move(oracle));
}

}  // namespace sourdine
