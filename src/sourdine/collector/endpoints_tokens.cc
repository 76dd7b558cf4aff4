#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/service_core.h"
#include "sourdine/collector/time_text.h"

namespace sourdine {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t max_note_bytes = 200;

ordered_json token_json(const Token& token) {
  const auto time = [](const std::optional<UnixTime>& moment) {
    return moment ? json(time_text(*moment)) : json(nullptr);
  };
  return {{"id", token.id},
          {"scope", scope_name(token.scope)},
          {"collection", token.collection.empty() ? json(nullptr) : json(token.collection)},
          {"note", token.note},
          {"created", time_text(token.created)},
          {"expires", time(token.expires)},
          {"revoked", time(token.revoked)}};
}

// Whether an administrator of one collection may know of the token.
bool is_seen_by(const Token& token, const Token& asker) {
  return asker.collection.empty() || asker.collection == token.collection;
}

struct AskedToken {
  Scope scope = Scope::client;
  std::string collection, note;
  std::optional<UnixTime> expires;
};

[[noreturn]] void fail_token(const std::string& why) { throw Problem("malformed-json", why); }

AskedToken parse_asked_token(const std::string& text) {
  json body;
  try {
    body = parse_bounded_json(text);
  } catch (const std::exception&) {
    fail_token("the body is no JSON");
  }
  if (!body.is_object()) fail_token("the body is no JSON object");
  AskedToken asked;
  bool has_scope = false;
  for (const auto& [key, value] : body.items()) {
    const bool is_nothing = value.is_null() && (key == "collection" || key == "expires");
    if (key != "scope" && key != "collection" && key != "note" && key != "expires") {
      fail_token(fmt::format("a token has no '{}': it has scope, collection, note and expires", shown(key)));
    }
    if (is_nothing) continue;
    if (!value.is_string()) fail_token(fmt::format("'{}' of a token must be a text", key));
    const std::string word = value.get<std::string>();
    if (key == "collection") asked.collection = word;
    if (key == "note") asked.note = word;
    if (key == "scope") {
      has_scope = true;
      try {
        asked.scope = find_scope(word);
      } catch (const Error& error) {
        fail_token(error.what());
      }
    }
    if (key == "expires") {
      asked.expires = parse_time_text(word);
      if (!asked.expires) fail_token(fmt::format("'{}' is no time like 2026-11-17T21:45:03Z", shown(word)));
    }
  }
  if (!has_scope) fail_token("'scope' of the token is missing: client, reader or admin");
  if (asked.note.size() > max_note_bytes) fail_token(fmt::format("'note' must be at most {} bytes", max_note_bytes));
  return asked;
}

}  // namespace

NewToken make_new_token(ServiceCore& core, Scope scope, const std::string& collection, const std::string& note,
                        std::optional<UnixTime> expires, UnixTime now) {
  if (!collection.empty() && !core.find(collection)) {
    throw Problem("no-such-collection", fmt::format("there is no collection '{}'", shown(collection)));
  }
  NewToken made = make_token(scope, collection, note, now, expires);
  core.add_token(made.token);
  core.log.write(LogLevel::info, "token-created",
                 {{"token", made.token.id}, {"scope", std::string(scope_name(scope))}, {"collection", collection}},
                 now);
  return made;
}

HttpResponse answer_tokens(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  ordered_json list = ordered_json::array();
  for (const Token& token : core.store.tokens()) {
    if (is_seen_by(token, *call.token)) list.push_back(token_json(token));
  }
  HttpResponse response;
  response.body = ordered_json({{"tokens", list}}).dump() + "\n";
  return response;
}

HttpResponse answer_create_token(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  require_json_type(call.request);
  const AskedToken asked = parse_asked_token(call.request.body);
  if (!call.token->collection.empty() && asked.collection != call.token->collection) {
    throw Problem("token-scope", fmt::format("the token is for the collection '{}' only", call.token->collection));
  }
  const NewToken made = make_new_token(core, asked.scope, asked.collection, asked.note, asked.expires, call.now);
  ordered_json body = token_json(made.token);
  body["secret"] = made.secret;
  HttpResponse response;
  response.status = 201;
  response.body = body.dump() + "\n";
  response.headers.emplace_back("Location", "/v1/tokens/" + made.token.id);
  return response;
}

HttpResponse answer_revoke_token(ServiceCore& core, const Call& call) {
  call.require_parameters({});
  const std::vector<Token> all = core.store.tokens();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Token& token) { return token.id == call.name; });
  if (found == all.end() || !is_seen_by(*found, *call.token)) {
    throw Problem("no-such-token", fmt::format("there is no token '{}'", shown(call.name)));
  }
  if (core.store.revoke_token(call.name, call.now)) {
    core.log.write(LogLevel::info, "token-revoked", {{"token", call.name}}, call.now);
  }
  core.refresh_tokens();
  HttpResponse response;
  response.status = 204;
  response.content_type.clear();
  return response;
}

}  // namespace sourdine
