#include "sourdine/collector/body.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "collector/service_fixture.h"

namespace sourdine {
namespace {

using nlohmann::json;
using testing::ServiceFixture;

// "" when the body is taken, the slug otherwise.
template <class Read>
std::string refusal(Read read) {
  try {
    read();
  } catch (const Problem& problem) {
    return std::string(problem.row().slug);
  }
  return "";
}

TEST(CollectorBody, SealedReportsAreThoseOfTheFileReader) {
  ServiceFixture fixture;
  const auto collection = fixture.collection();
  const ReportPrefixes prefixes(*collection);
  for (const std::size_t count : {1U, 2U, 70'000U}) {
    const Reports made = fixture.reports(count);
    for (const bool is_private : {true, false}) {
      const ReportsBody body =
          read_sealed_reports(fixture.sealed(made, "fires", is_private), *collection, prefixes, {});
      EXPECT_EQ(body.reports, count);
      EXPECT_EQ(body.is_private, is_private);
      EXPECT_TRUE(std::equal(body.bytes.begin(), body.bytes.end(), made.bytes().begin(), made.bytes().end()));
    }
  }
}

TEST(CollectorBody, NoDamagedByteIsTaken) {
  ServiceFixture fixture;
  const auto collection = fixture.collection();
  const ReportPrefixes prefixes(*collection);
  const std::string good = fixture.sealed(fixture.reports(3));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    const std::string slug = refusal([&] { read_sealed_reports(bad, *collection, prefixes, {}); });
    EXPECT_TRUE(slug == "malformed-reports" || slug == "wrong-spec") << at << " " << slug;
    EXPECT_EQ(refusal([&] { read_sealed_reports(good.substr(0, at), *collection, prefixes, {}); }),
              "malformed-reports");
  }
  EXPECT_EQ(refusal([&] { read_sealed_reports(good + "x", *collection, prefixes, {}); }), "malformed-reports");
}

TEST(CollectorBody, OtherCollectionsAndSpecsAreNamed) {
  ServiceFixture fixture;
  fixture.create({{"id", "twin"}});
  fixture.create({{"id", "other"}, {"spec", {{"oracle", "oue"}, {"k", 4}, {"epsilon", 2.0}}}});
  const auto collection = fixture.collection();
  const ReportPrefixes prefixes(*collection);
  for (const char* id : {"twin", "other"}) {
    EXPECT_EQ(
        refusal([&] { read_sealed_reports(fixture.sealed(fixture.reports(1, id), id), *collection, prefixes, {}); }),
        "wrong-spec");
  }
}

TEST(CollectorBody, MoreReportsThanABatchMayHave) {
  ServiceFixture fixture;
  const auto collection = fixture.collection();
  const ReportPrefixes prefixes(*collection);
  const BodyLimits limits{1U << 20, 4};
  const Reports made = fixture.reports(5);
  EXPECT_EQ(refusal([&] { read_sealed_reports(fixture.sealed(made), *collection, prefixes, limits); }), "too-large");
  EXPECT_EQ(refusal([&] { read_json_reports(fixture.json_body(made), *collection, limits); }), "too-large");
  EXPECT_EQ(read_json_reports(fixture.json_body(fixture.reports(4)), *collection, limits).reports, 4U);
}

TEST(CollectorBody, JsonIsReadStrictly) {
  ServiceFixture fixture;
  const auto collection = fixture.collection();
  const std::string print = hexadecimal(collection->protocol->spec()->fingerprint());
  const auto of = [&](const std::string& text) { return refusal([&] { read_json_reports(text, *collection, {}); }); };
  const std::string head = "{\"fingerprint\":\"" + print + "\",\"reports\":";
  EXPECT_EQ(of(head + R"(["AA=="]})"), "");
  EXPECT_EQ(of(R"({"reports":["AA=="],"fingerprint":")" + print + "\"}"), "");
  EXPECT_EQ(of(head + R"(["AA=="],"randomness":"seeded, not private"})"), "");
  for (const char* tail : {"[\"AA==\"]", "[\"AA==\"]}x", "[\"AA==\"],\"reports\":[]}", "[\"AA==\"],\"extra\":1}", "{}}",
                           "\"AA==\"}", "[[\"AA==\"]]}", "[1]}", "[null]}", "[\"AA==\"],\"randomness\":\"none\"}",
                           "[\"AA==\"],\"randomness\":1}", "[{\"a\":1}]}"}) {
    EXPECT_EQ(of(head + tail), "malformed-json") << tail;
  }
  for (const char* report : {"AA", "A===", "AA=A", "AB==", "AAA=", "AA-=", "====", "", "AAAA", "AA==AA=="}) {
    EXPECT_EQ(of(head + "[\"" + report + "\"]}"), "malformed-reports") << report;
  }
  EXPECT_EQ(of("{\"fingerprint\":\"00\",\"reports\":[\"AA==\"]}"), "wrong-spec");
  EXPECT_EQ(of("{\"reports\":[\"AA==\"]}"), "malformed-json");
  EXPECT_EQ(of(head.substr(0, head.size() - 11) + "}"), "malformed-json");
  EXPECT_EQ(of(std::string(1'000'000, '[')), "malformed-json");
  EXPECT_EQ(of("[]"), "malformed-json");
  EXPECT_EQ(of("\"x\""), "malformed-json");
}

TEST(CollectorBody, WhatIsDecompressedHasALimit) {
  std::string bomb(1000, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY);
  std::string zeros(500'000, '\0');
  bomb.resize(deflateBound(&stream, zeros.size()));
  stream.next_in = reinterpret_cast<Bytef*>(zeros.data());
  stream.avail_in = static_cast<uInt>(zeros.size());
  stream.next_out = reinterpret_cast<Bytef*>(bomb.data());
  stream.avail_out = static_cast<uInt>(bomb.size());
  deflate(&stream, Z_FINISH);
  bomb.resize(stream.total_out);
  deflateEnd(&stream);
  ASSERT_LT(bomb.size(), 1000U);
  EXPECT_EQ(decompressed_body(bomb, "gzip", 500'000).size(), 500'000U);
  EXPECT_EQ(refusal([&] { decompressed_body(bomb, "gzip", 499'999); }), "too-large");
  // Members behind each other count together.
  EXPECT_EQ(refusal([&] { decompressed_body(bomb + bomb, "gzip", 999'999); }), "too-large");
  EXPECT_EQ(refusal([&] { decompressed_body(bomb.substr(0, 300), "gzip", 500'000); }), "malformed-reports");
  EXPECT_EQ(refusal([&] { decompressed_body(bomb, "zstd", 500'000); }), "malformed-reports");
  EXPECT_EQ(refusal([&] { decompressed_body("", "gzip", 500'000); }), "malformed-reports");
}

}  // namespace
}  // namespace sourdine
