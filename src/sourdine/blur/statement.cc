#include "sourdine/blur/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>

#include "sourdine/base/text.h"
#include "sourdine/privacy/claim.h"

namespace sourdine {
namespace {

constexpr Words promise_words{
    "The published point changes the odds between any two places within {radius} m of each other by at most a factor "
    "of {factor}.",
    "Le point publié change le rapport des chances entre deux lieux distants de {radius} m au plus d'un facteur "
    "{factor} au plus."};
constexpr Words memo_words{
    "This holds for a place with all the events reported from it, however many: they are all published at one and the "
    "same point.",
    "Cela vaut pour un lieu avec tous les événements qui en viennent, quel que soit leur nombre : tous sont publiés en "
    "un seul et même point."};
constexpr Words once_words{
    "This holds for one event. Up to {repeats} events may come from one place, each with noise of its own: together "
    "they change these odds by at most a factor of {factor}, and that is what the ledger counts.",
    "Cela vaut pour un événement. Jusqu'à {repeats} événements peuvent venir d'un même lieu, chacun avec son propre "
    "bruit : ensemble ils changent ces chances d'un facteur {factor} au plus, et c'est ce que compte le registre."};
constexpr Words farther_words{
    "The farther two places are apart, the better they can be told apart: at {far} m the factor is {factor}.",
    "Plus deux lieux sont éloignés, mieux on les distingue : à {far} m le facteur est {factor}."};
constexpr Words displacement_words{
    "A point lies {mean} m from where it was on average, and in 95 of 100 cases less than {most} m.",
    "Un point se trouve en moyenne à {mean} m de sa vraie place, et dans 95 cas sur 100 à moins de {most} m."};
constexpr Words uniform_words{
    "The point is then moved to where it is nearest on average to all places it may have come from, the whole area "
    "being taken as equally likely: how far it lies from its own depends on that, and the promise does not.",
    "Le point est ensuite déplacé là où il est en moyenne le plus près de tous les lieux d'où il a pu venir, toute la "
    "zone étant supposée également probable : sa distance au vrai lieu en dépend, la promesse non."};
constexpr Words prior_words{
    "The point is then moved to where it is nearest on average to all places it may have come from, by how likely they "
    "are in '{prior}', which is public and holds nothing of these events: how far it lies from its own depends on "
    "that, and the promise does not.",
    "Le point est ensuite déplacé là où il est en moyenne le plus près de tous les lieux d'où il a pu venir, selon "
    "leur probabilité dans « {prior} », qui est public et ne contient rien de ces événements : sa distance au vrai "
    "lieu en dépend, la promesse non."};

constexpr Words happened_words{
    "That an event happened, how many there are, and that they were in the declared area.",
    "Qu'un événement a eu lieu, combien il y en a, et qu'ils étaient dans la zone déclarée."};
constexpr Words together_words{
    "Which events came from one place: they have the same published point, and others do not.",
    "Quels événements viennent d'un même lieu : ils ont le même point publié, et les autres non."};
constexpr Words person_words{
    "A person who is at several places: each place is protected by itself, and what several of them tell adds up.",
    "Une personne présente en plusieurs lieux : chaque lieu est protégé pour lui-même, et ce que plusieurs disent "
    "s'ajoute."};
constexpr Words region_words{
    "In which part of the area a place is: neighbourhoods farther apart than {radius} m become ever clearer.",
    "Dans quelle partie de la zone est un lieu : des quartiers distants de plus de {radius} m se distinguent de mieux "
    "en mieux."};
constexpr Words order_words{
    "The order of the rows, which is that of the source: a table that is sorted by place tells it.",
    "L'ordre des lignes, qui est celui de la source : une table triée par lieu le révèle."};

constexpr Words reading_heading{"How it was made", "Comment c'est fait"};
constexpr Words reading_words{
    "Places are projected onto a plane whose metres are those of the blur to {stretch} %, moved to the nearest point "
    "of a public grid of {step} m, and from there by exact planar Laplace noise on whole numbers: every point of the "
    "grid is possible for every place, and no rounding tells them apart. Regions, stations and distances are computed "
    "from the published point alone.",
    "Les lieux sont projetés sur un plan dont les mètres sont ceux du sol à {stretch} % près, ramenés au point le plus "
    "proche d'une grille publique de {step} m, et déplacés de là par un bruit de Laplace plan exact, en nombres "
    "entiers : tout point de la grille est possible pour tout lieu, et aucun arrondi ne les distingue. Régions, "
    "stations et distances sont calculées à partir du seul point publié."};

constexpr Words label_level{"ε (asked, held) within {radius} m", "ε (demandé, tenu) à {radius} m"};
constexpr Words label_metre{"ε per metre of ground, and for the grid", "ε par mètre au sol, et pour la grille"};
constexpr Words label_rows{"events", "événements"};
constexpr Words unit_place{"one place with all events reported from it",
                           "un lieu avec tous les événements qui en viennent"};
constexpr Words unit_event{"one event", "un événement"};
constexpr Words unit_repeats{"one place, from which at most {repeats} events are reported",
                             "un lieu, d'où viennent au plus {repeats} événements"};
constexpr Words neighbours_words{"move it to another place within {radius} m",
                                 "le déplacer vers un autre lieu à {radius} m au plus"};
constexpr Words rows_words{"{rows} published, {outside} left out because they are outside of the area",
                           "{rows} publiés, {outside} omis parce que hors de la zone"};

std::vector<std::string> not_protected(const BlurConfig& config, const Speaker& speaker) {
  return Sentences(speaker)
      .say(happened_words)
      .say_if(!config.events.keep.empty(), shared_words::kept_columns, {{"columns", speaker.list(config.events.keep)}})
      .say_if(config.privacy.has_memo, together_words)
      .say_if(!config.privacy.memo_key.empty(), shared_words::key_of_memo)
      .say(region_words, {{"radius", speaker.general(config.privacy.within)}})
      .say(person_words)
      .say_if(config.publish.keeps_order, order_words)
      .say(shared_words::other_publications)
      .list();
}

std::vector<std::string> what_follows(const BlurConfig& config, const MetricPromise& promise, const Speaker& speaker) {
  const double within = config.privacy.within;
  const std::uint64_t repeats = config.privacy.repeats.value_or(1);
  const std::string together = speaker.factor(static_cast<double>(repeats) * promise.level_at(within));
  return Sentences(speaker)
      .say(config.privacy.has_memo ? memo_words : once_words,
           {{"repeats", speaker.number(repeats)}, {"factor", together}})
      .say(farther_words,
           {{"far", speaker.general(5 * within)}, {"factor", speaker.factor(promise.level_at(5 * within))}})
      .add(displacement_sentences(config, promise, speaker))
      .say(shared_words::against_anyone)
      .list();
}

Statement statement_in(const BlurConfig& config, const MetricPromise& promise, bool is_seeded, Language language) {
  const Speaker speaker(language);
  const double level = promise.level_at(config.privacy.within);
  Statement statement{.promise = speaker.say(promise_words, {{"radius", speaker.general(config.privacy.within)},
                                                             {"factor", speaker.factor(level)}}),
                      .holds = what_follows(config, promise, speaker),
                      .not_protected = not_protected(config, speaker)};
  statement.not_private_because =
      Sentences(speaker)
          .say_if(is_seeded, shared_words::seeded)
          .say_if(level > largest_private_epsilon, shared_words::weak,
                  {{"epsilon", speaker.short_epsilon(level)}, {"factor", speaker.factor(level)}})
          .list();
  return statement;
}

}  // namespace

std::vector<std::string> displacement_sentences(const BlurConfig& config, const MetricPromise& promise,
                                                const Speaker& speaker) {
  const bool is_uniform = config.publish.has_uniform_prior();
  const std::string prior = std::filesystem::path(config.publish.prior).filename().string();
  return Sentences(speaker)
      .say(displacement_words, {{"mean", speaker.decimal(promise.mean_displacement(), 0)},
                                {"most", speaker.decimal(promise.radius_quantile(0.95), 0)}})
      .say_if(is_uniform || !prior.empty(), is_uniform ? uniform_words : prior_words, {{"prior", shown(prior)}})
      .list();
}

BlurGuarantees blur_guarantees(const BlurConfig& config, const MetricPromise& promise) {
  const Speaker speaker(Language::en);
  BlurGuarantees both;
  Guarantee& stated = both.stated;
  stated.epsilon_asked = config.privacy.level;
  stated.epsilon = promise.level_at(config.privacy.within);
  stated.model = PrivacyModel::central;
  stated.unit = config.privacy.has_memo ? Unit::place : Unit::event;
  stated.neighbours = Neighbours::nearby;
  stated.unit_text = speaker.say(config.privacy.has_memo ? unit_place : unit_event);
  stated.neighbours_text = speaker.say(neighbours_words, {{"radius", speaker.general(config.privacy.within)}});
  stated.loss = promise.loss();
  stated.within = config.privacy.within;
  stated.caveats = not_protected(config, speaker);
  both.charged = stated;
  if (!config.privacy.has_memo) {
    const std::uint64_t repeats = config.privacy.repeats.value_or(1);
    const PrivacyClaim place = for_place(claim_of(stated), repeats);
    both.charged.unit = place.unit;
    both.charged.loss = place.loss;
    both.charged.epsilon = level_at(std::get<MetricEpsilon>(place.loss), config.privacy.within);
    both.charged.unit_text = speaker.say(unit_repeats, {{"repeats", speaker.number(repeats)}});
    stated.caveats.push_back(
        fmt::format("up to {} events of one place together spend {} times this epsilon", repeats, repeats));
  }
  return both;
}

Promise blur_promise(const PreparedBlur& blur, bool is_seeded) {
  return {.stated = blur.guarantee,
          .charged = blur.charged,
          .english = statement_in(blur.config, blur.promise, is_seeded, Language::en),
          .french = statement_in(blur.config, blur.promise, is_seeded, Language::fr)};
}

StatementDetails blur_details(const PreparedBlur& blur, const BlurredEvents& events) {
  const BlurConfig& config = blur.config;
  const Speaker speaker(config.head.language);
  const MetricEpsilon loss = blur.promise.loss();
  const auto both = [&](double one, double other, int digits) {
    return speaker.decimal(one, digits) + " · " + speaker.decimal(other, digits);
  };
  const double stretch = 100 * std::abs(blur.promise.question().stretch - 1);
  return {.sections = {{reading_heading, speaker.say(reading_words, {{"stretch", speaker.general(stretch, 2)},
                                                                     {"step", speaker.general(config.privacy.step)}})}},
          .numbers = {
              {speaker.say(label_level, {{"radius", speaker.general(config.privacy.within)}}),
               both(config.privacy.level, blur.promise.level_at(config.privacy.within), 9)},
              {speaker.say(label_metre), both(loss.per_metre, loss.offset, 12)},
              {speaker.say(shared_words::unit), speaker.say(config.privacy.has_memo ? unit_place : unit_event)},
              {speaker.say(label_rows), speaker.say(rows_words, {{"rows", speaker.number(events.moved.size())},
                                                                 {"outside", speaker.number(events.rows_outside)}})}}};
}

}  // namespace sourdine
