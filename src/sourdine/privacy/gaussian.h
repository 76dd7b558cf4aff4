// How much noise a wanted (ε, δ) needs, and what (ε, δ) a noise gives. Everything is rounded towards more privacy.
#pragma once

namespace sourdine {

// sensitivity / ε.
double laplace_scale(double sensitivity, double epsilon);

// The least δ at ε of Gaussian noise σ, shift = sensitivity / σ: Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ) (Balle, Wang 2018,
// Thm. 8); rounded up.
double gaussian_delta(double shift, double epsilon);

// The least σ with gaussian_delta(sensitivity / σ, ε) ≤ δ; rounded up.
double gaussian_sigma(double sensitivity, double epsilon, double delta);

// sensitivity · √(2 ln(1.25/δ)) / ε (Dwork, Roth 2014, Thm. A.1): larger than needed, and proved for ε < 1 only, by
// continuity at 1 too; throws Error(bad_input) for others. For comparison.
double gaussian_sigma_classic(double sensitivity, double epsilon, double delta);

}  // namespace sourdine
