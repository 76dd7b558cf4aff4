// Guarantee: what is promised, in numbers and in words. Every output carries one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

enum class PrivacyModel { local, central };

struct Guarantee {
  double epsilon_asked = 0;
  double epsilon = 0;  // realised: computed from the integer thresholds in use; never above epsilon_asked
  double delta = 0;
  PrivacyModel model = PrivacyModel::local;
  std::string unit;                  // what one guarantee protects, e.g. "the value in one report"
  std::string neighbours;            // the neighbour relation, e.g. "replace the value by any other of the domain"
  std::vector<std::string> caveats;  // what is not protected, or why less than the asked ε is spent
};

// The words in files and on the screen: "local" or "central".
std::string_view model_name(PrivacyModel model);

// One JSON object: epsilon_asked, epsilon, delta, model, unit, neighbours, caveats.
std::string to_json(const Guarantee& guarantee);

// The guarantee of one local report over a domain: unit, neighbour relation and what is not protected filled in.
Guarantee local_report_guarantee(double epsilon_asked, double epsilon);

}  // namespace sourdine
