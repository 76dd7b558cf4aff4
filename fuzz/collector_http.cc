// Bytes of a connection: whatever arrives, in whatever pieces, becomes requests that the service answers, or a refusal;
// the pieces make no difference. The service has a store in memory and three tokens that the inputs know.
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "collector/memory_store.h"
#include "sourdine/collector/http/request_reader.h"
#include "sourdine/collector/problem.h"
#include "sourdine/collector/service.h"

namespace {

using namespace sourdine;
using fuzz::check;

struct FuzzedService {
  testing::MemoryStore store;
  CollectorLog log{LogLevel::error, [](const std::string&) {}};
  std::unique_ptr<CollectorService> service;

  FuzzedService() {
    // Secrets are what an input can hold: "sda_seed" and the like.
    for (const auto& [scope, secret] : {std::pair(Scope::admin, "sda_seed"), std::pair(Scope::reader, "sdr_seed"),
                                        std::pair(Scope::client, "sdc_seed")}) {
      Token token;
      token.id = secret;
      token.scope = scope;
      token.hash = token_hash(secret);
      store.add_token(token);
    }
    ServiceOptions options;
    options.workers = 1;
    options.allowed_origins = {"*"};
    options.refresh = std::chrono::hours(1);
    options.body = {std::size_t{1} << 16, 1000};
    options.clock = [] { return UnixTime(std::chrono::milliseconds(1'794'916'800'000)); };
    service = std::make_unique<CollectorService>(store, log, options);
    service->create_collection(R"({"id":"seed","spec":{"oracle":"oue","k":4,"epsilon":1.0},"period":"day"})");
  }
};

struct Outcome {
  std::vector<HttpRequest> requests;
  std::string refusal;  // the slug
};

Outcome read_in_pieces(std::string_view bytes, std::size_t piece) {
  Outcome outcome;
  RequestReader reader({4096, std::size_t{1} << 16});
  try {
    while (!bytes.empty()) {
      reader.add(bytes.substr(0, piece));
      bytes.remove_prefix(std::min(piece, bytes.size()));
      for (;;) {
        const auto before = reader.state();
        const auto state = reader.step();
        if (state == RequestReader::State::whole) {
          outcome.requests.push_back(reader.take());
        } else if (state == before || state != RequestReader::State::body) {
          break;
        }
        if (!reader.has_rest()) break;
      }
    }
  } catch (const Problem& problem) {
    outcome.refusal = problem.row().slug;
  }
  return outcome;
}

void answer(FuzzedService& fuzzed, HttpRequest request) {
  request.peer = "fuzz";
  std::promise<HttpResponse> promise;
  fuzzed.service->answer_early(request);
  fuzzed.service->handle(std::move(request), [&](HttpResponse response) { promise.set_value(std::move(response)); });
  HttpResponse response = promise.get_future().get();
  check(response.status >= 200 && response.status < 500, "no request makes the service fail");
  for (const auto& [name, value] : response.headers) {
    check(value.find_first_of("\r\n") == std::string::npos, "no field of an answer has a second line");
  }
  std::string text;
  if (response.events) response.events(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::unique_ptr<FuzzedService> fuzzed;
  static int runs = 0;
  // Collections and tokens that inputs have made go now and then.
  if (!fuzzed || ++runs % 2000 == 0) fuzzed = std::make_unique<FuzzedService>();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Outcome whole = read_in_pieces(bytes, std::max<std::size_t>(size, 1));
  const Outcome pieces = read_in_pieces(bytes, 3);
  check(whole.requests.size() == pieces.requests.size(), "pieces make no difference to the requests");
  for (std::size_t i = 0; i < whole.requests.size(); ++i) {
    check(whole.requests[i].body == pieces.requests[i].body && whole.requests[i].path == pieces.requests[i].path,
          "nor to what they hold");
    answer(*fuzzed, whole.requests[i]);
  }
  return 0;
}
