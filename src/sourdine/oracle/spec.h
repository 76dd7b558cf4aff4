// OracleSpec: everything that decides what a report means. Equal specs ⇔ reports may be added up together.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

using Value = std::uint32_t;

// The k labels a value can take, in order. Without labels, the values are the numbers 0 … k−1.
struct Domain {
  static constexpr std::uint64_t max_size = std::uint64_t{1} << 26;

  Domain() = default;
  // Throw Error(bad_input) for k = 0, k > max_size, an empty label or a label given twice.
  explicit Domain(std::uint64_t size);
  explicit Domain(std::vector<std::string> labels);

  Value size() const { return size_; }
  const std::vector<std::string>& labels() const { return labels_; }
  std::string label(Value value) const;

  friend bool operator==(const Domain&, const Domain&) = default;

 private:
  Value size_ = 1;
  std::vector<std::string> labels_;
};

struct OracleSpec {
  std::string oracle;  // a name of the oracle table
  Domain domain;
  double epsilon = 0;                        // asked; 0 when the parameters decide it (sue's f, ue's p and q)
  std::map<std::string, double> parameters;  // only those that differ from "chosen by the oracle"

  Value k() const { return domain.size(); }
  friend bool operator==(const OracleSpec&, const OracleSpec&) = default;
};

// Canonical JSON (sorted keys, shortest round-trip numbers): the same spec gives the same bytes.
std::string to_json(const OracleSpec& spec);
// Throws Error(bad_input), naming the field that is missing or of the wrong kind.
OracleSpec spec_from_json(std::string_view json);

// The name of the first field that differs ("epsilon", "k", "labels", "parameters.f" …); empty when equal.
std::string first_difference(const OracleSpec& a, const OracleSpec& b);

}  // namespace sourdine
