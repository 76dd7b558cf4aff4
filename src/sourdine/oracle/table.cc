#include "sourdine/oracle/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/constant.h"
#include "sourdine/oracle/grr.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/unary.h"

namespace sourdine {
namespace {

constexpr std::string_view wang2017 = "Wang, Blocki, Li, Jha, USENIX Security 2017";

const std::vector<OracleRow> rows = {
    {"grr",
     "generalised randomised response",
     "one value of the domain",
     "small domains: k ≤ 3e^ε + 2",
     "Kairouz, Bonawitz, Ramage, ICML 2016",
     "O(1) / O(1) / O(k)",
     true,
     "",
     {},
     {},
     make_grr},
    {"sue",
     "symmetric unary encoding (basic one-time RAPPOR)",
     "k bits",
     "to compare with the published study",
     "Erlingsson, Pihur, Korolova, CCS 2014",
     "O(k) / O(k) / O(k)",
     true,
     "",
     {{"f", "probability that a bit is replaced by a fair coin, instead of epsilon = 2 ln(2/f - 1)"}},
     {},
     make_sue},
    {"oue",
     "optimised unary encoding",
     "k bits",
     "large domains, when k bits per report are affordable",
     wang2017,
     "O(k) / O(k) / O(k)",
     true,
     "",
     {},
     {},
     make_oue},
    {"ue",
     "unary encoding with any p and q",
     "k bits",
     "to study other parameters",
     wang2017,
     "O(k) / O(k) / O(k)",
     true,
     "",
     {{"p", "probability of a 1 for the true value's bit (required; epsilon follows from p and q)"},
      {"q", "probability of a 1 for every other bit (required)"}},
     {},
     make_ue},
    {"the",
     "thresholded histogram encoding",
     "k bits",
     "never; kept to compare",
     wang2017,
     "O(k) / O(k) / O(k)",
     true,
     "only thresholded bits leave the client, and they alone satisfy a smaller epsilon",
     {{"theta", "threshold between 0.5 and 1 (chosen to minimise the variance)"}},
     {},
     make_the},
};

}  // namespace

std::span<const OracleRow> oracle_table() { return rows; }

const OracleRow& find_oracle(std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [name](const OracleRow& row) { return row.name == name; });
  if (found != rows.end()) return *found;
  std::vector<std::string_view> names;
  for (const OracleRow& row : rows) names.push_back(row.name);
  fail_input(fmt::format("unknown oracle '{}'; did you mean '{}'? known: {}", name, nearest(name, names),
                         fmt::join(names, ", ")));
}

std::unique_ptr<const Oracle> make_oracle(OracleSpec spec) {
  const OracleRow& row = find_oracle(spec.oracle);
  for (const auto& [name, number] : spec.parameters) {
    const auto known = [&name](const OracleParameter& parameter) { return parameter.name == name; };
    if (std::none_of(row.parameters.begin(), row.parameters.end(), known)) {
      std::vector<std::string_view> names;
      for (const OracleParameter& parameter : row.parameters) names.push_back(parameter.name);
      fail_input(fmt::format("oracle '{}' has no parameter '{}'; known: {}", row.name, name,
                             names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    if (!std::isfinite(number)) fail_input(fmt::format("parameter '{}' must be a finite number, not {}", name, number));
  }
  if (spec.k() == 1) {
    if (spec.epsilon != 0 || spec.parameters.empty()) require_epsilon(spec.epsilon);
    return make_constant(std::move(spec));
  }
  return row.make(std::move(spec));
}

OracleSpec table_spec(const OracleRow& row, const Domain& domain, double epsilon, bool small_channel) {
  OracleSpec spec{std::string(row.name), domain, epsilon, {}};
  if (small_channel) spec.parameters = row.audit_parameters;
  if (row.name == "ue") {
    // Halfway between sue and oue on the scale of ln p/(1−p); any split of ε over the two bits would do.
    spec.epsilon = 0;
    spec.parameters["p"] = 1 / (1 + std::exp(-epsilon / 4));
    spec.parameters["q"] = 1 / (1 + std::exp(epsilon * 3 / 4));
  }
  return spec;
}

}  // namespace sourdine
