#include "sourdine/publish/manifest.h"

#include <fmt/format.h>

#include "sourdine/base/version.h"
#include "sourdine/events/calendar.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/page_spending_json.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

// What stands beside the page, as its footer lists it.
std::vector<std::string> file_names(const Drawn& drawn) {
  std::vector<std::string> names;
  for (const Table& table : drawn.tables) names.push_back(table.name);
  for (const OwnFile& file : drawn.files) names.push_back(file.name);
  names.insert(names.end(), {"PRIVACY.md", "manifest.json", "page.json", "SHA256SUMS"});
  return names;
}

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

std::string manifest_text(const Ground& ground, const Drawn& drawn, const std::optional<Reservation>& receipt) {
  return manifest_json(ground, drawn, receipt).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string privacy_document(const Head& head, const Drawn& drawn) {
  const Speaker speaker(head.language);
  StatementDetails details = drawn.details;
  details.numbers.push_back(
      {speaker.say(shared_words::made),
       speaker.say(shared_words::made_by, {{"date", speaker.date(today())}, {"software", software()}})});
  return statement_document(head.title, drawn.promise.in(head.language), details, head.language);
}

PageFiles page_files(const Ground& ground, const Drawn& drawn, const std::optional<PageSpending>& spending) {
  const Head& head = ground.head();
  Json data = {{"kind", ground.kind().name},
               {"schema", page_schema},
               {"language", language_code(head.language)},
               {"title", head.title},
               {"generated", today()},
               {"software", software()},
               {"guarantee",
                {{"is_private", drawn.promise.is_private()},
                 {"is_differential", drawn.promise.english.is_differential},
                 {"words", words_json(drawn.promise)}}},
               {"files", file_names(drawn)}};
  if (drawn.promise.english.is_differential) data["guarantee"]["randomness"] = randomness_name(!drawn.is_seeded);
  data.update(drawn.page(), /*merge_objects=*/true);
  if (spending) data["spending"] = spending_json(*spending);
  std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string html = page_of_bundle(ground.kind().page_bundle, text);
  return {.data = std::move(text), .html = std::move(html)};
}

}  // namespace sourdine
