// client_vectors [--check] FILE: what the TypeScript client (web/client) must compute, as the library computes it:
// thresholds, ε, canonical specs and fingerprints, reports for given random words, exact channels, hashes, permanent
// responses. Writes FILE, or with --check compares it with a fresh run: neither side may drift.
#include <fmt/format.h>

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/multiply_shift.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/keyed_rows.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;
using Integer = boost::multiprecision::cpp_int;

std::string hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

Json decimal(Threshold threshold) { return std::to_string(threshold.numerator); }

Json asked_json(const OracleSpec& spec) {
  Json json{{"oracle", spec.oracle}, {"k", spec.k()}, {"epsilon", spec.epsilon}};
  if (!spec.domain.labels().empty()) json["labels"] = spec.domain.labels();
  if (!spec.parameters.empty()) json["parameters"] = spec.parameters;
  return json;
}

// By the constructors that the oracles call; the channels below show that the oracles have them.
Json thresholds_of(const OracleSpec& spec) {
  if (spec.oracle == "grr") return {{"keep", decimal(Keep::for_epsilon(spec.epsilon, spec.k(), 1).threshold)}};
  if (spec.oracle == "olh") {
    const auto buckets = static_cast<std::uint64_t>(required_parameter(spec, "g"));
    return {{"keep", decimal(Keep::for_epsilon(spec.epsilon, buckets, 1).threshold)}};
  }
  if (spec.oracle == "l-osue") {
    const ChainedFlip chain =
        ChainedFlip::for_epsilons(spec.oracle, BitFlip::optimised(spec.epsilon), ChainedFlip::Second::symmetric,
                                  spec.epsilon, required_parameter(spec, "epsilon1"));
    return {{"p1", decimal(chain.permanent.p)},
            {"q1", decimal(chain.permanent.q)},
            {"p2", decimal(chain.instantaneous.p)},
            {"q2", decimal(chain.instantaneous.q)}};
  }
  const auto f = parameter(spec, "f");
  const BitFlip flip = spec.oracle == "oue" ? BitFlip::optimised(spec.epsilon)
                       : f                  ? BitFlip::from_f(*f)
                                            : BitFlip::symmetric(spec.epsilon);
  return {{"p", decimal(flip.p)}, {"q", decimal(flip.q)}};
}

RowSecret vector_secret() {
  std::array<std::uint8_t, RowSecret::size> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(7 * i + 1);
  return RowSecret(bytes);
}

// The words of a row with a number (protocol/keyed_rows.cc), in the order in which a randomiser gets them.
std::vector<std::uint64_t> words_of_row(const Protocol& protocol, std::uint64_t id, Value value, std::size_t count) {
  constexpr std::string_view purpose = "sourdine words of rows with numbers";
  std::vector<std::uint8_t> label(purpose.begin(), purpose.end());
  label.push_back(0);
  const Fingerprint& fingerprint = protocol.spec()->fingerprint();
  label.insert(label.end(), fingerprint.begin(), fingerprint.end());
  RowBits bits(vector_secret(), label);
  const std::array<RowStart, 1> row{{{id, value}}};
  bits.set_rows(row);
  bits.next_row();
  std::vector<std::uint64_t> words;
  while (words.size() < count) words.push_back(bits.next());
  return words;
}

// More than enough: 64 bits take about eight words.
std::size_t words_needed(const Oracle& oracle) {
  if (oracle.name() == "grr" || oracle.name() == "olh") return 6;
  const std::size_t round = 8 + 14 * ((oracle.k() + 63) / 64);
  return oracle.name() == "l-osue" ? 2 * round : round;
}

// Reports of single rows, and the words they were made from.
Json reports_of(const Oracle& oracle, std::size_t count) {
  Json reports = Json::array();
  for (std::uint64_t id = 0; id < count; ++id) {
    const auto value = static_cast<Value>((id * 5 + id / 3) % oracle.k());
    std::vector<std::uint8_t> report(oracle.report_bytes());
    randomize_rows(oracle, {std::span(&value, 1), 1}, std::span<const std::uint64_t>(&id, 1), vector_secret(), report,
                   1);
    std::string words;
    for (const std::uint64_t word : words_of_row(oracle, id, value, words_needed(oracle)))
      words += fmt::format("{:016x}", word);
    reports.push_back({{"value", value}, {"words", words}, {"report", hex(report)}});
  }
  return reports;
}

Json case_of(const OracleSpec& asked, std::size_t reports) {
  const auto oracle = make_oracle(asked);
  const auto* const memoised = dynamic_cast<const Memoised*>(oracle.get());
  return {{"asked", asked_json(asked)},
          {"spec", oracle->spec()->json()},
          {"fingerprint", hex(oracle->spec()->fingerprint())},
          {"report_bytes", oracle->report_bytes()},
          {"epsilon", oracle->epsilon()},
          {"report_epsilon", memoised != nullptr ? memoised->report_epsilon() : oracle->epsilon()},
          {"thresholds", thresholds_of(oracle->oracle_spec())},
          {"reports", reports_of(*oracle, reports)}};
}

// Pr[report | value], exactly: `mass` over `denominator`. Of hash seeds, `seeds` of a list are tried.
Json channel_of(const OracleSpec& asked) {
  constexpr std::uint64_t seeds = 3;
  const auto oracle = make_oracle(asked);
  const auto* const memoised = dynamic_cast<const Memoised*>(oracle.get());
  std::map<std::pair<Value, std::string>, boost::multiprecision::cpp_rational> channel;
  for (Value value = 0; value < oracle->k(); ++value) {
    Branches branches(Branches::Options{.public_words = seeds, .prune_bits = 1e9});
    branches.explore([&](Branches& outcome) {
      std::vector<std::uint8_t> report(oracle->report_bytes());
      if (memoised != nullptr) {
        memoised->enumerate_report(value, outcome, report);
      } else {
        oracle->enumerate(std::span(&value, 1), outcome, report);
      }
      Integer numerator = 1, denominator = 1;
      for (const Fraction& fraction : outcome.path()) {
        numerator *= fraction.numerator;
        denominator *= fraction.denominator == 0 ? Integer(1) << 64 : Integer(fraction.denominator);
      }
      channel[{value, hex(report)}] += boost::multiprecision::cpp_rational(numerator, denominator);
    });
  }
  Json rows = Json::array();
  for (const auto& [key, mass] : channel) {
    rows.push_back({key.first, key.second, numerator(mass).str(), denominator(mass).str()});
  }
  return {{"spec", oracle->spec()->json()}, {"seeds", asked.oracle == "olh" ? seeds : 1}, {"rows", rows}};
}

template <std::unsigned_integral Word>
Json hashes_of(std::uint64_t keys, std::uint64_t buckets) {
  const Buckets<Word> all(buckets, keys);
  Json rows = Json::array();
  std::uint64_t state = 88172645463325252;
  const auto next = [&state] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  };
  for (int i = 0; i < 12; ++i) {
    const auto multiplier = static_cast<Word>(next());
    const auto addend = static_cast<Word>(next());
    const std::uint64_t value = i == 0 ? keys - 1 : next() % keys;
    const std::uint64_t bucket = all.bucket_of(MultiplyShift<Word>{multiplier, addend}(value));
    rows.push_back({std::to_string(multiplier), std::to_string(addend), value, bucket});
  }
  return {{"keys", keys}, {"buckets", buckets}, {"word_bits", std::numeric_limits<Word>::digits}, {"rows", rows}};
}

Json memos_of(const OracleSpec& asked, std::string_view attribute) {
  const auto oracle = make_oracle(asked);
  const auto& memoised = dynamic_cast<const Memoised&>(*oracle);
  Json rows = Json::array();
  for (unsigned person = 0; person < 3; ++person) {
    MemoClient::Secret secret{};
    for (std::size_t i = 0; i < secret.size(); ++i)
      secret[i] = static_cast<std::uint8_t>((person + 3) * (i + 1) + i / 7);
    const MemoClient client(memoised, secret, attribute);
    for (const Value value : {Value{0}, oracle->k() / 2, oracle->k() - 1}) {
      rows.push_back({{"secret", hex(secret)},
                      {"value", value},
                      {"permanent", hex(client.permanent_response(memoised.symbol(value, client.trait())))}});
    }
  }
  return {{"spec", oracle->spec()->json()}, {"attribute", attribute}, {"rows", rows}};
}

OracleSpec spec_of(std::string oracle, std::uint64_t k, double epsilon, std::map<std::string, double> parameters = {}) {
  return {std::move(oracle), Domain(k), epsilon, std::move(parameters)};
}

std::vector<OracleSpec> all_specs() {
  std::vector<OracleSpec> specs;
  constexpr const char* names[] = {"grr", "sue", "oue", "olh", "l-osue"};
  for (const char* const name : names) {
    for (const double epsilon : {0.1, 0.5, 0.6931471805599453, 1.0, 2.0, 3.3, 6.0}) {
      for (const Value k : std::initializer_list<Value>{2, 5, 17}) specs.push_back(spec_of(name, k, epsilon));
    }
    for (const Value k : std::initializer_list<Value>{3, 8, 32, 33, 57, 58, 64, 100, 128, 255, 256, 257, 400}) {
      specs.push_back(spec_of(name, k, 1.25));
    }
    for (const double epsilon : {1e-12, 1e-9, 0.001, 0.30000000000000004, 7.25})
      specs.push_back(spec_of(name, 6, epsilon));
    OracleSpec named{name, Domain({"Besançon", "Lons \"le\" Saunier", "a\\b\n\t\x01\x7f", "東京", "🚒"}), 1.5, {}};
    specs.push_back(named);
  }
  for (const double f : {0.5, 0.1, 1e-3, 0.75, 0.9999}) specs.push_back(spec_of("sue", 9, 0, {{"f", f}}));
  for (const double g : {2.0, 3.0, 1000.0, 32768.0}) specs.push_back(spec_of("olh", 50, 1, {{"g", g}}));
  specs.push_back(spec_of("olh", 131072, 2));
  specs.push_back(spec_of("olh", 131073, 2));
  specs.push_back(spec_of("olh", 1U << 20, 1.5, {{"g", 100000.0}}));
  specs.push_back(spec_of("grr", 70000, 4));
  specs.push_back(spec_of("grr", 1U << 26, 10));
  for (const double epsilon1 : {0.1, 0.999, 1.5, 1.9999999}) {
    specs.push_back(spec_of("l-osue", 11, 2, {{"epsilon1", epsilon1}}));
  }
  return specs;
}

// Too far out for the library's single reports to draw as the client does; thresholds and ε are the same.
std::vector<OracleSpec> extreme_specs() {
  std::vector<OracleSpec> specs;
  for (const double epsilon : {8.0, 20.0, 44.0, 60.0, 100.0, 700.0, 1e6}) {
    for (const char* const name : {"grr", "sue", "oue", "olh", "l-osue"}) specs.push_back(spec_of(name, 4, epsilon));
  }
  return specs;
}

Json all_vectors() {
  Json cases = Json::array();
  for (const OracleSpec& spec : all_specs()) cases.push_back(case_of(spec, spec.k() > 60 ? 2 : 4));
  for (const OracleSpec& spec : extreme_specs()) cases.push_back(case_of(spec, 0));
  Json channels = Json::array();
  for (const double epsilon : {0.5, 2.0}) {
    for (const char* const name : {"grr", "sue", "oue", "olh"}) {
      for (const Value k : std::initializer_list<Value>{2, 5})
        channels.push_back(channel_of(spec_of(name, k, epsilon)));
    }
    channels.push_back(channel_of(spec_of("l-osue", 2, epsilon)));
    channels.push_back(channel_of(spec_of("l-osue", 3, epsilon)));
  }
  const Json hashes = {hashes_of<std::uint32_t>(17, 4), hashes_of<std::uint32_t>(2, 32768),
                       hashes_of<std::uint32_t>(131072, 55), hashes_of<std::uint64_t>(131073, 9),
                       hashes_of<std::uint64_t>(1U << 26, 2147483648)};
  const Json memos = {memos_of(spec_of("l-osue", 2, 1), "fires"), memos_of(spec_of("l-osue", 17, 2), "fires"),
                      memos_of(spec_of("l-osue", 64, 0.5), "âge"), memos_of(spec_of("l-osue", 333, 3), ""),
                      memos_of(spec_of("l-osue", 4100, 1), "a place")};
  Json spellings = Json::array();  // numbers whose digits are not the shortest
  for (const double epsilon : {2.0219044951743528, 0.0075357273304752824}) {
    const auto oracle = make_oracle(spec_of("grr", 9, epsilon));
    spellings.push_back({oracle->spec()->json(), hex(oracle->spec()->fingerprint())});
  }
  Json doubles = Json::array();
  for (const double x : {0.1, 1.0, 100.0, 1e14, 1e15, 123456789012345.6, 1e16, 1.5e16, 1e-3, 1e-4, 1.25e-5, 1e-7,
                         5e-324, 1.7976931348623157e308, 0.3, 2.0 / 3.0, 1e22, 4503599627370496.5, 12345.678}) {
    doubles.push_back({x, nlohmann::json(x).dump()});
  }
  return {{"about", "written by tests/collector/client_vectors.cc"},
          {"cases", cases},
          {"channels", channels},
          {"hashes", hashes},
          {"memos", memos},
          {"spellings", spellings},
          {"doubles", doubles}};
}

// One line per entry, so that a change can be read.
std::string text_of(const Json& vectors) {
  std::string text = "{";
  const char* between = "\n";
  for (const auto& [name, entries] : vectors.items()) {
    text += fmt::format("{}\"{}\": ", between, name);
    between = ",\n";
    if (!entries.is_array()) {
      text += entries.dump();
      continue;
    }
    text += "[";
    const char* between_entries = "\n";
    for (const Json& entry : entries) {
      text += between_entries + entry.dump();
      between_entries = ",\n";
    }
    text += "\n]";
  }
  return text + "\n}\n";
}

int run(std::span<char* const> arguments) {
  const bool is_check = arguments.size() == 3 && std::string_view(arguments[1]) == "--check";
  if (!is_check && arguments.size() != 2) {
    std::cerr << "usage: client_vectors [--check] FILE\n";
    return 2;
  }
  const std::string path = arguments.back();
  const std::string fresh = text_of(all_vectors());
  if (is_check) {
    std::ifstream file(path, std::ios::binary);
    const std::string kept{std::istreambuf_iterator<char>(file), {}};
    if (kept == fresh) return 0;
    std::cerr << path << " is not what the library computes now; if that is meant, write it anew and run the client's "
              << "tests: client_vectors " << path << "\n";
    return 1;
  }
  std::ofstream file(path, std::ios::binary);
  file << fresh;
  file.close();
  return file ? 0 : 1;
}

}  // namespace
}  // namespace sourdine

int main(int count, char** arguments) {
  try {
    return sourdine::run({arguments, static_cast<std::size_t>(count)});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
