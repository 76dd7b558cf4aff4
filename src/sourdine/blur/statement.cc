#include "sourdine/blur/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>

#include "sourdine/base/text.h"
#include "sourdine/privacy/claim.h"

namespace sourdine {
namespace {

// One thought in both languages; what is filled in is named.
struct BlurWords {
  const char *en, *fr;

  template <class... Arguments>
  std::string say(Language language, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime(language == Language::fr ? fr : en), arguments...);
  }
};

constexpr BlurWords promise_words{
    "The published point changes the odds between any two places within {radius} m of each other by at most a factor "
    "of "
    "{factor}.",
    "Le point publié change le rapport des chances entre deux lieux distants de {radius} m au plus d'un facteur "
    "{factor} "
    "au plus."};
constexpr BlurWords memo_words{
    "This holds for a place with all the events reported from it, however many: they are all published at one and the "
    "same point.",
    "Cela vaut pour un lieu avec tous les événements qui en viennent, quel que soit leur nombre : tous sont publiés en "
    "un seul et même point."};
constexpr BlurWords once_words{
    "This holds for one event. Up to {repeats} events may come from one place, each with noise of its own: together "
    "they "
    "change these odds by at most a factor of {factor}, and that is what the ledger counts.",
    "Cela vaut pour un événement. Jusqu'à {repeats} événements peuvent venir d'un même lieu, chacun avec son propre "
    "bruit : ensemble ils changent ces chances d'un facteur {factor} au plus, et c'est ce que compte le registre."};
constexpr BlurWords farther_words{
    "The farther two places are apart, the better they can be told apart: at {far} m the factor is {factor}.",
    "Plus deux lieux sont éloignés, mieux on les distingue : à {far} m le facteur est {factor}."};
constexpr BlurWords displacement_words{
    "A point lies {mean:.0f} m from where it was on average, and in 95 of 100 cases less than {most:.0f} m.",
    "Un point se trouve en moyenne à {mean:.0f} m de sa vraie place, et dans 95 cas sur 100 à moins de {most:.0f} m."};
constexpr BlurWords uniform_words{
    "The point is then moved to where it is nearest on average to all places it may have come from, the whole area "
    "being "
    "taken as equally likely: how far it lies from its own depends on that, and the promise does not.",
    "Le point est ensuite déplacé là où il est en moyenne le plus près de tous les lieux d'où il a pu venir, toute la "
    "zone étant supposée également probable : sa distance au vrai lieu en dépend, la promesse non."};
constexpr BlurWords prior_words{
    "The point is then moved to where it is nearest on average to all places it may have come from, by how likely they "
    "are in '{prior}', which is public and holds nothing of these events: how far it lies from its own depends on "
    "that, "
    "and the promise does not.",
    "Le point est ensuite déplacé là où il est en moyenne le plus près de tous les lieux d'où il a pu venir, selon "
    "leur "
    "probabilité dans « {prior} », qui est public et ne contient rien de ces événements : sa distance au vrai lieu en "
    "dépend, la promesse non."};
constexpr BlurWords anyone_words{
    "It holds against anyone, whatever they know otherwise; computing anything from the published points takes nothing "
    "away from it.",
    "Cela vaut contre quiconque, quoi qu'il sache par ailleurs ; aucun calcul sur les points publiés n'y change rien."};

constexpr BlurWords happened_words{
    "That an event happened, how many there are, and that they were in the declared area.",
    "Qu'un événement a eu lieu, combien il y en a, et qu'ils étaient dans la zone déclarée."};
constexpr BlurWords kept_words{
    "The columns that are published as they are: {columns}. Whoever knows when an event was may find its row.",
    "Les colonnes publiées telles quelles : {columns}. Qui sait quand un événement a eu lieu peut retrouver sa ligne."};
constexpr BlurWords shared_words{
    "Which events came from one place: they have the same published point, and others do not.",
    "Quels événements viennent d'un même lieu : ils ont le même point publié, et les autres non."};
constexpr BlurWords key_words{"Anything at all against whoever has the key of the memo: it undoes the noise.",
                              "Rien du tout contre qui possède la clé de la mémoire : elle défait le bruit."};
constexpr BlurWords person_words{
    "A person who is at several places: each place is protected by itself, and what several of them tell adds up.",
    "Une personne présente en plusieurs lieux : chaque lieu est protégé pour lui-même, et ce que plusieurs disent "
    "s'ajoute."};
constexpr BlurWords region_words{
    "In which part of the area a place is: neighbourhoods farther apart than {radius} m become ever clearer.",
    "Dans quelle partie de la zone est un lieu : des quartiers distants de plus de {radius} m se distinguent de mieux "
    "en "
    "mieux."};
constexpr BlurWords order_words{
    "The order of the rows, which is that of the source: a table that is sorted by place tells it.",
    "L'ordre des lignes, qui est celui de la source : une table triée par lieu le révèle."};
constexpr BlurWords other_words{
    "What other publications about the same places tell: their losses add up, as the ledger counts them.",
    "Ce que disent d'autres publications sur les mêmes lieux : leurs pertes s'ajoutent, comme le compte le registre."};

constexpr BlurWords seeded_words{"the randomness is seeded: whoever knows the seed can undo it",
                                 "l'aléa a une graine : qui la connaît peut le défaire"};
constexpr BlurWords weak_words{"a factor of {factor} protects nothing", "un facteur {factor} ne protège rien"};

constexpr BlurWords title_words{"Privacy of {title}", "Confidentialité de {title}"};
constexpr BlurWords not_private_words{"This publication is NOT private.",
                                      "Cette publication n'est PAS confidentielle."};
constexpr BlurWords otherwise_words{"Otherwise it would hold:", "Sinon vaudrait :"};
constexpr BlurWords protected_heading{"What is promised", "Ce qui est promis"};
constexpr BlurWords unprotected_heading{"What is not protected", "Ce qui n'est pas protégé"};
constexpr BlurWords numbers_heading{"In numbers", "En chiffres"};
constexpr BlurWords reading_heading{"How it was made", "Comment c'est fait"};
constexpr BlurWords reading_words{
    "Places are projected onto a plane whose metres are those of the ground to {stretch:.2g} %, moved to the nearest "
    "point "
    "of a public grid of {step:g} m, and from there by exact planar Laplace noise on whole numbers: every point of the "
    "grid is possible for every place, and no rounding tells them apart. Regions, stations and distances are computed "
    "from "
    "the published point alone.",
    "Les lieux sont projetés sur un plan dont les mètres sont ceux du sol à {stretch:.2g} % près, ramenés au point le "
    "plus "
    "proche d'une grille publique de {step:g} m, et déplacés de là par un bruit de Laplace plan exact, en nombres "
    "entiers : tout point de la grille est possible pour tout lieu, et aucun arrondi ne les distingue. Régions, "
    "stations "
    "et distances sont calculées à partir du seul point publié."};

constexpr BlurWords label_level{"ε (asked, held) within {radius} m", "ε (demandé, tenu) à {radius} m"};
constexpr BlurWords label_metre{"ε per metre of ground, and for the grid", "ε par mètre au sol, et pour la grille"};
constexpr BlurWords label_unit{"unit", "unité"};
constexpr BlurWords label_rows{"events", "événements"};
constexpr BlurWords label_made{"made", "fait"};
constexpr BlurWords unit_place{"one place with all events reported from it",
                               "un lieu avec tous les événements qui en viennent"};
constexpr BlurWords unit_event{"one event", "un événement"};
constexpr BlurWords unit_repeats{"one place, from which at most {repeats} events are reported",
                                 "un lieu, d'où viennent au plus {repeats} événements"};
constexpr BlurWords neighbours_words{"move it to another place within {radius} m",
                                     "le déplacer vers un autre lieu à {radius} m au plus"};
constexpr BlurWords rows_words{"{rows} published, {outside} left out because they are outside of the area",
                               "{rows} publiés, {outside} omis parce que hors de la zone"};

std::string radius_text(const BlurConfig& config) { return fmt::format("{:g}", config.privacy.within); }

std::string bullet_list(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += fmt::format("- {}\n", item);
  return text;
}

std::vector<std::string> unprotected(const BlurConfig& config, Language language) {
  std::vector<std::string> list = {happened_words.say(language)};
  if (!config.events.keep.empty()) {
    const std::string columns = fmt::format("{}", fmt::join(config.events.keep, ", "));
    list.push_back(kept_words.say(language, fmt::arg("columns", columns)));
  }
  if (config.privacy.has_memo) list.push_back(shared_words.say(language));
  if (!config.privacy.memo_key.empty()) list.push_back(key_words.say(language));
  list.push_back(region_words.say(language, fmt::arg("radius", radius_text(config))));
  list.push_back(person_words.say(language));
  if (config.publish.keeps_order) list.push_back(order_words.say(language));
  list.push_back(other_words.say(language));
  return list;
}

}  // namespace

BlurGuarantees blur_guarantees(const BlurConfig& config, const MetricPromise& promise) {
  const std::string radius = radius_text(config);
  BlurGuarantees both;
  Guarantee& stated = both.stated;
  stated.epsilon_asked = config.privacy.level;
  stated.epsilon = promise.level_at(config.privacy.within);
  stated.model = PrivacyModel::central;
  stated.unit = config.privacy.has_memo ? Unit::place : Unit::event;
  stated.neighbours = Neighbours::nearby;
  stated.unit_text = (config.privacy.has_memo ? unit_place : unit_event).say(Language::en);
  stated.neighbours_text = neighbours_words.say(Language::en, fmt::arg("radius", radius));
  stated.loss = promise.loss();
  stated.within = config.privacy.within;
  stated.caveats = unprotected(config, Language::en);
  both.charged = stated;
  if (!config.privacy.has_memo) {
    const std::uint64_t repeats = config.privacy.repeats.value_or(1);
    const PrivacyClaim place = for_place(claim_of(stated), repeats);
    both.charged.unit = place.unit;
    both.charged.loss = place.loss;
    both.charged.epsilon = level_at(std::get<MetricEpsilon>(place.loss), config.privacy.within);
    both.charged.unit_text = unit_repeats.say(Language::en, fmt::arg("repeats", repeats));
    stated.caveats.push_back(
        fmt::format("up to {} events of one place together spend {} times this epsilon", repeats, repeats));
  }
  return both;
}

std::string factor_text(double level, Language language) {
  const double factor = std::exp(level);
  if (!(factor < 1e6)) return language == Language::fr ? "plus d'un million" : "more than a million";
  const double digits = factor < 100 ? 100 : 1;
  std::string text = fmt::format("{:.2f}", std::ceil(factor * digits * (1 - 1e-12)) / digits);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  if (language == Language::fr) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

BlurStatement blur_statement(const BlurConfig& config, const MetricPromise& promise, const BlurFacts& facts,
                             Language language) {
  const double within = config.privacy.within, level = promise.level_at(within);
  const std::string radius = radius_text(config);
  BlurStatement statement;
  statement.promise =
      promise_words.say(language, fmt::arg("radius", radius), fmt::arg("factor", factor_text(level, language)));
  if (config.privacy.has_memo) {
    statement.more.push_back(memo_words.say(language));
  } else {
    const std::uint64_t repeats = config.privacy.repeats.value_or(1);
    statement.more.push_back(
        once_words.say(language, fmt::arg("repeats", repeats),
                       fmt::arg("factor", factor_text(static_cast<double>(repeats) * level, language))));
  }
  statement.more.push_back(farther_words.say(language, fmt::arg("far", fmt::format("{:g}", 5 * within)),
                                             fmt::arg("factor", factor_text(promise.level_at(5 * within), language))));
  statement.more.push_back(displacement_words.say(language, fmt::arg("mean", promise.mean_displacement()),
                                                  fmt::arg("most", promise.radius_quantile(0.95))));
  if (config.publish.has_uniform_prior()) {
    statement.more.push_back(uniform_words.say(language));
  } else if (!config.publish.prior.empty()) {
    const std::string name = std::filesystem::path(config.publish.prior).filename().string();
    statement.more.push_back(prior_words.say(language, fmt::arg("prior", shown(name))));
  }
  statement.more.push_back(anyone_words.say(language));
  statement.not_protected = unprotected(config, language);
  if (facts.is_seeded) statement.not_private_because.push_back(seeded_words.say(language));
  if (level > largest_private_epsilon) {
    statement.not_private_because.push_back(weak_words.say(language, fmt::arg("factor", factor_text(level, language))));
  }
  return statement;
}

std::string blur_document(const BlurConfig& config, const MetricPromise& promise, const BlurFacts& facts,
                          const std::string& software, const std::string& date) {
  const Language language = config.language;
  const BlurStatement statement = blur_statement(config, promise, facts, language);
  const auto heading = [&](const BlurWords& words) { return fmt::format("\n## {}\n\n", words.say(language)); };
  std::string text = fmt::format("# {}\n\n", title_words.say(language, fmt::arg("title", config.title)));
  if (!statement.not_private_because.empty()) {
    text += fmt::format("**{}**\n\n{}\n{}\n\n", not_private_words.say(language),
                        bullet_list(statement.not_private_because), otherwise_words.say(language));
  }
  text += fmt::format("**{}**\n", statement.promise);
  text += heading(protected_heading) + bullet_list(statement.more);
  text += heading(unprotected_heading) + bullet_list(statement.not_protected);
  const MetricEpsilon loss = promise.loss();
  const std::string radius = radius_text(config);
  text += heading(numbers_heading) + "| | |\n|---|---|\n";
  const auto row = [&](const std::string& label, const std::string& value) {
    text += fmt::format("| {} | {} |\n", label, value);
  };
  row(label_level.say(language, fmt::arg("radius", radius)),
      fmt::format("{:.9f}, {:.9f}", config.privacy.level, promise.level_at(config.privacy.within)));
  row(label_metre.say(language), fmt::format("{:.12f}, {:.12f}", loss.per_metre, loss.offset));
  row(label_unit.say(language), (config.privacy.has_memo ? unit_place : unit_event).say(language));
  row(label_rows.say(language),
      rows_words.say(language, fmt::arg("rows", facts.rows), fmt::arg("outside", facts.outside)));
  row(label_made.say(language), fmt::format("{}, {}", date, software));
  text += heading(reading_heading) +
          reading_words.say(language, fmt::arg("stretch", 100 * std::abs(promise.question().stretch - 1)),
                            fmt::arg("step", config.privacy.step)) +
          "\n";
  return text;
}

}  // namespace sourdine
