#include "sourdine/collector/service.h"

#include <gtest/gtest.h>

#include <thread>

#include "collector/service_fixture.h"
#include "sourdine/protocol/tally_file.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using nlohmann::json;
using testing::ServiceFixture;

const std::string fires = "/v1/collections/fires";

std::string outcome_of(const HttpResponse& response) { return ServiceFixture::outcome(response); }
json body_of(const HttpResponse& response) { return json::parse(response.body); }
std::string field_of(const HttpResponse& response, const std::string& name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

TEST(CollectorService, AnswersWithoutAToken) {
  ServiceFixture fixture;
  EXPECT_EQ(fixture.get("/healthz").body, "ok");
  EXPECT_EQ(body_of(fixture.get("/readyz")), (json{{"ready", true}}));
  const HttpResponse page = fixture.get("/");
  EXPECT_EQ(page.status, 200U);
  EXPECT_NE(field_of(page, "Content-Security-Policy").find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(body_of(fixture.get("/v1/openapi.json")).at("openapi"), "3.1.0");
  fixture.store.is_failing = true;
  const HttpResponse unready = fixture.get("/readyz");
  EXPECT_EQ(unready.status, 503U);
  EXPECT_EQ(body_of(unready).at("ready"), false);
}

TEST(CollectorService, ABatchIsCountedOnceHoweverOftenItIsSent) {
  ServiceFixture fixture;
  const Reports made = fixture.reports(3);
  const HttpRequest batch = fixture.batch(fixture.sealed(made));
  EXPECT_EQ(body_of(fixture.ask(batch)), (json{{"accepted", 3}, {"repeated", false}}));
  EXPECT_EQ(body_of(fixture.ask(batch)), (json{{"accepted", 3}, {"repeated", true}}));
  // The same reports as JSON are the same batch.
  HttpRequest as_json = batch;
  ServiceFixture::set_header(as_json, "content-type", "application/json");
  as_json.body = fixture.json_body(made);
  EXPECT_EQ(body_of(fixture.ask(as_json)), (json{{"accepted", 3}, {"repeated", true}}));
  HttpRequest other = batch;
  other.body = fixture.sealed(fixture.reports(4));
  EXPECT_EQ(outcome_of(fixture.ask(other)), "key-reused");
  const auto tally = fixture.store.tallies(*fixture.collection(), INT64_MIN, INT64_MAX);
  ASSERT_EQ(tally.size(), 1U);
  Tally expected = fixture.collection()->protocol->empty_tally();
  fixture.collection()->protocol->tally(made, expected);
  EXPECT_EQ(tally[0].cells, expected.cells);
  EXPECT_EQ(body_of(fixture.get(fires + "/periods", fixture.reader)).at("periods")[0].at("period"), "2026-11-17");
}

TEST(CollectorService, BatchesThatAreNotTaken) {
  ServiceFixture fixture;
  const std::string good = fixture.sealed(fixture.reports(2));
  const auto with = [&](const std::string& name, const std::string& value) {
    HttpRequest batch = fixture.batch(good);
    ServiceFixture::set_header(batch, name, value);
    return outcome_of(fixture.ask(std::move(batch)));
  };
  EXPECT_EQ(with("content-type", "text/plain"), "unsupported-media-type");
  EXPECT_EQ(with("content-type", ""), "unsupported-media-type");
  EXPECT_EQ(with("content-encoding", "br"), "unsupported-encoding");
  EXPECT_EQ(with("content-encoding", "gzip"), "malformed-reports");
  EXPECT_EQ(with("content-type", "application/json"), "malformed-json");
  EXPECT_EQ(with("idempotency-key", ""), "key-missing");
  EXPECT_EQ(with("idempotency-key", "6f1a2b3c-0000-4000-8000-000000000000"), "key-missing");
  EXPECT_EQ(with("idempotency-key", to_text(make_batch_key(fixture.now() - std::chrono::hours(73)))), "batch-too-old");
  EXPECT_EQ(with("idempotency-key", to_text(make_batch_key(fixture.now() + std::chrono::minutes(6)))),
            "batch-from-the-future");
  const auto at = [&](const std::string& query) {
    return outcome_of(fixture.ask(fixture.batch(good, fires + "/reports" + query)));
  };
  EXPECT_EQ(at(""), "period-missing");
  EXPECT_EQ(at("?period=2026-11"), "bad-parameter");
  EXPECT_EQ(at("?period=2026-11-17&period=2026-11-17"), "bad-parameter");
  EXPECT_EQ(at("?period=2026-11-17&x=1"), "bad-parameter");
  EXPECT_EQ(at("?period=2026-11-18"), "period-out-of-window");
  EXPECT_EQ(at("?period=2026-10-01"), "period-out-of-window");
  EXPECT_EQ(at("?period=2026-11-16"), "200");
  const auto of = [&](const std::string& body) { return outcome_of(fixture.ask(fixture.batch(body))); };
  EXPECT_EQ(of(""), "malformed-reports");
  EXPECT_EQ(of(good.substr(0, good.size() - 1)), "malformed-reports");
  EXPECT_EQ(of(fixture.sealed(Reports(1))), "malformed-reports");
  EXPECT_EQ(of(fixture.sealed(fixture.reports(2), "fires", false)), "seeded-reports");
  fixture.create({{"id", "other"}, {"spec", {{"oracle", "oue"}, {"k", 5}, {"epsilon", 1.0}}}});
  EXPECT_EQ(of(fixture.sealed(fixture.reports(2, "other"), "other")), "wrong-spec");
  Reports impossible(1);
  impossible.append(1)[0] = 0xFF;  // OUE of four values has four bits
  EXPECT_EQ(of(fixture.sealed(impossible)), "malformed-reports");
}

TEST(CollectorService, ClosedAndFullCollectionsTakeNothingMore) {
  ServiceFixture fixture;
  fixture.create({{"id", "small"}, {"max_reports", 3}});
  const std::string small = "/v1/collections/small/reports?period=2026-11-17";
  HttpRequest first = fixture.batch(fixture.sealed(fixture.reports(2, "small"), "small"), small);
  ServiceFixture::set_header(first, "authorization", "Bearer " + fixture.admin);
  EXPECT_EQ(outcome_of(fixture.ask(first)), "200");
  HttpRequest second = first;
  ServiceFixture::set_header(second, "idempotency-key", to_text(make_batch_key(fixture.now())));
  EXPECT_EQ(outcome_of(fixture.ask(second)), "collection-full");
  const HttpResponse closed =
      fixture.ask(ServiceFixture::request("POST", "/v1/collections/small/close", fixture.admin));
  EXPECT_EQ(body_of(closed).at("state"), "closed");
  EXPECT_EQ(outcome_of(fixture.ask(ServiceFixture::request("POST", "/v1/collections/small/close", fixture.admin))),
            "200");
  EXPECT_EQ(outcome_of(fixture.ask(second)), "collection-closed");
  // A retry of what was counted before is told so.
  EXPECT_EQ(body_of(fixture.ask(first)).at("repeated"), true);
}

TEST(CollectorService, SeededReportsAreTakenWhereTheyAreAllowedAndEverythingSaysSo) {
  ServiceFixture fixture;
  fixture.create({{"id", "toy"}, {"accepts_seeded", true}, {"keeps_reports", true}});
  HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(2, "toy"), "toy", false),
                                    "/v1/collections/toy/reports?period=2026-11-17");
  ServiceFixture::set_header(batch, "authorization", "Bearer " + fixture.admin);
  EXPECT_EQ(outcome_of(fixture.ask(batch)), "200");
  EXPECT_EQ(body_of(fixture.get("/v1/collections/toy", fixture.reader)).at("randomness"), "seeded, not private");
  const HttpResponse tally = fixture.get("/v1/collections/toy/tally", fixture.reader);
  InputBytes input("tally", tally.body);
  EXPECT_FALSE(read_tally(input).is_private);
  const HttpResponse kept = fixture.get("/v1/collections/toy/reports", fixture.admin);
  ReportReader reader(std::make_unique<InputBytes>("kept", kept.body));
  EXPECT_FALSE(reader.header().is_private);
}

TEST(CollectorService, TokensDecideWhoMayDoWhat) {
  ServiceFixture fixture;
  const auto as = [&](const std::string& path, const std::string& token) {
    return outcome_of(fixture.get(path, token));
  };
  EXPECT_EQ(as(fires, ""), "token-missing");
  EXPECT_EQ(as(fires, "sdr_nonsense"), "token-unknown");
  EXPECT_EQ(field_of(fixture.get(fires), "WWW-Authenticate"), "Bearer");
  for (const std::string& token : {fixture.admin, fixture.reader, fixture.client}) EXPECT_EQ(as(fires, token), "200");
  for (const char* below : {"/periods", "/estimates", "/tally", "/screening", "/activity", "/events"}) {
    EXPECT_EQ(as(fires + below, fixture.client), "token-scope") << below;
    EXPECT_EQ(as(fires + below, fixture.reader), "200") << below;
  }
  for (const char* path : {"/v1/collections", "/metrics"}) {
    EXPECT_EQ(as(path, fixture.client), "token-scope");
    EXPECT_EQ(as(path, fixture.reader), "200");
  }
  EXPECT_EQ(as("/v1/tokens", fixture.reader), "token-scope");
  EXPECT_EQ(as(fires + "/reports", fixture.reader), "token-scope");
  HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(1)));
  ServiceFixture::set_header(batch, "authorization", "Bearer " + fixture.reader);
  EXPECT_EQ(outcome_of(fixture.ask(batch)), "token-scope");
  fixture.create({{"id", "other"}});
  EXPECT_EQ(as("/v1/collections/other", fixture.client), "token-scope");
  EXPECT_EQ(as("/v1/collections/none", fixture.reader), "no-such-collection");
  const std::string single = fixture.service->create_token(Scope::reader, "other", "").secret;
  EXPECT_EQ(body_of(fixture.get("/v1/collections", single)).at("collections").size(), 1U);
  EXPECT_EQ(as("/metrics", single), "token-scope");
  // Clients see what they need, and not how much there is.
  const json seen = body_of(fixture.get(fires, fixture.client));
  EXPECT_FALSE(seen.contains("reports") || seen.contains("updated") || seen.contains("budget"));
  EXPECT_EQ(seen.at("report_bytes"), 1);
  EXPECT_TRUE(body_of(fixture.get(fires, fixture.reader)).contains("budget"));
}

TEST(CollectorService, TokensAreMadeShownOnceExpireAndAreRevoked) {
  ServiceFixture fixture;
  const HttpResponse made =
      fixture.post_json("/v1/tokens", fixture.admin,
                        R"({"scope":"reader","collection":"fires","note":"tablet","expires":"2026-11-17T13:00:00Z"})");
  ASSERT_EQ(made.status, 201U);
  const std::string secret = body_of(made).at("secret"), id = body_of(made).at("id");
  EXPECT_EQ(body_of(made).at("expires"), "2026-11-17T13:00:00.000Z");
  EXPECT_EQ(outcome_of(fixture.get(fires, secret)), "200");
  EXPECT_EQ(fixture.get("/v1/tokens", fixture.admin).body.find("secret"), std::string::npos);
  fixture.set_clock("2026-11-17T13:00:00Z");
  EXPECT_EQ(outcome_of(fixture.get(fires, secret)), "token-expired");
  fixture.set_clock("2026-11-17T12:30:00Z");
  const auto revoke = [&](const std::string& token) {
    return outcome_of(fixture.ask(ServiceFixture::request("DELETE", "/v1/tokens/" + token, fixture.admin)));
  };
  EXPECT_EQ(revoke(id), "204");
  EXPECT_EQ(revoke(id), "204");
  EXPECT_EQ(outcome_of(fixture.get(fires, secret)), "token-revoked");
  EXPECT_EQ(revoke("none"), "no-such-token");
  for (const char* bad : {"", "[]", "{}", R"({"scope":"king"})", R"({"scope":1})", R"({"scope":"client","x":1})",
                          R"({"scope":"client","expires":"tomorrow"})"}) {
    EXPECT_EQ(outcome_of(fixture.post_json("/v1/tokens", fixture.admin, bad)), "malformed-json") << bad;
  }
  EXPECT_EQ(outcome_of(fixture.post_json("/v1/tokens", fixture.admin, R"({"scope":"client","collection":"none"})")),
            "no-such-collection");
  // An administrator of one collection makes and sees tokens of that one only.
  fixture.create({{"id", "other"}});
  const std::string limited = fixture.service->create_token(Scope::admin, "other", "").secret;
  EXPECT_EQ(outcome_of(fixture.post_json("/v1/tokens", limited, R"({"scope":"admin"})")), "token-scope");
  EXPECT_EQ(outcome_of(fixture.post_json("/v1/tokens", limited, R"({"scope":"client","collection":"other"})")), "201");
  EXPECT_EQ(body_of(fixture.get("/v1/tokens", limited)).at("tokens").size(), 2U);
  EXPECT_EQ(outcome_of(fixture.post_json("/v1/collections", limited, "{}")), "token-scope");
}

TEST(CollectorService, AnotherCollectorsRevocationCountsSoon) {
  ServiceFixture fixture;
  for (const Token& token : fixture.store.tokens()) {
    if (token.scope == Scope::reader) fixture.store.revoke_token(token.id, fixture.now());
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (fixture.get(fires, fixture.reader).status == 200 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(outcome_of(fixture.get(fires, fixture.reader)), "token-revoked");
}

TEST(CollectorService, CollectionsAreCreatedOnce) {
  ServiceFixture fixture;
  const auto create = [&](const json& asked) {
    return outcome_of(fixture.post_json("/v1/collections", fixture.admin, asked.dump()));
  };
  const json spec = {{"oracle", "grr"}, {"labels", {"a", "b"}}, {"k", 2}, {"epsilon", 0.5}};
  EXPECT_EQ(create({{"id", "new"}, {"spec", spec}, {"map", {{"regions", json::array()}}}}), "201");
  EXPECT_EQ(outcome_of(fixture.get("/v1/collections/new/map", fixture.reader)), "200");
  EXPECT_EQ(outcome_of(fixture.get(fires + "/map", fixture.reader)), "no-map");
  EXPECT_EQ(create({{"id", "new"}, {"spec", spec}}), "collection-exists");
  EXPECT_EQ(create({{"id", "New!"}, {"spec", spec}}), "bad-collection");
  EXPECT_EQ(create({{"id", "x"}, {"spec", {{"oracle", "none"}}}}), "bad-collection");
  EXPECT_EQ(create({{"id", "x"}, {"spec", spec}, {"perod", "day"}}), "bad-collection");
  EXPECT_EQ(create({{"id", "x"}, {"spec", spec}, {"kind", "none"}}), "bad-collection");
  EXPECT_EQ(create({{"id", "x"}, {"spec", {{"oracle", "grr"}, {"k", 2}, {"epsilon", 50.0}}}}), "bad-collection");
  // What means nothing is not passed over: nobody could mend the collection later.
  EXPECT_EQ(create({{"id", "x"}, {"spec", {{"oracle", "grr"}, {"k", 2}, {"epsilon", 1.0}, {"lables", {"a", "b"}}}}}),
            "bad-collection");
  EXPECT_EQ(create({{"id", "x"}, {"spec", {{"oracle", "l-osue"}, {"k", 2}, {"epsilon", 2.0}, {"epsilon1", 0.5}}}}),
            "bad-collection");
  const auto survey = [](const json& oracle) {
    return json{{"id", "x"},
                {"kind", "tuple"},
                {"spec",
                 {{"solution", "smp"},
                  {"epsilon", 1.0},
                  {"level", "tuple"},
                  {"attributes", {{{"name", "car"}, {"oracle", oracle}}, {{"name", "pet"}, {"oracle", oracle}}}}}}};
  };
  EXPECT_EQ(create(survey({{"oracle", "grr"}, {"epsilon", 1.0}, {"labels", {"a", "b"}}, {"colour", 1}})),
            "bad-collection");
  EXPECT_EQ(create(survey({{"oracle", "grr"}, {"epsilon", 1.0}, {"labels", {"a", "b"}}})), "201");
  EXPECT_EQ(create({{"id", "whole"}, {"spec", spec}, {"period", "none"}}), "201");
  EXPECT_EQ(create(json::array()), "malformed-json");
  EXPECT_EQ(outcome_of(fixture.post_json("/v1/collections", fixture.admin, "{")), "malformed-json");
  EXPECT_EQ(outcome_of(fixture.post_json("/v1/collections", fixture.admin, std::string(10'000, '['))),
            "malformed-json");
  HttpRequest plain = ServiceFixture::request("POST", "/v1/collections", fixture.admin);
  EXPECT_EQ(outcome_of(fixture.ask(plain)), "unsupported-media-type");
}

TEST(CollectorService, CreatingSpendsAndTheBudgetRefuses) {
  testing::TemporaryDirectory folder;
  testing::write_all(folder.file("budget.toml"), "unit = \"report value\"\n[total]\nepsilon = 2.5\n");
  ServiceOptions options;
  options.ledger = folder.file("collector.ledger.jsonl");
  ServiceFixture fixture(options);
  const json shared = {{"spec", {{"oracle", "oue"}, {"k", 4}, {"epsilon", 1.0}}}, {"dataset", "fires"}};
  const auto create = [&](const std::string& id) {
    json asked = shared;
    asked["id"] = id;
    return fixture.post_json("/v1/collections", fixture.admin, asked.dump());
  };
  const HttpResponse second = create("second");
  ASSERT_EQ(second.status, 201U) << second.body;
  EXPECT_EQ(outcome_of(create("third")), "budget-refused");
  EXPECT_EQ(fixture.collection("third"), nullptr);
  fixture.advance(std::chrono::seconds(6));
  const json budget = body_of(fixture.get("/v1/collections/second", fixture.reader)).at("budget");
  EXPECT_EQ(budget.at("dataset"), "fires");
  EXPECT_EQ(budget.at("limit"), "2.500000000");
}

TEST(CollectorService, ResultsOfWhatWasSent) {
  ServiceFixture fixture;
  fixture.create({{"id", "kept"}, {"keeps_reports", true}});
  const Reports made = fixture.reports(5, "kept");
  HttpRequest batch = fixture.batch(fixture.sealed(made, "kept"), "/v1/collections/kept/reports?period=2026-11-17");
  ServiceFixture::set_header(batch, "authorization", "Bearer " + fixture.admin);
  ASSERT_EQ(outcome_of(fixture.ask(batch)), "200");
  const std::string kept = "/v1/collections/kept";
  const HttpResponse file = fixture.get(kept + "/reports?period=2026-11-17", fixture.admin);
  ReportReader reader(std::make_unique<InputBytes>("kept", file.body));
  Reports block(1);
  ASSERT_TRUE(reader.next(block));
  EXPECT_TRUE(std::equal(block.bytes().begin(), block.bytes().end(), made.bytes().begin(), made.bytes().end()));
  EXPECT_EQ(outcome_of(fixture.get(fires + "/reports", fixture.admin)), "reports-not-kept");
  const json estimates = body_of(fixture.get(kept + "/estimates?confidence=0.9&together=false", fixture.reader));
  EXPECT_EQ(estimates.at("periods")[0].at("reports"), 5);
  EXPECT_EQ(estimates.at("together"), nullptr);
  EXPECT_EQ(body_of(fixture.get(kept + "/screening", fixture.reader)).at("reports"), 5);
  EXPECT_EQ(body_of(fixture.get(kept + "/activity?minutes=5", fixture.reader)).at("minutes")[0].at("batches"), 1);
  const HttpResponse tally = fixture.get(kept + "/tally?period=2026-11-16&to=2026-11-18", fixture.reader);
  InputBytes input("tally", tally.body);
  EXPECT_EQ(read_tally(input).tally.reports, 5U);
  for (const char* bad :
       {"/estimates?confidence=2", "/estimates?confidence=x", "/estimates?together=yes",
        "/estimates?consistency=none-such", "/tally?to=2026-11-17", "/tally?period=2026",
        "/tally?period=2026-11-17&to=2026-11-16", "/activity?minutes=0", "/activity?minutes=x", "/periods?x=1"}) {
    EXPECT_EQ(outcome_of(fixture.get(kept + bad, fixture.reader)), "bad-parameter") << bad;
  }
}

TEST(CollectorService, ACollectionWithoutPeriodsHasNone) {
  ServiceFixture fixture;
  fixture.create({{"id", "whole"}, {"period", nullptr}});
  HttpRequest batch =
      fixture.batch(fixture.sealed(fixture.reports(1, "whole"), "whole"), "/v1/collections/whole/reports");
  ServiceFixture::set_header(batch, "authorization", "Bearer " + fixture.admin);
  EXPECT_EQ(outcome_of(fixture.ask(batch)), "200");
  batch.query.emplace_back("period", "2026-11-17");
  EXPECT_EQ(outcome_of(fixture.ask(batch)), "bad-parameter");
  EXPECT_EQ(outcome_of(fixture.get("/v1/collections/whole/tally?period=2026-11-17", fixture.reader)), "bad-parameter");
  EXPECT_EQ(body_of(fixture.get("/v1/collections/whole/periods", fixture.reader)).at("periods")[0].at("period"),
            nullptr);
}

TEST(CollectorService, EventsTellWhatChanges) {
  ServiceFixture fixture;
  const HttpResponse stream = fixture.get(fires + "/events", fixture.reader);
  ASSERT_TRUE(stream.events);
  std::string text;
  ASSERT_TRUE(stream.events(text));
  EXPECT_EQ(text, "event: update\ndata: {\"reports\":0,\"updated\":null,\"state\":\"open\"}\n\n");
  text.clear();
  ASSERT_TRUE(stream.events(text));
  EXPECT_EQ(text, "");
  ASSERT_EQ(outcome_of(fixture.ask(fixture.batch(fixture.sealed(fixture.reports(2))))), "200");
  ASSERT_TRUE(stream.events(text));
  EXPECT_NE(text.find("\"reports\":2"), std::string::npos) << text;
}

TEST(CollectorService, AddressesAndMethodsThatAreNone) {
  ServiceFixture fixture;
  for (const char* path : {"/v1", "/v1/collections/", "/v1/collections/fires/none", "/v2", "/healthz/x"}) {
    EXPECT_EQ(outcome_of(fixture.get(path, fixture.admin)), "not-found") << path;
  }
  const HttpResponse wrong = fixture.ask(ServiceFixture::request("PUT", fires + "/reports", fixture.admin));
  EXPECT_EQ(outcome_of(wrong), "method-not-allowed");
  EXPECT_EQ(field_of(wrong, "Allow"), "POST, OPTIONS, GET, HEAD");
  EXPECT_EQ(outcome_of(fixture.ask(ServiceFixture::request("HEAD", fires, fixture.reader))), "200");
}

TEST(CollectorService, RatesOfRequestsAndOfReports) {
  ServiceOptions options;
  options.requests_per_second = 2;
  ServiceFixture fixture(options);
  EXPECT_EQ(outcome_of(fixture.get(fires, fixture.reader)), "200");
  EXPECT_EQ(outcome_of(fixture.get(fires, fixture.reader)), "200");
  const HttpResponse third = fixture.get(fires, fixture.reader);
  EXPECT_EQ(outcome_of(third), "too-many");
  EXPECT_EQ(field_of(third, "Retry-After"), "1");
  EXPECT_EQ(outcome_of(fixture.get(fires, fixture.admin)), "200");
  fixture.advance(std::chrono::milliseconds(500));
  EXPECT_EQ(outcome_of(fixture.get(fires, fixture.reader)), "200");
}

TEST(CollectorService, ReportsAMinuteOfOneToken) {
  ServiceFixture fixture;
  fixture.create({{"id", "slow"}, {"max_reports_per_minute", 6}});
  const std::string token = fixture.service->create_token(Scope::client, "slow", "").secret;
  const auto made = [&](std::size_t count) {
    HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(count, "slow"), "slow"),
                                      "/v1/collections/slow/reports?period=2026-11-17");
    ServiceFixture::set_header(batch, "authorization", "Bearer " + token);
    return batch;
  };
  const auto send = [&](std::size_t count) { return fixture.ask(made(count)); };
  // A retry of what is counted costs nothing, nor does what the store could not take.
  const HttpRequest first = made(3);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(outcome_of(fixture.ask(first)), "200");
  const HttpRequest second = made(3);
  fixture.store.is_failing = true;
  EXPECT_EQ(outcome_of(fixture.ask(second)), "store-unavailable");
  fixture.store.is_failing = false;
  EXPECT_EQ(outcome_of(fixture.ask(second)), "200");
  const HttpResponse refused = send(1);
  EXPECT_EQ(outcome_of(refused), "too-many");
  EXPECT_EQ(field_of(refused, "Retry-After"), "10");
  fixture.advance(std::chrono::seconds(10));
  EXPECT_EQ(outcome_of(send(1)), "200");
}

TEST(CollectorService, ARevokedTokenEndsItsEvents) {
  ServiceFixture fixture;
  const NewToken made = fixture.service->create_token(Scope::reader, "", "");
  const HttpResponse listening = fixture.get(fires + "/events", made.secret);
  std::string text;
  EXPECT_TRUE(listening.events(text));
  fixture.ask(ServiceFixture::request("DELETE", "/v1/tokens/" + made.token.id, fixture.admin));
  EXPECT_FALSE(listening.events(text));
}

TEST(CollectorService, WarningsAreAboutWhatOtherCollectorsCounted) {
  ServiceFixture fixture;
  const auto warnings = [&] {
    const std::string text = fixture.get("/metrics", fixture.reader).body;
    const std::size_t at = text.find("\nsourdine_screening_warnings{");
    return at == std::string::npos ? std::string("none") : text.substr(text.find("} ", at) + 2, 1);
  };
  EXPECT_EQ(warnings(), "0");
  Batch batch;  // of reports with all bits set, straight into the store
  batch.collection = fixture.collection();
  batch.key = make_batch_key(fixture.now());
  batch.reports = 1000;
  batch.bytes.assign(1000, 0x0F);
  batch.received = fixture.now();
  fixture.store.commit(std::vector{batch});
  fixture.advance(std::chrono::minutes(1));
  EXPECT_NE(warnings(), "0");
}

// A page of another origin: `asked` with its origin, and what the browser then lets it see.
HttpResponse ask_from_page(ServiceFixture& fixture, HttpRequest asked, const std::string& origin) {
  ServiceFixture::set_header(asked, "origin", origin);
  return fixture.ask(std::move(asked));
}

TEST(CollectorService, PagesOfNamedOriginsMaySendAndNoOthers) {
  ServiceOptions options;
  options.allowed_origins = {"https://app.example"};
  ServiceFixture fixture(options);
  const std::string page = "https://app.example", reports = fires + "/reports?period=2026-11-17";
  const auto shown_to = [](const HttpResponse& response) { return field_of(response, "Access-Control-Allow-Origin"); };
  for (const std::string& path : {fires, reports}) {
    const HttpRequest asked = ServiceFixture::request("OPTIONS", path);
    const HttpResponse may = ask_from_page(fixture, asked, page);
    EXPECT_EQ(outcome_of(may), "204");
    EXPECT_EQ(shown_to(may), page);
    EXPECT_NE(field_of(may, "Access-Control-Allow-Headers").find("Idempotency-Key"), std::string::npos);
    for (const std::string& other :
         {std::string("https://app.example.evil"), std::string("http://app.example"), std::string("null"),
          std::string("*"), std::string("https://app.example\r\nX: y"), std::string()}) {
      const HttpResponse may_not = ask_from_page(fixture, asked, other);
      EXPECT_EQ(outcome_of(may_not), "origin-not-allowed") << other;
      EXPECT_EQ(shown_to(may_not), "") << other;
    }
  }
  const HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(1)));
  EXPECT_EQ(shown_to(ask_from_page(fixture, batch, page)), page);
  EXPECT_EQ(shown_to(ask_from_page(fixture, ServiceFixture::request("GET", fires, fixture.client), page)), page);
  // Refusals, too: the page's client must know them from a connection that broke.
  const HttpResponse refused = ask_from_page(fixture, ServiceFixture::request("GET", fires, "sdc_stranger"), page);
  EXPECT_EQ(outcome_of(refused), "token-unknown");
  EXPECT_EQ(shown_to(refused), page);
  // What readers and administrators see is not for pages elsewhere.
  for (const std::string& path : {std::string("/v1/collections"), std::string("/v1/tokens"), fires + "/estimates"}) {
    EXPECT_EQ(shown_to(ask_from_page(fixture, ServiceFixture::request("GET", path, fixture.admin), page)), "") << path;
    EXPECT_EQ(outcome_of(ask_from_page(fixture, ServiceFixture::request("OPTIONS", path), page)), "method-not-allowed");
  }
}

TEST(CollectorService, PagesAreToldWhatTheFrontRefuses) {
  ServiceOptions options;
  options.allowed_origins = {"https://app.example"};
  ServiceFixture fixture(options);
  HttpRequest head = fixture.batch("");
  ServiceFixture::set_header(head, "origin", "https://app.example");
  EXPECT_EQ(field_of(fixture.service->refused("too-large", "a test", head), "Access-Control-Allow-Origin"),
            "https://app.example");
  ServiceFixture::set_header(head, "authorization", "Bearer x");
  EXPECT_EQ(field_of(*fixture.service->answer_early(head).refusal, "Access-Control-Allow-Origin"),
            "https://app.example");
  EXPECT_EQ(field_of(fixture.service->refused("too-large", "a test", {}), "Access-Control-Allow-Origin"), "");
}

TEST(CollectorService, WithoutNamedOriginsNoPageElsewhereMaySendAndAStarIsAnyPage) {
  ServiceFixture closed;
  const HttpRequest asked = ServiceFixture::request("OPTIONS", fires);
  EXPECT_EQ(outcome_of(ask_from_page(closed, asked, "https://app.example")), "origin-not-allowed");
  ServiceOptions options;
  options.allowed_origins = {"*"};
  ServiceFixture open(options);
  EXPECT_EQ(field_of(ask_from_page(open, asked, "http://localhost:3000"), "Access-Control-Allow-Origin"),
            "http://localhost:3000");
}

TEST(CollectorService, AStoreThatFailsIsSaidToBeUnavailableAndIsWaitedFor) {
  ServiceFixture fixture;
  const HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(1)));
  fixture.store.is_failing = true;
  const HttpResponse refused = fixture.ask(batch);
  EXPECT_EQ(outcome_of(refused), "store-unavailable");
  EXPECT_NE(field_of(refused, "Retry-After"), "");
  EXPECT_EQ(outcome_of(fixture.get(fires + "/estimates", fixture.reader)), "store-unavailable");
  fixture.store.is_failing = false;
  EXPECT_EQ(body_of(fixture.ask(batch)).at("accepted"), 1);
}

TEST(CollectorService, TooMuchWaitingIsRefusedForLater) {
  ServiceOptions options;
  options.commit.bytes = 1;
  ServiceFixture fixture(options);
  EXPECT_EQ(outcome_of(fixture.ask_while_held_up()), "busy");
}

TEST(CollectorService, WhatTheFrontRefusesBeforeThereIsABody) {
  ServiceFixture fixture;
  HttpRequest head = fixture.batch("");
  const EarlyAnswer good = fixture.service->answer_early(head);
  EXPECT_FALSE(good.refusal);
  EXPECT_FALSE(good.sender.empty());
  const auto with = [&](const std::string& name, const std::string& value) {
    HttpRequest other = head;
    ServiceFixture::set_header(other, name, value);
    return outcome_of(*fixture.service->answer_early(other).refusal);
  };
  EXPECT_EQ(with("authorization", "Bearer x"), "token-unknown");
  EXPECT_EQ(with("authorization", "Bearer " + fixture.reader), "token-scope");
  fixture.create({{"id", "other"}});
  head.path = "/v1/collections/other/reports";
  EXPECT_EQ(with("idempotency-key", "1"), "token-scope") << "a token of another collection";
  head.path = "/v1/collections/fires/reports";
  // Where anybody may ask nobody sends a body: it would take the place of those who may.
  for (const char* path : {"/healthz", "/", "/readyz", "/v1/openapi.json"}) {
    EXPECT_EQ(outcome_of(*fixture.service->answer_early(ServiceFixture::request("GET", path)).refusal), "too-large");
  }
  EXPECT_EQ(outcome_of(*fixture.service->answer_early(ServiceFixture::request("OPTIONS", fires)).refusal), "too-large");
  EXPECT_EQ(with("content-type", "text/html"), "unsupported-media-type");
  EXPECT_EQ(with("content-encoding", "br"), "unsupported-encoding");
  EXPECT_EQ(with("idempotency-key", "1"), "key-missing");
  EXPECT_EQ(outcome_of(fixture.service->refused("internal", "a test", ServiceFixture::request("GET", "/"))),
            "internal");
}

TEST(CollectorService, TheLogHoldsNoSecretAndRepeatsNothing) {
  ServiceFixture fixture;
  for (int i = 0; i < 50; ++i) fixture.get("/v1/collections?secret=hunter2", "sdr_stolen");
  fixture.ask(fixture.batch(fixture.sealed(fixture.reports(1))));
  const std::string log = fixture.log_text();
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = log.find("token-unknown", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, 1U) << log;
  for (const std::string& secret :
       {fixture.admin, fixture.reader, fixture.client, std::string("stolen"), std::string("hunter2")}) {
    EXPECT_EQ(log.find(secret), std::string::npos);
  }
}

TEST(CollectorService, MetricsCountWhatHappened) {
  ServiceFixture fixture;
  const HttpRequest batch = fixture.batch(fixture.sealed(fixture.reports(7)));
  fixture.ask(batch);
  fixture.ask(batch);
  fixture.get("/v1/collections", "sdr_wrong");
  const std::string text = fixture.get("/metrics", fixture.reader).body;
  for (const char* line :
       {"sourdine_batches_total{outcome=\"accepted\"} 1\n", "sourdine_batches_total{outcome=\"repeated\"} 1\n",
        "sourdine_reports_total{outcome=\"accepted\"} 7\n", "sourdine_refused_total{reason=\"token-unknown\"} 1\n",
        "sourdine_http_requests_total{route=\"POST /v1/collections/{id}/reports\",status=\"200\"} 2\n",
        "sourdine_collection_reports{collection=\"fires\"} 7\n",
        "sourdine_screening_warnings{collection=\"fires\"} 0\n", "sourdine_commits_total ",
        "sourdine_store_bytes 4096\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(ParallelCollectorService, ManySendersAndReadersAtOnce) {
  ServiceFixture fixture;
  const std::string body = fixture.sealed(fixture.reports(3));
  std::vector<std::thread> threads;
  std::atomic<int> counted = 0, repeated = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        const HttpRequest batch = fixture.batch(body);
        for (int again = 0; again < 2; ++again) {
          const json answer = body_of(fixture.ask(batch));
          (answer.at("repeated") == true ? repeated : counted)++;
        }
        fixture.get(fires + "/estimates", fixture.reader);
      }
    });
  }
  threads.emplace_back([&] {
    for (int i = 0; i < 10; ++i) {
      const auto made = fixture.service->create_token(Scope::reader, "", "");
      fixture.get(fires, made.secret);
      fixture.get("/metrics", fixture.reader);
    }
  });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counted, 100);
  EXPECT_EQ(repeated, 100);
  EXPECT_EQ(fixture.store.periods(*fixture.collection())[0].reports, 300U);
}

}  // namespace
}  // namespace sourdine
