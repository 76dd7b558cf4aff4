#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/text.h"
#include "sourdine/collector/cross_origin.h"
#include "sourdine/collector/service_core.h"

namespace sourdine {
namespace {

constexpr std::array all_routes = {
    Route{{"GET", "/healthz"}, Access::anyone, false, true, false, answer_health},
    Route{{"GET", "/readyz"}, Access::anyone, false, false, false, answer_ready},
    Route{{"GET", "/metrics"}, Access::read, false, false, false, answer_metrics},
    Route{{"GET", "/"}, Access::anyone, false, true, false, answer_dashboard},
    Route{{"GET", "/v1/openapi.json"}, Access::anyone, false, true, false, answer_openapi},
    Route{{"GET", "/v1/collections"}, Access::read, false, false, false, answer_collections},
    Route{{"POST", "/v1/collections"}, Access::manage, false, false, false, answer_create_collection},
    Route{{"GET", "/v1/collections/{id}"}, Access::parameters, true, false, true, answer_collection},
    Route{{"OPTIONS", "/v1/collections/{id}"}, Access::anyone, false, true, true, answer_preflight},
    Route{{"POST", "/v1/collections/{id}/close"}, Access::manage, true, false, false, answer_close_collection},
    Route{{"POST", "/v1/collections/{id}/reports"}, Access::send, true, true, true, nullptr},
    Route{{"OPTIONS", "/v1/collections/{id}/reports"}, Access::anyone, false, true, true, answer_preflight},
    Route{{"GET", "/v1/collections/{id}/reports"}, Access::manage, true, false, false, answer_kept_reports},
    Route{{"GET", "/v1/collections/{id}/periods"}, Access::read, true, false, false, answer_periods},
    Route{{"GET", "/v1/collections/{id}/estimates"}, Access::read, true, false, false, answer_estimates},
    Route{{"GET", "/v1/collections/{id}/tally"}, Access::read, true, false, false, answer_tally},
    Route{{"GET", "/v1/collections/{id}/screening"}, Access::read, true, false, false, answer_screening},
    Route{{"GET", "/v1/collections/{id}/activity"}, Access::read, true, false, false, answer_activity},
    Route{{"GET", "/v1/collections/{id}/map"}, Access::read, true, true, false, answer_map},
    Route{{"GET", "/v1/collections/{id}/events"}, Access::read, true, false, false, answer_events},
    Route{{"GET", "/v1/tokens"}, Access::manage, false, false, false, answer_tokens},
    Route{{"POST", "/v1/tokens"}, Access::manage, false, false, false, answer_create_token},
    Route{{"DELETE", "/v1/tokens/{id}"}, Access::manage, false, false, false, answer_revoke_token},
};

// Whether the path is of the pattern, and what its {id} stands for.
bool is_match(std::string_view pattern, std::string_view path, std::string_view& name) {
  const std::size_t open = pattern.find("{id}");
  if (open == std::string_view::npos) return pattern == path;
  if (!path.starts_with(pattern.substr(0, open))) return false;
  const std::string_view rest = path.substr(open);
  const std::string_view tail = pattern.substr(open + 4);
  const std::size_t end = std::min(rest.find('/'), rest.size());
  if (end == 0 || rest.substr(end) != tail) return false;
  name = rest.substr(0, end);
  return true;
}

bool allows(Scope scope, Access access) {
  switch (access) {
    case Access::anyone:
    case Access::parameters:
      return true;
    case Access::send:
      return scope != Scope::reader;
    case Access::read:
      return scope != Scope::client;
    case Access::manage:
      break;
  }
  return scope == Scope::admin;
}

std::string retry_after(std::chrono::milliseconds wait) {
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(wait).count());
}

}  // namespace

std::span<const Route> route_table() { return all_routes; }

std::span<const RouteName> service_routes() {
  static const auto names = [] {
    std::array<RouteName, all_routes.size()> list{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = all_routes[i].name;
    return list;
  }();
  return names;
}

std::optional<std::string_view> Call::parameter(std::string_view wanted) const {
  std::optional<std::string_view> found;
  for (const auto& [key, value] : request.query) {
    if (key != wanted) continue;
    if (found) throw Problem("bad-parameter", fmt::format("'{}' is there twice", wanted));
    found = value;
  }
  return found;
}

void Call::require_parameters(std::initializer_list<std::string_view> names) const {
  for (const auto& [key, value] : request.query) {
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    throw Problem("bad-parameter", fmt::format("there is no parameter '{}' here", shown(key)));
  }
}

void find_route(const ServiceCore& core, Call& call) {
  const std::string_view method = call.request.method == "HEAD" ? "GET" : std::string_view(call.request.method);
  std::string allowed;
  for (std::size_t i = 0; i < all_routes.size(); ++i) {
    std::string_view name;
    if (!is_match(all_routes[i].name.pattern, call.request.path, name)) continue;
    if (all_routes[i].name.method == method) {
      call.route = &all_routes[i];
      call.route_number = i;
      call.name = name;
      if (call.route->is_for_pages) call.origin = allowed_origin(call.request, core.options.allowed_origins);
      return;
    }
    allowed += (allowed.empty() ? "" : ", ") + std::string(all_routes[i].name.method);
    if (all_routes[i].name.method == "GET") allowed += ", HEAD";
  }
  if (allowed.empty()) throw Problem("not-found", "there is nothing at this address");
  throw Problem("method-not-allowed", fmt::format("there is no {} of this address", shown(call.request.method)))
      .with("Allow", allowed);
}

void require_json_type(const HttpRequest& request) {
  const std::string type = media_type(request);
  if (type != "application/json") {
    throw Problem("unsupported-media-type", fmt::format("'{}' is not application/json", shown(type)));
  }
  const std::string_view encoding = request.header("content-encoding");
  if (!encoding.empty() && encoding != "identity") {
    throw Problem("unsupported-encoding", "only reports may be compressed");
  }
}

void require_allowed(ServiceCore& core, Call& call) {
  const Route& route = *call.route;
  call.token = core.tokens.require(call.request, call.now);
  if (!allows(call.token->scope, route.access)) {
    throw Problem("token-scope",
                  fmt::format("a token of scope '{}' does not allow this", scope_name(call.token->scope)));
  }
  if (route.is_of_collection && !call.token->collection.empty() && call.token->collection != call.name) {
    throw Problem("token-scope", "the token is for another collection");
  }
}

void authorize(ServiceCore& core, Call& call) {
  if (call.route->access == Access::anyone) return;
  require_allowed(core, call);
  if (core.options.requests_per_second > 0) {
    const double rate = core.options.requests_per_second;
    if (const auto wait = core.rates.take(call.token->id, 1, rate, std::max(1.0, rate), call.now)) {
      throw Problem("too-many", fmt::format("the token may make {:g} requests a second", rate))
          .with("Retry-After", retry_after(*wait));
    }
  }
  if (!call.route->is_of_collection) return;
  call.on = core.find(call.name);
  if (!call.on) throw Problem("no-such-collection", fmt::format("there is no collection '{}'", shown(call.name)));
}

}  // namespace sourdine
