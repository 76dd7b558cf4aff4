#include "sourdine/publish/manifest.h"

#include <fmt/format.h>

#include <cmath>

#include "sourdine/base/calendar.h"
#include "sourdine/base/version.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/promise_json.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

std::string software() { return fmt::format("sourdine {}", version()); }

}  // namespace

nlohmann::ordered_json manifest_json(const Ground& ground, const Drawn& drawn,
                                     const std::optional<Reservation>& receipt) {
  const Head& head = ground.head();
  Json json = {{"schema", manifest_schema},
               {"kind", ground.kind().name},
               {"software", software()},
               {"title", head.title},
               {"language", language_code(head.language)},
               {"made", today()},
               {"is_private", drawn.promise.is_private()},
               {"not_private_because", drawn.promise.english.not_private_because}};
  if (drawn.promise.stated) json["guarantee"] = stated_json(drawn.promise);
  if (drawn.promise.english.is_differential) json["randomness"] = randomness_name(!drawn.is_seeded);
  for (const Fact& fact : drawn.facts) json[fact.key] = fact.value;
  if (receipt) json["ledger_head"] = {{"count", receipt->head().count}, {"hash", receipt->head().hash}};
  return json;
}

std::string privacy_document(const Head& head, const Drawn& drawn) {
  const Speaker speaker(head.language);
  StatementDetails details = drawn.details;
  details.numbers.push_back(
      {speaker.say(shared_words::made),
       speaker.say(shared_words::made_by, {{"date", speaker.date(today())}, {"software", software()}})});
  return statement_document(head.title, drawn.promise.in(head.language), details, head.language);
}

nlohmann::ordered_json page_json(const Kind& kind, const Head& head, const Promise& promise, bool is_seeded,
                                 const std::vector<std::string>& files, const nlohmann::ordered_json& facts) {
  std::vector<std::string> beside = files;
  beside.insert(beside.end(), {"PRIVACY.md", "manifest.json", "page.json", "SHA256SUMS"});
  Json data = {{"kind", kind.name},
               {"schema", page_schema},
               {"language", language_code(head.language)},
               {"title", head.title},
               {"generated", today()},
               {"software", software()},
               {"files", beside},
               {"guarantee",
                {{"is_private", promise.is_private()},
                 {"is_differential", promise.english.is_differential},
                 {"words", words_json(promise)}}}};
  if (promise.english.is_differential) data["guarantee"]["randomness"] = randomness_name(!is_seeded);
  data.update(facts, /*merge_objects=*/true);
  return data;
}

double rounded_for_page(double value, double parts) {
  const double scaled = std::round(value * parts) / parts;
  return scaled == 0 ? 0 : scaled;
}

nlohmann::ordered_json number_matrix(std::size_t rows, std::size_t columns,
                                     const std::function<double(std::size_t)>& get) {
  Json result = Json::array();
  for (std::size_t t = 0; t < rows; ++t) {
    Json row = Json::array();
    for (std::size_t v = 0; v < columns; ++v) row.push_back(rounded_for_page(get(t * columns + v)));
    result.push_back(std::move(row));
  }
  return result;
}

std::string page_text(const Json& data) { return data.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace sourdine
