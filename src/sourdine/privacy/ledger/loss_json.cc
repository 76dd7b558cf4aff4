#include "sourdine/privacy/ledger/loss_json.h"

#include <cmath>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// The words in files.
constexpr std::pair<LossKind, std::string_view> loss_words[] = {
    {LossKind::pure, "pure"}, {LossKind::approximate, "approximate"}, {LossKind::zcdp, "zCDP"},
    {LossKind::rdp, "RDP"},   {LossKind::distribution, "PLD"},        {LossKind::metric, "metric"}};

std::string_view loss_word(LossKind kind) {
  for (const auto& [each, word] : loss_words) {
    if (each == kind) return word;
  }
  fail_internal("a loss without a word");
}

nlohmann::ordered_json curve_json(const RdpCurve& curve) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (const RdpPoint& point : curve.points()) {
    if (std::isfinite(point.epsilon)) points.push_back({point.order, point.epsilon});
  }
  if (points.empty()) fail_input("a curve without a finite point bounds nothing and cannot be recorded");
  return points;
}

RdpCurve curve_from(const nlohmann::json& json) {
  std::vector<RdpPoint> points;
  for (const auto& point : json.get_ref<const nlohmann::json::array_t&>()) {
    points.push_back({.order = point.at(0).get<double>(), .epsilon = point.at(1).get<double>()});
  }
  return RdpCurve(std::move(points));
}

struct PairWriter {
  nlohmann::ordered_json operator()(const ResponsePair& pair) const {
    return {{"pair", "response"}, {"epsilon", pair.epsilon}, {"delta", pair.delta}};
  }
  nlohmann::ordered_json operator()(const LaplacePair& pair) const {
    return {{"pair", "laplace"}, {"epsilon", pair.epsilon}};
  }
  nlohmann::ordered_json operator()(const GaussianPair& pair) const {
    return {{"pair", "gaussian"}, {"shift", pair.shift}};
  }
  nlohmann::ordered_json operator()(const SampledGaussianPair& pair) const {
    return {{"pair", "sampled gaussian"}, {"rate", pair.rate}, {"noise", pair.noise}};
  }
  nlohmann::ordered_json operator()(const FinitePair& pair) const {
    return {{"pair", "finite"}, {"p", pair.p}, {"q", pair.q}};
  }
};

DominatingPair pair_from(const nlohmann::json& json) {
  const std::string name = json.at("pair");
  const auto number = [&](const char* key) { return json.at(key).get<double>(); };
  if (name == "response") return ResponsePair{number("epsilon"), number("delta")};
  if (name == "laplace") return LaplacePair{number("epsilon")};
  if (name == "gaussian") return GaussianPair{number("shift")};
  if (name == "sampled gaussian") return SampledGaussianPair{number("rate"), number("noise")};
  if (name == "finite") {
    return FinitePair{json.at("p").get<std::vector<double>>(), json.at("q").get<std::vector<double>>()};
  }
  fail_input("a pair of laws that is not known");
}

nlohmann::ordered_json distribution_json(const PrivacyLossDistribution& distribution) {
  nlohmann::ordered_json alternatives = nlohmann::ordered_json::array();
  for (const auto& product : distribution.alternatives()) {
    nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
    for (const PairTimes& each : product) {
      nlohmann::ordered_json pair = std::visit(PairWriter{}, each.pair);
      if (each.times != 1) pair["times"] = each.times;
      pairs.push_back(std::move(pair));
    }
    alternatives.push_back(std::move(pairs));
  }
  return alternatives;
}

PrivacyLossDistribution distribution_from(const nlohmann::json& json) {
  std::optional<PrivacyLossDistribution> worst;
  for (const auto& pairs : json.get_ref<const nlohmann::json::array_t&>()) {
    PrivacyLossDistribution product;
    for (const auto& pair : pairs.get_ref<const nlohmann::json::array_t&>()) {
      const std::uint64_t times = pair.contains("times") ? whole_number(pair.at("times")) : 1;
      product = compose(product, PrivacyLossDistribution(pair_from(pair), times));
    }
    worst = worst ? either(*worst, product) : product;
  }
  if (!worst) fail_input("a privacy loss distribution without mechanisms");
  return *worst;
}

}  // namespace

nlohmann::ordered_json loss_json(const LedgerLoss& loss) {
  nlohmann::ordered_json json = {{"kind", loss_word(loss.kind)}};
  if (loss.has_epsilon()) json["epsilon"] = loss.epsilon.text();
  if (loss.kind == LossKind::approximate) json["delta"] = loss.delta.text();
  if (loss.kind == LossKind::zcdp) json["rho"] = loss.rho.text();
  if (loss.kind == LossKind::metric) {
    json["per_metre"] = loss.per_metre.text();
    json["offset"] = loss.offset.text();
  }
  if (loss.kind == LossKind::rdp) json["curve"] = curve_json(std::get<RdpCurve>(loss.law));
  if (loss.kind == LossKind::distribution) {
    json["mechanisms"] = distribution_json(std::get<PrivacyLossDistribution>(loss.law));
  }
  return json;
}

LedgerLoss loss_from(const nlohmann::json& json) {
  const std::string word = json.at("kind");
  LedgerLoss loss;
  bool is_known = false;
  for (const auto& [kind, each] : loss_words) {
    if (each != word) continue;
    loss.kind = kind;
    is_known = true;
  }
  if (!is_known) fail_input("a kind of loss that is not known");
  if (loss.has_epsilon()) loss.epsilon = ExactEpsilon::parse(json.at("epsilon").get<std::string>());
  if (loss.kind == LossKind::approximate) {
    loss.delta = ExactDecimal::parse(json.at("delta").get<std::string>());
    if (!(loss.delta < ExactDecimal::parse("1"))) fail_input("a delta that is not below 1");
  }
  if (loss.kind == LossKind::zcdp) loss.rho = ExactDecimal::parse(json.at("rho").get<std::string>());
  if (loss.kind == LossKind::metric) {
    loss.per_metre = ExactDecimal::parse(json.at("per_metre").get<std::string>());
    loss.offset = ExactDecimal::parse(json.at("offset").get<std::string>());
  }
  if (loss.kind == LossKind::rdp) loss.law = curve_from(json.at("curve"));
  if (loss.kind == LossKind::distribution) loss.law = distribution_from(json.at("mechanisms"));
  require_valid(loss.loss());
  return loss;
}

}  // namespace sourdine
