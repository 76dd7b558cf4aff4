#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app.h"
#include "events/arrow_table.h"
#include "sourdine/base/stop.h"
#include "sourdine/events/arrow_rows.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/publish/config_text.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;
using testing::error_code;
using testing::error_message;
using testing::named;
using testing::read_all;
using testing::table_of;
using testing::TemporaryDirectory;
using testing::TestStream;
using testing::text_array;
using Words = std::vector<std::string>;

struct Ran {
  int code = 0;
  std::string out, err;
  Words progress;
};

Ran command(const Words& arguments) {
  Ran ran;
  std::ostringstream out, err;
  cli::Context context{.out = out, .err = err};
  context.progress = [&](const std::string& what) { ran.progress.push_back(what); };
  ran.code = cli::run_command(arguments, context);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

// Error(usage) with the sentence and the hint that run() prints.
void expect_printed_error(const Words& arguments, ErrorCode code) {
  std::ostringstream out, err;
  EXPECT_EQ(cli::run(arguments, out, err), 2);
  try {
    command(arguments);
    FAIL() << arguments.back();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(err.str(),
              std::string("sourdine: ") + error.what() + "\n" + (error.hint().empty() ? "" : error.hint() + "\n"));
  }
}

TEST(RunCommand, ThrowsWhatRunPrints) {
  expect_printed_error({"oracls"}, ErrorCode::usage);
  expect_printed_error({"oracles", "--jsn"}, ErrorCode::usage);
  expect_printed_error({"plan", "--epsilon", "0,5"}, ErrorCode::usage);
  expect_printed_error({}, ErrorCode::usage);
  expect_printed_error({"inspect", "/no/such/file"}, ErrorCode::bad_input);
}

TEST(RunCommand, HelpAndVersionAreNoErrors) {
  EXPECT_EQ(command({"--version"}).out.find("sourdine "), 0U);
  EXPECT_NE(command({"release", "--help"}).out.find("--config"), std::string::npos);
}

TEST(RunCommand, LeavesNothingBehindInTheProcess) {
  struct sigaction before = {}, after = {};
  ASSERT_EQ(sigaction(SIGINT, nullptr, &before), 0);
  const std::string first = command({"oracles", "--json"}).out;
  EXPECT_EQ(error_code([] { command({"oracles", "--jsn"}); }), ErrorCode::usage);
  EXPECT_EQ(command({"oracles", "--json"}).out, first);
  ASSERT_EQ(sigaction(SIGINT, nullptr, &after), 0);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(RunCommand, IsCalledByThreadsSideBySide) {
  const std::string expected = command({"oracles", "--json"}).out;
  std::vector<std::thread> threads;
  std::vector<std::string> outs(4);
  for (std::string& out : outs) {
    threads.emplace_back([&out] { out = command({"oracles", "--json"}).out; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& out : outs) EXPECT_EQ(out, expected);
}

const Words times{"2024-01-01", "2024-01-01", "2024-01-02 08:00:00"}, places{"north", "south", "south"};

NamedRows::Open frame(Words when = times) {
  return [when] {
    const std::vector<std::optional<std::string>> whens(when.begin(), when.end());
    const std::vector<std::optional<std::string>> wheres(places.begin(), places.end());
    TestStream from(table_of({named("when", text_array(whens)), named("where", text_array(wheres))}));
    ArrowArrayStream stream = from.stream();
    return arrow_rows(stream);
  };
}

std::string config_text(const TemporaryDirectory& folder) {
  return "dataset = \"calls\"\n[events]\ntime = \"when\"\nplace = \"where\"\n[places]\n"
         "regions = [\"north\", \"south\"]\n[privacy]\nepsilon = 1\nledger = \"" +
         folder.file("calls.ledger.jsonl") + "\"\n";
}

// All that is published, by the names of the files.
std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder).string()] = read_all(entry.path().string());
  }
  return files;
}

TEST(RunCommand, ReleasesAFrameByAConfigurationInMemoryAsItDoesAFile) {
  const TemporaryDirectory folder;
  std::ofstream csv(folder.file("events.csv"));
  csv << "when,where\n";
  for (std::size_t i = 0; i < times.size(); ++i) csv << times[i] << "," << places[i] << "\n";
  csv.close();
  const NamedConfig config(config_text(folder));
  const NamedRows rows(frame());
  const Words rest{"--config", config.name(), "--seed", "7", "--json", "--out"};
  const auto release = [&](const std::string& source, const std::string& out) {
    Words arguments{"release", source};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    arguments.push_back(out);
    return command(arguments);
  };
  const Ran from_frame = release(rows.name(), folder.file("a"));
  EXPECT_EQ(from_frame.code, 0);
  EXPECT_FALSE(from_frame.progress.empty());
  EXPECT_EQ(nlohmann::json::parse(from_frame.out).at("events"), 3);
  release(folder.file("events.csv"), folder.file("b"));
  const auto a = files_of(folder.file("a")), b = files_of(folder.file("b"));
  // The others tell of the ledger, too, which has one entry more for the second release.
  for (const char* name : {"estimates.csv", "totals.csv", "synthetic.csv", "PRIVACY.md"}) {
    EXPECT_EQ(a.at(name), b.at(name)) << name;
  }
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, bytes] : a) {
    EXPECT_EQ(bytes.find(rows.name()), std::string::npos) << name;
    EXPECT_EQ(bytes.find(config.name()), std::string::npos) << name;
  }
  const std::string ledger = read_all(folder.file("calls.ledger.jsonl"));
  EXPECT_EQ(ledger.find(rows.name()), std::string::npos);
  EXPECT_EQ(ledger.find(config.name()), std::string::npos);
}

TEST(RunCommand, ChecksAFrameThatCanBeReadOnce) {
  const TemporaryDirectory folder;
  const NamedConfig config(config_text(folder));
  for (const auto reading : {NamedRows::Reading::once, NamedRows::Reading::again}) {
    const NamedRows rows(frame({"2024-01-01", "", "2024-01-02"}), reading);
    const Ran ran = command({"release", rows.name(), "--config", config.name(), "--check", "--json"});
    EXPECT_EQ(ran.out.find("the frame, row 2, column 'when'") != std::string::npos,
              reading == NamedRows::Reading::again)
        << ran.out;
    EXPECT_EQ(ran.out.find(rows.name()), std::string::npos) << ran.out;
  }
}

TEST(RunCommand, MakesAFirstConfigurationFromAFrame) {
  const TemporaryDirectory folder;
  const NamedRows rows(frame());
  EXPECT_EQ(error_code([&] { command({"init", rows.name(), "--json", "--yes"}); }), ErrorCode::usage);
  const Ran ran = command({"init", rows.name(), "--rare", "1", "--yes", "--out", folder.file("calls.toml")});
  EXPECT_EQ(ran.out.find("3 rows of the frame, 2 columns"), 0U) << ran.out;
  const std::string text = read_all(folder.file("calls.toml"));
  EXPECT_EQ(text.find(rows.name()), std::string::npos) << text;
  EXPECT_NE(text.find("dataset = \"calls\""), std::string::npos) << text;
  EXPECT_EQ(command({"release", rows.name(), "--config", folder.file("calls.toml"), "--check", "--json"}).code, 0);
}

TEST(RunCommand, CountsRangesOfAFrame) {
  const TemporaryDirectory folder;
  const NamedRows rows(frame());
  const Ran ran = command({"range", "build", rows.name(), "--time", "when", "--by", "day", "--from", "2024-01-01",
                           "--to", "2024-01-03", "--epsilon", "1", "--out", folder.file("r.srng"), "--json"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(read_all(folder.file("r.srng")).find(rows.name()), std::string::npos);
  EXPECT_EQ(ran.out.find(rows.name()), std::string::npos) << ran.out;
}

TEST(RunCommand, AConfigurationInMemoryNamesItsDataSet) {
  const NamedConfig config("[events]\ntime = \"when\"\n");
  const NamedRows rows(frame());
  const Words arguments{"release", rows.name(), "--config", config.name(), "--check"};
  EXPECT_EQ(error_message(ErrorCode::bad_input, [&] { command(arguments); }), "'configuration': there is no 'dataset'");
}

TEST(RunCommand, CanBeStoppedAndCalledAgain) {
  const TemporaryDirectory folder;
  const NamedConfig config(config_text(folder));
  const NamedRows rows([] {
    process_stop().ask();  // Ctrl-C while the frame is opened
    return frame()();
  });
  const Words arguments{"release", rows.name(), "--config", config.name(), "--out", folder.file("out")};
  EXPECT_EQ(error_code([&] { command(arguments); }), ErrorCode::cancelled);
  EXPECT_FALSE(fs::exists(folder.file("out")));
  process_stop().renew();
  const NamedRows again(frame());
  EXPECT_EQ(command({"release", again.name(), "--config", config.name(), "--out", folder.file("out")}).code, 0);
}

}  // namespace
}  // namespace sourdine
