#include "sourdine/publish/manifest.h"

#include <fmt/format.h>

#include "sourdine/base/calendar.h"
#include "sourdine/base/version.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/page_spending_json.h"
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

PageFiles page_files(const Ground& ground, const Drawn& drawn, const std::optional<PageSpending>& spending) {
  std::vector<std::string> files;
  for (const Table& table : drawn.tables) files.push_back(table.name);
  for (const OwnFile& file : drawn.files) files.push_back(file.name);
  Json data = page_json(ground.kind(), ground.head(), drawn.promise, drawn.is_seeded, files, drawn.page());
  if (spending) data["spending"] = spending_json(*spending);
  std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string html = page_of_bundle(ground.kind().page_bundle, text);
  return {.data = std::move(text), .html = std::move(html)};
}

}  // namespace sourdine
