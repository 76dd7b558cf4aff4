#include "sourdine/collector/cross_origin.h"

#include <algorithm>

#include "sourdine/collector/problem.h"

namespace sourdine {

bool is_origin(std::string_view text) {
  if (text == "*") return true;
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!text.starts_with(scheme)) continue;
    const std::string_view host = text.substr(scheme.size());
    return !host.empty() && host.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.:[]") == host.npos;
  }
  return false;
}

std::string allowed_origin(const HttpRequest& request, const std::vector<std::string>& origins) {
  const std::string_view origin = request.header("origin");
  // What is sent back stands in a header: nothing that no browser would have written.
  if (origin == "*" || !is_origin(origin)) return {};
  const bool is_allowed = std::any_of(origins.begin(), origins.end(),
                                      [&](const std::string& allowed) { return allowed == origin || allowed == "*"; });
  return is_allowed ? std::string(origin) : std::string();
}

void show_to_page(HttpResponse& response, const std::string& origin) {
  if (origin.empty()) return;
  response.headers.emplace_back("Access-Control-Allow-Origin", origin);
  response.headers.emplace_back("Access-Control-Expose-Headers", "Retry-After");
  response.headers.emplace_back("Vary", "Origin");
}

HttpResponse preflight_response(const std::string& origin) {
  if (origin.empty()) throw Problem("origin-not-allowed", "pages of this origin may not send reports here");
  HttpResponse response;
  response.status = 204;
  response.content_type.clear();
  response.headers.emplace_back("Access-Control-Allow-Methods", "GET, POST");
  response.headers.emplace_back("Access-Control-Allow-Headers",
                                "Authorization, Content-Type, Content-Encoding, Idempotency-Key");
  response.headers.emplace_back("Access-Control-Max-Age", "600");
  return response;
}

}  // namespace sourdine
