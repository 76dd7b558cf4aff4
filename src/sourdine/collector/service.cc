#include "sourdine/collector/service.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/collector/cross_origin.h"
#include "sourdine/collector/service_core.h"

namespace sourdine {
namespace {

Problem problem_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::bad_input:
    case ErrorCode::usage:
      return {"bad-parameter", error.what(), error.hint()};
    case ErrorCode::budget_refused:
      return {"budget-refused", error.what(), error.hint()};
    case ErrorCode::io:
      return {"store-unavailable", "the store cannot be reached or written now"};
    case ErrorCode::cancelled:
      return {"busy", "the collector is stopping"};
    case ErrorCode::internal:
      break;
  }
  return {"internal", "the collector failed; its log says why"};
}

// Keeps count of an answer, whoever gives it, and shows it to the page that asked.
Respond counted_respond(ServiceCore& core, const Call& call, Respond respond) {
  return [&core, route = call.route_number, began = call.began, origin = call.origin,
          respond = std::move(respond)](HttpResponse response) {
    core.metrics.request(route, response.status, std::chrono::steady_clock::now() - began);
    show_to_page(response, origin);
    respond(std::move(response));
  };
}

}  // namespace

HttpResponse failure_response(ServiceCore& core, std::exception_ptr failure, const std::string& peer) {
  const auto refuse = [&](const Problem& problem) {
    core.metrics.refused(problem.row().slug);
    core.log.refused(peer, problem.row().slug, core.now());
    return problem_response(problem);
  };
  try {
    std::rethrow_exception(std::move(failure));
  } catch (const Problem& problem) {
    return refuse(problem);
  } catch (const Error& error) {
    const Problem problem = problem_of(error);
    if (problem.row().status >= 500) {
      core.log.write(LogLevel::error, problem.row().slug, {{"message", error.what()}}, core.now());
    }
    return refuse(problem);
  } catch (const std::exception& error) {
    core.log.write(LogLevel::error, "internal", {{"message", error.what()}}, core.now());
    return refuse(Problem("internal", "the collector failed; its log says why"));
  }
}

CollectorService::CollectorService(Store& store, CollectorLog& log, ServiceOptions options)
    : core_(std::make_unique<ServiceCore>(store, log, std::move(options))) {}

CollectorService::~CollectorService() = default;

Metrics& CollectorService::metrics() { return core_->metrics; }

void CollectorService::handle(HttpRequest request, Respond respond) {
  ServiceCore& core = *core_;
  Call call;
  call.request = std::move(request);
  call.now = core.now();
  call.began = std::chrono::steady_clock::now();
  try {
    find_route(core, call);
    authorize(core, call);
  } catch (...) {
    counted_respond(core, call,
                    std::move(respond))(failure_response(core, std::current_exception(), call.request.peer));
    return;
  }
  respond = counted_respond(core, call, std::move(respond));
  if (call.route->answer == nullptr) {
    post_reports(core, call, respond);
    return;
  }
  const bool is_short = call.route->is_short;
  const std::string peer = call.request.peer;
  const auto work = [&core, call = std::make_shared<const Call>(std::move(call)), respond] {
    HttpResponse response;
    try {
      response = call->route->answer(core, *call);
    } catch (...) {
      response = failure_response(core, std::current_exception(), call->request.peer);
    }
    respond(std::move(response));
  };
  if (is_short) {
    work();
  } else if (!core.workers.submit(work)) {
    respond(failure_response(core, std::make_exception_ptr(Problem("busy", "too many answers are waited for")), peer));
  }
}

EarlyAnswer CollectorService::answer_early(const HttpRequest& head) {
  EarlyAnswer early;
  Call call;
  call.request = head;
  call.request.body.clear();
  call.now = core_->now();
  try {
    find_route(*core_, call);
    // Whoever nobody knows holds no place for a body.
    if (call.route->access == Access::anyone) throw Problem("too-large", "this address takes no body");
    require_allowed(*core_, call);  // the rate is left to handle(), which counts every request once
    if (call.route->answer == nullptr) {
      require_reports_type(call.request);
      require_known_encoding(call.request);
      require_batch_key(call.request);
    }
    early.sender = call.token->id;
    return early;
  } catch (...) {
    early.refusal = failure_response(*core_, std::current_exception(), head.peer);
    show_to_page(*early.refusal, call.origin);
    return early;
  }
}

HttpResponse CollectorService::refused(std::string_view slug, const std::string& detail, const HttpRequest& head) {
  HttpResponse response = failure_response(*core_, std::make_exception_ptr(Problem(slug, detail)), head.peer);
  Call call;
  call.request = head;
  try {
    find_route(*core_, call);
    show_to_page(response, call.origin);
  } catch (const Problem&) {  // no address of a page's
  }
  return response;
}

std::string CollectorService::collection_unknown_to_ledger() const { return core_->collection_unknown_to_ledger(""); }

std::shared_ptr<const Collection> CollectorService::create_collection(std::string_view new_collection_json) {
  return make_new_collection(*core_, new_collection_json, core_->now());
}

NewToken CollectorService::create_token(Scope scope, const std::string& collection, const std::string& note,
                                        std::optional<UnixTime> expires) {
  return make_new_token(*core_, scope, collection, note, expires, core_->now());
}

}  // namespace sourdine
