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

ReportedCollection about_collection(const std::string& id, const Protocol& protocol, std::optional<Period> period) {
  if (!period) {
    fail_input(fmt::format("collection '{}' has no periods, and a release is by days or hours", shown(id)),
               "Read its estimates from the collector.");
  }
  ReportedCollection reported;
  reported.name = id;
  reported.oracle = require_oracle(protocol).oracle_spec();
  reported.period = *period;
  return reported;
}

std::string read_token(const std::string& path) {
  if (path.empty()) {
    fail_usage("--token-file is required for a collector", "Give a file with a reader's token (sdr_…).");
  }
  InputFile file(path);
  std::string text(max_token_file, '\0');
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  text = text.substr(0, text.find_first_of("\r\n"));
  const auto is_plain = [](char c) { return c > ' ' && c < 0x7f; };
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_plain)) {
    fail_input(fmt::format("'{}' has no token in its first line", shown(path)), "Give a file with a reader's token.");
  }
  return text;
}

// Questions to one collection of a collector.
class CollectorReader {
 public:
  CollectorReader(const CollectionSource& source, const StopToken& stop)
      : client_(source.url, {.ca_file = source.ca_file, .allows_plain = source.allows_plain}, stop),
        headers_{{"Authorization", "Bearer " + read_token(source.token_file)}},
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

ReportedCollection read_from_collector(const CollectionSource& source, const StopToken& stop) {
  CollectorReader reader(source, stop);
  const std::string about = reader.get("");
  const ClientParameters parameters = parse_client_parameters(about, source.collection);
  ReportedCollection reported = about_collection(source.collection, *parameters.protocol, parameters.period);
  try {
    const nlohmann::json json = answer_json(about);
    reported.title = json.value("title", "");
    reported.min_reports = whole_number(json.at("min_reports"));
    reported.is_private = json.at("randomness").get<std::string>() == "private";
    const nlohmann::json listed = answer_json(reader.get("/periods"));
    for (const nlohmann::json& one : listed.at("periods")) {
      const auto label = one.at("period").get<std::string>();
      const auto parsed = parse_label(label);
      if (!parsed || parsed->first != reported.period) {
        fail_input(fmt::format("the collector names a period '{}' that is none of this collection's", shown(label)));
      }
      const std::string bytes = reader.get("/tally?period=" + percent_encoded(label));
      InputBytes input(fmt::format("the collector's tally of {}", label), bytes);
      TallyFile file = read_tally(input);
      if (!is_same(file.tally.spec, parameters.protocol->spec()) || file.collection != source.collection) {
        fail_input(fmt::format("the collector's tally of {} is another collection's", label));
      }
      reported.is_private = reported.is_private && file.is_private;
      reported.periods.push_back({.number = period_number(reported.period, parsed->second),
                                  .tally = {file.tally.reports, std::move(file.tally.cells)}});
    }
  } catch (const nlohmann::json::exception&) {
    fail_input("the collector's answer lacks something that it should have",
               "Is it a Sourdine collector of this version?");
  }
  return reported;
}

ReportedCollection read_from_store(const CollectionSource& source) {
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
    return reported_collection(*collection, store->tallies(*collection, first, last));
  }
  fail_input(fmt::format("the store has no collection '{}'", shown(source.collection)),
             known.empty() ? "It has none at all." : fmt::format("It has: {}.", known));
}

}  // namespace

ReportedCollection reported_collection(const Collection& collection, std::span<const StoredTally> tallies) {
  ReportedCollection reported = about_collection(collection.id, *collection.protocol, collection.settings.period);
  reported.title = collection.settings.title;
  reported.min_reports = collection.settings.min_reports;
  reported.is_private = !collection.settings.accepts_seeded;
  for (const StoredTally& tally : tallies) {
    reported.periods.push_back({.number = tally.period, .tally = {tally.reports, tally.cells}});
    reported.is_private = reported.is_private && tally.seeded == 0;
  }
  return reported;
}

ReportedCollection read_collection(const CollectionSource& source, const StopToken& stop) {
  require_collection_id(source.collection);
  if (source.url.starts_with("http://") || source.url.starts_with("https://")) {
    return read_from_collector(source, stop);
  }
  return read_from_store(source);
}

}  // namespace sourdine
