#include "sourdine/release/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace sourdine {
namespace {

// Posterior odds change by at most e^ε: as a percentage, what a coin toss (50 %) can become.
double worst_belief(double epsilon) { return 100 / (1 + std::exp(-epsilon)); }

std::string decimal(double value, int digits, Language language) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (language == Language::fr) {
    for (char& c : text) {
      if (c == '.') c = ',';
    }
  }
  return text;
}

std::string grouped(std::uint64_t value, Language language) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text += language == Language::fr ? "\u202f" : ",";
    text += digits[i];
  }
  return text;
}

std::string period_word(const std::string& name, Language language) {
  if (language == Language::en) return name;
  if (name == "hour") return "heure";
  if (name == "day") return "jour";
  if (name == "week") return "semaine";
  return name == "month" ? "mois" : "année";
}

Statement english(const StatementFacts& facts) {
  const double epsilon = facts.guarantee.epsilon;
  const std::string e = decimal(epsilon, 4, Language::en);
  Statement s;
  s.promise = fmt::format(
      "Nobody who reads this release can tell with confidence in which region one event took place: whatever they "
      "believed before, the release changes the odds between two regions by at most a factor of {:.3g} (ε = {}).",
      std::exp(epsilon), e);
  s.protects = {
      "The region of each single event, given that the event happened at its time.",
      fmt::format("Someone who thought two regions equally likely for an event can reach at most {:.1f} % certainty "
                  "about one of them.",
                  worst_belief(epsilon)),
      "This holds against anyone, with any other knowledge and any computing power, now and later, and however the "
      "published numbers are combined.",
  };
  s.does_not_protect = {
      "That an event happened, and its time: times and totals per period are published exactly.",
      fmt::format("Several events of one person: m events together are protected at m × {} only.", e),
      "Other releases about the same events: what each spends adds up; the ledger beside the configuration keeps the "
      "sum.",
      "The list of regions, the period covered and the number of events, which are public.",
  };
  if (!facts.kept.empty()) {
    s.does_not_protect.push_back(fmt::format(
        "The columns {} of the synthetic rows: the configuration calls them public, and they are copied as they are.",
        fmt::join(facts.kept, ", ")));
  }
  if (facts.filter == Filter::private_ratio) {
    s.protects.push_back(fmt::format(
        "One year's counts per region were used behind discrete Laplace noise; that cost ε = {} and is included above.",
        decimal(facts.ratio_epsilon, 4, Language::en)));
  }
  if (facts.is_seeded) {
    s.not_private_because.push_back(
        "The randomness was made from a seed, for tests: whoever knows the seed can undo it. Do not publish this "
        "release.");
  }
  if (facts.filter == Filter::ratio) {
    s.not_private_because.push_back(
        "The filter \"ratio\" publishes exact means of the true counts of one year; they have no protection at all.");
  }
  return s;
}

Statement french(const StatementFacts& facts) {
  const double epsilon = facts.guarantee.epsilon;
  const std::string e = decimal(epsilon, 4, Language::fr);
  Statement s;
  s.promise = fmt::format(
      "Personne, à la lecture de cette publication, ne peut dire avec certitude dans quelle région un événement a eu "
      "lieu : quoi qu'on ait cru auparavant, elle ne change le rapport des chances entre deux régions que d'un facteur "
      "{} au plus (ε = {}).",
      decimal(std::exp(epsilon), epsilon > 3 ? 0 : 2, Language::fr), e);
  s.protects = {
      "La région de chaque événement, sachant qu'il a eu lieu à son heure.",
      fmt::format("Qui tenait deux régions pour également probables peut atteindre au plus {} % de certitude sur l'une "
                  "d'elles.",
                  decimal(worst_belief(epsilon), 1, Language::fr)),
      "Cela vaut contre quiconque, quelles que soient ses autres connaissances et sa puissance de calcul, aujourd'hui "
      "et "
      "plus tard, et de quelque manière que l'on combine les nombres publiés.",
  };
  s.does_not_protect = {
      "Qu'un événement a eu lieu, ni son heure : les heures et les totaux par période sont publiés exactement.",
      fmt::format("Plusieurs événements d'une même personne : m événements ensemble ne sont protégés qu'à m × {}.", e),
      "D'autres publications sur les mêmes événements : ce que chacune dépense s'ajoute ; le registre à côté de la "
      "configuration en garde la somme.",
      "La liste des régions, la période couverte et le nombre d'événements, qui sont publics.",
  };
  if (!facts.kept.empty()) {
    s.does_not_protect.push_back(fmt::format(
        "Les colonnes {} des lignes synthétiques : la configuration les dit publiques, elles sont recopiées telles "
        "quelles.",
        fmt::join(facts.kept, ", ")));
  }
  if (facts.filter == Filter::private_ratio) {
    s.protects.push_back(fmt::format(
        "Les comptes d'une année par région ont servi derrière un bruit de Laplace discret ; cela a coûté ε = {}, "
        "compris ci-dessus.",
        decimal(facts.ratio_epsilon, 4, Language::fr)));
  }
  if (facts.is_seeded) {
    s.not_private_because.push_back(
        "Le hasard vient d'une graine, pour des essais : qui connaît la graine peut le défaire. Ne publiez pas ceci.");
  }
  if (facts.filter == Filter::ratio) {
    s.not_private_because.push_back(
        "Le filtre « ratio » publie des moyennes exactes des vrais comptes d'une année, sans aucune protection.");
  }
  return s;
}

std::string bullets(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + line + "\n";
  return text;
}

std::string join_periods(const StatementFacts& facts, Language language) {
  std::vector<std::string> words;
  for (const std::string& period : facts.periods) words.push_back(period_word(period, language));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string english_document(const StatementFacts& facts) {
  const Statement s = english(facts);
  std::string text = fmt::format("# Privacy statement: {}\n\n", facts.title);
  if (!s.not_private_because.empty()) {
    text += "**This release is NOT private.**\n\n" + bullets(s.not_private_because) +
            "\nWithout that, the promise would be:\n\n";
  }
  text += fmt::format("**{}**\n\n", s.promise);
  text += fmt::format(
      "It covers {} events from {} to {} in {} regions, by {}. The region of every event was randomised once, before "
      "anything was added up, by {}; all numbers here are computed from these randomised reports, so they cost nothing "
      "more.\n\n",
      grouped(facts.events, Language::en), facts.first, facts.last, facts.regions, join_periods(facts, Language::en),
      facts.oracle);
  text += "## What is protected\n\n" + bullets(s.protects);
  text += "\n## What is not protected\n\n" + bullets(s.does_not_protect);
  text += fmt::format(
      "\n## In numbers\n\n| | |\n|---|---|\n| model | {} differential privacy |\n| ε asked | {:.9g} |\n| ε realised | "
      "{:.9g} (computed from the integer thresholds in use, never above the asked one) |\n| δ | 0 |\n| unit | {} |\n| "
      "neighbours | {} |\n| mechanism | {} |\n| randomness | {} |\n| made | {}, by {} |\n",
      facts.filter == Filter::private_ratio ? "local and central" : "local", facts.guarantee.epsilon_asked,
      facts.guarantee.epsilon, facts.guarantee.unit, facts.guarantee.neighbours, facts.oracle,
      facts.is_seeded ? "seeded, NOT private" : "AES-256-CTR keyed by the operating system", facts.date,
      facts.software);
  text += fmt::format(
      "\n## How to read the estimates\n\nEvery estimate comes with a standard error and an interval that covers the "
      "true "
      "count in about {:.4g} % of the cases. {}",
      100 * facts.confidence,
      facts.is_smoothed ? "Estimates are smoothed over time: a sudden change in one small region may show late or "
                          "flattened; the columns plain_estimate and plain_std_error hold the unsmoothed, unbiased "
                          "numbers, which may be negative."
                        : "The columns plain_estimate and plain_std_error hold the unbiased numbers, which may be "
                          "negative.");
  if (facts.has_synthetic) {
    text +=
        " Synthetic rows agree with the estimates of their period; no row is a statement about a real event's place.";
  }
  if (facts.dropped != 0) {
    text += fmt::format(" {} events were left out because of their place.", grouped(facts.dropped, Language::en));
  }
  return text + "\n";
}

std::string french_document(const StatementFacts& facts) {
  const Statement s = french(facts);
  std::string text = fmt::format("# Déclaration de confidentialité : {}\n\n", facts.title);
  if (!s.not_private_because.empty()) {
    text += "**Cette publication n'est PAS confidentielle.**\n\n" + bullets(s.not_private_because) +
            "\nSans cela, la promesse serait :\n\n";
  }
  text += fmt::format("**{}**\n\n", s.promise);
  text += fmt::format(
      "Elle porte sur {} événements du {} au {} dans {} régions, par {}. La région de chaque événement a été brouillée "
      "une seule fois, avant toute addition, par {} ; tous les nombres sont calculés à partir de ces rapports "
      "brouillés "
      "et ne coûtent donc rien de plus.\n\n",
      grouped(facts.events, Language::fr), facts.first, facts.last, facts.regions, join_periods(facts, Language::fr),
      facts.oracle);
  text += "## Ce qui est protégé\n\n" + bullets(s.protects);
  text += "\n## Ce qui ne l'est pas\n\n" + bullets(s.does_not_protect);
  text += fmt::format(
      "\n## En chiffres\n\n| | |\n|---|---|\n| modèle | confidentialité différentielle {} |\n| ε demandé | {:.9g} |\n| "
      "ε "
      "réalisé | {:.9g} (calculé sur les seuils entiers employés, jamais au-dessus du demandé) |\n| δ | 0 |\n| unité "
      "protégée | la région d'un événement |\n| voisins | remplacer la région de l'événement par toute autre |\n| "
      "mécanisme | {} |\n| hasard | {} |\n| fait | le {}, par {} |\n",
      facts.filter == Filter::private_ratio ? "locale et centrale" : "locale", facts.guarantee.epsilon_asked,
      facts.guarantee.epsilon, facts.oracle,
      facts.is_seeded ? "à graine, PAS confidentiel" : "AES-256-CTR, clé du système d'exploitation", facts.date,
      facts.software);
  text += fmt::format(
      "\n## Comment lire les estimations\n\nChaque estimation a une erreur type et un intervalle qui contient le vrai "
      "compte dans environ {} % des cas. {}",
      decimal(100 * facts.confidence, 0, Language::fr),
      facts.is_smoothed
          ? "Les estimations sont lissées dans le temps : un changement soudain dans une petite région peut "
            "apparaître tard ou atténué ; les colonnes plain_estimate et plain_std_error donnent les "
            "nombres non lissés et sans biais, qui peuvent être négatifs."
          : "Les colonnes plain_estimate et plain_std_error donnent les nombres sans biais, qui peuvent "
            "être négatifs.");
  if (facts.has_synthetic) {
    text +=
        " Les lignes synthétiques s'accordent aux estimations de leur période ; aucune ne dit où un événement réel a "
        "eu lieu.";
  }
  if (facts.dropped != 0) {
    text += fmt::format(" {} événements ont été écartés à cause de leur lieu.", grouped(facts.dropped, Language::fr));
  }
  return text + "\n";
}

}  // namespace

Statement make_statement(const StatementFacts& facts, Language language) {
  return language == Language::fr ? french(facts) : english(facts);
}

std::string privacy_document(const StatementFacts& facts, Language language) {
  return language == Language::fr ? french_document(facts) : english_document(facts);
}

}  // namespace sourdine
