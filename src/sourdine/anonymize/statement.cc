#include "sourdine/anonymize/statement.h"

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr Words table_promise{
    "This is not differential privacy. What holds, of this table by itself and against who knows the generalised "
    "columns and nothing else: {models}.",
    "Ceci n'est pas de la confidentialité différentielle. Ce qui est tenu, pour cette seule table et face à qui "
    "connaît les colonnes généralisées et rien d'autre : {models}."};
constexpr Words table_reason{"this is not differential privacy: it is {models}",
                             "ceci n'est pas de la confidentialité différentielle ; ce qui est tenu : {models}"};

constexpr Words k_name{"{k}-anonymity", "{k}-anonymat"};
constexpr Words distinct_name{"distinct {l}-diversity of {column}", "{l}-diversité distincte de {column}"};
constexpr Words entropy_name{"entropy {l}-diversity of {column}", "{l}-diversité entropique de {column}"};
constexpr Words recursive_name{"recursive ({c}, {l})-diversity of {column}",
                               "({c} ; {l})-diversité récursive de {column}"};
constexpr Words t_name{"{t}-closeness of {column} ({distance} distance)",
                       "{t}-proximité de {column} (distance {distance})"};
constexpr Words presence_name{"presence from {least} to {most}", "présence de {least} à {most}"};
constexpr Words equal_distance{"equal", "égale"};
constexpr Words ordered_distance{"ordered", "ordonnée"};
constexpr Words hierarchy_distance{"hierarchy", "hiérarchique"};

constexpr Words model_sentence{"{name}: {meaning}", "{name} : {meaning}"};
constexpr Words alone_meaning{"nothing is asked of classes, and a row may be alone in its own.",
                              "rien n'est demandé aux classes, et une ligne peut être seule dans la sienne."};
constexpr Words k_meaning{
    "by the columns that are generalised, every row looks like at least {others}. It does not say that their sensitive "
    "values differ: who is known to be in a class whose rows agree is told about.",
    "par les colonnes généralisées, chaque ligne ressemble à au moins {others}. Cela ne dit pas que leurs valeurs "
    "sensibles diffèrent : de qui est dans une classe où elles sont toutes égales, on apprend la sienne."};
constexpr Words other_word{"{count} other", "{count} autre"};
constexpr Words others_word{"{count} others", "{count} autres"};
constexpr Words distinct_meaning{
    "every class has so many different values. One of them may still be far more frequent than the others, and all may "
    "mean nearly the same.",
    "chaque classe a autant de valeurs différentes. L'une peut pourtant être bien plus fréquente que les autres, et "
    "toutes peuvent vouloir dire à peu près la même chose."};
constexpr Words entropy_meaning{
    "the values of a class are as spread as those of so many equally frequent ones. It does not hinder who can exclude "
    "some of them.",
    "les valeurs d'une classe sont aussi mêlées qu'autant de valeurs également fréquentes. Cela n'arrête pas qui peut "
    "en exclure quelques-unes."};
constexpr Words recursive_meaning{
    "of the values of a class, the most frequent one is less than {c} times as frequent as all together that are at "
    "place {l} or later in the order of frequency.",
    "parmi les valeurs d'une classe, la plus fréquente l'est moins de {c} fois autant que toutes celles, réunies, qui "
    "sont à la place {l} ou après dans l'ordre des fréquences."};
constexpr Words t_meaning{
    "a class tells little more about it than the whole table does. What the whole table tells is told.",
    "une classe n'en dit guère plus que la table entière. Ce que dit la table entière est dit."};
constexpr Words presence_meaning{
    "of the people of the population who look like a class, such a share is in the table, and so of those who look "
    "like none. It holds against who knows that population, and no better list.",
    "parmi les personnes de la population qui ressemblent à une classe, une telle part est dans la table, et de même "
    "parmi celles qui ne ressemblent à aucune. Cela vaut face à qui connaît cette population, et aucune liste "
    "meilleure."};

constexpr Words two_tables_words{
    "Two tables of the same people: whoever is in both lies in a class of each, and the sensitive values that both "
    "classes share are what is left, which may be one. Compare every new table of them, in any form, with those before "
    "it (sourdine anonymize --compare-with).",
    "Deux tables des mêmes personnes : qui est dans les deux se trouve dans une classe de chacune, et il ne reste que "
    "les valeurs sensibles communes aux deux classes, peut-être une seule. Comparez toute nouvelle table de ces "
    "personnes, sous quelque forme que ce soit, à celles qui la précèdent (sourdine anonymize --compare-with)."};
constexpr Words more_knowledge_words{
    "Anything against who knows more: who can exclude values for a person (a disease that only others have) learns "
    "more than the models say, and who knows how the table was made may learn from what was not made coarser.",
    "Quoi que ce soit face à qui en sait plus : qui peut exclure des valeurs pour une personne (une maladie que seuls "
    "d'autres ont) en apprend plus que ne le disent les modèles, et qui sait comment la table a été faite peut "
    "apprendre de ce qui n'a pas été généralisé."};
constexpr Words likely_words{
    "How likely each sensitive value is: it is told to whoever knows that somebody is in the table, and in which "
    "class.",
    "La probabilité de chaque valeur sensible : l'apprend qui sait qu'une personne est dans la table, et dans quelle "
    "classe."};
constexpr Words in_table_words{"Whether somebody is in the table.",
                               "Le fait que quelqu'un soit dans la table, ou n'y soit pas."};
constexpr Words several_words{
    "Several sensitive columns together: each is protected as if the others were not there, and who knows one of them "
    "for a person knows more than the generalised columns.",
    "Plusieurs colonnes sensibles ensemble : chacune est protégée comme si les autres n'existaient pas, et qui connaît "
    "l'une d'elles pour une personne en sait plus que les colonnes généralisées."};
constexpr Words suppressed_words{
    "Who is left out, being in no class ({rows}): the number is told, and whoever knows that somebody should be in the "
    "table may see that they are not.",
    "Qui est écarté, n'étant dans aucune classe ({rows}) : le nombre est dit, et qui sait qu'une personne devrait être "
    "dans la table peut voir qu'elle n'y est pas."};

constexpr Words measured_words{"Measured on table.csv: {rows} in {classes}, the smallest of {smallest}.",
                               "Mesuré sur table.csv : {rows} en {classes}, la plus petite de {smallest}."};
constexpr Words class_word{"{count} class", "{count} classe"};
constexpr Words classes_word{"{count} classes", "{count} classes"};
constexpr Words value_word{"{count} value", "{count} valeur"};
constexpr Words values_word{"{count} values", "{count} valeurs"};

constexpr Words earlier_heading{"Together with earlier tables", "Avec les tables précédentes"};
constexpr Words elsewhere_heading{"For numbers with a guarantee", "Pour des nombres garantis"};
constexpr Words elsewhere_words{
    "Where totals, counts by place or by age are what is needed, publish those under differential privacy (`sourdine "
    "release`, `sourdine range`): what they tell adds up, and is bounded whatever else is known.",
    "Là où des totaux, des nombres par lieu ou par âge suffisent, publiez-les sous confidentialité différentielle "
    "(`sourdine release`, `sourdine range`) : ce qu'ils disent s'additionne, et reste borné quoi qu'on sache par "
    "ailleurs."};

constexpr Words label_models{"asked", "demandé"};
constexpr Words label_table_rows{"rows", "lignes"};
constexpr Words table_rows_words{
    "{published} of {read} published, {suppressed} in no class, {dropped} with a missing value",
    "{published} publiées sur {read}, {suppressed} sans classe, {dropped} avec une valeur manquante"};
constexpr Words label_reached{"reached of {column}", "atteint pour {column}"};
constexpr Words reached_of_words{
    "in every class at least {values}, entropy l {entropy}, distance from the table at most {distance}",
    "dans chaque classe au moins {values}, l entropique {entropy}, distance à la table d'au plus {distance}"};

struct NamedModel {
  std::string name, meaning;
};

const Words& words_of(GroundDistance distance) {
  return distance == GroundDistance::equal     ? equal_distance
         : distance == GroundDistance::ordered ? ordered_distance
                                               : hierarchy_distance;
}

void add_sensitive(std::vector<NamedModel>& models, const SensitiveConfig& sensitive, const Speaker& speaker) {
  const SensitiveModel& model = sensitive.model;
  const std::string column = speaker.quoted(shown(sensitive.column));
  if (model.distinct_l > 1) {
    models.push_back({speaker.say(distinct_name, {{"l", std::to_string(model.distinct_l)}, {"column", column}}),
                      speaker.say(distinct_meaning)});
  }
  if (model.entropy_l > 1) {
    models.push_back({speaker.say(entropy_name, {{"l", speaker.exact(model.entropy_l)}, {"column", column}}),
                      speaker.say(entropy_meaning)});
  }
  if (model.recursive) {
    const std::string c = speaker.exact(model.recursive->c), l = std::to_string(model.recursive->l);
    models.push_back({speaker.say(recursive_name, {{"c", c}, {"l", l}, {"column", column}}),
                      speaker.say(recursive_meaning, {{"c", c}, {"l", l}})});
  }
  if (model.t) {
    models.push_back({speaker.say(t_name, {{"t", speaker.exact(*model.t)},
                                           {"column", column},
                                           {"distance", speaker.say(words_of(model.distance))}}),
                      speaker.say(t_meaning)});
  }
}

std::vector<NamedModel> models_of(const AnonymizeConfig& config, const Speaker& speaker) {
  const std::string meaning =
      config.k == 1 ? speaker.say(alone_meaning)
                    : speaker.say(k_meaning, {{"others", speaker.counted(config.k - 1, other_word, others_word)}});
  std::vector<NamedModel> models = {{speaker.say(k_name, {{"k", std::to_string(config.k)}}), meaning}};
  for (const SensitiveConfig& sensitive : config.sensitive) add_sensitive(models, sensitive, speaker);
  if (config.presence) {
    models.push_back({speaker.say(presence_name, {{"least", speaker.exact(config.presence->least)},
                                                  {"most", speaker.exact(config.presence->most)}}),
                      speaker.say(presence_meaning)});
  }
  return models;
}

std::vector<std::string> table_not_protected(const Anonymized& table, const Speaker& speaker) {
  const AnonymizeConfig& config = table.config;
  return Sentences(speaker)
      .say(two_tables_words)
      .say(more_knowledge_words)
      .say_if(!config.sensitive.empty(), likely_words)
      .say_if(config.sensitive.size() > 1, several_words)
      .say_if(!config.keep.empty(), shared_words::kept_columns, {{"columns", speaker.list(config.keep)}})
      .say_if(!config.presence, in_table_words)
      .say_if(table.suppressed() > 0, suppressed_words,
              {{"rows", speaker.counted(table.suppressed(), row_word, rows_word)}})
      .list();
}

Statement table_statement_in(const Anonymized& table, Language language) {
  const Speaker speaker(language);
  const std::string models = models_text(table.config, language);
  Statement statement{.promise = speaker.say(table_promise, {{"models", models}}),
                      .not_protected = table_not_protected(table, speaker),
                      .not_private_because = {speaker.say(table_reason, {{"models", models}})},
                      .is_differential = false};
  for (const NamedModel& model : models_of(table.config, speaker)) {
    statement.holds.push_back(speaker.say(model_sentence, {{"name", model.name}, {"meaning", model.meaning}}));
  }
  return statement;
}

}  // namespace

std::string models_text(const AnonymizeConfig& config, Language language) {
  const Speaker speaker(language);
  std::vector<std::string> names;
  for (const NamedModel& model : models_of(config, speaker)) names.push_back(model.name);
  return speaker.list(names);
}

Promise tables_promise(const Anonymized& table) {
  return {.english = table_statement_in(table, Language::en), .french = table_statement_in(table, Language::fr)};
}

StatementDetails tables_details(const Anonymized& table, const std::vector<Comparison>& earlier) {
  const Speaker speaker(table.config.head.language);
  const auto counted_rows = [&](std::uint64_t count) { return speaker.counted(count, row_word, rows_word); };
  StatementDetails details;
  details.coverage = speaker.say(
      measured_words, {{"rows", counted_rows(table.published.rows())},
                       {"classes", speaker.counted(table.reached.class_sizes.size(), class_word, classes_word)},
                       {"smallest", counted_rows(table.reached.k)}});
  details.numbers = {{speaker.say(label_models), models_text(table.config, speaker.language())},
                     {speaker.say(label_table_rows),
                      speaker.say(table_rows_words, {{"published", speaker.number(table.published.rows())},
                                                     {"read", speaker.number(table.source.rows() + table.rows_dropped)},
                                                     {"suppressed", speaker.number(table.suppressed())},
                                                     {"dropped", speaker.number(table.rows_dropped)}})}};
  for (const ReachedSensitive& reached : table.reached.sensitive) {
    details.numbers.push_back(
        {speaker.say(label_reached, {{"column", speaker.quoted(shown(reached.column))}}),
         speaker.say(reached_of_words, {{"values", speaker.counted(reached.distinct_l, value_word, values_word)},
                                        {"entropy", speaker.general(reached.entropy_l)},
                                        {"distance", speaker.at_most(reached.t, 6)}})});
  }
  if (!earlier.empty()) {
    std::vector<std::string> sentences;
    for (const Comparison& comparison : earlier) sentences.push_back(text_of(comparison, speaker.language()));
    std::string list = bullet_list(sentences);
    list.pop_back();  // the section ends its last line itself
    details.sections.push_back({earlier_heading, std::move(list)});
  }
  details.sections.push_back({elsewhere_heading, speaker.say(elsewhere_words)});
  return details;
}

}  // namespace sourdine
