#include "sourdine/publish/promise_json.h"

namespace sourdine {
namespace {

nlohmann::ordered_json statement_json(const Statement& statement) {
  nlohmann::ordered_json json = {{"promise", statement.promise},
                                 {"protects", statement.holds},
                                 {"does_not_protect", statement.not_protected},
                                 {"not_private_because", statement.not_private_because}};
  if (!statement.beside.empty()) json["beside"] = statement.beside;
  return json;
}

}  // namespace

nlohmann::ordered_json words_json(const Promise& promise) {
  return {{"en", statement_json(promise.english)}, {"fr", statement_json(promise.french)}};
}

nlohmann::ordered_json stated_json(const Promise& promise) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(to_json(*promise.stated));
  json["promise"] = promise.english.promise;
  json["not_protected"] = promise.english.not_protected;
  return json;
}

}  // namespace sourdine
