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
#include "sourdine/oracle/longitudinal/dbitflip.h"
#include "sourdine/oracle/longitudinal/loloha.h"
#include "sourdine/oracle/longitudinal/long_grr.h"
#include "sourdine/oracle/longitudinal/long_unary.h"
#include "sourdine/oracle/projective/projective.h"
#include "sourdine/oracle/rappor/rappor.h"
#include "sourdine/oracle/sketch/sketch.h"
#include "sourdine/oracle/subset_selection.h"
#include "sourdine/oracle/unary.h"

namespace sourdine {
namespace {

constexpr std::string_view apple2017 = "Differential Privacy Team, Apple, Learning with privacy at scale, 2017";
constexpr std::string_view wang2017 = "Wang, Blocki, Li, Jha, USENIX Security 2017";
constexpr std::string_view arcolezi2022 = "Arcolezi, Couchot, Al Bouna, Xiao, Digital Communications and Networks 2022";
const OracleParameter epsilon1 = {"epsilon1", "what one report alone may tell, below epsilon (epsilon / 2)"};

// ue is asked with p and q. These give it ε: halfway between sue and oue on the scale of ln p/(1−p), a few units of the
// last digit to the safe side, so that libm's rounding does not spend more than was asked.
std::map<std::string, double> split_epsilon(double epsilon) {
  constexpr double margin = 1e-15;
  return {{"p", (1 - margin) / (1 + std::exp(-epsilon / 4))}, {"q", (1 + margin) / (1 + std::exp(epsilon * 3 / 4))}};
}

const std::vector<OracleRow> oracle_rows = {
    {.name = "grr",
     .title = "generalised randomised response",
     .report = "one value of the domain",
     .choose = "small domains: k ≤ 3e^ε + 2",
     .reference = "Kairouz, Bonawitz, Ramage, ICML 2016",
     .cost = "O(1) / O(1) / O(k)",
     .simulates_by_law = true,
     .make = make_grr},
    {.name = "sue",
     .title = "symmetric unary encoding (basic one-time RAPPOR)",
     .report = "k bits",
     .choose = "comparing with the published study",
     .reference = "Erlingsson, Pihur, Korolova, CCS 2014",
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .parameters = {{.name = "f",
                     .meaning = "probability that a bit is replaced by a fair coin, instead of epsilon = 2 ln(2/f - 1)",
                     .decides_epsilon = true}},
     .make = make_sue},
    {.name = "oue",
     .title = "optimised unary encoding",
     .report = "k bits",
     .choose = "large domains, when k bits per report are affordable",
     .reference = wang2017,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .make = make_oue},
    {.name = "ue",
     .title = "unary encoding with any p and q",
     .report = "k bits",
     .choose = "studying other parameters",
     .reference = wang2017,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .parameters = {{.name = "p",
                     .meaning = "probability of a 1 for the true value's bit (required; epsilon follows from p and q)",
                     .decides_epsilon = true},
                    {.name = "q",
                     .meaning = "probability of a 1 for every other bit (required)",
                     .decides_epsilon = true}},
     .parameters_for = split_epsilon,
     .make = make_ue},
    {.name = "blh",
     .title = "binary local hashing",
     .report = "a hash seed and one bit",
     .choose = "comparing; hrr has the same error and a much cheaper tally",
     .reference = "Bassily, Smith, STOC 2015",
     .cost = "O(1) / O(k) / O(k)",
     .simulates_by_law = false,
     .make = make_blh},
    {.name = "olh",
     .title = "optimised local hashing",
     .report = "a hash seed and one of g buckets",
     .choose = "large domains, when k bits are too many to send and the server can afford k hashes per report",
     .reference = wang2017,
     .cost = "O(1) / O(k) / O(k)",
     .simulates_by_law = false,
     .parameters = {{"g", "number of buckets (e^epsilon + 1 rounded, at most 32768; 2147483648 for k > 131072)"}},
     .make = make_olh},
    {.name = "ss",
     .title = "subset selection",
     .report = "a set of omega values: k bits or omega numbers",
     .choose = "the smallest error, when min(k, omega log2 k) bits per report are affordable",
     .reference = "Ye, Barg, IEEE Trans. Information Theory 2018",
     .cost = "O(min(k, omega log omega)) / O(min(k, omega log k)) / O(k)",
     .simulates_by_law = false,
     .parameters = {{"omega", "number of values in a set (k / (e^epsilon + 1) rounded, at least 1)"}},
     .make = make_ss},
    {.name = "the",
     .title = "thresholded histogram encoding",
     .report = "k bits",
     .choose = "nothing but comparing",
     .reference = wang2017,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .spends_less = "only thresholded bits leave the client, and they alone satisfy a smaller epsilon",
     .parameters = {{"theta", "threshold between 0.5 and 1 (chosen to minimise the variance)"}},
     .make = make_the},
    {.name = "hr",
     .title = "Hadamard response (general block form)",
     .report = "one of K outputs, K up to about 2k",
     .choose = "large domains with small reports and a constant-time tally",
     .reference = "Acharya, Sun, Zhang, AISTATS 2019",
     .cost = "O(1) / O(1) / O(K log K)",
     .simulates_by_law = true,
     .parameters = {{"blocks", "number of blocks asked for (the power of two with the smallest error)"}},
     .make = make_hr},
    {.name = "hrr",
     .title = "Hadamard randomised response (one coefficient)",
     .report = "a row of the Hadamard matrix and one sign",
     .choose = "large domains at small epsilon",
     .reference = "Cormode, Kulkarni, Srivastava, SIGMOD 2018",
     .cost = "O(1) / O(1) / O(k log k)",
     .simulates_by_law = true,
     .make = make_hrr},
    {.name = "pgr",
     .title = "projective geometry response",
     .report = "one of K points, K from k to about k e^epsilon",
     .choose = "nearly the smallest error in log2 K bits, when the server can hold K cells",
     .reference = "Feldman, Nelson, Nguyen, Talwar, ICML 2022",
     .cost = "O(t) / O(1) / O(K q t)",
     .simulates_by_law = true,
     .parameters = {{"order", "prime q of the geometry (chosen to minimise the variance; near e^epsilon + 1)"}},
     .make = make_pgr},
    {.name = "rappor",
     .title = "RAPPOR: Bloom filters in cohorts, permanent and instantaneous response",
     .report = "a cohort and the bits of a Bloom filter",
     .choose = "people who report again and again, or strings not known beforehand",
     .reference = "Erlingsson, Pihur, Korolova, CCS 2014",
     .cost = "O(bits) / O(bits) / O(k²) after O(k³) once",
     .simulates_by_law = true,
     .spends_less = "epsilon is for ever: one report alone spends less; and filters that share bits in every cohort "
                    "spend less still",
     .parameters = {{"bits", "bits of a Bloom filter (16)"},
                    {"hashes", "bits that a string sets (2)"},
                    {"cohorts", "number of cohorts (64, more when the domain needs them)"},
                    {.name = "f",
                     .meaning =
                         "probability that a permanent bit is a fair coin, instead of epsilon = 2 hashes ln(2/f - 1)",
                     .decides_epsilon = true},
                    {"p", "probability that a permanent 0 is sent as 1 (0.5)"},
                    {"q", "probability that a permanent 1 is sent as 1 (0.75)"},
                    {"hash_seed", "public seed of the filters' positions (0)"}},
     .audit_parameters = {{"bits", 8}, {"hashes", 2}, {"cohorts", 4}, {"hash_seed", 0}},
     .max_planned_values = 1024,
     .make = make_rappor},
    {.name = "l-grr",
     .title = "generalised randomised response, permanent and instantaneous",
     .report = "one value of the domain",
     .choose = "people who report again and again about small domains: k ≤ 3e^ε1 + 2",
     .reference = arcolezi2022,
     .cost = "O(1) / O(1) / O(k)",
     .simulates_by_law = true,
     .parameters = {epsilon1},
     .make = make_l_grr},
    {.name = "l-sue",
     .title = "symmetric unary encoding, permanent and instantaneous (basic RAPPOR)",
     .report = "k bits",
     .choose = "comparing with basic RAPPOR; l-osue has a smaller error",
     .reference = arcolezi2022,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .parameters = {epsilon1},
     .make = make_l_sue},
    {.name = "l-osue",
     .title = "optimised unary encoding, permanent; symmetric, instantaneous",
     .report = "k bits",
     .choose = "people who report again and again about large domains, when k bits per report are affordable",
     .reference = arcolezi2022,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .parameters = {epsilon1},
     .make = make_l_osue},
    {.name = "l-oue",
     .title = "optimised unary encoding, permanent and instantaneous",
     .report = "k bits",
     .choose = "nothing but comparing",
     .reference = arcolezi2022,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .parameters = {epsilon1},
     .make = make_l_oue},
    {.name = "l-soue",
     .title = "symmetric unary encoding, permanent; optimised, instantaneous",
     .report = "k bits",
     .choose = "nothing but comparing",
     .reference = arcolezi2022,
     .cost = "O(k) / O(k) / O(k)",
     .simulates_by_law = true,
     .parameters = {epsilon1},
     .make = make_l_soue},
    {.name = "loloha",
     .title = "local hashing for life, permanent and instantaneous",
     .report = "a hash seed and one of g buckets",
     .choose = "people who report again and again about values that change: at most g epsilon in all",
     .reference = "Arcolezi, Pinzón, Palamidessi, Gambs, EDBT 2023",
     .cost = "O(1) / O(k) / O(k)",
     .simulates_by_law = false,
     .parameters =
         {epsilon1,
          {"g",
           "number of buckets (that of the smallest error, near e^epsilon1 + 1, as far as k allows; 2 is BiLOLOHA)"}},
     .make = make_loloha},
    {.name = "dbitflip",
     .title = "d sampled bits, randomised once for ever (dBitFlipPM)",
     .report = "a set of d values and a bit for each",
     .choose = "people who send the same short answer again and again; a change shows",
     .reference = "Ding, Kulkarni, Yekhanin, NeurIPS 2017",
     .cost = "O(d log k) / O(d log k) / O(k)",
     .simulates_by_law = false,
     .spends_less = "a client that samples one bit spends half: two bits never differ",
     .parameters = {{"bits", "d, how many of the k bits a client samples for life (4, or as many as can be numbered)"}},
     .audit_parameters = {{"bits", 2}},
     .make = make_dbitflip},
    {.name = "cms",
     .title = "count-mean sketch",
     .report = "a row and its bits",
     .choose =
         "very large domains, when `width` bits per report are affordable; above 4096 values without a dominant one",
     .reference = apple2017,
     .cost = "O(width) / O(width) / O(k rows), up to 4096 values after O(k³) once",
     .simulates_by_law = true,
     .spends_less = "hash functions that send all values to the same buckets leave nothing to tell",
     .parameters =
         {{"rows", "number of hash functions (64)"},
          {"width", "number of buckets of a row (1024)"},
          {"hash_seed",
           "public seed of the hash functions (0); where buckets cannot tell the values apart, intervals are over its "
           "choice"}},
     .audit_parameters = {{"rows", 2}, {"width", 8}, {"hash_seed", 0}},
     .make = make_cms},
    {.name = "hcms",
     .title = "Hadamard count-mean sketch",
     .report = "a row, a column and one bit",
     .choose = "very large domains, when reports must be small; above 4096 values without a dominant one",
     .reference = apple2017,
     .cost = "O(1) / O(1) / O(k rows + rows width log width), up to 4096 values after O(k³) once",
     .simulates_by_law = true,
     .spends_less = "hash functions that send all values to the same buckets leave nothing to tell",
     .parameters =
         {{"rows", "number of hash functions (64)"},
          {"width", "number of buckets of a row, a power of two (1024)"},
          {"hash_seed",
           "public seed of the hash functions (0); where buckets cannot tell the values apart, intervals are over its "
           "choice"}},
     .audit_parameters = {{"rows", 4}, {"width", 8}, {"hash_seed", 0}},
     .make = make_hcms},
    {.name = "adp",
     .title = "adaptive: grr or oue, whichever has the smaller error",
     .report = "one value or k bits",
     .choose = "one rule for domains of different sizes",
     .reference = wang2017,
     .cost = "as grr or oue",
     .simulates_by_law = true,
     .resolves_to = {"grr", "oue"},
     .make = make_adp},
};

}  // namespace

std::span<const OracleRow> oracle_table() { return oracle_rows; }

const OracleRow& find_oracle(std::string_view name) {
  const auto found =
      std::find_if(oracle_rows.begin(), oracle_rows.end(), [name](const OracleRow& row) { return row.name == name; });
  if (found != oracle_rows.end()) return *found;
  std::vector<std::string_view> names;
  for (const OracleRow& row : oracle_rows) names.push_back(row.name);
  fail_input(fmt::format("unknown oracle '{}'; {}known: {}", name, suggestion(name, names), fmt::join(names, ", ")));
}

std::unique_ptr<const Oracle> make_oracle(OracleSpec spec) {
  const OracleRow& row = find_oracle(spec.oracle);
  for (const auto& [name, number] : spec.parameters) {
    if (!has_parameter(row, name)) {
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
  const ProtocolSpec recorded(std::string(Oracle::protocol_kind), to_json(spec));
  if (const std::string field = first_difference(*oracle->spec(), recorded); !field.empty()) {
    fail_input(fmt::format("the spec of oracle '{}' does not record '{}'", spec.oracle, field));
  }
  return oracle;
}

OracleSpec table_spec(const OracleRow& row, const Domain& domain, double epsilon, bool small_channel) {
  OracleSpec spec{std::string(row.name), domain, epsilon, {}};
  if (small_channel) spec.parameters = row.audit_parameters;
  if (row.parameters_for != nullptr) {
    spec.epsilon = 0;
    spec.parameters = row.parameters_for(epsilon);
  }
  return spec;
}

bool has_parameter(const OracleRow& row, std::string_view name) {
  return std::any_of(row.parameters.begin(), row.parameters.end(),
                     [name](const OracleParameter& parameter) { return parameter.name == name; });
}

bool parameters_decide_epsilon(const OracleSpec& spec) {
  const OracleRow& row = find_oracle(spec.oracle);
  return std::any_of(row.parameters.begin(), row.parameters.end(), [&spec](const OracleParameter& parameter) {
    return parameter.decides_epsilon && spec.parameters.contains(std::string(parameter.name));
  });
}

}  // namespace sourdine
