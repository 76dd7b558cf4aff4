// The inputs of all benchmarks, ours and the peers' (bench/peers): value i is i mod k, at ε = 1.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/oracle/table.h"
#include "sourdine/random/random.h"

namespace sourdine::bench {

constexpr double epsilon = 1;
constexpr std::size_t batch = 4096;  // stays in the second-level cache for every oracle at k = 1024

inline std::vector<Value> some_values(Value k, std::size_t count = batch) {
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Value>(i % k);
  return values;
}

inline Reports some_reports(const Oracle& oracle, Random& random, std::size_t count = batch) {
  Reports reports(oracle.report_bytes());
  oracle.randomize(some_values(oracle.k(), count), random, reports);
  return reports;
}

inline std::shared_ptr<const Oracle> table_oracle(const std::string& name, Value k) {
  return make_oracle(table_spec(find_oracle(name), Domain(k), epsilon));
}

}  // namespace sourdine::bench
