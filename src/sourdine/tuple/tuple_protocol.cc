#include "sourdine/tuple/tuple_protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/tuple/solutions.h"

namespace sourdine {
namespace {

std::shared_ptr<const TupleProtocol> made_tuple(TupleSpec spec, std::span<const OracleSpec> recorded) {
  require_tuple_spec(spec);
  switch (spec.solution) {
    case TupleSolution::spl:
      return make_split(std::move(spec), recorded);
    case TupleSolution::smp:
      return make_sampled(std::move(spec), recorded);
    case TupleSolution::rs_fd:
    case TupleSolution::rs_rfd:
      return make_fake_data(std::move(spec));
    case TupleSolution::joint:
      return make_joint(std::move(spec), recorded);
  }
  fail_internal("a solution that nobody makes");
}

std::shared_ptr<const Oracle> attribute_oracle(const TupleSpec& spec, std::size_t attribute, double local_epsilon,
                                               std::span<const OracleSpec> recorded) {
  const TupleAttribute& one = spec.attributes[attribute];
  OracleSpec asked{one.oracle.empty() ? spec.oracle : one.oracle, one.domain, local_epsilon, one.parameters};
  const bool is_decided = parameters_decide_epsilon(asked);
  if (is_decided) asked.epsilon = 0;
  std::shared_ptr<const Oracle> oracle =
      recorded.empty() ? make_oracle(std::move(asked)) : make_recorded_oracle(recorded[attribute]);
  const double epsilon = oracle->oracle_spec().epsilon;
  if (is_decided ? epsilon > local_epsilon : epsilon != local_epsilon) {
    fail_input(fmt::format("the oracle of {} has epsilon = {}, but {} is what is left for it",
                           attribute_title(spec, attribute), epsilon, local_epsilon));
  }
  return oracle;
}

// Every attribute is reported by an oracle of repeated collections.
bool is_memoised(const TupleProtocol& protocol) {
  const TupleSolution solution = protocol.tuple_spec().solution;
  if (solution != TupleSolution::spl && solution != TupleSolution::smp) return false;
  for (std::size_t i = 0; i < protocol.width(); ++i) {
    if (dynamic_cast<const Memoised*>(&protocol.oracle(i)) == nullptr) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<const TupleProtocol> TupleProtocol::make(TupleSpec spec) { return made_tuple(std::move(spec), {}); }

std::shared_ptr<const TupleProtocol> TupleProtocol::from_json(std::string_view json) {
  RecordedTuple recorded = tuple_spec_from_json(json);
  return made_tuple(std::move(recorded.spec), recorded.oracles);
}

TupleProtocol::TupleProtocol(TupleSpec spec, std::span<const OracleSpec> oracles, double local_epsilon,
                             TuplePrivacy privacy)
    : Protocol(std::make_shared<const ProtocolSpec>(std::string(protocol_kind), to_json(spec, oracles))),
      tuple_(std::move(spec)),
      local_epsilon_(local_epsilon),
      privacy_(std::move(privacy)) {}

std::string TupleProtocol::title() const { return fmt::format("'{}' of several attributes", word_of(tuple_.solution)); }

std::string TupleProtocol::attribute_name(std::size_t attribute) const {
  const std::string& name = tuple_.attributes[attribute].name;
  return name.empty() ? fmt::format("attribute {}", attribute + 1) : name;
}

void TupleProtocol::require_attribute(std::size_t attribute) const {
  if (attribute >= width()) {
    fail_input(fmt::format("there is no attribute {}: the tuple has {}", attribute + 1, width()));
  }
}

double TupleProtocol::tuple_epsilon_asked() const {
  const bool is_split = tuple_.solution == TupleSolution::spl && tuple_.level == TupleLevel::attribute;
  if (is_split) return tuple_.epsilon * static_cast<double>(width());
  return tuple_.level == TupleLevel::tuple ? tuple_.epsilon : local_epsilon_;
}

Guarantee TupleProtocol::guarantee() const {
  Guarantee guarantee = local_report_guarantee(std::max(tuple_epsilon_asked(), epsilon()), epsilon());
  guarantee.unit = Unit::tuple;
  guarantee.unit_text = phrase_of(Unit::tuple);
  guarantee.neighbours_text = "replace the tuple by any other tuple";
  guarantee.levels = {{Unit::attribute, privacy_.attribute}};
  guarantee.caveats.insert(guarantee.caveats.begin(),
                           fmt::format("{}, has epsilon {:.6g}", phrase_of(Unit::attribute), privacy_.attribute));
  if (is_memoised(*this)) {
    guarantee.caveats.back() =
        "all reports of a person from one permanent response spend this epsilon at most; every further value, and "
        "every "
        "fresh permanent response (as randomize() draws them), spends it again";
  }
  if (tuple_.level == TupleLevel::published && privacy_.attribute > tuple_.epsilon) {
    guarantee.caveats.push_back(
        fmt::format("epsilon {:.6g} was asked as published, for one attribute, which has {:.6g}: the published theorem "
                    "does not hold "
                    "for domains of different sizes, nor for random fake bits, nor for priors",
                    tuple_.epsilon, privacy_.attribute));
  }
  if (tuple_.solution == TupleSolution::smp) {
    guarantee.caveats.emplace_back("which attribute a report is about is public, and does not depend on the person");
  }
  if (tuple_.solution == TupleSolution::rs_fd || tuple_.solution == TupleSolution::rs_rfd) {
    guarantee.caveats.emplace_back(
        "which attribute is true is not in a report, but can be guessed better than by chance");
  }
  return guarantee;
}

const Oracle& TupleProtocol::oracle(std::size_t) const {
  fail_input(fmt::format("'{}' has entries with fake data, not reports of oracles", word_of(tuple_.solution)));
}

AttributeTally TupleProtocol::pair_tally(TallyView, std::size_t, std::size_t) const {
  fail_input(fmt::format("tallies of '{}' do not know pairs of attributes", word_of(tuple_.solution)),
             "'spl' counts them when its spec says so, and 'joint' does always.");
}

std::size_t TupleProtocol::draw_attribute(Random& random) const {
  if (tuple_.solution != TupleSolution::smp) fail_input("only reports of 'smp' are about one attribute");
  return static_cast<std::size_t>(random.below(width()));
}

void TupleProtocol::wrap_report(std::size_t attribute, std::span<const std::uint8_t> report,
                                std::span<std::uint8_t> out) const {
  if (tuple_.solution != TupleSolution::smp) fail_input("only reports of 'smp' are about one attribute");
  require_attribute(attribute);
  if (report.size() != oracle(attribute).report_bytes() || !oracle(attribute).is_possible(report)) {
    fail_input(fmt::format("this is not a report that the oracle of {} makes", attribute_title(tuple_, attribute)));
  }
  if (out.size() != report_bytes()) {
    fail_input(fmt::format("a report of {} bytes does not fit into {} bytes", report_bytes(), out.size()));
  }
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  out[0] = static_cast<std::uint8_t>(attribute);
  std::copy(report.begin(), report.end(), out.begin() + 1);
}

std::vector<std::shared_ptr<const Oracle>> attribute_oracles(TupleSpec& spec, double local_epsilon,
                                                             std::span<const OracleSpec> recorded) {
  std::vector<std::shared_ptr<const Oracle>> oracles;
  for (std::size_t i = 0; i < spec.attributes.size(); ++i) {
    oracles.push_back(attribute_oracle(spec, i, local_epsilon, recorded));
    spec.attributes[i].oracle = oracles.back()->name();
    spec.attributes[i].parameters = oracles.back()->oracle_spec().parameters;
  }
  return oracles;
}

std::vector<OracleSpec> specs_of(std::span<const std::shared_ptr<const Oracle>> oracles) {
  std::vector<OracleSpec> specs;
  for (const auto& oracle : oracles) specs.push_back(oracle->oracle_spec());
  return specs;
}

std::vector<double> epsilons_of(std::span<const std::shared_ptr<const Oracle>> oracles) {
  std::vector<double> epsilons;
  for (const auto& oracle : oracles) epsilons.push_back(oracle->epsilon());
  return epsilons;
}

void answer_values(const Oracle& oracle, std::span<const Value> values, Random& random,
                   std::span<std::uint8_t> reports) {
  ValidRecords{oracle, {values, 1}}.randomize(random, reports);
}
void answer_values(const Oracle& oracle, std::span<const Value> values, Branches& branches,
                   std::span<std::uint8_t> reports) {
  std::fill(reports.begin(), reports.end(), std::uint8_t{0});
  if (!values.empty()) oracle.enumerate(values, branches, reports);
}

void require_tuple_room(std::size_t cells, std::size_t more) {
  if (more > max_tuple_cells - std::min(max_tuple_cells, cells)) {
    fail_input("the tallies of these attributes would be too large",
               "Choose another oracle, fewer values, or no pairs.");
  }
}

}  // namespace sourdine
