// Guarantee: what is promised, in numbers and in words. Every output carries one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/privacy/loss.h"
#include "sourdine/privacy/unit.h"

namespace sourdine {

enum class PrivacyModel { local, central };

// What the same output promises about another unit.
struct UnitEpsilon {
  Unit unit = Unit::attribute;
  double epsilon = 0;
};

struct Guarantee {
  double epsilon_asked = 0;
  double epsilon = 0;  // realised: computed from the integer thresholds in use; never above epsilon_asked
  double delta = 0;
  PrivacyModel model = PrivacyModel::local;
  Unit unit = Unit::report_value;  // what one guarantee protects
  Neighbours neighbours = Neighbours::replace;
  std::string unit_text;                 // the same for people, closer to the case: "the value in one report"
  std::string neighbours_text;           // "replace the value by any other value of the domain"
  std::optional<PrivacyLoss> loss = {};  // where (ε, δ) does not say it all, e.g. ρ of Gaussian noise
  std::optional<double> within = {};  // metres: of metric privacy, whose ε is for places that near (loss: per metre)
  std::vector<std::string> caveats;   // what is not protected, or why less than the asked ε is spent
  std::vector<std::string> not_private_because = {};  // what is published beside it without any protection
  std::vector<UnitEpsilon> levels = {};               // ε of further units; the caveats have it in words
};

// What adds up: `loss`, or else the pure ε or the (ε, δ) of the guarantee.
PrivacyLoss loss_of(const Guarantee& guarantee);

// e^20 is 485 million: above it nothing is protected, and what is made with it says so.
inline constexpr double largest_private_epsilon = 20;

// δ is added to every probability: of a thousand people one may then be told about. Above it likewise.
inline constexpr double largest_private_delta = 1e-3;

// Why nothing is promised, whatever ε says: seeded randomness, an ε or δ above the largest, what the guarantee names.
// Empty: the guarantee holds.
std::vector<std::string> not_private_reasons(const Guarantee& guarantee, bool is_seeded);

// Throws Error(bad_input) when ε is above the largest and whoever asks has not said that they know (`is_weak`).
void require_private_epsilon(double epsilon, bool is_weak);
// The same of the guarantee's ε and δ.
void require_private(const Guarantee& guarantee, bool is_weak);

// The words in files and on the screen: "local" or "central".
std::string_view model_name(PrivacyModel model);

// One JSON object: epsilon_asked, epsilon, delta, model, unit and neighbours (for people), protects and against (the
// words of Unit and Neighbours), caveats; not_private_because and levels (a list of protects and epsilon) when there is
// something; within_metres, epsilon_per_metre and offset of metric privacy.
std::string to_json(const Guarantee& guarantee);

// The guarantee of one local report over a domain: unit, neighbour relation and what is not protected filled in.
Guarantee local_report_guarantee(double epsilon_asked, double epsilon);

}  // namespace sourdine
