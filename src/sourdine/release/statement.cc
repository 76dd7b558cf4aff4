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

// Bounds are rounded up: "at most" stays true.
std::string at_most(double value, int digits, Language language) {
  const double scale = std::pow(10, digits);
  return decimal(std::ceil(value * scale * (1 - 1e-12)) / scale, digits, language);
}

// e^ε as people read it; beyond a million nothing is promised any more.
std::string factor(double epsilon, Language language) {
  const double value = std::exp(epsilon);
  if (value > 1e6) return language == Language::fr ? "plus d'un million" : "more than a million";
  return at_most(value, value < 100 ? 2 : 0, language);
}

constexpr double weak = 4;  // an ε above which single events are hardly protected

std::string grouped(std::uint64_t value, Language language) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text += language == Language::fr ? "\u202f" : ",";
    text += digits[i];
  }
  return text;
}

std::string counted(std::uint64_t count, const char* one, const char* many, Language language) {
  return fmt::format("{} {}", grouped(count, language), count == 1 ? one : many);
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
  const std::string e = at_most(epsilon, 4, Language::en);
  Statement s;
  s.promise = fmt::format(
      "Nothing published here can change the odds that a given event took place in one region rather than another by "
      "more than a factor of {} (ε = {}).",
      factor(epsilon, Language::en), e);
  s.protects = {
      "The region of each single event, given that the event happened at its time.",
      fmt::format("Someone who thought two regions equally likely for an event can reach at most {} % certainty "
                  "about one of them.",
                  at_most(worst_belief(epsilon), 1, Language::en)),
      "This holds against anyone, with any computing power, now and later, and however the published numbers are "
      "combined.",
  };
  s.does_not_protect = {
      "That an event happened, and its time: times and totals per period are published exactly.",
      fmt::format("Several events of one person or one incident: m events together are protected at m × {} only.", e),
      "What many events show together: that a region has many of them, or had a burst, is what is published.",
      "Other releases about the same events: what each spends adds up; the ledger beside the configuration keeps the "
      "sum.",
      "The list of regions, the period covered and the number of events, which are public.",
  };
  if (facts.drops_places) {
    s.does_not_protect.push_back(
        "Whether the place of an event is among the regions: events of other places are left out, so they are not in "
        "the totals.");
  }
  if (epsilon > weak) {
    s.does_not_protect.push_back(
        "Much: at so large an ε the region of an event can often be guessed. It suits studies and events that harm "
        "nobody; common choices for sensitive ones are 0.1 to 2.");
  }
  if (!facts.kept.empty()) {
    s.does_not_protect.push_back(fmt::format(
        "The columns {} of the synthetic rows: the configuration calls them public, and they are copied as they are.",
        fmt::join(facts.kept, ", ")));
  }
  if (facts.filter == BiasFilter::private_ratio) {
    s.protects.push_back(fmt::format(
        "One year's counts per region were used behind discrete Laplace noise; that cost ε = {} and is included above.",
        at_most(facts.ratio_epsilon, 4, Language::en)));
  }
  if (facts.is_seeded) {
    s.not_private_because.push_back(
        "The randomness was made from a seed, for tests: whoever knows the seed can undo it. Do not publish this "
        "release.");
  }
  if (facts.filter == BiasFilter::ratio) {
    s.not_private_because.push_back(
        "The filter \"ratio\" publishes exact means of the true counts of one year; they have no protection at all.");
  }
  return s;
}

Statement french(const StatementFacts& facts) {
  const double epsilon = facts.guarantee.epsilon;
  const std::string e = at_most(epsilon, 4, Language::fr);
  Statement s;
  s.promise = fmt::format(
      "Rien de ce qui est publié ici ne peut changer de plus d'un facteur {} les chances qu'un événement donné ait eu "
      "lieu dans une région plutôt que dans une autre (ε = {}).",
      factor(epsilon, Language::fr), e);
  s.protects = {
      "La région de chaque événement, sachant qu'il a eu lieu à son heure.",
      fmt::format("Qui tenait deux régions pour également probables peut atteindre au plus {} % de certitude sur l'une "
                  "d'elles.",
                  at_most(worst_belief(epsilon), 1, Language::fr)),
      "Cela vaut contre quiconque, quelle que soit sa puissance de calcul, aujourd'hui et plus tard, et de quelque "
      "manière que l'on combine les nombres publiés.",
  };
  s.does_not_protect = {
      "Le fait qu'un événement a eu lieu, et son heure : les heures et les totaux par période sont publiés exactement.",
      fmt::format("Plusieurs événements d'une même personne ou d'un même sinistre : m événements ensemble ne sont "
                  "protégés qu'à m × {}.",
                  e),
      "Ce que beaucoup d'événements montrent ensemble : qu'une région en a beaucoup, ou une pointe, est ce qui est "
      "publié.",
      "D'autres publications sur les mêmes événements : ce que chacune dépense s'ajoute ; le registre à côté de la "
      "configuration en garde la somme.",
      "La liste des régions, la période couverte et le nombre d'événements, qui sont publics.",
  };
  if (facts.drops_places) {
    s.does_not_protect.push_back(
        "Si le lieu d'un événement est parmi les régions : les événements d'autres lieux sont écartés, ils ne sont pas "
        "dans les totaux.");
  }
  if (epsilon > weak) {
    s.does_not_protect.push_back(
        "Grand-chose : à un ε si grand, la région d'un événement se devine souvent. Cela convient à des études et à "
        "des "
        "événements sans danger ; pour des événements sensibles on choisit d'ordinaire 0,1 à 2.");
  }
  if (!facts.kept.empty()) {
    s.does_not_protect.push_back(fmt::format(
        "Les colonnes {} des lignes synthétiques : la configuration les dit publiques, elles sont recopiées telles "
        "quelles.",
        fmt::join(facts.kept, ", ")));
  }
  if (facts.filter == BiasFilter::private_ratio) {
    s.protects.push_back(fmt::format(
        "Les comptes d'une année par région ont servi derrière un bruit de Laplace discret ; cela a coûté ε = {}, "
        "compris ci-dessus.",
        at_most(facts.ratio_epsilon, 4, Language::fr)));
  }
  if (facts.is_seeded) {
    s.not_private_because.push_back(
        "Le hasard vient d'une graine, pour des essais : qui connaît la graine peut le défaire. Ne publiez pas ceci.");
  }
  if (facts.filter == BiasFilter::ratio) {
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

bool uses_counts(const StatementFacts& facts) {
  return facts.filter == BiasFilter::ratio || facts.filter == BiasFilter::private_ratio;
}

std::string mechanism(const StatementFacts& facts, Language language) {
  if (facts.filter != BiasFilter::private_ratio) return facts.oracle;
  return facts.oracle + (language == Language::fr ? " ; bruit de Laplace discret sur les comptes d'une année"
                                                  : "; discrete Laplace noise on one year's counts");
}

// "2018-12-31" as 31/12/2018.
std::string french_date(const std::string& iso) {
  return iso.size() == 10 ? iso.substr(8, 2) + "/" + iso.substr(5, 2) + "/" + iso.substr(0, 4) : iso;
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
      "It covers {} from {} to {} in {}, by {}. The region of every event was randomised once, before anything was "
      "added "
      "up, by {}; {}\n\n",
      counted(facts.events, "event", "events", Language::en), facts.first, facts.last,
      counted(facts.regions, "region", "regions", Language::en), join_periods(facts, Language::en), facts.oracle,
      uses_counts(facts) ? "besides these randomised reports, counts of one year were used (see below)."
                         : "all numbers here are computed from these randomised reports, so they cost nothing more.");
  text += "## What is protected\n\n" + bullets(s.protects);
  text += "\n## What is not protected\n\n" + bullets(s.does_not_protect);
  text += fmt::format(
      "\n## In numbers\n\n| | |\n|---|---|\n| model | {} differential privacy |\n| ε asked | {:.9g} |\n| ε realised | "
      "{:.9g} (computed from the integer thresholds in use, never above the asked one) |\n| δ | 0 |\n| unit | {} |\n| "
      "neighbours | {} |\n| mechanism | {} |\n| randomness | {} |\n| made | {}, by {} |\n",
      facts.guarantee.model == PrivacyModel::local ? "local" : "central", facts.guarantee.epsilon_asked,
      facts.guarantee.epsilon, facts.guarantee.unit, facts.guarantee.neighbours, mechanism(facts, Language::en),
      facts.is_seeded ? "seeded, NOT private" : "AES-256-CTR keyed by the operating system", facts.date,
      facts.software);
  text += fmt::format(
      "\n## How to read the estimates\n\nEvery estimate comes with a standard error and an interval that covers the "
      "true "
      "count in about {:.4g} % of the cases. {}",
      100 * facts.confidence,
      facts.is_smoothed
          ? "Where there are few periods (years), a little less often. Estimates are smoothed over time: a "
            "sudden peak in one region may show flattened, and its interval may miss it; the columns plain_estimate "
            "and plain_std_error hold the unsmoothed, unbiased "
            "numbers, which may be negative."
          : "The columns plain_estimate and plain_std_error hold the unbiased numbers, which may be "
            "negative.");
  if (facts.has_synthetic) {
    text +=
        " Synthetic rows agree on average with the estimates of their day; no row is a statement about a real event's "
        "place.";
  }
  if (facts.dropped != 0) {
    text +=
        fmt::format(" Left out because of their place: {}.", counted(facts.dropped, "event", "events", Language::en));
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
      "Elle porte sur {} du {} au {} dans {}, par {}. La région de chaque événement a été brouillée une seule fois, "
      "avant "
      "toute addition, par {} ; {}\n\n",
      counted(facts.events, "événement", "événements", Language::fr), french_date(facts.first), french_date(facts.last),
      counted(facts.regions, "région", "régions", Language::fr), join_periods(facts, Language::fr), facts.oracle,
      uses_counts(facts)
          ? "outre ces rapports brouillés, des comptes d'une année ont servi (voir plus bas)."
          : "tous les nombres sont calculés à partir de ces rapports brouillés et ne coûtent donc rien de plus.");
  text += "## Ce qui est protégé\n\n" + bullets(s.protects);
  text += "\n## Ce qui ne l'est pas\n\n" + bullets(s.does_not_protect);
  text += fmt::format(
      "\n## En chiffres\n\n| | |\n|---|---|\n| modèle | confidentialité différentielle {} |\n| ε demandé | {} |\n"
      "| ε réalisé | {} (calculé sur les seuils entiers employés, jamais au-dessus du demandé) |\n| δ | 0 |\n"
      "| unité protégée | la région d'un événement, sachant qu'il a eu lieu à son heure |\n"
      "| voisins | remplacer la région de l'événement par toute autre |\n"
      "| mécanisme | {} |\n| hasard | {} |\n| fait | le {}, par {} |\n",
      facts.guarantee.model == PrivacyModel::local ? "locale" : "centrale",
      at_most(facts.guarantee.epsilon_asked, 9, Language::fr), at_most(facts.guarantee.epsilon, 9, Language::fr),
      mechanism(facts, Language::fr),
      facts.is_seeded ? "à graine, PAS confidentiel" : "AES-256-CTR, clé du système d'exploitation",
      french_date(facts.date), facts.software);
  text += fmt::format(
      "\n## Comment lire les estimations\n\nChaque estimation a une erreur type et un intervalle qui contient le vrai "
      "compte dans environ {} % des cas. {}",
      decimal(100 * facts.confidence, std::fmod(100 * facts.confidence, 1) == 0 ? 0 : 1, Language::fr),
      facts.is_smoothed
          ? "Avec peu de périodes (années), un peu moins souvent. Les estimations sont lissées dans le "
            "temps : une pointe soudaine d'une région peut paraître atténuée, et son intervalle la manquer ; "
            "les colonnes plain_estimate et plain_std_error donnent les "
            "nombres non lissés et sans biais, qui peuvent être négatifs."
          : "Les colonnes plain_estimate et plain_std_error donnent les nombres sans biais, qui peuvent "
            "être négatifs.");
  if (facts.has_synthetic) {
    text +=
        " Les lignes synthétiques s'accordent en moyenne aux estimations de leur jour ; aucune ne dit où un événement "
        "réel a "
        "eu lieu.";
  }
  if (facts.dropped != 0) {
    text += fmt::format(" Écartés à cause de leur lieu : {}.",
                        counted(facts.dropped, "événement", "événements", Language::fr));
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
