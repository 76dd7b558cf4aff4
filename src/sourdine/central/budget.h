// CentralBudget: parts of a budget as noise, and as what they spend. Laplace: parts of ε, a whole number of billionths,
// rounded down. Gaussian: parts of ρ (zero-concentrated differential privacy), which a (ε, δ) or the configuration
// gives.
#pragma once

#include <cstdint>
#include <memory>

#include "sourdine/central/design.h"
#include "sourdine/counts/config.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/privacy/loss.h"

namespace sourdine {

class CentralBudget {
 public:
  // Throws Error(bad_input) for an epsilon that cannot be spent.
  explicit CentralBudget(const PrivacyConfig& privacy);

  // Noise for counts that one unit changes by `max_events` at most in sum; nothing for no parts.
  std::unique_ptr<const CountNoise> noise(std::uint64_t parts, std::uint64_t max_events) const;
  // What these parts may spend at most, whatever the sensitivity: what the noise spends is this or less.
  PrivacyLoss loss(std::uint64_t parts) const;
  // Of a mechanism with pure ε that may take these parts.
  ExactEpsilon pure_epsilon(std::uint64_t parts) const;

  CentralNoise kind() const { return kind_; }
  double epsilon_asked() const { return epsilon_asked_; }
  double delta() const { return delta_; }  // 0 for Laplace
  // The (ε, δ) of a loss in the form of loss().
  double epsilon_of(const PrivacyLoss& loss) const;

 private:
  CentralNoise kind_;
  ExactEpsilon epsilon_;
  double rho_ = 0;
  double delta_ = 0;
  double epsilon_asked_ = 0;
};

// What Laplace and Gaussian noise is called: "discrete Laplace noise".
std::string_view noise_title(CentralNoise noise);

}  // namespace sourdine
