#include "sourdine/publish/statement.h"

#include <fmt/format.h>

#include <cmath>

namespace sourdine {
namespace {

constexpr Words title_words{"Privacy statement: {title}", "Déclaration de confidentialité : {title}"};
constexpr Words not_private_words{"This publication is NOT private.", "Cette publication n'est PAS confidentielle."};
constexpr Words otherwise_words{"Without that, the promise would be:", "Sans cela, la promesse serait :"};
constexpr Words protected_heading{"What is protected", "Ce qui est protégé"};
constexpr Words holds_heading{"What holds", "Ce qui est tenu"};
constexpr Words not_protected_heading{"What is not protected", "Ce qui ne l'est pas"};
constexpr Words beside_heading{"What is not counted", "Ce qui n'est pas compté"};
constexpr Words numbers_heading{"In numbers", "En chiffres"};

// Who holds two possibilities for equally likely guesses rightly with probability (e^ε + δ)/(1 + e^ε) at most: the two
// errors of any test add up to 2(1 − δ)/(1 + e^ε) at least (Kairouz, Oh, Viswanath 2015). As a percentage.
double most_right_guesses(const Guarantee& guarantee) {
  return 100 * (1 - (1 - guarantee.delta) / (1 + std::exp(guarantee.epsilon)));
}

}  // namespace

Statement promising_statement(const Guarantee& guarantee, const Change& change, bool is_seeded,
                              const Speaker& speaker) {
  const std::string epsilon = speaker.short_epsilon(guarantee.epsilon), factor = speaker.factor(guarantee.epsilon);
  const std::string delta = speaker.small_bound(guarantee.delta);
  const std::string remainder =
      guarantee.delta > 0 ? speaker.say(shared_words::remainder, {{"delta", delta}}) : std::string();
  Statement statement{
      .promise = speaker.say(
          shared_words::promise,
          {{"had", speaker.say(change.had)}, {"factor", factor}, {"epsilon", epsilon}, {"remainder", remainder}})};
  std::vector<std::string>& reasons = statement.not_private_because;
  if (is_seeded) reasons.push_back(speaker.say(shared_words::seeded));
  if (guarantee.epsilon > largest_private_epsilon) {
    reasons.push_back(speaker.say(shared_words::weak, {{"factor", factor}, {"epsilon", epsilon}}));
  }
  if (guarantee.delta > largest_private_delta) {
    reasons.push_back(speaker.say(shared_words::large_remainder, {{"delta", delta}}));
  }
  return statement;
}

std::vector<std::string> what_always_follows(const Guarantee& guarantee, const Speaker& speaker) {
  return {speaker.say(shared_words::best_guess, {{"share", speaker.at_most(most_right_guesses(guarantee), 1)}}),
          speaker.say(shared_words::against_anyone)};
}

std::vector<std::pair<std::string, std::string>> claim_numbers(const Guarantee& guarantee, const Change& change,
                                                               const Speaker& speaker) {
  const bool is_local = guarantee.model == PrivacyModel::local;
  return {{speaker.say(shared_words::model),
           speaker.say(is_local ? shared_words::local_model : shared_words::central_model)},
          {speaker.say(shared_words::epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked)},
          {speaker.say(shared_words::epsilon_realised),
           speaker.say(shared_words::computed, {{"epsilon", speaker.long_epsilon(guarantee.epsilon)}})},
          {"δ", speaker.small_bound(guarantee.delta)},
          {speaker.say(shared_words::unit), speaker.say(change.unit)},
          {speaker.say(shared_words::neighbours), speaker.say(change.neighbours)}};
}

std::string bullet_list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += fmt::format("- {}\n", item);
  return text;
}

std::string statement_document(const std::string& title, const Statement& statement, const StatementDetails& details,
                               Language language) {
  const auto heading = [&](const Words& words) { return fmt::format("\n## {}\n\n", words.in(language)); };
  const bool is_private = statement.not_private_because.empty();
  std::string text = fmt::format("# {}\n\n", title_words.say(language, {{"title", title}}));
  if (!is_private && statement.is_differential) {
    text += fmt::format("**{}**\n\n{}\n{}\n\n", not_private_words.in(language),
                        bullet_list(statement.not_private_because), otherwise_words.in(language));
  }
  text += fmt::format("**{}**\n", statement.promise);
  if (!details.coverage.empty()) text += fmt::format("\n{}\n", details.coverage);
  if (is_private || !statement.is_differential) {
    text += heading(is_private ? protected_heading : holds_heading) + bullet_list(statement.holds);
  }
  text += heading(not_protected_heading) + bullet_list(statement.not_protected);
  if (!statement.beside.empty()) text += heading(beside_heading) + bullet_list(statement.beside);
  text += heading(numbers_heading) + "| | |\n|---|---|\n";
  for (const auto& [label, value] : details.numbers) text += fmt::format("| {} | {} |\n", label, value);
  for (const auto& [words, section] : details.sections) text += heading(words) + section + "\n";
  return text;
}

}  // namespace sourdine
