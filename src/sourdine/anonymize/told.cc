#include "sourdine/anonymize/told.h"

#include <fmt/format.h>

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

std::string classes_text(std::size_t count) { return count == 1 ? "1 class" : fmt::format("{} classes", count); }

// The largest chance that a row is traced, and the share of all that are: as they were, and as they are published.
std::string risks_text(const Risks& risks) {
  const auto percent = [](double probability) { return fmt::format("{:.3g}%", 100 * probability); };
  const auto& before = risks.before;
  const auto& after = risks.after;
  std::string text = fmt::format("risk of being found: prosecutor at most {} (before: {})",
                                 percent(after.prosecutor.largest), percent(before.prosecutor.largest));
  if (after.population && before.population) {
    text += fmt::format(", journalist at most {} ({})", percent(after.population->journalist.largest),
                        percent(before.population->journalist.largest));
  }
  return text + fmt::format(", marketer {} ({})",
                            percent(after.population ? after.population->marketer : after.marketer),
                            percent(before.population ? before.population->marketer : before.marketer));
}

std::string attacks_text(const SensitiveAttacks& attacks) {
  const Homogeneity& homogeneity = attacks.homogeneity;
  std::string text =
      fmt::format("attacks on '{}', rows found out: homogeneity {}", shown(attacks.column), homogeneity.revealed);
  for (const BackgroundKnowledge& known : attacks.background) {
    if (known.ruled_out == 1) text += fmt::format(", background knowledge {} (one value ruled out)", known.revealed);
  }
  if (attacks.minimality) text += fmt::format(", minimality {}", attacks.minimality->revealed);
  return text + fmt::format("; a best guess is right for {} ({} without classes)", homogeneity.guessed,
                            homogeneity.guessed_blindly);
}

}  // namespace

std::vector<std::string> told_table(const Anonymized& made) {
  std::string rows = fmt::format("{} in {}, the smallest of {}", counted(made.published.rows(), "row"),
                                 classes_text(made.reached.class_sizes.size()), made.reached.k);
  if (made.suppressed() > 0) rows += fmt::format("; {} suppressed", made.suppressed());
  if (made.rows_dropped > 0) rows += fmt::format("; {} left out for a missing value", made.rows_dropped);
  std::vector<std::string> told = {std::move(rows)};
  for (const ReachedSensitive& reached : made.reached.sensitive) {
    told.push_back(fmt::format("'{}': distinct l {}, entropy l {:.6g}, t {:.6g}", shown(reached.column),
                               reached.distinct_l, reached.entropy_l, reached.t));
  }
  told.push_back(
      fmt::format("loss: NCP {:.6g}, non-uniform entropy {:.6g}, discernibility {:.6g}, average class size {:.6g}",
                  made.losses.ncp, made.losses.entropy, made.losses.discernibility, made.losses.class_size));
  return told;
}

std::vector<std::string> told_levels(const Anonymized& made) {
  std::vector<std::string> told;
  for (const QuasiConfig& quasi : made.config.quasi) {
    told.push_back(fmt::format("'{}': {} become {}", shown(quasi.column),
                               counted(made.source.at(quasi.column).texts.size(), "value"),
                               made.published.at(quasi.column).texts.size()));
  }
  if (made.problem.max_suppressed > 0) {
    told.push_back(
        fmt::format("{} of at most {} suppressed", made.suppressed(), counted(made.problem.max_suppressed, "row")));
  }
  return told;
}

std::vector<std::string> told_risks(const Anonymized& made, const std::vector<Comparison>& earlier) {
  std::vector<std::string> told = {risks_text(made.risks)};
  if (const auto& population = made.risks.after.population; population && population->uncovered > 0) {
    told.push_back(
        fmt::format("  {} of classes that the population does not hold whole: there the table itself was taken",
                    population->uncovered == 1 ? "1 row is" : fmt::format("{} rows are", population->uncovered)));
  }
  for (const SensitiveAttacks& attacks : made.attacks) told.push_back(attacks_text(attacks));
  if (made.had_to_publish_all) {
    told.push_back("no row is suppressed: without those rows, classes were farther than t from what is left");
  }
  for (const Comparison& comparison : earlier) told.push_back(text_of(comparison));
  return told;
}

}  // namespace sourdine
