// A service over a store in memory, with a clock that tests set, a collection and tokens of every scope. It remembers
// which operations and problems were seen, for whoever holds the OpenAPI file to them.
#pragma once

#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "collector/memory_store.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/service.h"
#include "sourdine/collector/time_text.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::testing {

inline std::string base64_text(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(bytes.size() - i, 3);
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 3; ++j) word = word << 8 | (j < left ? bytes[i + j] : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= left ? letters[word >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

class ServiceFixture {
 public:
  explicit ServiceFixture(ServiceOptions options = {})
      : log_(LogLevel::debug, [this](const std::string& line) {
          const std::lock_guard lock(log_mutex_);
          log_text_ += line;
        }) {
    options.clock = [this] { return UnixTime(std::chrono::milliseconds(clock_ms_.load())); };
    options.refresh = std::chrono::milliseconds(20);
    service = std::make_unique<CollectorService>(store, log_, std::move(options));
    set_clock("2026-11-17T12:00:00Z");
    create(nlohmann::json::object());
    admin = service->create_token(Scope::admin, "", "").secret;
    reader = service->create_token(Scope::reader, "", "").secret;
    client = service->create_token(Scope::client, "fires", "").secret;
  }
  ~ServiceFixture() { service.reset(); }

  void set_clock(const char* text) { clock_ms_ = parse_time_text(text)->time_since_epoch().count(); }
  void advance(std::chrono::milliseconds time) { clock_ms_ += time.count(); }
  UnixTime now() const { return UnixTime(std::chrono::milliseconds(clock_ms_.load())); }

  // A collection of OUE reports about four values, by day; `with` changes or adds.
  std::shared_ptr<const Collection> create(const nlohmann::json& with) {
    nlohmann::json asked = {{"id", "fires"},
                            {"spec", {{"oracle", "oue"}, {"k", 4}, {"epsilon", 1.0}}},
                            {"period", "day"},
                            {"min_reports", 2}};
    asked.update(with);
    return service->create_collection(asked.dump());
  }
  std::shared_ptr<const Collection> collection(const std::string& id = "fires") {
    for (const auto& one : store.collections()) {
      if (one->id == id) return one;
    }
    return nullptr;
  }
  Reports reports(std::size_t count, const std::string& id = "fires") {
    const auto of = collection(id);
    Reports made(of->protocol->report_bytes());
    SecureBits random;
    of->protocol->randomize(std::vector<Value>(count, 1), random, made);
    return made;
  }
  std::string sealed(const Reports& made, const std::string& id = "fires", bool is_private = true) {
    std::string bytes;
    ReportWriter writer(std::make_unique<OutputBytes>(bytes), *collection(id)->protocol, id, is_private);
    writer.write(made);
    writer.close();
    return bytes;
  }
  std::string json_body(const Reports& made, const std::string& id = "fires") {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t i = 0; i < made.size(); ++i) list.push_back(base64_text(made[i]));
    return nlohmann::json{{"fingerprint", hexadecimal(collection(id)->protocol->spec()->fingerprint())},
                          {"reports", list}}
        .dump();
  }

  static HttpRequest request(std::string method, std::string path, const std::string& token = {}) {
    HttpRequest made;
    made.method = std::move(method);
    const std::size_t mark = path.find('?');
    made.path = path.substr(0, mark);
    if (mark != std::string::npos) {
      std::string rest = path.substr(mark + 1);
      while (!rest.empty()) {
        const std::string part = rest.substr(0, rest.find('&'));
        rest = part.size() == rest.size() ? "" : rest.substr(part.size() + 1);
        const std::size_t equals = part.find('=');
        made.query.emplace_back(part.substr(0, equals), part.substr(equals + 1));
      }
    }
    made.peer = "192.0.2.1";
    if (!token.empty()) made.headers.emplace_back("authorization", "Bearer " + token);
    return made;
  }
  HttpRequest batch(std::string body, const std::string& path = "/v1/collections/fires/reports?period=2026-11-17") {
    HttpRequest made = request("POST", path, client);
    made.headers.emplace_back("content-type", "application/vnd.sourdine.reports");
    made.headers.emplace_back("idempotency-key", to_text(make_batch_key(now())));
    made.body = std::move(body);
    return made;
  }
  static void set_header(HttpRequest& request, const std::string& name, const std::string& value) {
    std::erase_if(request.headers, [&](const auto& field) { return field.first == name; });
    request.headers.emplace_back(name, value);
  }

  HttpResponse ask(HttpRequest request) {
    std::promise<HttpResponse> promise;
    const std::string method = request.method, path = request.path;
    service->handle(std::move(request), [&](HttpResponse response) { promise.set_value(std::move(response)); });
    HttpResponse response = promise.get_future().get();
    remember(method, path, response);
    return response;
  }
  HttpResponse get(const std::string& path, const std::string& token = {}) { return ask(request("GET", path, token)); }
  HttpResponse post_json(const std::string& path, const std::string& token, const std::string& body) {
    HttpRequest made = request("POST", path, token);
    made.headers.emplace_back("content-type", "application/json");
    made.body = body;
    return ask(std::move(made));
  }

  // What the third of three batches is told while the store takes none, where hardly anything may wait.
  HttpResponse ask_while_held_up() {
    std::promise<void> first, second;
    std::unique_lock held(store.gate);
    service->handle(batch(sealed(reports(1))), [&](const HttpResponse&) { first.set_value(); });
    service->handle(batch(sealed(reports(1))), [&](const HttpResponse&) { second.set_value(); });
    HttpResponse third = ask(batch(sealed(reports(1))));
    held.unlock();
    first.get_future().wait();
    second.get_future().wait();
    return third;
  }

  // "200", or the slug of the problem; what every problem must have is checked on the way.
  static std::string outcome(const HttpResponse& response) {
    if (response.content_type != "application/problem+json") return std::to_string(response.status);
    const auto body = nlohmann::json::parse(response.body);
    const std::string type = body.at("type");
    const bool is_whole = body.at("status") == response.status && !body.at("title").get<std::string>().empty() &&
                          !body.at("detail").get<std::string>().empty() && !body.at("hint").get<std::string>().empty();
    return is_whole ? type.substr(std::string_view("urn:sourdine:problem:").size()) : "incomplete";
  }

  std::string log_text() {
    const std::lock_guard lock(log_mutex_);
    return log_text_;
  }

  // "GET /v1/collections/{id} 200", and the slugs, of all fixtures of the process.
  struct Seen {
    std::mutex mutex;
    std::set<std::string> operations, problems;
  };
  static Seen& seen() {
    static Seen all;
    return all;
  }
  static void remember(const std::string& method, const std::string& path, const HttpResponse& response) {
    const std::lock_guard lock(seen().mutex);
    const std::string word = outcome(response);
    if (word.find_first_not_of("0123456789") != std::string::npos) {
      seen().problems.insert(word);
      return;
    }
    for (const RouteName& route : service_routes()) {
      if (route.method == method && is_of(route.pattern, path)) {
        seen().operations.insert(std::string(route.method) + " " + std::string(route.pattern) + " " + word);
      }
    }
  }
  static bool is_of(std::string_view pattern, std::string_view path) {
    const std::size_t open = pattern.find("{id}");
    if (open == std::string_view::npos) return pattern == path;
    if (!path.starts_with(pattern.substr(0, open))) return false;
    const std::string_view rest = path.substr(open);
    const std::size_t end = std::min(rest.find('/'), rest.size());
    return end > 0 && rest.substr(end) == pattern.substr(open + 4);
  }

  MemoryStore store;
  std::unique_ptr<CollectorService> service;
  std::string admin, reader, client;

 private:
  std::mutex log_mutex_;
  std::string log_text_;
  CollectorLog log_;
  std::atomic<std::int64_t> clock_ms_ = 1'790'000'000'000;
};

}  // namespace sourdine::testing
