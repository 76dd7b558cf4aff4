#include "sourdine/survey/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/text.h"
#include "sourdine/publish/speaker.h"
#include "sourdine/survey/spending.h"

namespace sourdine {
namespace {

// One thought in both languages; what is filled in is named.
struct SurveyWords {
  const char *en, *fr;

  template <class... Arguments>
  std::string say(Language language, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime(language == Language::fr ? fr : en), arguments...);
  }
};

constexpr SurveyWords once_promise{
    "What one person reports changes the odds between any two answers by at most a factor of {factor} (epsilon "
    "{tuple}) for all attributes together, and by at most a factor of {own_factor} (epsilon {own}) for one attribute "
    "while the others are as they are.",
    "Ce qu'une personne rapporte change le rapport des chances entre deux réponses d'un facteur {factor} au plus "
    "(epsilon {tuple}) pour tous les attributs ensemble, et d'un facteur {own_factor} au plus (epsilon {own}) pour un "
    "attribut, les autres restant ce qu'ils sont."};
constexpr SurveyWords fresh_promise{
    "What one person reports in one collection changes the odds between any two answers by at most a factor of "
    "{factor} (epsilon {tuple}) for all attributes together, and by at most a factor of {own_factor} (epsilon {own}) "
    "for one attribute while the others are as they are.",
    "Ce qu'une personne rapporte dans une collecte change le rapport des chances entre deux réponses d'un facteur "
    "{factor} au plus (epsilon {tuple}) pour tous les attributs ensemble, et d'un facteur {own_factor} au plus "
    "(epsilon {own}) pour un attribut, les autres restant ce qu'ils sont."};
constexpr SurveyWords fresh_words{
    "There is no memo: every collection has fresh reports, which add up. Of a person who is in each of the "
    "{collections} they tell epsilon {total} at most, and the mean of many comes near the answer.",
    "Il n'y a pas de mémoire : chaque collecte a des rapports nouveaux, qui s'ajoutent. D'une personne présente dans "
    "chacune des {collections}, ils disent au plus epsilon {total}, et la moyenne d'un grand nombre approche la "
    "réponse."};
constexpr SurveyWords memo_promise{
    "All reports of one person whose answers do not change, however many, together change the odds between any two "
    "answers by at most a factor of {factor} (epsilon {tuple}) for all attributes together, and by at most a factor of "
    "{own_factor} (epsilon {own}) for one attribute while the others are as they are.",
    "Tous les rapports d'une personne dont les réponses ne changent pas, quel que soit leur nombre, changent ensemble "
    "le rapport des chances entre deux réponses d'un facteur {factor} au plus (epsilon {tuple}) pour tous les "
    "attributs ensemble, et d'un facteur {own_factor} au plus (epsilon {own}) pour un attribut, les autres restant ce "
    "qu'ils sont."};
constexpr SurveyWords first_words{
    "The first report alone tells epsilon {tuple} of all attributes together, and {own} of one attribute; leakage.csv "
    "has what more reports tell.",
    "Le premier rapport seul dit epsilon {tuple} de tous les attributs ensemble, et {own} d'un attribut ; leakage.csv "
    "dit ce que révèlent les suivants."};
constexpr SurveyWords total_words{
    "Every further answer of a person spends again. {collections} together tell at most epsilon {total} of everything "
    "one person reported, whatever the answers; which of them are equal is not counted.",
    "Chaque nouvelle réponse d'une personne dépense à nouveau. {collections} ensemble disent au plus epsilon {total} "
    "de tout ce qu'une personne a rapporté, quelles que soient les réponses ; lesquelles sont égales n'est pas "
    "compté."};
constexpr SurveyWords enforced_words{
    "The client of a person has at most {cap} of an attribute's answers to report about, and repeats the last one "
    "beyond: for ever, a person spends at most epsilon {total}, as long as it is kept which ones were used.",
    "Le client d'une personne n'a au plus que {cap} des réponses d'un attribut à rapporter, puis répète la dernière : "
    "une personne dépense à jamais au plus epsilon {total}, tant que l'on garde lesquelles ont servi."};
constexpr SurveyWords uncapped_words{
    "Nobody limits how many different answers a person gives: for ever, a person spends at most epsilon {total}, that "
    "of all answers there are.",
    "Rien ne limite le nombre de réponses différentes d'une personne : une personne dépense à jamais au plus epsilon "
    "{total}, celui de toutes les réponses possibles."};
constexpr SurveyWords unknown_words{
    "Whether people kept to the cap of {cap} is not known here, since the state that counted these collections is not "
    "at hand: for ever, a person spends at most epsilon {total}, that of all answers there are. Estimated where the "
    "state is, the total is that of the cap.",
    "On ne sait pas ici si la limite de {cap} a été respectée, l'état qui a compté ces collectes n'étant pas à portée "
    ": "
    "une personne dépense à jamais au plus epsilon {total}, celui de toutes les réponses possibles. Estimé là où se "
    "trouve l'état, le total est celui de la limite."};
constexpr SurveyWords lost_words{
    "Which answers people had used was lost: the cap of {cap} bounds nothing, and a person spends at most epsilon "
    "{total}, that of all answers there are.",
    "Les réponses déjà utilisées ont été perdues : la limite de {cap} ne borne rien, et une personne dépense au plus "
    "epsilon {total}, celui de toutes les réponses possibles."};
constexpr SurveyWords published_words{
    "'{solution}' was published as protecting a person at one epsilon, \"by amplification\". There are two: one "
    "attribute has {own}, and all attributes together have {tuple}.",
    "« {solution} » a été publié comme protégeant une personne à un seul epsilon, « par amplification ». Il y en a "
    "deux : un attribut a {own}, et tous les attributs ensemble ont {tuple}."};
constexpr SurveyWords anyone_words_of_survey{
    "It holds against anyone, whatever they know otherwise; computing anything from the reports takes nothing away "
    "from it. Nobody but the people themselves, and who holds their table, sees an answer.",
    "Cela vaut contre quiconque, quoi qu'il sache par ailleurs ; aucun calcul sur les rapports n'y change rien. "
    "Personne d'autre que les personnes elles-mêmes, et qui détient leur table, ne voit une réponse."};

constexpr SurveyWords reported_words{
    "That a person reported, when, how often, and how many people did.",
    "Qu'une personne a rapporté, quand, combien de fois, et combien de personnes l'ont fait."};
constexpr SurveyWords sampled_words{
    "Which attribute a report is about: it is public, and does not depend on what the person answers.",
    "De quel attribut parle un rapport : c'est public, et ne dépend pas des réponses."};
constexpr SurveyWords fake_words{
    "Which attribute is true in a report: it is not written there, but can be guessed better than by chance.",
    "Quel attribut est vrai dans un rapport : ce n'est pas écrit, mais se devine mieux qu'au hasard."};
constexpr SurveyWords moments_words{
    "When an answer changed, and whether it came back. The totals hold against other histories in which, attribute by "
    "attribute, the same collections have equal answers (of loloha and dbitflip: equal symbols), and against no "
    "others: two reports from one permanent response agree more often than two from different ones.",
    "Quand une réponse a changé, et si elle est revenue. Les totaux valent contre d'autres histoires où, attribut par "
    "attribut, les mêmes collectes ont des réponses égales (pour loloha et dbitflip : des symboles égaux), et contre "
    "aucune autre : deux rapports d'une même réponse permanente concordent plus souvent que deux de réponses "
    "différentes."};
constexpr SurveyWords linked_words{
    "Which reports of different collections are one person's: they lie in the order of the table.",
    "Quels rapports de différentes collectes sont d'une même personne : ils sont dans l'ordre de la table."};
constexpr SurveyWords survey_key_words{
    "Anything at all against whoever has the key of the memo: it undoes the permanent responses.",
    "Quoi que ce soit contre qui possède la clé de la mémoire : elle défait les réponses permanentes."};
constexpr SurveyWords ids_words{"Somebody who is in the table under two ids: they count as two people.",
                                "Qui figure dans la table sous deux identifiants : il compte pour deux personnes."};
constexpr SurveyWords others_words{
    "What other surveys of the same people tell: their losses add up, as the ledger counts them.",
    "Ce que disent d'autres enquêtes auprès des mêmes personnes : leurs pertes s'ajoutent, comme le compte le "
    "registre."};

constexpr SurveyWords survey_seeded_words{"the randomness is seeded: whoever knows the seed can undo it",
                                          "l'aléa a une graine : qui la connaît peut le défaire"};
constexpr SurveyWords survey_weak_words{"epsilon {epsilon} protects nothing", "epsilon {epsilon} ne protège rien"};

constexpr SurveyWords survey_title_words{"Privacy of {title}", "Confidentialité de {title}"};
constexpr SurveyWords survey_not_private_words{"This survey is NOT private.",
                                               "Cette enquête n'est PAS confidentielle."};
constexpr SurveyWords survey_otherwise_words{"Otherwise it would hold:", "Sinon vaudrait :"};
constexpr SurveyWords survey_promised_heading{"What is promised", "Ce qui est promis"};
constexpr SurveyWords survey_unprotected_heading{"What is not protected", "Ce qui n'est pas protégé"};
constexpr SurveyWords survey_numbers_heading{"In numbers", "En chiffres"};
constexpr SurveyWords survey_about_heading{"Who it is about", "De qui il s'agit"};
constexpr SurveyWords survey_about_words{
    "The estimates are about the people who reported in a collection, and about nobody else: shares and counts among "
    "them, right on average, with intervals that hold the truth in {confidence:g} of 100 cases. Whether these people "
    "stand for others is for whoever chose them to say.",
    "Les estimations portent sur les personnes qui ont rapporté dans une collecte, et sur personne d'autre : parts et "
    "nombres parmi elles, justes en moyenne, avec des intervalles qui contiennent la vérité dans {confidence:g} cas "
    "sur 100. Si ces personnes en représentent d'autres, c'est à qui les a choisies de le dire."};
constexpr SurveyWords lag_words{
    "Answers beyond the cap repeat older ones: estimates of later collections then lag behind, and real changes may "
    "not "
    "show.",
    "Les réponses au-delà de la limite répètent d'anciennes : les estimations des collectes suivantes retardent, et de "
    "vrais changements peuvent ne pas se voir."};
constexpr SurveyWords label_solution{"solution", "solution"};
constexpr SurveyWords label_asked{"ε asked, and for what ('level')", "ε demandé, et pour quoi (« level »)"};
constexpr SurveyWords label_tuple{"ε of all attributes together", "ε de tous les attributs ensemble"};
constexpr SurveyWords label_own{"ε of one attribute", "ε d'un attribut"};
constexpr SurveyWords label_first{"ε of the first report alone: all, one attribute",
                                  "ε du premier rapport seul : tous, un attribut"};
constexpr SurveyWords label_total{"ε of everything a person reported here",
                                  "ε de tout ce qu'une personne a rapporté ici"};
constexpr SurveyWords label_lifetime{"ε of everything a person ever reports",
                                     "ε de tout ce qu'une personne rapportera"};
constexpr SurveyWords label_survey_unit{"unit", "unité"};
constexpr SurveyWords label_neighbours{"neighbours", "voisins"};
constexpr SurveyWords label_people{"people", "personnes"};
constexpr SurveyWords label_survey_made{"made", "fait"};
constexpr SurveyWords unit_of_once{"the answers of one person, in one report",
                                   "les réponses d'une personne, dans un rapport"};
constexpr SurveyWords unit_of_memo{"one person with everything reported", "une personne avec tout ce qu'elle rapporte"};
constexpr SurveyWords neighbours_of_once{"replace the answers by any others", "remplacer les réponses par d'autres"};
constexpr SurveyWords neighbours_of_memo{
    "replace the answers by any others that, attribute by attribute, are equal in the same collections (of loloha and "
    "dbitflip: have equal symbols)",
    "remplacer les réponses par d'autres qui, attribut par attribut, sont égales dans les mêmes collectes (pour loloha "
    "et dbitflip : ont des symboles égaux)"};

std::string six_digits(double number) { return fmt::format("{:.6g}", number); }

std::string collections_text(std::size_t count, Language language) {
  if (language == Language::fr) return count == 1 ? "Cette collecte" : fmt::format("Ces {} collectes", count);
  return count == 1 ? "This collection" : fmt::format("These {} collections", count);
}

bool has_fake_data(const SurveyGround& ground) {
  const TupleSolution solution = ground.protocol->tuple_spec().solution;
  return solution == TupleSolution::rs_fd || solution == TupleSolution::rs_rfd;
}

std::vector<std::string> survey_unprotected(const SurveyGround& ground, Language language) {
  const SurveyConfig& config = ground.config;
  std::vector<std::string> list = {reported_words.say(language)};
  if (ground.protocol->tuple_spec().solution == TupleSolution::smp) list.push_back(sampled_words.say(language));
  if (has_fake_data(ground)) list.push_back(fake_words.say(language));
  if (config.is_repeated) {
    list.push_back(moments_words.say(language));
    list.push_back(linked_words.say(language));
    list.push_back(survey_key_words.say(language));
    list.push_back(ids_words.say(language));
  }
  list.push_back(others_words.say(language));
  return list;
}

void say_repeated(const SurveyGround& ground, const SurveyFacts& facts, Language language,
                  std::vector<std::string>& more) {
  const TuplePrivacy first = ground.first_report();
  more.push_back(first_words.say(language, fmt::arg("tuple", six_digits(first.tuple)),
                                 fmt::arg("own", six_digits(first.attribute))));
  more.push_back(total_words.say(language,
                                 fmt::arg("collections", collections_text(facts.collections.size(), language)),
                                 fmt::arg("total", six_digits(ground.total(facts.collections.size(), facts.cap)))));
  const SurveyWords& words = facts.cap == SymbolCap::enforced ? enforced_words
                             : facts.cap == SymbolCap::lost   ? lost_words
                             : ground.config.privacy.cap      ? unknown_words
                                                              : uncapped_words;
  more.push_back(words.say(language, fmt::arg("cap", ground.config.privacy.cap.value_or(0)),
                           fmt::arg("total", six_digits(ground.lifetime_total(facts.cap)))));
}

}  // namespace

SurveyStatement survey_statement(const SurveyGround& ground, const SurveyFacts& facts, Language language) {
  const TuplePrivacy& privacy = ground.protocol->privacy();
  const SurveyConfig& config = ground.config;
  SurveyStatement statement;
  const bool is_fresh = !config.is_repeated && facts.collections.size() > 1;
  statement.promise = (config.is_repeated ? memo_promise
                       : is_fresh         ? fresh_promise
                                          : once_promise)
                          .say(language, fmt::arg("factor", Speaker(language).factor(privacy.tuple)),
                               fmt::arg("tuple", six_digits(privacy.tuple)),
                               fmt::arg("own_factor", Speaker(language).factor(privacy.attribute)),
                               fmt::arg("own", six_digits(privacy.attribute)));
  if (config.is_repeated) say_repeated(ground, facts, language, statement.more);
  if (config.is_repeated && config.privacy.cap) statement.beyond_cap = lag_words.say(language);
  if (is_fresh) {
    const std::size_t collections = facts.collections.size();
    statement.more.push_back(fresh_words.say(language, fmt::arg("collections", collections),
                                             fmt::arg("total", six_digits(ground.total(collections, facts.cap)))));
  }
  if (has_fake_data(ground)) {
    statement.more.push_back(published_words.say(language, fmt::arg("solution", config.solution_word()),
                                                 fmt::arg("own", six_digits(privacy.attribute)),
                                                 fmt::arg("tuple", six_digits(privacy.tuple))));
  }
  statement.more.push_back(anyone_words_of_survey.say(language));
  statement.not_protected = survey_unprotected(ground, language);
  if (facts.is_seeded) statement.not_private_because.push_back(survey_seeded_words.say(language));
  if (privacy.tuple > largest_private_epsilon) {
    statement.not_private_because.push_back(
        survey_weak_words.say(language, fmt::arg("epsilon", six_digits(privacy.tuple))));
  }
  return statement;
}

Guarantee survey_guarantee(const SurveyGround& ground, const SurveyFacts& facts) {
  const std::uint64_t collections = std::max<std::uint64_t>(facts.collections.size(), 1);
  if (!ground.config.is_repeated) return fresh_guarantee(ground, collections);
  return person_guarantee(ground, ground.total(collections, facts.cap),
                          std::min(collections, ground.largest_limit(facts.cap)));
}

std::string survey_document(const SurveyGround& ground, const SurveyFacts& facts, const std::string& software,
                            const std::string& date) {
  const SurveyConfig& config = ground.config;
  const Language language = config.language;
  const SurveyStatement statement = survey_statement(ground, facts, language);
  const auto heading = [&](const SurveyWords& words) { return fmt::format("\n## {}\n\n", words.say(language)); };
  const auto bullets = [](const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items) text += fmt::format("- {}\n", item);
    return text;
  };
  std::string text = fmt::format("# {}\n\n", survey_title_words.say(language, fmt::arg("title", config.title)));
  if (!statement.not_private_because.empty()) {
    text += fmt::format("**{}**\n\n{}\n{}\n\n", survey_not_private_words.say(language),
                        bullets(statement.not_private_because), survey_otherwise_words.say(language));
  }
  text += fmt::format("**{}**\n", statement.promise);
  text += heading(survey_promised_heading) + bullets(statement.more);
  text += heading(survey_unprotected_heading) + bullets(statement.not_protected);
  text += heading(survey_about_heading) +
          survey_about_words.say(language, fmt::arg("confidence", 100 * facts.confidence)) + "\n";
  if (!statement.beyond_cap.empty()) text += "\n" + statement.beyond_cap + "\n";
  text += heading(survey_numbers_heading) + "| | |\n|---|---|\n";
  const auto row = [&](const SurveyWords& label, const std::string& value) {
    text += fmt::format("| {} | {} |\n", label.say(language), value);
  };
  const TuplePrivacy& privacy = ground.protocol->privacy();
  row(label_solution, config.solution_word());
  row(label_asked, fmt::format("{}, {}", config.privacy.epsilon, word_of(config.privacy.level)));
  row(label_tuple, fmt::format("{:.9f}", privacy.tuple));
  row(label_own, fmt::format("{:.9f}", privacy.attribute));
  if (config.is_repeated) {
    const TuplePrivacy first = ground.first_report();
    row(label_first, fmt::format("{:.9f}, {:.9f}", first.tuple, first.attribute));
  }
  if (config.is_repeated || facts.collections.size() > 1) {
    row(label_total, fmt::format("{:.9f}", ground.total(facts.collections.size(), facts.cap)));
  }
  if (config.is_repeated) {
    row(label_lifetime, fmt::format("{:.9f}", ground.lifetime_total(facts.cap)));
  }
  row(label_survey_unit, (config.is_repeated ? unit_of_memo : unit_of_once).say(language));
  row(label_neighbours, (config.is_repeated ? neighbours_of_memo : neighbours_of_once).say(language));
  std::vector<std::string> people;
  for (std::size_t i = 0; i < facts.people.size(); ++i) {
    people.push_back(facts.collections[i].empty()
                         ? fmt::format("{}", facts.people[i])
                         : fmt::format("{}: {}", escaped(facts.collections[i]), facts.people[i]));
  }
  row(label_people, fmt::format("{}", fmt::join(people, ", ")));
  row(label_survey_made, fmt::format("{}, {}", date, software));
  return text;
}

}  // namespace sourdine
