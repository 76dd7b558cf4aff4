// CollectorService: the collector's API, request by request, without a socket. http/server.h brings requests to it;
// tests and fuzzers call it directly.
//
// Who is asked for, what is sent and whether it is taken is decided on the caller's thread; answers that need the store
// come from threads of the service, those to batches from the committer's after they are durable.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/collector/body.h"
#include "sourdine/collector/collection.h"
#include "sourdine/collector/http/message.h"
#include "sourdine/collector/log.h"
#include "sourdine/collector/metrics.h"
#include "sourdine/collector/problem.h"
#include "sourdine/collector/store/committer.h"
#include "sourdine/collector/store/store.h"

namespace sourdine {

struct ServiceOptions {
  BodyLimits body = {};
  double requests_per_second = 0;                 // of one token; 0: as many as there are
  std::vector<std::string> allowed_origins = {};  // of pages that may send reports (cross_origin.h)
  std::size_t workers = 2;
  std::string ledger = {};                  // its name (ledger_store/open_ledger.h); empty: none, for tests
  std::string budget_file = {};             // empty: the one beside the ledger, if there is one
  std::string_view dashboard = {};          // the page at /; empty: a sentence
  std::chrono::milliseconds refresh{2000};  // how often tokens and collections are read again
  std::function<UnixTime()> clock = {};     // empty: the machine's
  Committer::Limits commit = {};
};

// What the router knows; the OpenAPI file is held to it.
struct RouteName {
  std::string_view method, pattern;  // "GET", "/v1/collections/{id}"
};
std::span<const RouteName> service_routes();

class ServiceCore;

class CollectorService {
 public:
  // The store must outlive it. Reads tokens and collections: throws Error when the store fails.
  CollectorService(Store& store, CollectorLog& log, ServiceOptions options);
  // Answers what was asked, commits what waits.
  ~CollectorService();

  // `respond` is called once, now or later, by any thread.
  void handle(HttpRequest request, Respond respond);
  // What handle() would refuse whatever the body is, and who sends it: for the front, before it reads the body.
  EarlyAnswer answer_early(const HttpRequest& head);
  // A refusal by the front itself: counted and logged as those of the service are. Of a request that cannot be read,
  // `head` has the address alone.
  HttpResponse refused(std::string_view slug, const std::string& detail, const HttpRequest& head);

  Metrics& metrics();

  // The id of a collection that the ledger knows nothing of, empty: none. Throws Error when the ledger cannot be read.
  std::string collection_unknown_to_ledger() const;

  // What the API's administrators do, for the command line. Throw Problem, Error.
  std::shared_ptr<const Collection> create_collection(std::string_view new_collection_json);
  NewToken create_token(Scope scope, const std::string& collection, const std::string& note,
                        std::optional<UnixTime> expires = {});

 private:
  std::unique_ptr<ServiceCore> core_;
};

// The OpenAPI 3.1 file, as it is embedded.
std::string_view openapi_text();

}  // namespace sourdine
