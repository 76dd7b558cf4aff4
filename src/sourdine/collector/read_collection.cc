#include "sourdine/collector/read_collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/client/client_parameters.h"
#include "sourdine/collector/client/http_client.h"
#include "sourdine/collector/client/server_answer.h"
#include "sourdine/protocol/tally_file.h"

namespace sourdine {
namespace {

constexpr std::string_view sqlite_prefix = "sqlite:";
constexpr std::size_t max_token_file = 4096;
constexpr int max_answer_depth = 16;

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

std::string read_token(const std::string& path) {
  if (path.empty()) {
    fail_usage("--token-file is required for a collector", "Give a file with a reader's token (sdr_…).");
  }
  InputFile file(path);
  std::string text(max_token_file, '\0');
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  text = text.substr(0, text.find_first_of("\r\n"));
  if (!is_token(text)) {
    fail_input(fmt::format("'{}' has no token in its first line", shown(path)), "Give a file with a reader's token.");
  }
  return text;
}

std::string token_of(const CollectionSource& source) {
  if (source.token.empty()) return read_token(source.token_file);
  if (!is_token(source.token)) fail_input("the token has something in it that is no letter", "Give a reader's token.");
  return source.token;
}

// Questions to one collection of a collector.
class CollectorReader {
 public:
  CollectorReader(const CollectionSource& source, const StopToken& stop)
      : client_(source.url, {.ca_file = source.ca_file, .allows_plain = source.allows_plain}, stop),
        headers_{{"Authorization", "Bearer " + token_of(source)}},
        target_("/v1/collections/" + percent_encoded(source.collection)) {}

  std::string get(const std::string& what) {
    HttpAnswer answer = client_.get(target_ + what, headers_);
    const ServerAnswer meaning = judge_answer(answer);
    if (meaning.meaning == ServerAnswer::Meaning::done) return std::move(answer.body);
    const std::string text = fmt::format("the collector answers {}: {}", meaning.status, meaning.text);
    if (meaning.meaning == ServerAnswer::Meaning::later) fail_io(text, "Try again later.");
    fail_input(text);
  }

 private:
  HttpClient client_;
  HttpHeaders headers_;
  std::string target_;
};

nlohmann::json answer_json(const std::string& text) {
  try {
    return parse_bounded_json(text, max_answer_depth);
  } catch (const nlohmann::json::exception&) {
    fail_input("the collector's answer is no JSON", "Is the address that of a Sourdine collector?");
  }
}

// The number of the period that an answer names; that of a collection without periods is 0.
std::int64_t period_of(const nlohmann::json& listed, std::optional<Period> period) {
  if (!period) return 0;
  const auto label = listed.get<std::string>();
  const auto parsed = parse_label(label);
  if (!parsed || parsed->first != *period) {
    fail_input(fmt::format("the collector names a period '{}' that is none of this collection's", shown(label)));
  }
  return period_number(*period, parsed->second);
}

StoredTally read_tally_of(CollectorReader& reader, const Collection& collection, const nlohmann::json& listed) {
  const std::optional<Period>& period = collection.settings.period;
  StoredTally read;
  read.period = period_of(listed, period);
  const std::string label = period ? listed.get<std::string>() : "";
  const std::string bytes = reader.get(period ? "/tally?period=" + percent_encoded(label) : "/tally");
  const std::string name = fmt::format("the collector's tally{}", period ? " of " + label : "");
  InputBytes input(name, bytes);
  TallyFile file = read_tally(input);
  if (!is_same(file.tally.spec, collection.protocol->spec()) || file.collection != collection.id) {
    fail_input(name + " is another collection's");
  }
  read.reports = file.tally.reports;
  if (!file.is_private) read.seeded = read.reports;
  read.cells = std::move(file.tally.cells);
  return read;
}

CollectionTallies read_from_collector(const CollectionSource& source, const StopToken& stop) {
  CollectorReader reader(source, stop);
  const std::string about = reader.get("");
  const ClientParameters parameters = parse_client_parameters(about, source.collection);
  CollectionTallies read;
  read.collection.id = source.collection;
  read.collection.protocol = parameters.protocol;
  CollectionSettings& settings = read.collection.settings;
  settings.period = parameters.period;
  try {
    const nlohmann::json json = answer_json(about);
    settings.title = json.value("title", "");
    settings.min_reports = whole_number(json.at("min_reports"));
    settings.accepts_seeded = json.at("randomness").get<std::string>() != "private";
    const nlohmann::json listed = answer_json(reader.get("/periods"));
    for (const nlohmann::json& one : listed.at("periods")) {
      read.tallies.push_back(read_tally_of(reader, read.collection, one.at("period")));
    }
  } catch (const nlohmann::json::exception&) {
    fail_input("the collector's answer lacks something that it should have",
               "Is it a Sourdine collector of this version?");
  }
  return read;
}

CollectionTallies read_from_store(const CollectionSource& source) {
  if (source.url.starts_with(sqlite_prefix)) {
    const std::string path = source.url.substr(sqlite_prefix.size());
    if (!std::filesystem::exists(path)) fail_input(fmt::format("there is no store '{}'", shown(path)));
  }
  const auto store = open_store(source.url);
  std::string known;
  for (const auto& collection : store->collections()) {
    if (collection->id != source.collection) {
      known += (known.empty() ? "" : ", ") + collection->id;
      continue;
    }
    constexpr auto first = std::numeric_limits<std::int64_t>::min(), last = std::numeric_limits<std::int64_t>::max();
    return {*collection, store->tallies(*collection, first, last)};
  }
  fail_input(fmt::format("the store has no collection '{}'", shown(source.collection)),
             known.empty() ? "It has none at all." : fmt::format("It has: {}.", known));
}

}  // namespace

ReportedCollection reported_collection(const Collection& collection, std::span<const StoredTally> tallies) {
  const CollectionSettings& settings = collection.settings;
  if (!settings.period) {
    fail_input(fmt::format("collection '{}' has no periods, and a release is by days or hours", shown(collection.id)),
               "Read its estimates from the collector.");
  }
  ReportedCollection reported;
  reported.name = collection.id;
  reported.title = settings.title;
  reported.oracle = require_oracle(*collection.protocol).oracle_spec();
  reported.period = *settings.period;
  reported.min_reports = settings.min_reports;
  reported.is_private = !settings.accepts_seeded;
  for (const StoredTally& tally : tallies) {
    reported.periods.push_back({.number = tally.period, .tally = {tally.reports, tally.cells}});
    reported.is_private = reported.is_private && tally.seeded == 0;
  }
  return reported;
}

CollectionTallies read_tallies(const CollectionSource& source, const StopToken& stop) {
  require_collection_id(source.collection);
  if (source.url.starts_with("http://") || source.url.starts_with("https://")) {
    return read_from_collector(source, stop);
  }
  return read_from_store(source);
}

ReportedCollection read_collection(const CollectionSource& source, const StopToken& stop) {
  const CollectionTallies read = read_tallies(source, stop);
  return reported_collection(read.collection, read.tallies);
}

}  // namespace sourdine
