#include <gtest/gtest.h>
#include <zlib.h>

#include <thread>

#include "collector/raw_http.h"
#include "sourdine/collector/http/request_reader.h"
#include "sourdine/collector/http/target.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::RawClient;
using testing::ServedFixture;
using namespace std::chrono_literals;

const std::string get_health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

bool has_slug(const std::string& answer, const std::string& slug) {
  return answer.find("urn:sourdine:problem:" + slug + "\"") != std::string::npos;
}

std::string gzip_of(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

TEST(CollectorHttp, AnswersAndSaysNothingOfItself) {
  ServedFixture fixture;
  RawClient client(fixture.server->port());
  client.send(get_health);
  const std::string answer = client.read_until("ok");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
  for (const char* field : {"Cache-Control: no-store", "X-Content-Type-Options: nosniff", "frame-ancestors 'none'"}) {
    EXPECT_NE(answer.find(field), std::string::npos) << field;
  }
  EXPECT_EQ(answer.find("Server:"), std::string::npos);
}

TEST(CollectorHttp, PipelinedRequestsAreAnsweredInOrder) {
  ServedFixture fixture;
  const std::string batch = fixture.post_text(fixture.sealed(fixture.reports(2)));
  const std::string answer = fixture.answer_to("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n" + batch + batch +
                                               "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::size_t ready = answer.find("\"ready\":true"), first = answer.find("\"repeated\":false"),
                    second = answer.find("\"repeated\":true");
  ASSERT_NE(second, std::string::npos) << answer;
  EXPECT_LT(ready, first);
  EXPECT_LT(first, second);
  EXPECT_TRUE(answer.ends_with("ok"));
}

TEST(CollectorHttp, HeadHasNoBodyAndOldClientsAreClosed) {
  ServedFixture fixture;
  const std::string head = fixture.answer_to("HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_NE(head.find("Content-Length: 2\r\n"), std::string::npos);
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  EXPECT_TRUE(fixture.answer_to("GET /healthz HTTP/1.0\r\n\r\n").ends_with("ok"));
}

TEST(CollectorHttp, ChunkedBodiesAndBytesOneByOne) {
  ServedFixture fixture;
  const std::string body = fixture.sealed(fixture.reports(1));
  std::string text = fixture.post_text(body);
  const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
  text.replace(text.find(length), length.size(), "Transfer-Encoding: chunked\r\nConnection: close\r\n");
  char size[16];
  std::snprintf(size, sizeof size, "%zx\r\n", body.size());
  text.replace(text.size() - body.size(), body.size(), size + body + "\r\n0\r\n\r\n");
  EXPECT_NE(fixture.answer_to(text).find("\"accepted\":1"), std::string::npos);
  // No size of a chunk; a chunk that is longer than its size.
  for (const std::string& chunks : {std::string("zz\r\n\r\n"), "1\r\n" + body + "\r\n0\r\n\r\n"}) {
    const std::string bad = text.substr(0, text.find("\r\n\r\n") + 4) + chunks;
    EXPECT_TRUE(has_slug(fixture.answer_to(bad), "malformed-request")) << chunks;
  }
  RawClient slow(fixture.server->port());
  for (const char letter : get_health) slow.send({&letter, 1});
  EXPECT_TRUE(slow.read_until("ok").ends_with("ok"));
}

TEST(CollectorHttp, WaitsToBeToldToContinue) {
  ServedFixture fixture;
  const std::string body = fixture.sealed(fixture.reports(1));
  const std::string text = fixture.post_text(body, "Expect: 100-continue\r\n");
  RawClient client(fixture.server->port());
  client.send(std::string_view(text).substr(0, text.size() - body.size()));
  ASSERT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send(body);
  EXPECT_NE(client.read_until("accepted\":1").find("accepted\":1"), std::string::npos);
  // A stranger is not asked for the body.
  std::string stranger = text.substr(0, text.size() - body.size());
  stranger.replace(stranger.find("sdc_"), 8, "sdc_xxxx");
  const std::string answer = fixture.answer_to(stranger);
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 401 ")) << answer;
}

TEST(CollectorHttp, WhatTwoReadersCouldReadDifferentlyIsRefused) {
  ServedFixture fixture;
  const std::string host = "Host: x\r\n";
  const std::vector<std::string> malformed = {
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 5, 5\r\n\r\nhello",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: +5\r\n\r\nhello",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 0x5\r\n\r\nhello",
      "POST / HTTP/1.1\r\n" + host + "Content-Length:\r\n\r\nhello",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n",
      "POST / HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\n" + host + "X: a\r\n b\r\n\r\n",
      "GET / HTTP/1.1\r\n X: a\r\n" + host + "\r\n",
      "GET / HTTP/1.1\nHost: x\n\n",
      "GET / HTTP/1.1\r\nHost: x\n\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
      "GET / HTTP/1.1\r\n: x\r\n" + host + "\r\n",
      "GET / HTTP/1.1\r\nnothing\r\n" + host + "\r\n",
      "GET / HTTP/1.1\r\n" + host + host + "\r\n",
      std::string("GET / HTTP/1.1\r\n\r\n"),
      "GET  / HTTP/1.1\r\n" + host + "\r\n",
      "GET / HTTP/2.0\r\n" + host + "\r\n",
      "GET / HTTP/1.1 x\r\n" + host + "\r\n",
      "GET /\r\n" + host + "\r\n",
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15),
  };
  for (const std::string& bad : malformed) {
    const std::string answer = fixture.answer_to(bad);
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ") && has_slug(answer, "malformed-request")) << bad << "\n" << answer;
    // One answer, not two: nothing behind it was taken for a request.
    EXPECT_EQ(answer.find("HTTP/1.1 4", 1), std::string::npos) << bad;
    EXPECT_EQ(answer.find("HTTP/1.1 2"), std::string::npos) << bad;
  }
  EXPECT_TRUE(fixture.is_healthy());
}

TEST(CollectorHttp, PathsWithTwoMeaningsAreRefused) {
  ServedFixture fixture;
  for (const char* path : {"/v1/../healthz", "/./healthz", "/v1/%2e%2e/healthz", "/v1%2fcollections", "//healthz",
                           "/v1/collections/fires%2Freports", "/a%5cb", "/%00", "/%zz", "/a%", "http://x/healthz", "*",
                           "/a\\b", "/%ff", "healthz", "/healthz#x"}) {
    const std::string answer = fixture.answer_to("GET " + std::string(path) + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(has_slug(answer, "malformed-request")) << path << "\n" << answer;
  }
  const auto target = parse_http_target("/v1/collections/a%2Db?period=2026-11-17&x=a+b%26c&&y");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/v1/collections/a-b");
  EXPECT_EQ(target->query,
            (std::vector<std::pair<std::string, std::string>>{{"period", "2026-11-17"}, {"x", "a b&c"}, {"y", ""}}));
}

TEST(CollectorHttp, WhatIsTooLargeIsRefused) {
  HttpServerOptions options;
  options.header_bytes = 2048;
  options.body_bytes = 100'000;
  ServiceOptions service;
  service.body.bytes = 100'000;
  ServedFixture fixture(options, service);
  const std::string header =
      fixture.answer_to("GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + std::string(4000, 'x') + "\r\n\r\n");
  EXPECT_TRUE(header.starts_with("HTTP/1.1 431 ")) << header;
  const std::string endless = fixture.answer_to(std::string(100'000, 'A'));
  EXPECT_TRUE(has_slug(endless, "headers-too-large")) << endless;
  const std::string body = fixture.answer_to(fixture.post_text(std::string(200'000, 'x')));
  EXPECT_TRUE(body.starts_with("HTTP/1.1 413 ")) << body;
  // A bomb: a hundred bytes that would become ten million.
  const std::string bomb = fixture.answer_to(
      fixture.post_text(gzip_of(std::string(10'000'000, '\0')), "Content-Encoding: gzip\r\nConnection: close\r\n"));
  EXPECT_TRUE(has_slug(bomb, "too-large")) << bomb;
  EXPECT_TRUE(fixture.is_healthy());
}

TEST(CollectorHttp, CompressedReportsCount) {
  ServedFixture fixture;
  const std::string answer = fixture.answer_to(fixture.post_text(gzip_of(fixture.sealed(fixture.reports(9))),
                                                                 "Content-Encoding: gzip\r\nConnection: close\r\n"));
  EXPECT_NE(answer.find("\"accepted\":9"), std::string::npos) << answer;
}

// Each limit is short in a server of its own, where no other step of the test has to keep to it.
TEST(CollectorHttp, SlowHeadersAreRefusedAndSilenceIsClosed) {
  HttpServerOptions options;
  options.header_time = 150ms;
  ServedFixture fixture(options);
  RawClient silent(fixture.server->port());
  EXPECT_TRUE(silent.is_closed());
  EXPECT_EQ(silent.got, "");
  // Byte after byte does not extend the time. On a busy machine the first may come too late to be answered at all.
  bool is_refused = false;
  for (int attempt = 0; attempt < 100 && !is_refused; ++attempt) {
    RawClient slow(fixture.server->port());
    slow.send("GET /healthz HTTP/1.1\r\nHost: ");
    int sent = 0;
    while (sent < 3000 && slow.read_until("\r\n\r\n", 10).empty() && slow.send("x")) ++sent;
    ASSERT_LT(sent, 3000) << "half a minute of single bytes";
    if (slow.got.empty()) continue;
    ASSERT_TRUE(has_slug(slow.read_to_end(), "request-timeout")) << slow.got;
    is_refused = true;
  }
  EXPECT_TRUE(is_refused);
  EXPECT_TRUE(fixture.becomes_healthy());
}

TEST(CollectorHttp, SlowBodiesAreRefusedAndOthersServed) {
  HttpServerOptions options;
  options.body_time = 200ms;
  ServedFixture fixture(options);
  RawClient body(fixture.server->port());
  const std::string text = fixture.post_text("0123456789");
  body.send(std::string_view(text).substr(0, text.size() - 5));
  EXPECT_TRUE(fixture.is_healthy());
  EXPECT_TRUE(has_slug(body.read_to_end(), "request-timeout")) << body.got;
  EXPECT_TRUE(fixture.is_healthy());
}

TEST(CollectorHttp, ConnectionsThatAreKeptAreClosedWhenTheyAreIdle) {
  HttpServerOptions options;
  options.idle_time = 250ms;
  ServedFixture fixture(options);
  RawClient kept(fixture.server->port());
  kept.send(get_health);
  EXPECT_TRUE(kept.is_closed());
  EXPECT_TRUE(kept.got.ends_with("ok")) << kept.got;
  EXPECT_TRUE(fixture.is_healthy());
}

TEST(CollectorHttp, TooManyConnectionsAreClosedAtOnce) {
  HttpServerOptions options;
  options.connections_per_address = 3;
  ServedFixture fixture(options);
  {
    std::vector<std::unique_ptr<RawClient>> held;
    for (int i = 0; i < 3; ++i) {
      held.push_back(std::make_unique<RawClient>(fixture.server->port()));
      held.back()->send(get_health);
      held.back()->read_until("ok");
    }
    RawClient fourth(fixture.server->port());
    EXPECT_TRUE(fourth.is_closed());
    EXPECT_GE(fixture.service->metrics().connections_refused.load(), 1U);
    held[0]->got.clear();
    held[0]->send(get_health);
    EXPECT_TRUE(held[0]->read_until("ok").ends_with("ok"));
  }
  EXPECT_TRUE(fixture.becomes_healthy());
}

TEST(CollectorHttp, EventsAreStreamedUntilTheServerStops) {
  HttpServerOptions options;
  options.event_step = 20ms;
  ServedFixture fixture(options);
  RawClient listener(fixture.server->port());
  listener.send("GET /v1/collections/fires/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + fixture.reader +
                "\r\n\r\n");
  EXPECT_NE(listener.read_until("\"reports\":0").find("text/event-stream"), std::string::npos);
  fixture.ask(fixture.batch(fixture.sealed(fixture.reports(2))));
  EXPECT_NE(listener.read_until("\"reports\":2").find("\"reports\":2"), std::string::npos);
  fixture.server->stop();
  EXPECT_TRUE(listener.is_closed());
  EXPECT_TRUE(listener.got.ends_with("0\r\n\r\n"));
}

TEST(CollectorHttp, RefusesToListenToOthersWithoutTls) {
  HttpServerOptions options;
  options.address = "0.0.0.0";
  options.port = 0;
  const auto listen = [&] { HttpServer server(options, {}); };
  EXPECT_EQ(testing::error_code(listen), ErrorCode::bad_input);
  options.allow_plain = true;
  EXPECT_EQ(testing::error_code(listen), std::nullopt);
  options.address = "nowhere";
  EXPECT_EQ(testing::error_code(listen), ErrorCode::bad_input);
  options.address = "127.0.0.1";
  options.certificate = "none.pem";
  EXPECT_EQ(testing::error_code(listen), ErrorCode::bad_input);
  options.key = "none.pem";
  EXPECT_EQ(testing::error_code(listen), ErrorCode::bad_input);
  ServedFixture fixture;
  HttpServerOptions taken;
  taken.port = fixture.server->port();
  EXPECT_EQ(testing::error_code([&] { HttpServer server(taken, {}); }), ErrorCode::io);
}

TEST(ParallelCollectorHttp, StoppingLosesNoBatchThatWasAnswered) {
  ServedFixture fixture;
  const std::string body = fixture.sealed(fixture.reports(1));
  std::atomic<int> accepted = 0;
  std::atomic<bool> is_over = false;
  std::vector<std::thread> senders;
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int t = 0; t < 4; ++t) clients.push_back(std::make_unique<RawClient>(fixture.server->port()));
  for (int t = 0; t < 4; ++t) {
    senders.emplace_back([&, t] {
      RawClient& client = *clients[static_cast<std::size_t>(t)];
      while (!is_over) {
        client.got.clear();
        if (!client.send(fixture.post_text(body))) return;
        if (client.read_until("\"repeated\":false").find("\"repeated\":false") == std::string::npos) return;
        ++accepted;
      }
    });
  }
  while (accepted < 50) std::this_thread::sleep_for(1ms);
  fixture.server->stop();
  is_over = true;
  for (std::thread& sender : senders) sender.join();
  EXPECT_EQ(fixture.store.periods(*fixture.collection())[0].reports, static_cast<std::uint64_t>(accepted.load()));
}

TEST(ParallelCollectorHttp, IdleConnectionsDoNotHurt) {
  ServedFixture fixture;
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 200; ++i) idle.push_back(std::make_unique<RawClient>(fixture.server->port()));
  const std::string body = fixture.sealed(fixture.reports(1));
  std::vector<std::thread> senders;
  for (int t = 0; t < 2; ++t) {
    senders.emplace_back([&] {
      RawClient client(fixture.server->port());
      for (int i = 0; i < 50; ++i) {
        client.got.clear();
        client.send(fixture.post_text(body));
        ASSERT_NE(client.read_until("accepted").find("accepted"), std::string::npos);
      }
    });
  }
  for (std::thread& sender : senders) sender.join();
  idle[100]->send(get_health);
  EXPECT_TRUE(idle[100]->read_until("ok").ends_with("ok"));
}

}  // namespace
}  // namespace sourdine
