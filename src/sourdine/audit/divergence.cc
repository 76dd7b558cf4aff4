#include "sourdine/audit/divergence.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/random/weighed_branches.h"

namespace sourdine {
namespace {

// What 100 digits may have lost over all the paths; far below every δ that is stated.
const Exact& arithmetic_slack() {
  static const Exact slack("1e-80");
  return slack;
}

// Output → its probability for every input.
using OutputLaws = std::map<std::string, std::vector<Exact>>;

class DivergenceBuilder {
 public:
  DivergenceBuilder(const MechanismCase& one, std::uint64_t max_paths)
      : case_(one), max_paths_(max_paths), cut_(one.inputs) {}

  void visit(Value input) {
    WeighedBranches branches(case_.prune_bits);
    std::vector<std::uint8_t> output;
    branches.explore([&](WeighedBranches& chance) {
      stop_.check();
      if (++audit_.paths > max_paths_) {
        fail_input("the mechanism has too many outcomes to enumerate", "audit a smaller case");
      }
      output.clear();
      case_.run(input, chance, output);
      auto [law, is_new] = laws_.try_emplace({output.begin(), output.end()});
      if (is_new) law->second.resize(case_.inputs);
      law->second[input] += chance.weight();
    });
    cut_[input] = branches.cut_mass();
  }

  DivergenceAudit finish() {
    audit_.epsilon = case_.epsilon;
    audit_.outputs = laws_.size();
    audit_.sums_to_one = true;
    for (Value input = 0; input < case_.inputs; ++input) {
      Exact sum = cut_[input];
      for (const auto& [output, law] : laws_) sum += law[input];
      audit_.sums_to_one = audit_.sums_to_one && abs(sum - 1) < arithmetic_slack();
      audit_.cut_mass = std::max(audit_.cut_mass, static_cast<double>(cut_[input]));
    }
    for (const auto& [a, b] : case_.neighbours) {
      compare(a, b);
      compare(b, a);
    }
    return audit_;
  }

 private:
  void compare(Value likely, Value unlikely) {
    const Exact factor = exp(Exact(case_.epsilon));
    Exact visited = 0;
    for (const auto& [output, law] : laws_) {
      const Exact excess = law[likely] - factor * law[unlikely];
      if (excess > 0) visited += excess;
      const Exact most = law[unlikely] + cut_[unlikely];
      if (law[likely] <= most) continue;
      const double epsilon =
          most == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(Exact(log(law[likely] / most)));
      audit_.epsilon_lower = std::max(audit_.epsilon_lower, epsilon);
    }
    const auto lower = static_cast<double>(Exact(visited - factor * cut_[unlikely] - arithmetic_slack()));
    const double upper = up_to_double(visited + cut_[likely] + arithmetic_slack());
    audit_.delta_upper = std::max(audit_.delta_upper, upper);
    audit_.delta_lower = std::max(audit_.delta_lower, lower);
    if (static_cast<double>(visited) > audit_.visited_delta) {
      audit_.visited_delta = static_cast<double>(visited);
      audit_.likely = likely;
      audit_.unlikely = unlikely;
    }
  }

  const MechanismCase& case_;
  std::uint64_t max_paths_;
  StopToken stop_;
  OutputLaws laws_;
  std::vector<Exact> cut_;
  DivergenceAudit audit_;
};

}  // namespace

DivergenceAudit audit_divergence(const MechanismCase& one, std::uint64_t max_paths) {
  DivergenceBuilder builder(one, max_paths);
  for (Value input = 0; input < one.inputs; ++input) builder.visit(input);
  return builder.finish();
}

}  // namespace sourdine
