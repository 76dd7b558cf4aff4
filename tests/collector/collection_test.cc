#include "sourdine/collector/collection.h"

#include <gtest/gtest.h>

#include <set>

#include "sourdine/collector/store/store.h"
#include "sourdine/collector/token.h"
#include "support/errors.h"

namespace sourdine {
namespace {

TEST(CollectionSettings, AreTheSameAfterJson) {
  CollectionSettings settings{.title = "Où ?", .period = Period::week, .max_reports = 5, .keep_reports = true};
  settings.retention = std::chrono::days(30);
  settings.map = R"({"a":[[[[[[[[1,2]]]]]]]],"b":{}})";
  settings.dataset = "d";
  EXPECT_EQ(parse_collection_settings(to_json(settings)), settings);
  EXPECT_EQ(parse_collection_settings(to_json(CollectionSettings{})), CollectionSettings{});
  EXPECT_EQ(parse_collection_settings("{}"), CollectionSettings{});
  EXPECT_EQ(to_json(CollectionSettings{}),
            R"({"accepts_seeded":false,"clock_ahead_seconds":300,"clock_window_seconds":259200,"dataset":"",)"
            R"("jitter_seconds":0,"keeps_reports":false,"late_window_seconds":2678400,"map":null,"max_reports":null,)"
            R"("max_reports_per_minute":null,"min_reports":100,"period":null,"retention_days":null,"title":""})");
}

TEST(CollectionSettings, NameWhatIsWrong) {
  const auto error = [](const char* json) { return testing::input_error([json] { parse_collection_settings(json); }); };
  EXPECT_EQ(error("[]"), "the settings of the collection are not a JSON object");
  EXPECT_EQ(error("{"), "the settings of the collection are not JSON");
  EXPECT_EQ(error(R"({"titel":"x"})"), "a collection has no setting 'titel'");
  EXPECT_EQ(error(R"({"title":5})"), "'title' of the collection must be a text");
  EXPECT_EQ(error(R"({"min_reports":-1})"),
            "'min_reports' of the collection must be a whole number from 0 to 4611686018427387904");
  EXPECT_EQ(error(R"({"max_reports":1.5})"),
            "'max_reports' of the collection must be a whole number from 1 to 4611686018427387904");
  EXPECT_EQ(error(R"({"clock_window_seconds":1e300})"),
            "'clock_window_seconds' of the collection must be a whole number from 1 to 31622400");
  EXPECT_EQ(error(R"({"period":"day","jitter_seconds":7200,"late_window_seconds":3600})"),
            "'jitter_seconds' of the collection must not be more than its 'late_window_seconds'");
  EXPECT_EQ(error(R"({"keeps_reports":1})"), "'keeps_reports' of the collection must be true or false");
  EXPECT_EQ(error(R"({"map":[]})"), "'map' of the collection must be an object");
  EXPECT_EQ(error(R"({"period":"decade"})"), "unknown period 'decade'; known: hour, day, week, month, year");
}

TEST(CollectionId, IsPlain) {
  for (const char* id : {"a", "0", "fires-2026_b"}) EXPECT_NO_THROW(require_collection_id(id));
  EXPECT_NO_THROW(require_collection_id(std::string(64, 'a')));
  for (const std::string id : {"", "A", "-a", "_", "a/b", "..", "a b", "é"}) {
    EXPECT_NE(testing::input_error([&] { require_collection_id(id); }), "no error") << id;
  }
  EXPECT_NE(testing::input_error([] { require_collection_id(std::string(65, 'a')); }), "no error");
}

TEST(Tokens, AreTheirScopesAndNeverTheSame) {
  const UnixTime now{};
  std::set<std::string> secrets, ids;
  for (const Scope scope : {Scope::client, Scope::reader, Scope::admin}) {
    EXPECT_EQ(find_scope(scope_name(scope)), scope);
    for (int i = 0; i < 50; ++i) {
      const NewToken made = make_token(scope, "c", "", now);
      EXPECT_EQ(made.secret.size(), 47U);
      EXPECT_EQ(made.secret.substr(0, 4), std::string("sd") + scope_name(scope)[0] + "_");
      EXPECT_EQ(made.token.id.size(), 12U);
      EXPECT_EQ(made.token.hash, token_hash(made.secret));
      secrets.insert(made.secret.substr(4));
      ids.insert(made.token.id);
    }
  }
  EXPECT_EQ(secrets.size(), 150U);
  EXPECT_EQ(ids.size(), 150U);
  EXPECT_EQ(testing::input_error([] { find_scope("root"); }), "unknown scope 'root'; known: client, reader, admin");
}

TEST(BatchKeys, AreUuidsOfVersion7) {
  // The example of RFC 9562, appendix A.6.
  const auto example = parse_batch_key("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");
  ASSERT_TRUE(example);
  EXPECT_EQ(to_text(*example), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  EXPECT_EQ(time_of(*example), UnixTime(std::chrono::milliseconds(1645557742000)));
  for (const char* text : {"", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-18c4-dc0c0c07398f",
                           "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
                           "017f22e279b0-7cc3-98c4-dc0c0c07398f0", "{17f22e2-79b0-7cc3-98c4-dc0c0c07398f"}) {
    EXPECT_FALSE(parse_batch_key(text)) << text;
  }
  const UnixTime now(std::chrono::milliseconds(1'800'000'000'123));
  std::set<BatchKey> keys;
  for (int i = 0; i < 1000; ++i) {
    const BatchKey key = make_batch_key(now);
    EXPECT_EQ(time_of(key), now);
    EXPECT_EQ(parse_batch_key(to_text(key)), key);
    keys.insert(key);
  }
  EXPECT_EQ(keys.size(), 1000U);
  EXPECT_LT(make_batch_key(now), make_batch_key(now + std::chrono::milliseconds(1)));
}

}  // namespace
}  // namespace sourdine
