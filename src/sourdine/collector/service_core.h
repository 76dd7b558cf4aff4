// What the service's endpoints share. Internal to the collector.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <unordered_map>

#include "sourdine/collector/admission.h"
#include "sourdine/collector/service.h"
#include "sourdine/collector/token_book.h"
#include "sourdine/collector/workers.h"

namespace sourdine {

// Of a collection for as long as the service lives, whether it is open or not.
struct LiveCounts {
  std::atomic<std::uint64_t> reports = 0;       // known so far
  std::atomic<std::int64_t> updated = 0;        // milliseconds since 1970; 0: never
  std::atomic<std::uint64_t> version = 1;       // grows with every change that readers are told of
  std::atomic<std::int64_t> watched_until = 0;  // somebody listens: the store is asked what others have added
  std::atomic<std::uint64_t> odd_checks = 0;    // of the screening, when it was last looked at
  std::atomic<std::int64_t> screened = 0;       // when that was
};

struct LiveCollection {
  std::shared_ptr<const Collection> collection;
  ReportPrefixes prefixes;
  std::shared_ptr<LiveCounts> counts;
};

enum class Access {
  anyone,
  parameters,  // clients, readers, administrators
  send,        // clients, administrators
  read,        // readers, administrators
  manage,      // administrators
};

struct Route;

// A request on its way.
struct Call {
  HttpRequest request;
  const Route* route = nullptr;
  std::size_t route_number = Metrics::other_route;
  std::string name;                          // what {id} stands for
  std::string origin;                        // of a page that may see the answer (cross_origin.h)
  std::shared_ptr<const Token> token;        // nothing where anyone may ask
  std::shared_ptr<const LiveCollection> on;  // of routes below a collection
  UnixTime now{};
  std::chrono::steady_clock::time_point began{};

  // Nothing when there is none. Throws Problem(bad-parameter) when it is there twice.
  std::optional<std::string_view> parameter(std::string_view name) const;
  // Throws Problem(bad-parameter) for a parameter that is none of these.
  void require_parameters(std::initializer_list<std::string_view> names) const;
};

class ServiceCore {
 public:
  ServiceCore(Store& store, CollectorLog& log, ServiceOptions options);
  ~ServiceCore();

  UnixTime now() const;
  std::shared_ptr<const LiveCollection> find(const std::string& id) const;  // nullptr: there is none
  std::vector<std::shared_ptr<const LiveCollection>> collections() const;   // in the order of their ids
  void refresh_collections();
  // One after the other, so that no older list takes back what was revoked or made since.
  void refresh_tokens();
  void add_token(const Token& token);
  // The id of a collection that spends from the data set (of any, where that is empty) and of which the ledger has no
  // entry; empty: there is none, or no ledger. Throws Error when the ledger cannot be read.
  std::string collection_unknown_to_ledger(const std::string& dataset) const;
  // {"dataset", "spent", "limit", "left"}, or "null"; a few seconds old.
  std::string budget_json(const std::string& dataset);

  Store& store;
  CollectorLog& log;
  const ServiceOptions options;
  Metrics metrics;
  TokenBook tokens;
  RateLimits rates;
  std::atomic<std::int64_t> failed_commit_second = 0;
  std::mutex creating;  // collections are created one after the other

 private:
  void put(std::shared_ptr<const Collection> collection);
  void keep_house();
  void refresh_watched();

  mutable std::shared_mutex mutex_;
  std::map<std::string, std::shared_ptr<const LiveCollection>, std::less<>> collections_;
  struct Budget {
    UnixTime time{};
    std::string json;
  };
  std::mutex token_mutex_;
  std::mutex budget_mutex_;
  std::map<std::string, Budget> budgets_;
  std::mutex house_mutex_;
  std::condition_variable house_changed_;
  bool has_ended_ = false;

 public:
  // The last to be made and the first to go: what they run uses all of the above.
  Committer committer;
  Workers workers;

 private:
  std::thread house_;
};

struct Route {
  RouteName name;
  Access access = Access::manage;
  bool is_of_collection = false;
  bool is_short = false;                                        // answered on the caller's thread
  bool is_for_pages = false;                                    // of other origins, too
  HttpResponse (*answer)(ServiceCore&, const Call&) = nullptr;  // nullptr: the posting of reports
};
std::span<const Route> route_table();

// The steps before an answer: fill `call` from its request. Throw Problem.
void find_route(const ServiceCore& core, Call& call);
// Token and scope; authorize() also counts the request against the token's rate, and finds the collection.
void require_allowed(ServiceCore& core, Call& call);
void authorize(ServiceCore& core, Call& call);

// What went wrong, as a response, counted and logged.
HttpResponse failure_response(ServiceCore& core, std::exception_ptr failure, const std::string& peer);

void post_reports(ServiceCore& core, const Call& call, const Respond& respond);

// Throws Problem(unsupported-media-type) unless the body is application/json as it is.
void require_json_type(const HttpRequest& request);

// Endpoints, by the files they are in.
HttpResponse answer_health(ServiceCore& core, const Call& call);  // endpoints_plain.cc
HttpResponse answer_preflight(ServiceCore& core, const Call& call);
HttpResponse answer_ready(ServiceCore& core, const Call& call);
HttpResponse answer_metrics(ServiceCore& core, const Call& call);
HttpResponse answer_dashboard(ServiceCore& core, const Call& call);
HttpResponse answer_openapi(ServiceCore& core, const Call& call);
HttpResponse answer_collections(ServiceCore& core, const Call& call);  // endpoints_collections.cc
HttpResponse answer_create_collection(ServiceCore& core, const Call& call);
HttpResponse answer_collection(ServiceCore& core, const Call& call);
HttpResponse answer_close_collection(ServiceCore& core, const Call& call);
HttpResponse answer_map(ServiceCore& core, const Call& call);
HttpResponse answer_events(ServiceCore& core, const Call& call);
HttpResponse answer_kept_reports(ServiceCore& core, const Call& call);  // endpoints_results.cc
HttpResponse answer_periods(ServiceCore& core, const Call& call);
HttpResponse answer_estimates(ServiceCore& core, const Call& call);
HttpResponse answer_tally(ServiceCore& core, const Call& call);
HttpResponse answer_screening(ServiceCore& core, const Call& call);
HttpResponse answer_activity(ServiceCore& core, const Call& call);
HttpResponse answer_tokens(ServiceCore& core, const Call& call);  // endpoints_tokens.cc
HttpResponse answer_create_token(ServiceCore& core, const Call& call);
HttpResponse answer_revoke_token(ServiceCore& core, const Call& call);

// Of endpoints_collections.cc and endpoints_tokens.cc, for the command line as well.
std::shared_ptr<const Collection> make_new_collection(ServiceCore& core, std::string_view json, UnixTime now);
NewToken make_new_token(ServiceCore& core, Scope scope, const std::string& collection, const std::string& note,
                        std::optional<UnixTime> expires, UnixTime now);
// The number of checks that are odd now, over all periods; at most every half minute.
std::uint64_t odd_checks_now(ServiceCore& core, const LiveCollection& live, UnixTime now);

}  // namespace sourdine
