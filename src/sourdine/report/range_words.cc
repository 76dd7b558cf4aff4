#include "sourdine/report/range_words.h"

#include <string_view>
#include <utility>

namespace sourdine {

std::string french_range_sentence(const std::string& english) {
  static const std::pair<const char*, const char*> french[] = {
      {"one record", "un enregistrement"},
      {"one record, in one step", "un enregistrement, à un pas"},
      {"the value in one report", "la valeur d’une réponse"},
      {"add or remove one record", "ajouter ou retirer un enregistrement"},
      {"replace one record's value by any other value of the domain",
       "remplacer la valeur d’un enregistrement par toute autre valeur du domaine"},
      {"replace the value by any other value of the domain", "remplacer la valeur par toute autre valeur du domaine"},
      {"not protected: the number of records, which is published exactly",
       "non protégé : le nombre d’enregistrements, publié exactement"},
      {"a person with m records is protected with m times this epsilon",
       "une personne de m enregistrements est protégée avec m fois cet epsilon"},
      {"a person with m records, in whatever steps, is protected with m times this epsilon",
       "une personne de m enregistrements, à quelque pas que ce soit, est protégée avec m fois cet epsilon"},
      {"whoever builds the structure sees the counts", "qui construit la structure voit les nombres"},
      {"whoever feeds the stream sees the counts", "qui alimente le flux voit les nombres"},
      {"holds for merged data when no record is in two of the parts",
       "vaut pour des données réunies si aucun enregistrement n’est dans deux parties"},
      {"the file of a stream is kept like the data: a second look at it, or later answers beside it, "
       "tell exact counts; only answers may be published",
       "le fichier d’un flux se garde comme les données : le revoir, ou de nouvelles réponses à côté, "
       "dit des nombres exacts ; seules les réponses peuvent être publiées"},
      {"not protected: that a report was sent, when, and how many there are",
       "non protégé : qu’une réponse a été envoyée, quand, et combien il y en a"},
      {"m reports about the same person or value together spend m times this epsilon",
       "m réponses sur une même personne ou valeur dépensent ensemble m fois cet epsilon"},
      {"not protected: the first and the last date of the data, which are published as the domain's bounds",
       "non protégé : la première et la dernière date des données, publiées comme bornes du domaine"},
      {"not protected: the first and the last value of the data, which are published as the domain's bounds",
       "non protégé : la plus petite et la plus grande valeur des données, publiées comme bornes du domaine"},
      {"the domain begins and ends with the first and the last date of the data, which one record can change with "
       "certainty: give public bounds by --from and --to",
       "le domaine commence et finit par la première et la dernière date des données, qu’un seul enregistrement peut "
       "changer à coup sûr : donnez des bornes publiques par --from et --to"},
      {"the domain begins and ends with the first and the last value of the data, which one record can change with "
       "certainty: give public bounds by --from and --to",
       "le domaine commence et finit par la plus petite et la plus grande valeur des données, qu’un seul "
       "enregistrement "
       "peut changer à coup sûr : donnez des bornes publiques par --from et --to"},
      {"the randomness is seeded: whoever knows the seed can undo it",
       "le hasard vient d’une graine : qui la connaît peut le défaire"},
      {"made with seeded randomness: not private, for tests and studies only",
       "fait avec un hasard à graine : non confidentiel, pour essais et études seulement"},
  };
  for (const auto& [sentence, translated] : french) {
    if (english == sentence) return translated;
  }
  constexpr std::string_view before = "epsilon ", after = " is so large that nothing is protected";
  if (english.starts_with(before) && english.ends_with(after)) {
    return english.substr(0, english.size() - after.size()) + " est si grand que rien n’est protégé";
  }
  return english;
}

}  // namespace sourdine
