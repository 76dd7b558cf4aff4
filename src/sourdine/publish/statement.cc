#include "sourdine/publish/statement.h"

#include <fmt/format.h>

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

}  // namespace

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
