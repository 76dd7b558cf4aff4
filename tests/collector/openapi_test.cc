// The OpenAPI file against the service: the same operations and problems, and each of them seen to happen.
#include <gtest/gtest.h>

#include <algorithm>

#include "collector/raw_http.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using nlohmann::json;
using testing::RawClient;
using testing::ServedFixture;
using testing::ServiceFixture;

json document() { return json::parse(openapi_text()); }

std::string capitals(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char letter) { return std::toupper(letter); });
  return word;
}

std::set<std::string> documented_operations() {
  std::set<std::string> found;
  const json file = document();
  for (const auto& [path, methods] : file.at("paths").items()) {
    for (const auto& [method, operation] : methods.items()) {
      for (const auto& [status, response] : operation.at("responses").items()) {
        if (status[0] == '2') found.insert(capitals(method) + " " + path + " " + status);
      }
    }
  }
  return found;
}

std::set<std::string> documented_problems() {
  std::set<std::string> found;
  const json file = document();
  for (const auto& [path, methods] : file.at("paths").items()) {
    for (const auto& [method, operation] : methods.items()) {
      for (const auto& [status, response] : operation.at("responses").items()) {
        if (!response.contains("x-problems")) continue;
        for (const std::string slug : response.at("x-problems")) found.insert(slug);
      }
    }
  }
  found.insert("not-found");  // of addresses that are not in the file
  return found;
}

TEST(CollectorOpenApi, HasTheRoutesOfTheServiceAndNoOthers) {
  std::set<std::string> routes, documented;
  for (const RouteName& route : service_routes())
    routes.insert(std::string(route.method) + " " + std::string(route.pattern));
  const json file = document();
  for (const auto& [path, methods] : file.at("paths").items()) {
    for (const auto& [method, operation] : methods.items()) {
      documented.insert(capitals(method) + " " + path);
      EXPECT_TRUE(operation.contains("operationId") && operation.contains("summary")) << path;
      const bool has_id = path.find("{id}") != std::string::npos;
      EXPECT_EQ(has_id, operation.contains("parameters") && operation.at("parameters")[0].at("name") == "id") << path;
    }
  }
  EXPECT_EQ(documented, routes);
}

TEST(CollectorOpenApi, HasTheProblemsOfTheTableAndNoOthers) {
  std::set<std::string> table;
  const json listed = document().at("x-problems");
  for (const ProblemRow& row : problem_table()) {
    table.insert(std::string(row.slug));
    ASSERT_TRUE(listed.contains(row.slug)) << row.slug;
    EXPECT_EQ(listed.at(std::string(row.slug)).at("status"), row.status);
    EXPECT_EQ(listed.at(std::string(row.slug)).at("title"), row.title);
  }
  EXPECT_EQ(listed.size(), table.size());
  EXPECT_EQ(documented_problems(), table);
}

TEST(CollectorOpenApi, EveryReferenceLeadsSomewhere) {
  const json file = document();
  const std::string text = file.dump();
  for (std::size_t at = 0; (at = text.find("\"#/", at)) != std::string::npos; ++at) {
    const std::string reference = text.substr(at + 2, text.find('"', at + 1) - at - 2);
    EXPECT_TRUE(file.contains(json::json_pointer(reference))) << reference;
  }
}

// Answers have the keys that the schema requires, and no others where it allows none.
void expect_schema(const json& value, const std::string& name) {
  const json schema = document().at("components").at("schemas").at(name);
  for (const std::string key : schema.at("required")) EXPECT_TRUE(value.contains(key)) << name << " lacks " << key;
  for (const auto& [key, field] : value.items()) {
    EXPECT_TRUE(schema.at("properties").contains(key) || !schema.contains("additionalProperties"))
        << name << " " << key;
  }
}

HttpRequest admins_batch(ServiceFixture& fixture, const std::string& id, std::size_t count, bool is_private = true) {
  HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(count, id), id, is_private),
                                    "/v1/collections/" + id + "/reports?period=2026-11-17");
  ServiceFixture::set_header(batch, "authorization", "Bearer " + fixture.admin);
  return batch;
}

void visit_operations(ServiceFixture& fixture) {
  const std::string spec = R"("spec":{"oracle":"grr","k":3,"epsilon":1.0})";
  const auto body = [](const HttpResponse& response) { return json::parse(response.body); };
  for (const char* path : {"/healthz", "/readyz", "/", "/v1/openapi.json"}) fixture.get(path);
  for (const char* path : {"/metrics", "/v1/collections"}) fixture.get(path, fixture.reader);
  expect_schema(body(fixture.post_json("/v1/collections", fixture.admin,
                                       R"({"id":"tour","period":"day","keeps_reports":true,"map":{},)" + spec + "}")),
                "Collection");
  const std::string tour = "/v1/collections/tour";
  expect_schema(body(fixture.get(tour, fixture.reader)), "Collection");
  expect_schema(body(fixture.ask(admins_batch(fixture, "tour", 2))), "Accepted");
  for (const auto& [below, schema] :
       std::initializer_list<std::pair<const char*, const char*>>{{"/periods", "Periods"},
                                                                  {"/estimates", "Estimates"},
                                                                  {"/screening", "Screening"},
                                                                  {"/activity", "Activity"}}) {
    expect_schema(body(fixture.get(tour + below, fixture.reader)), schema);
  }
  for (const char* below : {"/tally", "/map", "/events"}) fixture.get(tour + below, fixture.reader);
  fixture.get(tour + "/reports", fixture.admin);
  for (const char* below : {"", "/reports"}) {
    HttpRequest may = ServiceFixture::request("OPTIONS", tour + below);
    fixture.ask(may);  // origin-not-allowed
    ServiceFixture::set_header(may, "origin", "https://app.example");
    fixture.ask(may);
  }
  fixture.ask(ServiceFixture::request("POST", tour + "/close", fixture.admin));
  const json token = body(fixture.post_json("/v1/tokens", fixture.admin, R"({"scope":"client"})"));
  expect_schema(token, "TokenWithSecret");
  const json tokens = body(fixture.get("/v1/tokens", fixture.admin));
  expect_schema(tokens.at("tokens")[0], "Token");
  fixture.ask(ServiceFixture::request("DELETE", "/v1/tokens/" + token.at("id").get<std::string>(), fixture.admin));
  fixture.get(tour, token.at("secret"));  // token-revoked
}

void visit_refused_batches(ServiceFixture& fixture) {
  const HttpRequest good = fixture.batch(fixture.sealed(fixture.reports(1)));
  const auto with = [&](const char* name, const std::string& value) {
    HttpRequest other = good;
    ServiceFixture::set_header(other, name, value);
    fixture.ask(other);
  };
  fixture.ask(good);
  HttpRequest reused = good;
  reused.body = fixture.sealed(fixture.reports(2));
  fixture.ask(reused);
  with("content-type", "text/plain");
  with("content-type", "application/json");
  with("content-encoding", "br");
  with("content-encoding", "zstd");
  with("idempotency-key", "");
  with("idempotency-key", to_text(make_batch_key(fixture.now() - std::chrono::hours(80))));
  with("idempotency-key", to_text(make_batch_key(fixture.now() + std::chrono::hours(1))));
  for (const char* query : {"", "?period=2020-01-01", "?period=x"}) {
    fixture.ask(fixture.batch(good.body, "/v1/collections/fires/reports" + std::string(query)));
  }
  fixture.ask(fixture.batch(fixture.sealed(fixture.reports(1), "fires", false)));
  fixture.create({{"id", "other"}, {"max_reports", 3}, {"max_reports_per_minute", 2}});
  fixture.ask(fixture.batch(fixture.sealed(fixture.reports(1, "other"), "other")));
  fixture.ask(admins_batch(fixture, "other", 4));                              // full
  for (int i = 0; i < 2; ++i) fixture.ask(admins_batch(fixture, "other", 2));  // too many
  fixture.ask(ServiceFixture::request("POST", "/v1/collections/fires/close", fixture.admin));
  with("idempotency-key", to_text(make_batch_key(fixture.now())));
}

void visit_other_problems(ServedFixture& fixture) {
  fixture.get("/none");
  fixture.get("/v1/collections");
  fixture.get("/v1/collections", "sdr_unknown");
  fixture.get("/v1/tokens", fixture.reader);
  fixture.get("/v1/collections/none", fixture.reader);
  fixture.get("/v1/collections/fires/map", fixture.reader);
  fixture.get("/v1/collections/fires/reports", fixture.admin);
  fixture.ask(ServiceFixture::request("DELETE", "/v1/tokens/none", fixture.admin));
  fixture.ask(ServiceFixture::request("PATCH", "/healthz"));
  const std::string late = fixture.service->create_token(Scope::reader, "", "", fixture.now()).secret;
  fixture.get("/v1/collections", late);
  for (const char* asked : {R"({"id":"fires","spec":{"oracle":"oue","k":4,"epsilon":1.0}})", R"({"id":"?"})",
                            R"({"id":"dear","dataset":"fires","spec":{"oracle":"oue","k":4,"epsilon":9.0}})"}) {
    fixture.post_json("/v1/collections", fixture.admin, asked);
  }
  fixture.answer_to("nonsense\r\n\r\n");
  fixture.answer_to("GET / HTTP/1.1\r\n" + std::string(40'000, 'x'));
  fixture.answer_to(fixture.post_text(std::string(2'000'000, 'x')));
  RawClient slow(fixture.server->port());
  slow.send("GET /");
  slow.read_to_end();
  fixture.store.is_failing = true;
  fixture.get("/v1/collections", fixture.reader);
  fixture.store.is_failing = false;
  // Faults of ours cannot be asked for: the front's own refusal stands for them.
  ServiceFixture::remember("", "", fixture.service->refused("internal", "as a test", {}));
}

TEST(CollectorOpenApi, EveryOperationAndProblemHappens) {
  testing::TemporaryDirectory folder;
  testing::write_all(folder.file("budget.toml"), "unit = \"report value\"\n[total]\nepsilon = 8\n");
  HttpServerOptions options;
  options.header_time = std::chrono::milliseconds(100);
  options.body_bytes = 1'000'000;
  ServiceOptions service;
  service.ledger = folder.file("tour.ledger.jsonl");
  service.allowed_origins = {"https://app.example"};
  {
    ServedFixture fixture(options, service);
    visit_operations(fixture);
    visit_refused_batches(fixture);
    visit_other_problems(fixture);
  }
  ServiceOptions small;
  small.commit.bytes = 1;
  ServiceFixture busy(small);
  busy.ask_while_held_up();
  auto& seen = ServiceFixture::seen();
  std::set<std::string> missing;
  for (const std::string& operation : documented_operations()) {
    if (!seen.operations.contains(operation)) missing.insert(operation);
  }
  EXPECT_EQ(missing, std::set<std::string>{});
  EXPECT_EQ(seen.problems, documented_problems());
}

}  // namespace
}  // namespace sourdine
