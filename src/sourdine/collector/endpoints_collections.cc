#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/service_core.h"
#include "sourdine/collector/time_text.h"
#include "sourdine/ledger_store/payment.h"
#include "sourdine/protocol/table.h"

namespace sourdine {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int collection_json_depth = 24;  // of a spec of several attributes, or a map
constexpr std::chrono::seconds still_here{15};

json time_or_null(const std::optional<UnixTime>& time) { return time ? json(time_text(*time)) : json(nullptr); }

ordered_json collection_json(ServiceCore& core, const LiveCollection& live, bool is_reader) {
  const Collection& collection = *live.collection;
  const Protocol& protocol = *collection.protocol;
  const json settings = json::parse(to_json(collection.settings));
  ordered_json out = {{"id", collection.id},
                      {"title", collection.settings.title},
                      {"state", collection.closed ? "closed" : "open"},
                      {"kind", protocol.spec()->kind()},
                      {"spec", json::parse(protocol.spec()->json())},
                      {"fingerprint", hexadecimal(protocol.spec()->fingerprint())},
                      {"report_bytes", protocol.report_bytes()}};
  for (const char* key :
       {"period", "clock_window_seconds", "clock_ahead_seconds", "late_window_seconds", "jitter_seconds"}) {
    out[key] = settings.at(key);
  }
  out["max_batch_reports"] = core.options.body.reports;
  out["max_batch_bytes"] = core.options.body.bytes;
  for (const char* key :
       {"min_reports", "max_reports", "max_reports_per_minute", "accepts_seeded", "keeps_reports", "retention_days"}) {
    out[key] = settings.at(key);
  }
  out["has_map"] = !collection.settings.map.empty();
  out["dataset"] = dataset_of(collection);
  out["created"] = time_text(collection.created);
  out["closed"] = time_or_null(collection.closed);
  out["server_time"] = time_text(core.now());
  out["guarantee"] = json::parse(to_json(protocol.guarantee()));
  out["randomness"] = collection.settings.accepts_seeded ? "seeded, not private" : "private";
  if (!is_reader) return out;
  std::uint64_t reports = 0;
  std::optional<UnixTime> updated;
  for (const PeriodCount& period : core.store.periods(collection)) {
    reports += period.reports;
    updated = std::max(updated.value_or(period.updated), period.updated);
  }
  out["reports"] = reports;
  out["updated"] = time_or_null(updated);
  out["budget"] = json::parse(core.budget_json(dataset_of(collection)));
  return out;
}

HttpResponse json_response(const ordered_json& body, unsigned status = 200) {
  HttpResponse response;
  response.status = status;
  response.body = body.dump() + "\n";
  return response;
}

// Without the parser's own name for what is wrong: "[json.exception.out_of_range.403] key 'k' not found".
std::string plain_words(std::string text) {
  const std::size_t begin = text.find("[json.exception.");
  const std::size_t end = text.find("] ", begin);
  if (begin != std::string::npos && end != std::string::npos) text.erase(begin, end + 2 - begin);
  return text;
}

[[noreturn]] void fail_new_collection(const Error& error) {
  if (error.code() == ErrorCode::bad_input || error.code() == ErrorCode::usage) {
    throw Problem("bad-collection", plain_words(error.what()), error.hint());
  }
  throw Error(error);
}

// What the ledger calls it: "oue", or the kind where there is no such name.
std::string mechanism_of(const Protocol& protocol) {
  const json spec = json::parse(protocol.spec()->json());
  const auto oracle = spec.find("oracle");
  return oracle != spec.end() && oracle->is_string() ? oracle->get<std::string>()
                                                     : std::string(protocol.spec()->kind());
}

// Labels need not be counted by whoever lists them: of an oracle, or of the oracles of attributes.
void count_labels(json& spec) {
  if (spec.is_array()) {
    for (json& one : spec) count_labels(one);
  }
  if (!spec.is_object()) return;
  const auto labels = spec.find("labels");
  if (labels != spec.end() && labels->is_array() && !spec.contains("k")) spec["k"] = labels->size();
  for (auto& [key, value] : spec.items()) count_labels(value);
}

// A key of what was asked that what was made does not have: ":attributes[0].lables". Empty: there is none. Specs are
// read leniently, as files of later versions may have more; whoever creates a collection cannot mend it later.
std::string unused_key(const json& asked, const json& made, const std::string& place = {}) {
  std::string unused;
  if (asked.is_array() && made.is_array() && asked.size() == made.size()) {
    for (std::size_t i = 0; i < asked.size() && unused.empty(); ++i) {
      unused = unused_key(asked[i], made[i], fmt::format("{}[{}]", place, i));
    }
  }
  if (!asked.is_object() || !made.is_object()) return unused;
  for (const auto& [key, value] : asked.items()) {
    if (value.is_null()) continue;
    std::string name = place.empty() ? key : fmt::format("{}.{}", place, key);
    const auto found = made.find(key);
    if (found == made.end()) return name;
    unused = unused_key(value, *found, name);
    if (!unused.empty()) break;
  }
  return unused;
}

void require_used_keys(const json& asked, const Protocol& protocol) {
  const json made = json::parse(protocol.spec()->json());
  const std::string unused = unused_key(asked, made);
  if (unused.empty()) return;
  std::vector<std::string> known;
  for (const auto& item : made.items()) known.push_back(item.key());
  fail_input(fmt::format("'{}' of the spec means nothing to {}", shown(unused), protocol.title()),
             fmt::format("The spec of this one has {}; what belongs to one oracle alone goes into 'parameters'.",
                         fmt::join(known, ", ")));
}

Collection parse_new_collection(std::string_view text, UnixTime now) {
  json body;
  try {
    body = parse_bounded_json(text, collection_json_depth);
  } catch (const json::exception&) {
    throw Problem("malformed-json", "the body is no JSON");
  } catch (const Error& error) {
    throw Problem("malformed-json", error.what());
  }
  if (!body.is_object()) throw Problem("malformed-json", "the body is no JSON object");
  Collection collection;
  try {
    const auto text_of = [&](const char* key, std::string otherwise) {
      const auto found = body.find(key);
      if (found == body.end()) return otherwise;
      if (!found->is_string()) fail_input(fmt::format("'{}' of a new collection must be a text", key));
      std::string value = found->get<std::string>();
      body.erase(found);
      return value;
    };
    collection.id = text_of("id", "");
    require_collection_id(collection.id);
    const std::string kind = text_of("kind", "oracle");
    const auto spec = body.find("spec");
    if (spec == body.end() || !spec->is_object()) fail_input("'spec' of a new collection must be an object");
    count_labels(*spec);
    collection.protocol = protocol_table().find(kind).make(spec->dump());
    require_used_keys(*spec, *collection.protocol);
    body.erase("spec");
    collection.settings = parse_collection_settings(body.dump());
    if (collection.settings.dataset.empty()) collection.settings.dataset = collection.id;
    if (collection.protocol->epsilon() > largest_private_epsilon) {
      fail_input(fmt::format("epsilon {:.6g} protects nobody", collection.protocol->epsilon()),
                 fmt::format("Ask for {:g} at the most.", largest_private_epsilon));
    }
  } catch (const Error& error) {
    fail_new_collection(error);
  } catch (const json::exception&) {
    throw Problem("bad-collection", "the spec is not one of its kind");
  }
  collection.screen = Screen::make(*collection.protocol);
  collection.created = now;
  return collection;
}

// A store whose ledger was lost would spend again from nothing.
void require_known_to_ledger(ServiceCore& core, const std::string& dataset) {
  const std::string forgotten = core.collection_unknown_to_ledger(dataset);
  if (forgotten.empty()) return;
  throw Problem(
      "budget-refused",
      fmt::format("the ledger knows nothing of '{}', which the collection '{}' has spent from", dataset, forgotten),
      "Put the ledger back that belongs to this store; it is kept beside it, or where the configuration says.");
}

}  // namespace

// The guarantee is spent before there is anything that could collect under it.
std::shared_ptr<const Collection> make_new_collection(ServiceCore& core, std::string_view text, UnixTime now) {
  const Collection collection = parse_new_collection(text, now);
  const std::lock_guard lock(core.creating);
  core.refresh_collections();
  if (core.find(collection.id)) {
    throw Problem("collection-exists", fmt::format("there is a collection '{}' already", collection.id));
  }
  Payment payment;
  if (!core.options.ledger.empty()) {
    const Spending spending{.ledger = core.options.ledger,
                            .budget_file = core.options.budget_file,
                            .dataset = dataset_of(collection),
                            .purpose = "collection " + collection.id,
                            .mechanism = mechanism_of(*collection.protocol),
                            .guarantee = collection.protocol->guarantee()};
    require_known_to_ledger(core, spending.dataset);
    try {
      payment = Payment({spending});
      payment.reserve(StopToken::never());
    } catch (const Error& error) {
      if (error.code() == ErrorCode::budget_refused || error.code() == ErrorCode::io) throw;
      // A ledger or a budget that cannot be read is nothing the sender can mend.
      core.log.write(LogLevel::error, "ledger", {{"message", error.what()}}, now);
      throw Problem("internal", "the collector's ledger or budget cannot be read; its log says why");
    }
  }
  try {
    core.store.create_collection(collection);
  } catch (const Error& error) {
    // Another collector was first. After any other failure it may be there: the reservation stays, and counts.
    if (error.code() != ErrorCode::bad_input) throw;
    payment.cancel();
    throw Problem("collection-exists", error.what(), error.hint());
  }
  payment.commit();
  core.refresh_collections();
  core.log.write(LogLevel::info, "collection-created",
                 {{"collection", collection.id}, {"protocol", collection.protocol->title()}}, now);
  return std::make_shared<const Collection>(collection);
}

HttpResponse answer_collections(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  ordered_json list = ordered_json::array();
  for (const auto& live : core.collections()) {
    if (!call.token->collection.empty() && call.token->collection != live->collection->id) continue;
    list.push_back(collection_json(core, *live, true));
  }
  return json_response({{"collections", list}});
}

HttpResponse answer_create_collection(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  if (!call.token->collection.empty()) throw Problem("token-scope", "the token is for one collection only");
  require_json_type(call.request);
  const auto collection = make_new_collection(core, call.request.body, call.now);
  HttpResponse response = json_response(collection_json(core, *core.find(collection->id), true), 201);
  response.headers.emplace_back("Location", "/v1/collections/" + collection->id);
  return response;
}

HttpResponse answer_collection(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  return json_response(collection_json(core, *call.on, call.token->scope != Scope::client));
}

HttpResponse answer_close_collection(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  if (core.store.close_collection(call.name, call.now)) {
    core.log.write(LogLevel::info, "collection-closed", {{"collection", call.name}}, call.now);
  }
  core.refresh_collections();
  return json_response(collection_json(core, *core.find(call.name), true));
}

HttpResponse answer_map(ServiceCore&, const Call& call) {
  call.require_parameters({});
  const std::string& map = call.on->collection->settings.map;
  if (map.empty()) throw Problem("no-map", fmt::format("'{}' was created without a map", call.name));
  HttpResponse response;
  response.body = map;
  return response;
}

HttpResponse answer_events(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  HttpResponse response;
  response.content_type = "text/event-stream";
  if (call.request.method == "HEAD") return response;
  const auto watch = [&core](LiveCounts& counts) {
    counts.watched_until.store((core.now() + std::chrono::minutes(1)).time_since_epoch().count());
  };
  watch(*call.on->counts);
  // The first counts come from the store; later ones from what is added here, and from the store now and then.
  std::uint64_t reports = 0;
  std::int64_t updated = 0;
  for (const PeriodCount& period : core.store.periods(*call.on->collection)) {
    reports += period.reports;
    updated = std::max(updated, period.updated.time_since_epoch().count());
  }
  LiveCounts& counts = *call.on->counts;
  if (counts.reports.load() < reports) counts.reports = reports;
  if (counts.updated.load() < updated) counts.updated = updated;
  struct Heard {
    std::uint64_t version = 0;
    std::chrono::steady_clock::time_point last{};
  };
  const auto heard = std::make_shared<Heard>();
  response.events = [&core, watch, heard, id = call.name, token = call.token](std::string& out) {
    const auto live = core.find(id);
    if (!live) return false;
    if (!core.tokens.is_valid(*token, core.now())) return false;
    watch(*live->counts);
    const std::uint64_t version = live->counts->version.load();
    const auto time = std::chrono::steady_clock::now();
    if (version == heard->version) {
      if (time - heard->last < still_here) return true;
      heard->last = time;
      out = ": still here\n\n";
      return true;
    }
    heard->version = version;
    heard->last = time;
    const std::int64_t last_update = live->counts->updated.load();
    out = fmt::format(
        "event: update\ndata: {{\"reports\":{},\"updated\":{},\"state\":\"{}\"}}\n\n", live->counts->reports.load(),
        last_update == 0 ? "null" : '"' + time_text(UnixTime(std::chrono::milliseconds(last_update))) + '"',
        live->collection->closed ? "closed" : "open");
    return true;
  };
  return response;
}

}  // namespace sourdine
