// Pages of other origins (CORS): a browser sends reports to a collector that is not the page's own only when the
// collector names the page's origin. Only a client's two addresses are open to pages: the parameters of a collection
// and the posting of reports. Estimates and everything administrators do stay for the dashboard, which is served here.
//
// Why this gives nothing away: a token is needed from wherever a request comes, and browsers are not asked to add
// cookies or anything else of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sourdine/collector/http/message.h"

namespace sourdine {

// What configurations may name: "https://app.example", "http://localhost:3000", as browsers write them; "*" is any.
bool is_origin(std::string_view text);

// The origin of the page that asks, when it is one of these; empty otherwise.
std::string allowed_origin(const HttpRequest& request, const std::vector<std::string>& origins);
// Lets the page see the answer. Nothing for an empty origin.
void show_to_page(HttpResponse& response, const std::string& origin);
// What a browser asks before it sends. Throws Problem(origin-not-allowed) for an empty origin.
HttpResponse preflight_response(const std::string& origin);

}  // namespace sourdine
