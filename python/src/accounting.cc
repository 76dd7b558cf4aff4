// Losses and what they come to together, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>

#include "binding.h"
#include "bound_protocol.h"
#include "long_work.h"
#include "loss.h"
#include "sourdine/base/error.h"
#include "sourdine/privacy/accountants.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/privacy/ledger/loss_json.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine::python {
namespace {

Loss valid(PrivacyLoss loss) {
  require_valid(loss);
  return {std::move(loss)};
}

Loss of_pair(const DominatingPair& pair) { return {PrivacyLossDistribution(pair)}; }

// Quotients are rounded towards the larger loss: the pair's parameters are taken as the numbers they are.
void require_positive(double number, const char* name) {
  if (!(number > 0)) fail_input(std::string(name) + " must be greater than 0");
}

double ratio_up(double change, double noise, const char* name) {
  require_positive(noise, name);
  return formula_up(static_cast<long double>(change) / static_cast<long double>(noise));
}

double ratio_down(double noise, double change) {
  require_positive(change, "the sensitivity");
  return formula_down(static_cast<long double>(noise) / static_cast<long double>(change));
}

Loss rdp(const std::vector<double>& orders, const std::vector<double>& epsilons) {
  if (orders.size() != epsilons.size()) fail_input("an RDP curve has one epsilon for each order");
  std::vector<RdpPoint> points;
  for (std::size_t i = 0; i < orders.size(); ++i) points.push_back({.order = orders[i], .epsilon = epsilons[i]});
  return {RdpCurve(std::move(points))};
}

// Of a loss that was written: whatever is wrong with the text is the caller's.
Loss from_json(const std::string& text) {
  try {
    return valid(loss_from(nlohmann::json::parse(text)).loss());
  } catch (const nlohmann::json::exception&) {
    fail_input("this is not the JSON of a loss", "Loss.to_json() writes it.");
  }
}

Accountant accountant_of(const std::string& name) {
  for (const Accountant each : all_accountants()) {
    if (word_of(each) == name) return each;
  }
  fail_input("unknown accountant '" + name + "'");
}

std::optional<Total> total(const std::vector<std::pair<Loss, std::uint64_t>>& losses, double delta,
                           const std::optional<std::string>& accountant) {
  std::vector<LossTimes> all;
  for (const auto& [loss, times] : losses) all.push_back({loss.loss, times});
  std::optional<Accountant> by;
  if (accountant) by = accountant_of(*accountant);
  return without_lock([&]() -> std::optional<Total> {
    return by ? total_by(*by, all, delta) : std::optional(tightest_total(all, delta));
  });
}

nb::object total_dict(const std::vector<std::pair<Loss, std::uint64_t>>& losses, double delta,
                      const std::optional<std::string>& accountant) {
  const auto found = total(losses, delta, accountant);
  if (!found) return nb::none();
  nb::dict made;
  made["epsilon"] = found->epsilon;
  made["delta"] = found->delta;
  made["accountant"] = std::string(word_of(found->accountant));
  made["lower"] = found->lower;
  return made;
}

}  // namespace

void bind_accounting(nb::module_& module) {
  nb::class_<Loss>(module, "Loss", "How much is told about one unit.")
      .def_static(
          "pure", [](double epsilon) { return valid(PureEpsilon{epsilon}); }, "epsilon"_a)
      .def_static(
          "approximate",
          [](double epsilon, double delta) {
            return valid(ApproximateDp{epsilon, delta});
          },
          "epsilon"_a, "delta"_a)
      .def_static(
          "zcdp", [](double rho) { return valid(Zcdp{rho}); }, "rho"_a)
      .def_static("rdp", rdp, "orders"_a, "epsilons"_a)
      .def_static(
          "laplace",
          [](double scale, double sensitivity) {
            return of_pair(LaplacePair{ratio_up(sensitivity, scale, "the scale")});
          },
          "scale"_a, "sensitivity"_a)
      .def_static(
          "gaussian",
          [](double sigma, double sensitivity) { return of_pair(GaussianPair{ratio_up(sensitivity, sigma, "sigma")}); },
          "sigma"_a, "sensitivity"_a)
      .def_static(
          "subsampled_gaussian",
          [](double sigma, double rate, double sensitivity) {
            return of_pair(SampledGaussianPair{rate, ratio_down(sigma, sensitivity)});
          },
          "sigma"_a, "rate"_a, "sensitivity"_a)
      .def_static(
          "of_protocol", [](const BoundProtocol& protocol) { return Loss{loss_of(protocol->guarantee())}; },
          "protocol"_a)
      .def_static("from_json", from_json, "text"_a)
      .def("to_json", [](const Loss& self) { return loss_json(LedgerLoss::of(self.loss)).dump(); })
      .def_prop_ro("kind", [](const Loss& self) { return std::string(word_of(kind_of(self.loss))); })
      .def(
          "approximate_at",
          [](const Loss& self, double delta) {
            // A pure loss has its ε at every δ, 0 included.
            if (const auto* pure = std::get_if<PureEpsilon>(&self.loss)) return std::pair(pure->epsilon, 0.0);
            const ApproximateDp found = without_lock([&] { return approximate_at(self.loss, delta); });
            return std::pair(found.epsilon, found.delta);
          },
          "delta"_a)
      .def(
          "grouped", [](const Loss& self, std::uint64_t size) { return Loss{grouped(self.loss, size)}; }, "size"_a);
  module.def("accountants", [] {
    std::vector<std::string> names;
    for (const Accountant each : all_accountants()) names.emplace_back(word_of(each));
    return names;
  });
  module.def("total", total_dict, "losses"_a, "delta"_a, "accountant"_a.none(),
             "What the losses come to; None where that accountant's theorem does not apply.");
}

}  // namespace sourdine::python
