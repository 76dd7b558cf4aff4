#include "sourdine/survey/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/text.h"
#include "sourdine/survey/spending.h"

namespace sourdine {
namespace {

namespace survey_words {
constexpr Words once_promise{"What one person reports changes the odds between any two answers {levels}.",
                             "Ce qu'une personne rapporte change le rapport des chances entre deux réponses {levels}."};
constexpr Words fresh_promise{
    "What one person reports in one collection changes the odds between any two answers {levels}.",
    "Ce qu'une personne rapporte dans une collecte change le rapport des chances entre deux réponses {levels}."};
constexpr Words memo_promise{
    "All reports of one person whose answers do not change, however many, together change the odds between any two "
    "answers {levels}.",
    "Tous les rapports d'une personne dont les réponses ne changent pas, quel que soit leur nombre, changent ensemble "
    "le rapport des chances entre deux réponses {levels}."};
constexpr Words one_level{"by at most a factor of {factor} (epsilon {tuple})",
                          "d'un facteur {factor} au plus (epsilon {tuple})"};
constexpr Words two_levels{
    "by at most a factor of {factor} (epsilon {tuple}) for all attributes together, and by at most a factor of "
    "{own_factor} (epsilon {own}) for one attribute while the others are as they are",
    "d'un facteur {factor} au plus (epsilon {tuple}) pour tous les attributs ensemble, et d'un facteur {own_factor} au "
    "plus (epsilon {own}) pour un attribut, les autres restant ce qu'ils sont"};
constexpr Words fresh{
    "There is no memo: every collection has fresh reports, which add up. Of a person who is in each of the "
    "{collections} collections they tell epsilon {total} at most, and the mean of many comes near the answer.",
    "Il n'y a pas de mémoire : chaque collecte a des rapports nouveaux, qui s'ajoutent. D'une personne présente dans "
    "chacune des {collections} collectes, ils disent au plus epsilon {total}, et la moyenne d'un grand nombre approche "
    "la réponse."};
constexpr Words first{
    "The first report alone tells epsilon {tuple} of all attributes together, and {own} of one attribute; leakage.csv "
    "has what more reports tell.",
    "Le premier rapport seul dit epsilon {tuple} de tous les attributs ensemble, et {own} d'un attribut ; leakage.csv "
    "dit ce que révèlent les suivants."};
constexpr Words total{
    "Every further answer of a person spends again. {collections} at most epsilon {total} of everything one person "
    "reported, whatever the answers; which of them are equal is not counted.",
    "Chaque nouvelle réponse d'une personne dépense à nouveau. {collections} au plus epsilon {total} de tout ce qu'une "
    "personne a rapporté, quelles que soient les réponses ; lesquelles sont égales n'est pas compté."};
constexpr Words enforced{
    "The client of a person has at most {cap} of an attribute's answers to report about, and repeats the last one "
    "beyond: for ever, a person spends at most epsilon {total}, as long as it is kept which ones were used.",
    "Le client d'une personne n'a au plus que {cap} des réponses d'un attribut à rapporter, puis répète la dernière : "
    "une personne dépense à jamais au plus epsilon {total}, tant que l'on garde lesquelles ont servi."};
constexpr Words uncapped{
    "Nobody limits how many different answers a person gives: for ever, a person spends at most epsilon {total}, that "
    "of all answers there are.",
    "Rien ne limite le nombre de réponses différentes d'une personne : une personne dépense à jamais au plus epsilon "
    "{total}, celui de toutes les réponses possibles."};
constexpr Words unknown{
    "Whether people kept to the cap of {cap} is not known here, since the state that counted these collections is not "
    "at hand: for ever, a person spends at most epsilon {total}, that of all answers there are. Estimated where the "
    "state is, the total is that of the cap.",
    "On ne sait pas ici si la limite de {cap} a été respectée, l'état qui a compté ces collectes n'étant pas à portée "
    ": une personne dépense à jamais au plus epsilon {total}, celui de toutes les réponses possibles. Estimé là où se "
    "trouve l'état, le total est celui de la limite."};
constexpr Words lost{
    "Which answers people had used was lost: the cap of {cap} bounds nothing, and a person spends at most epsilon "
    "{total}, that of all answers there are.",
    "Les réponses déjà utilisées ont été perdues : la limite de {cap} ne borne rien, et une personne dépense au plus "
    "epsilon {total}, celui de toutes les réponses possibles."};
constexpr Words published{
    "'{solution}' was published as protecting a person at one epsilon, \"by amplification\". There are two: one "
    "attribute has {own}, and all attributes together have {tuple}.",
    "« {solution} » a été publié comme protégeant une personne à un seul epsilon, « par amplification ». Il y en a "
    "deux : un attribut a {own}, et tous les attributs ensemble ont {tuple}."};

constexpr Words unseen{
    "Nobody but the people themselves, and who holds their table, sees an answer.",
    "Personne d'autre que les personnes elles-mêmes, et qui détient leur table, ne voit une réponse."};

constexpr Words reported{"That a person reported, when, how often, and how many people did.",
                         "Qu'une personne a rapporté, quand, combien de fois, et combien de personnes l'ont fait."};
constexpr Words sampled{
    "Which attribute a report is about: it is public, and does not depend on what the person answers.",
    "De quel attribut parle un rapport : c'est public, et ne dépend pas des réponses."};
constexpr Words fake{
    "Which attribute is true in a report: it is not written there, but can be guessed better than by chance.",
    "Quel attribut est vrai dans un rapport : ce n'est pas écrit, mais se devine mieux qu'au hasard."};
constexpr Words moments{
    "When an answer changed, and whether it came back. The totals hold against other histories in which, attribute by "
    "attribute, the same collections have equal answers (of loloha and dbitflip: equal symbols), and against no "
    "others: two reports from one permanent response agree more often than two from different ones.",
    "Quand une réponse a changé, et si elle est revenue. Les totaux valent contre d'autres histoires où, attribut par "
    "attribut, les mêmes collectes ont des réponses égales (pour loloha et dbitflip : des symboles égaux), et contre "
    "aucune autre : deux rapports d'une même réponse permanente concordent plus souvent que deux de réponses "
    "différentes."};
constexpr Words linked{
    "Which reports of different collections are one person's: they lie in the order of the table.",
    "Quels rapports de différentes collectes sont d'une même personne : ils sont dans l'ordre de la table."};

constexpr Words about_heading{"Who it is about", "De qui il s'agit"};
constexpr Words about{
    "The estimates are about the people who reported in a collection, and about nobody else: shares and counts among "
    "them, right on average, with intervals that hold the truth in {confidence} of 100 cases. Whether these people "
    "stand for others is for whoever chose them to say.",
    "Les estimations portent sur les personnes qui ont rapporté dans une collecte, et sur personne d'autre : parts et "
    "nombres parmi elles, justes en moyenne, avec des intervalles qui contiennent la vérité dans {confidence} cas sur "
    "100. Si ces personnes en représentent d'autres, c'est à qui les a choisies de le dire."};
constexpr Words lag{
    "A person reports at most {cap} different answers of an attribute, and repeats the last one beyond: estimates of "
    "later collections then lag behind, and real changes may not show.",
    "Une personne rapporte au plus {cap} réponses différentes d'un attribut, puis répète la dernière : les estimations "
    "des collectes suivantes retardent, et de vrais changements peuvent ne pas se voir."};
constexpr Words one_collection{"This collection tells", "Cette collecte dit"};
constexpr Words collections{"These {count} collections together tell", "Ces {count} collectes ensemble disent"};
constexpr Words caption{"local differential privacy, ε = {epsilon}",
                        "confidentialité différentielle locale, ε = {epsilon}"};
constexpr Words caption_memo{
    "local differential privacy, ε = {epsilon} while answers stay the same",
    "confidentialité différentielle locale, ε = {epsilon} tant que les réponses ne changent pas"};
constexpr Words caption_fresh{"local differential privacy, ε = {epsilon} for each report",
                              "confidentialité différentielle locale, ε = {epsilon} pour chaque rapport"};
constexpr Words label_solution{"solution", "solution"};
constexpr Words label_asked{"ε asked, and for what ('level')", "ε demandé, et pour quoi (« level »)"};
constexpr Words label_tuple{"ε of all attributes together", "ε de tous les attributs ensemble"};
constexpr Words label_own{"ε of one attribute", "ε d'un attribut"};
constexpr Words label_first{"ε of the first report alone: all, one attribute",
                            "ε du premier rapport seul : tous, un attribut"};
constexpr Words label_total{"ε of everything a person reported here", "ε de tout ce qu'une personne a rapporté ici"};
constexpr Words label_lifetime{"ε of everything a person ever reports", "ε de tout ce qu'une personne rapportera"};
constexpr Words people{"people", "personnes"};
constexpr Words people_in{"{name}: {number}", "{name} : {number}"};
constexpr Words unit_once{"the answers of one person, in one report", "les réponses d'une personne, dans un rapport"};
constexpr Words unit_memo{"one person with everything reported", "une personne avec tout ce qu'elle rapporte"};
constexpr Words neighbours_once{"replace the answers by any others", "remplacer les réponses par d'autres"};
constexpr Words neighbours_memo{
    "replace the answers by any others that, attribute by attribute, are equal in the same collections (of loloha and "
    "dbitflip: have equal symbols)",
    "remplacer les réponses par d'autres qui, attribut par attribut, sont égales dans les mêmes collectes (pour loloha "
    "et dbitflip : ont des symboles égaux)"};
}  // namespace survey_words

bool has_fake_data(const PreparedSurvey& survey) {
  const TupleSolution solution = survey.protocol->tuple_spec().solution;
  return solution == TupleSolution::rs_fd || solution == TupleSolution::rs_rfd;
}

std::vector<std::string> survey_leaves_open(const PreparedSurvey& survey, const Speaker& speaker) {
  const bool is_repeated = survey.config.is_repeated;
  return Sentences(speaker)
      .say(survey_words::reported)
      .say_if(survey.protocol->tuple_spec().solution == TupleSolution::smp, survey_words::sampled)
      .say_if(has_fake_data(survey), survey_words::fake)
      .say_if(is_repeated, survey_words::moments)
      .say_if(is_repeated, survey_words::linked)
      .say_if(is_repeated, shared_words::key_of_memo)
      .say_if(is_repeated, shared_words::several_names, {{"column", survey.config.people.id}})
      .say(shared_words::other_publications)
      .list();
}

// What several reports of one person tell, where there are several.
std::vector<std::string> what_reports_add_up_to(const PreparedSurvey& survey, const SurveyFacts& facts,
                                                const Speaker& speaker) {
  const SurveyConfig& config = survey.config;
  const std::size_t collections = facts.collections.size();
  const std::string total = speaker.general(survey.total(collections, facts.cap));
  if (!config.is_repeated) {
    if (collections < 2) return {};
    return {speaker.say(survey_words::fresh, {{"collections", speaker.number(collections)}, {"total", total}})};
  }
  const TuplePrivacy first = survey.first_report();
  const std::string these = speaker.counted(collections, survey_words::one_collection, survey_words::collections);
  const std::string lifetime = speaker.general(survey.lifetime_total(facts.cap));
  const Words& cap_words = facts.cap == SymbolCap::enforced ? survey_words::enforced
                           : facts.cap == SymbolCap::lost   ? survey_words::lost
                                                            : survey_words::unknown;
  return Sentences(speaker)
      .say(survey_words::first, {{"tuple", speaker.general(first.tuple)}, {"own", speaker.general(first.attribute)}})
      .say(survey_words::total, {{"collections", these}, {"total", total}})
      .say(config.privacy.cap ? cap_words : survey_words::uncapped,
           {{"cap", speaker.number(config.privacy.cap.value_or(0))}, {"total", lifetime}})
      .list();
}

Statement survey_statement(const PreparedSurvey& survey, const Words& promise, bool is_seeded, const Speaker& speaker) {
  const TuplePrivacy& privacy = survey.protocol->privacy();
  const std::string tuple = speaker.general(privacy.tuple), own = speaker.general(privacy.attribute);
  const std::string levels = speaker.say(survey.width() == 1 ? survey_words::one_level : survey_words::two_levels,
                                         {{"factor", speaker.factor(privacy.tuple)},
                                          {"tuple", tuple},
                                          {"own_factor", speaker.factor(privacy.attribute)},
                                          {"own", own}});
  Statement statement{.promise = speaker.say(promise, {{"levels", levels}}),
                      .not_protected = survey_leaves_open(survey, speaker)};
  statement.holds = Sentences(speaker)
                        .say_if(has_fake_data(survey), survey_words::published,
                                {{"solution", survey.config.solution_word()}, {"own", own}, {"tuple", tuple}})
                        .say(shared_words::against_anyone)
                        .say(survey_words::unseen)
                        .list();
  statement.not_private_because = Sentences(speaker)
                                      .say_if(is_seeded, shared_words::seeded)
                                      .say_if(privacy.tuple > largest_private_epsilon, shared_words::weak,
                                              {{"epsilon", tuple}, {"factor", speaker.factor(privacy.tuple)}})
                                      .list();
  return statement;
}

}  // namespace

Promise survey_promise(const PreparedSurvey& survey, const SurveyFacts& facts) {
  const Words& promise = survey.config.is_repeated      ? survey_words::memo_promise
                         : facts.collections.size() > 1 ? survey_words::fresh_promise
                                                        : survey_words::once_promise;
  const auto in = [&](Language language) {
    const Speaker speaker(language);
    Statement statement = survey_statement(survey, promise, facts.is_seeded, speaker);
    const std::vector<std::string> totals = what_reports_add_up_to(survey, facts, speaker);
    statement.holds.insert(statement.holds.begin(), totals.begin(), totals.end());
    return statement;
  };
  return {.stated = survey_guarantee(survey, facts), .english = in(Language::en), .french = in(Language::fr)};
}

Promise reports_promise(const PreparedSurvey& survey, bool is_seeded) {
  const Words& promise = survey.config.is_repeated ? survey_words::memo_promise : survey_words::once_promise;
  return {.stated = survey.protocol->guarantee(),
          .english = survey_statement(survey, promise, is_seeded, Speaker(Language::en)),
          .french = survey_statement(survey, promise, is_seeded, Speaker(Language::fr))};
}

Guarantee survey_guarantee(const PreparedSurvey& survey, const SurveyFacts& facts) {
  const std::uint64_t collections = std::max<std::uint64_t>(facts.collections.size(), 1);
  if (!survey.config.is_repeated) return fresh_guarantee(survey, collections);
  return person_guarantee(survey, survey.total(collections, facts.cap),
                          std::min(collections, survey.largest_limit(facts.cap)));
}

nlohmann::ordered_json statement_keys(const Statement& statement) {
  return {{"promise", statement.promise},
          {"more", statement.holds},
          {"not_protected", statement.not_protected},
          {"not_private_because", statement.not_private_because}};
}

std::string beyond_cap_text(const PreparedSurvey& survey, Language language) {
  const SurveyConfig& config = survey.config;
  if (!config.is_repeated || !config.privacy.cap) return "";
  const Speaker speaker(language);
  return speaker.say(survey_words::lag, {{"cap", speaker.number(*config.privacy.cap)}});
}

std::string survey_caption(const PreparedSurvey& survey, const SurveyFacts& facts, Language language) {
  const Words& words = survey.config.is_repeated      ? survey_words::caption_memo
                       : facts.collections.size() > 1 ? survey_words::caption_fresh
                                                      : survey_words::caption;
  const Speaker speaker(language);
  return speaker.say(words, {{"epsilon", speaker.long_epsilon(survey.protocol->privacy().tuple)}});
}

StatementDetails survey_details(const PreparedSurvey& survey, const SurveyFacts& facts) {
  const SurveyConfig& config = survey.config;
  const bool is_repeated = config.is_repeated;
  const Speaker speaker(config.head.language);
  StatementDetails details;
  const auto row = [&](const Words& label, std::string value) {
    details.numbers.emplace_back(speaker.say(label), std::move(value));
  };
  const auto bound = [&](double epsilon) { return speaker.at_most(epsilon, 9); };
  const TuplePrivacy& privacy = survey.protocol->privacy();
  row(survey_words::label_solution, config.solution_word());
  row(survey_words::label_asked, fmt::format("{} · {}", speaker.general(config.privacy.epsilon, 15),
                                             speaker.quoted(word_of(config.privacy.level))));
  row(survey_words::label_tuple, bound(privacy.tuple));
  row(survey_words::label_own, bound(privacy.attribute));
  if (is_repeated) {
    const TuplePrivacy first = survey.first_report();
    row(survey_words::label_first, bound(first.tuple) + " · " + bound(first.attribute));
  }
  if (is_repeated || facts.collections.size() > 1) {
    row(survey_words::label_total, bound(survey.total(facts.collections.size(), facts.cap)));
  }
  if (is_repeated) row(survey_words::label_lifetime, bound(survey.lifetime_total(facts.cap)));
  row(shared_words::unit, speaker.say(is_repeated ? survey_words::unit_memo : survey_words::unit_once));
  row(shared_words::neighbours,
      speaker.say(is_repeated ? survey_words::neighbours_memo : survey_words::neighbours_once));
  std::vector<std::string> people;
  for (std::size_t i = 0; i < facts.people.size(); ++i) {
    const std::string number = speaker.number(facts.people[i]), name = escaped(facts.collections[i]);
    people.push_back(name.empty() ? number
                                  : speaker.say(survey_words::people_in, {{"name", name}, {"number", number}}));
  }
  row(survey_words::people, fmt::format("{}", fmt::join(people, " · ")));
  std::string about = speaker.say(survey_words::about, {{"confidence", speaker.percent(facts.confidence)}});
  if (const std::string lag = beyond_cap_text(survey, config.head.language); !lag.empty()) about += "\n\n" + lag;
  details.sections = {{survey_words::about_heading, std::move(about)}};
  return details;
}

}  // namespace sourdine
