#include "sourdine/collector/problem.h"

#include <array>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr std::string_view token_hint = "Send 'Authorization: Bearer TOKEN' with a token that an administrator made.";
constexpr std::string_view final_hint = "Do not send it again: the answer will be the same.";
constexpr std::string_view later_hint = "Send the same request again later, after the time of Retry-After.";
constexpr std::string_view list_hint = "GET /v1/openapi.json lists what there is.";

constexpr std::array problem_rows = {
    ProblemRow{400, "malformed-request", "The request cannot be read", "Send HTTP/1.1 as RFC 9112 describes it."},
    ProblemRow{400, "malformed-json", "The body is not the JSON that belongs here", list_hint},
    ProblemRow{400, "malformed-reports", "The body does not hold reports that this collection's clients can make",
               final_hint},
    ProblemRow{400, "bad-parameter", "A parameter of the address is wrong", list_hint},
    ProblemRow{401, "token-missing", "A token is needed", token_hint},
    ProblemRow{401, "token-unknown", "The token is not known",
               "Send 'Authorization: Bearer TOKEN' with a token that an administrator made; one that was made a moment "
               "ago is known in two seconds."},
    ProblemRow{401, "token-expired", "The token has expired", token_hint},
    ProblemRow{401, "token-revoked", "The token was revoked", token_hint},
    ProblemRow{403, "token-scope", "The token does not allow this",
               "Use a token of the scope and collection that are needed."},
    ProblemRow{403, "origin-not-allowed", "Pages of this origin may not send reports here",
               "The operator names the origins of pages in 'allowed_origins' of the configuration."},
    ProblemRow{404, "not-found", "There is nothing at this address", list_hint},
    ProblemRow{404, "no-such-collection", "There is no such collection", "GET /v1/collections lists them."},
    ProblemRow{404, "no-such-token", "There is no such token", "GET /v1/tokens lists them."},
    ProblemRow{404, "no-map", "The collection has no map", "A map is given when a collection is created."},
    ProblemRow{404, "reports-not-kept", "The collection keeps sums, not reports",
               "Download the tally, or create a collection with \"keeps_reports\": true."},
    ProblemRow{405, "method-not-allowed", "The address does not have this method",
               "The header Allow lists those it has."},
    ProblemRow{408, "request-timeout", "The request took too long to arrive", "Send it again, in one go."},
    ProblemRow{409, "key-reused", "The key belongs to another batch",
               "A new batch needs a new Idempotency-Key; a retry the same key and the same body."},
    ProblemRow{409, "collection-exists", "There is a collection of this id", "Choose another id."},
    ProblemRow{409, "collection-closed", "The collection is closed", final_hint},
    ProblemRow{409, "collection-full", "The collection has all the reports it may have", final_hint},
    ProblemRow{409, "budget-refused", "The ledger does not allow the collection",
               "Ask for a smaller epsilon, or another data set."},
    ProblemRow{413, "too-large", "The request is too large", "Send it in parts."},
    ProblemRow{
        415, "unsupported-media-type", "The type of the body is not known here",
        "Reports are application/vnd.sourdine.reports or application/json; everything else is application/json."},
    ProblemRow{415, "unsupported-encoding", "The encoding of the body is not known here",
               "Content-Encoding is identity, gzip or zstd."},
    ProblemRow{422, "batch-too-old", "The batch was first sent too long ago", final_hint},
    ProblemRow{422, "batch-from-the-future", "The time of the batch lies in the future",
               "Set the client's clock; the collection's server_time says what time it is."},
    ProblemRow{422, "period-out-of-window", "Reports of this period are not taken now", final_hint},
    ProblemRow{422, "wrong-spec", "The reports are another collection's, or of another protocol",
               "Ask for the collection's parameters again."},
    ProblemRow{422, "seeded-reports", "Reports of seeded randomness are not private and not taken here",
               "Make them without a seed."},
    ProblemRow{422, "key-missing", "A batch needs an Idempotency-Key",
               "Send a UUID of version 7, the same with every retry."},
    ProblemRow{422, "period-missing", "The period of the reports is missing", "Add ?period=…, such as 2026-11-17."},
    ProblemRow{422, "bad-collection", "The collection cannot be made like this",
               "docs/collector.md and /v1/openapi.json say what a collection has."},
    ProblemRow{429, "too-many", "Too much in too short a time", later_hint},
    ProblemRow{431, "headers-too-large", "The header of the request is too large", "Send fewer or shorter fields."},
    ProblemRow{500, "internal", "A fault of ours", "Send it again; tell the operator if it stays."},
    ProblemRow{503, "busy", "Too much is under way", later_hint},
    ProblemRow{503, "store-unavailable", "The store cannot be reached or written", later_hint},
};

const ProblemRow& find_problem(std::string_view slug) {
  for (const ProblemRow& row : problem_rows) {
    if (row.slug == slug) return row;
  }
  fail_internal("there is no problem '" + std::string(slug) + "'");
}

}  // namespace

std::span<const ProblemRow> problem_table() { return problem_rows; }

Problem::Problem(std::string_view slug, const std::string& detail, std::string hint)
    : std::runtime_error(detail), row_(&find_problem(slug)), hint_(std::move(hint)) {
  if (hint_.empty()) hint_ = row_->hint;
  if (row_->status == 401) headers_.emplace_back("WWW-Authenticate", "Bearer");
  if (row_->status == 503 || row_->status == 429) headers_.emplace_back("Retry-After", "1");
}

Problem Problem::with(const std::string& name, const std::string& value) && {
  std::erase_if(headers_, [&](const auto& header) { return header.first == name; });
  headers_.emplace_back(name, value);
  return std::move(*this);
}

HttpResponse problem_response(const Problem& problem) {
  const nlohmann::ordered_json body = {{"type", "urn:sourdine:problem:" + std::string(problem.row().slug)},
                                       {"title", problem.row().title},
                                       {"status", problem.row().status},
                                       {"detail", problem.what()},
                                       {"hint", problem.hint()}};
  HttpResponse response;
  response.status = problem.row().status;
  response.content_type = "application/problem+json";
  response.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  response.headers = problem.headers();
  return response;
}

}  // namespace sourdine
