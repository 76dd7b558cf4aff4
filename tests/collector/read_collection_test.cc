// A release of a collector's reports, read over HTTP: the collection's parameters, periods and tallies are those of the
// store.
#include "sourdine/collector/read_collection.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "made_collections.h"
#include "sourdine/collector/http/server.h"
#include "sourdine/collector/service.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/local_protocol.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;

class ServedCollection {
 public:
  ServedCollection()
      : store_(open_store("sqlite:" + directory_.file("collector.sqlite"))),
        log_(LogLevel::error, [](const std::string&) {}),
        service_(*store_, log_, {}),
        server_({.port = 0, .threads = 1},
                {.handle = [this](HttpRequest request,
                                  Respond respond) { service_.handle(std::move(request), std::move(respond)); },
                 .answer_early = {},
                 .problem = [this](std::string_view slug, const std::string& detail,
                                   const HttpRequest& head) { return service_.refused(slug, detail, head); }}) {
    const auto oracle = make_oracle({"oue", Domain({"north", "south", "east"}), 1, {}});
    const nlohmann::json asked = {{"id", "fires"},
                                  {"title", "Fires"},
                                  {"spec", nlohmann::json::parse(oracle->spec()->json())},
                                  {"period", "day"},
                                  {"min_reports", 50}};
    collection_ = service_.create_collection(asked.dump());
    SeededBits random(3);
    for (const std::int64_t day : {20'454, 20'456}) {
      Reports reports(oracle->report_bytes());
      oracle->randomize(std::vector<Value>(static_cast<std::size_t>(day - 20'400), 1), random, reports);
      Batch batch;
      batch.collection = collection_;
      batch.key = make_batch_key(UnixTime(std::chrono::days(day)));
      batch.period = day;
      batch.bytes.assign(reports.view().bytes.begin(), reports.view().bytes.end());
      batch.reports = reports.size();
      batch.received = UnixTime(std::chrono::days(day));
      if (store_->commit(std::span(&batch, 1)).at(0) != BatchOutcome::counted) std::abort();
    }
    const RangeProtocol ages(LocalTreeSpec{.size = 16, .degree = 4, .epsilon = 1, .oracle = "oue"});
    const nlohmann::json more = {
        {"id", "ages"}, {"kind", "range"}, {"spec", nlohmann::json::parse(ages.spec()->json())}};
    service_.create_collection(more.dump());
    token_ = service_.create_token(Scope::reader, "", "").secret;
    write_all(directory_.file("token"), token_ + "\n");
    server_.start();
  }
  ~ServedCollection() { server_.stop(); }

  CollectionSource source() const {
    return {.url = server_.url(), .collection = "fires", .token_file = directory_.file("token"), .ca_file = {}};
  }
  const TemporaryDirectory& directory() const { return directory_; }
  const std::string& token() const { return token_; }
  std::vector<StoredTally> tallies() { return store_->tallies(*collection_, 0, 1 << 20); }
  const Collection& collection() const { return *collection_; }

 private:
  TemporaryDirectory directory_;
  std::unique_ptr<Store> store_;
  CollectorLog log_;
  CollectorService service_;
  HttpServer server_;
  std::shared_ptr<const Collection> collection_;
  std::string token_;
};

TEST(ReadCollection, OfACollectorIsWhatItsStoreHas) {
  ServedCollection served;
  const ReportedCollection read = read_collection(served.source());
  const ReportedCollection expected = reported_collection(served.collection(), served.tallies());
  EXPECT_EQ(read.name, "fires");
  EXPECT_EQ(read.title, "Fires");
  EXPECT_EQ(read.min_reports, 50U);
  EXPECT_EQ(read.period, Period::day);
  EXPECT_TRUE(read.is_private);
  EXPECT_EQ(read.oracle, expected.oracle);
  ASSERT_EQ(read.periods.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.periods[i].number, expected.periods[i].number);
    EXPECT_EQ(read.periods[i].tally.reports, expected.periods[i].tally.reports);
    EXPECT_EQ(read.periods[i].tally.cells, expected.periods[i].tally.cells);
  }
}

TEST(ReadTallies, OfACollectorAreThoseOfTheStoreWhateverTheProtocol) {
  ServedCollection served;
  CollectionSource source = served.source();
  source.token = served.token();
  source.token_file = {};
  const CollectionTallies fires = read_tallies(source);
  const std::vector<StoredTally> expected = served.tallies();
  ASSERT_EQ(fires.tallies.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(fires.tallies[i].period, expected[i].period);
    EXPECT_EQ(fires.tallies[i].reports, expected[i].reports);
    EXPECT_EQ(fires.tallies[i].cells, expected[i].cells);
    EXPECT_EQ(fires.tallies[i].seeded, 0U);
  }
  source.collection = "ages";
  const CollectionTallies ages = read_tallies(source);
  EXPECT_FALSE(ages.collection.settings.period);
  EXPECT_EQ(ages.collection.protocol->spec()->kind(), "range");
  EXPECT_TRUE(ages.tallies.empty());
  EXPECT_NE(input_error([&] { read_collection(source); }).find("no periods"), std::string::npos);
}

TEST(ReadCollection, SaysWhatIsWrong) {
  ServedCollection served;
  CollectionSource source = served.source();
  source.collection = "floods";
  EXPECT_NE(input_error([&] { read_collection(source); }).find("404"), std::string::npos);
  source = served.source();
  write_all(source.token_file, "sdr_nonsense\n");
  EXPECT_NE(input_error([&] { read_collection(source); }).find("401"), std::string::npos);
  write_all(source.token_file, "\n");
  EXPECT_NE(input_error([&] { read_collection(source); }).find("no token"), std::string::npos);
  source.token_file = {};
  EXPECT_EQ(error_code([&] { read_collection(source); }), ErrorCode::usage);
  source.collection = "No Id";
  EXPECT_EQ(error_code([&] { read_collection(source); }), ErrorCode::bad_input);
}

}  // namespace
}  // namespace sourdine
