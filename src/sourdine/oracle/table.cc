#include "sourdine/oracle/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/adaptive.h"
#include "sourdine/oracle/constant.h"
#include "sourdine/oracle/grr.h"
#include "sourdine/oracle/hadamard.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/local_hash.h"
#include "sourdine/oracle/projective.h"
#include "sourdine/oracle/rappor.h"
#include "sourdine/oracle/sketch.h"
#include "sourdine/oracle/subset_selection.h"
#include "sourdine/oracle/unary.h"

namespace sourdine {
namespace {

constexpr std::string_view apple2017 = "Differential Privacy Team, Apple, Learning with privacy at scale, 2017";
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
     "comparing with the published study",
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
     "studying other parameters",
     wang2017,
     "O(k) / O(k) / O(k)",
     true,
     "",
     {{"p", "probability of a 1 for the true value's bit (required; epsilon follows from p and q)"},
      {"q", "probability of a 1 for every other bit (required)"}},
     {},
     make_ue},
    {"blh",
     "binary local hashing",
     "a hash seed and one bit",
     "comparing; hrr has the same error and a much cheaper tally",
     "Bassily, Smith, STOC 2015",
     "O(1) / O(k) / O(k)",
     false,
     "",
     {},
     {},
     make_blh},
    {"olh",
     "optimised local hashing",
     "a hash seed and one of g buckets",
     "large domains, when k bits are too many to send and the server can afford k hashes per report",
     wang2017,
     "O(1) / O(k) / O(k)",
     false,
     "",
     {{"g", "number of buckets (e^epsilon + 1 rounded, at most 32768; 2147483648 for k > 131072)"}},
     {},
     make_olh},
    {"ss",
     "subset selection",
     "a set of omega values: k bits or omega numbers",
     "the smallest error, when min(k, omega log2 k) bits per report are affordable",
     "Ye, Barg, IEEE Trans. Information Theory 2018",
     "O(min(k, omega log omega)) / O(min(k, omega log k)) / O(k)",
     false,
     "",
     {{"omega", "number of values in a set (k / (e^epsilon + 1) rounded, at least 1)"}},
     {},
     make_ss},
    {"the",
     "thresholded histogram encoding",
     "k bits",
     "nothing but comparing",
     wang2017,
     "O(k) / O(k) / O(k)",
     true,
     "only thresholded bits leave the client, and they alone satisfy a smaller epsilon",
     {{"theta", "threshold between 0.5 and 1 (chosen to minimise the variance)"}},
     {},
     make_the},
    {"hr",
     "Hadamard response (general block form)",
     "one of K outputs, K up to about 2k",
     "large domains with small reports and a constant-time tally",
     "Acharya, Sun, Zhang, AISTATS 2019",
     "O(1) / O(1) / O(K log K)",
     true,
     "",
     {{"blocks", "number of blocks asked for (the power of two with the smallest error)"}},
     {},
     make_hr},
    {"hrr",
     "Hadamard randomised response (one coefficient)",
     "a row of the Hadamard matrix and one sign",
     "large domains at small epsilon",
     "Cormode, Kulkarni, Srivastava, SIGMOD 2018",
     "O(1) / O(1) / O(k log k)",
     true,
     "",
     {},
     {},
     make_hrr},
    {"pgr",
     "projective geometry response",
     "one of K points, K from k to about k e^epsilon",
     "nearly the smallest error in log2 K bits, when the server can hold K cells",
     "Feldman, Nelson, Nguyen, Talwar, ICML 2022",
     "O(t) / O(1) / O(K q t)",
     true,
     "",
     {{"order", "prime q of the geometry (chosen to minimise the variance; near e^epsilon + 1)"}},
     {},
     make_pgr},
    {"rappor",
     "RAPPOR: Bloom filters in cohorts, permanent and instantaneous response",
     "a cohort and the bits of a Bloom filter",
     "people who report again and again, or strings not known beforehand",
     "Erlingsson, Pihur, Korolova, CCS 2014",
     "O(bits) / O(bits) / O(k²) after O(k³) once",
     true,
     "epsilon is for ever: one report alone spends less; and filters that share bits in every cohort spend less still",
     {{"bits", "bits of a Bloom filter (16)"},
      {"hashes", "bits that a string sets (2)"},
      {"cohorts", "number of cohorts (64, more when the domain needs them)"},
      {"f", "probability that a permanent bit is a fair coin, instead of epsilon = 2 hashes ln(2/f - 1)"},
      {"p", "probability that a permanent 0 is sent as 1 (0.5)"},
      {"q", "probability that a permanent 1 is sent as 1 (0.75)"},
      {"hash_seed", "public seed of the filters' positions (0)"}},
     {{"bits", 8}, {"hashes", 2}, {"cohorts", 4}, {"hash_seed", 0}},
     make_rappor},
    {"cms",
     "count-mean sketch",
     "a row and its bits",
     "very large domains, when `width` bits per report are affordable; above 4096 values without a dominant one",
     apple2017,
     "O(width) / O(width) / O(k rows), up to 4096 values after O(k³) once",
     true,
     "hash functions that send all values to the same buckets leave nothing to tell",
     {{"rows", "number of hash functions (64)"},
      {"width", "number of buckets of a row (1024)"},
      {"hash_seed",
       "public seed of the hash functions (0); where buckets cannot tell the values apart, intervals are over its "
       "choice"}},
     {{"rows", 2}, {"width", 8}, {"hash_seed", 0}},
     make_cms},
    {"hcms",
     "Hadamard count-mean sketch",
     "a row, a column and one bit",
     "very large domains, when reports must be small; above 4096 values without a dominant one",
     apple2017,
     "O(1) / O(1) / O(k rows + rows width log width), up to 4096 values after O(k³) once",
     true,
     "hash functions that send all values to the same buckets leave nothing to tell",
     {{"rows", "number of hash functions (64)"},
      {"width", "number of buckets of a row, a power of two (1024)"},
      {"hash_seed",
       "public seed of the hash functions (0); where buckets cannot tell the values apart, intervals are over its "
       "choice"}},
     {{"rows", 4}, {"width", 8}, {"hash_seed", 0}},
     make_hcms},
    {"adp",
     "adaptive: grr or oue, whichever has the smaller error",
     "one value or k bits",
     "one rule for domains of different sizes",
     wang2017,
     "as grr or oue",
     true,
     "",
     {},
     {},
     make_adp},
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
    const auto known = [&name = name](const OracleParameter& parameter) { return parameter.name == name; };
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

std::unique_ptr<const Oracle> make_recorded_oracle(const OracleSpec& spec) {
  auto oracle = make_oracle(spec);
  if (const std::string field = first_difference(oracle->spec(), spec); !field.empty()) {
    fail_input(fmt::format("the spec of oracle '{}' does not record '{}'", spec.oracle, field));
  }
  return oracle;
}

OracleSpec table_spec(const OracleRow& row, const Domain& domain, double epsilon, bool small_channel) {
  OracleSpec spec{std::string(row.name), domain, epsilon, {}};
  if (small_channel) spec.parameters = row.audit_parameters;
  if (row.name == "ue") {
    // Halfway between sue and oue on the scale of ln p/(1−p); any split of ε over the two bits would do.
    spec.epsilon = 0;
    // A few units of the last digit to the safe side, so that libm's rounding does not spend more than was asked.
    constexpr double margin = 1e-15;
    spec.parameters["p"] = (1 - margin) / (1 + std::exp(-epsilon / 4));
    spec.parameters["q"] = (1 + margin) / (1 + std::exp(epsilon * 3 / 4));
  }
  return spec;
}

}  // namespace sourdine
