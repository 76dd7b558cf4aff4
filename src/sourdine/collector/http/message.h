// Requests and responses as the collector's service sees them: no socket, no parser of HTTP, so that tests and fuzzers
// call it directly.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sourdine {

struct HttpRequest {
  std::string method;  // "GET"
  std::string path;    // decoded, without the query: "/v1/collections/fires/reports"
  std::vector<std::pair<std::string, std::string>> query;    // decoded, in order
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  std::string peer;  // address, for logs and limits
  bool is_encrypted = false;

  // Empty when there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  // Server-sent events in place of the body: called about once a second for what to send next (empty: nothing new)
  // until it returns false or the reader goes away.
  std::function<bool(std::string& out)> events;
};

// Of a request whose body is still to come.
struct EarlyAnswer {
  std::optional<HttpResponse> refusal = {};  // whatever the body will be
  std::string sender = {};                   // who is known by now: large bodies of one sender have a bound together
};

// Called once, by any thread.
using Respond = std::function<void(HttpResponse)>;

}  // namespace sourdine
