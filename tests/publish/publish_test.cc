// The order of publish(), and what becomes of money, state and files when each of its steps fails: on a kind that only
// tests have. The kinds that Sourdine has are held to it by the table (tests/kinds/).
#include "sourdine/publish/publish.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/sums.h"
#include "sourdine/random/random_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

constexpr Kind toy_kind{
    .name = "toy", .verb = "toy", .title = Words("toys", "jouets"), .form = Form::directory, .page_bundle = ""};

class Toy final : public Ground, public KeptState {
 public:
  explicit Toy(const std::string& ledger) {
    head_.title = "Toy";
    head_.dataset = "toys";
    head_.ledger_name = ledger;
  }

  const Kind& kind() const override { return toy_kind; }
  const Head& head() const override { return head_; }
  void read(const Reading&) override { step("read"); }
  std::vector<Spending> spendings(const Drawing& drawing) const override {
    step("spendings");
    Spending spending = head_.spending();
    spending.purpose = drawing.purpose;
    spending.mechanism = "toy";
    spending.guarantee = local_report_guarantee(0.5, 0.5);
    return std::vector<Spending>(entries, spending);
  }
  Drawn draw(const Drawing& drawing) override {
    step("draw");
    Drawn drawn{.promise = {.stated = local_report_guarantee(0.5, 0.5),
                            .english = {.promise = "It holds.", .not_protected = {"The rest."}},
                            .french = {.promise = "Cela vaut.", .not_protected = {"Le reste."}}},
                .spendings = {},
                .facts = {{"toys", 2}}};
    for (std::size_t i = 0; i < entries; ++i) drawn.spendings.push_back(spendings(drawing).front());
    drawn.tables.push_back(Table::of_rows("toys.csv", {"toy"}, [this](const Table::Add& add) {
      step("table");
      add(TableRow().label("=bear"));
    }));
    drawn.files.push_back({"toy.bin", [this](const std::string& path) {
                             step("file");
                             write_text_file(path, "toy", {});  // {}: what stops the process
                           }});
    return drawn;
  }
  KeptState* state() override { return this; }

  void prepare() override { step("prepare"); }
  void keep() override {
    is_kept_ = keeps_before_failing;
    step("keep");
    is_kept_ = true;
  }
  bool is_unchanged() const override { return !is_kept_; }

  std::size_t entries = 1;
  std::string fails_at;
  bool keeps_before_failing = false;
  mutable std::vector<std::string> steps;
  std::function<void(const std::string&)> on_step = [](const std::string&) {};

 private:
  void step(const std::string& name) const {
    if (steps.empty() || steps.back() != name) steps.push_back(name);
    on_step(name);
    if (name == fails_at) fail_input("the step '" + name + "' failed");
  }

  Head head_;
  bool is_kept_ = false;
};

class PublishOrder : public ::testing::Test {
 protected:
  std::string out() const { return folder_.file("out"); }
  std::string ledger() const { return folder_.file("toys.ledger.jsonl"); }
  Published publish_toy(Toy& toy, bool replaces = false) {
    return publish(toy, {.out = out(), .replaces = replaces}, SecureSource());
  }
  std::vector<RecordState> states() const {
    std::vector<RecordState> states;
    for (const LedgerRecord& record : open_ledger(ledger()).read().records) states.push_back(record.state);
    return states;
  }
  // Neither the directory, nor the private one that it is made in.
  bool has_something_published() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.is_directory()) return true;
    }
    return false;
  }

  testing::TemporaryDirectory folder_;
};

TEST_F(PublishOrder, IsReadAskDrawPrepareReserveKeepWriteAppearCommit) {
  Toy toy(ledger());
  std::vector<std::string> paid_at;
  toy.on_step = [&](const std::string& name) {
    if (!states().empty() && paid_at.empty()) paid_at.push_back(name);
    EXPECT_FALSE(std::filesystem::exists(out())) << "at " << name;
  };
  const Published published = publish_toy(toy);
  EXPECT_EQ(toy.steps,
            (std::vector<std::string>{"read", "spendings", "draw", "spendings", "prepare", "keep", "file", "table"}));
  EXPECT_EQ(paid_at, std::vector<std::string>{"keep"})
      << "paid before the state is kept, and not before it is prepared";
  EXPECT_EQ(states(), std::vector<RecordState>{RecordState::committed});
  EXPECT_EQ(verify_sums(out()).fingerprint, published.fingerprint);
  EXPECT_EQ(verify_sums(out()).files, (std::vector<std::string>{"PRIVACY.md", "manifest.json", "toy.bin", "toys.csv"}));
}

TEST_F(PublishOrder, WhatFailsBeforeItIsPaidCostsNothingAndLeavesNothing) {
  for (const char* step : {"read", "spendings", "draw", "prepare"}) {
    Toy toy(ledger());
    toy.fails_at = step;
    EXPECT_NE(testing::input_error([&] { publish_toy(toy); }).find(step), std::string::npos);
    EXPECT_TRUE(states().empty()) << step;
    EXPECT_FALSE(has_something_published()) << step;
  }
}

TEST_F(PublishOrder, WhatFailsAfterItIsPaidStaysCharged) {
  for (const char* step : {"table", "file"}) {
    Toy toy(ledger());
    toy.fails_at = step;
    EXPECT_EQ(testing::error_code([&] { publish_toy(toy); }), ErrorCode::bad_input);
    EXPECT_EQ(states().back(), RecordState::open) << step;
    EXPECT_FALSE(has_something_published()) << step;
  }
  EXPECT_EQ(states().size(), 2U);
}

TEST_F(PublishOrder, AStateThatWasCertainlyNotKeptGivesTheMoneyBack) {
  Toy toy(ledger());
  toy.fails_at = "keep";
  EXPECT_EQ(testing::error_code([&] { publish_toy(toy); }), ErrorCode::bad_input);
  EXPECT_EQ(states(), std::vector<RecordState>{RecordState::cancelled});
  toy.keeps_before_failing = true;  // it may be there: what it counts stays spent
  EXPECT_EQ(testing::error_code([&] { publish_toy(toy); }), ErrorCode::bad_input);
  EXPECT_EQ(states(), (std::vector<RecordState>{RecordState::cancelled, RecordState::open}));
  EXPECT_FALSE(has_something_published());
}

TEST_F(PublishOrder, WhoIsRefusedHasSeenNoNoise) {
  testing::write_all(folder_.file("budget.toml"), "unit = \"event\"\nneighbours = \"replace\"\n[total]\nepsilon = 1\n");
  Toy toy(ledger());
  toy.entries = 3;  // two of them would fit
  EXPECT_EQ(testing::error_code([&] { publish_toy(toy); }), ErrorCode::budget_refused);
  EXPECT_EQ(toy.steps, (std::vector<std::string>{"read", "spendings"}));
  EXPECT_TRUE(states().empty());
  toy.entries = 2;
  publish_toy(toy);
  EXPECT_EQ(states(), std::vector<RecordState>(2, RecordState::committed));
}

// A budget that another process spends meanwhile: reserve() has the last word.
TEST_F(PublishOrder, AllOfSeveralEntriesAreReservedOrNone) {
  testing::write_all(folder_.file("budget.toml"), "unit = \"event\"\nneighbours = \"replace\"\n[total]\nepsilon = 1\n");
  Toy toy(ledger());
  toy.entries = 2;
  toy.on_step = [&](const std::string& name) {
    if (name != "prepare") return;
    Payment other({toy.spendings({.random = SecureSource(), .purpose = "other"}).front()});
    other.reserve();
    other.commit();
  };
  EXPECT_EQ(testing::error_code([&] { publish_toy(toy); }), ErrorCode::budget_refused);
  EXPECT_EQ(states(), std::vector<RecordState>{RecordState::committed}) << "the other one's";
  EXPECT_FALSE(has_something_published());
}

TEST_F(PublishOrder, StoppingBeforeThePaymentLeavesNothing) {
  for (const char* step : {"read", "draw", "prepare"}) {
    StopSource stop;
    Toy toy(ledger());
    toy.on_step = [&](const std::string& name) {
      if (name == step) stop.ask();
    };
    EXPECT_EQ(
        testing::error_code([&] { publish(toy, {.out = out(), .reading = {.stop = stop.token()}}, SecureSource()); }),
        ErrorCode::cancelled);
    EXPECT_TRUE(states().empty()) << step;
    EXPECT_FALSE(has_something_published()) << step;
  }
}

TEST_F(PublishOrder, WhatIsPaidForIsWrittenWhoeverAsksToStop) {
  for (const char* step : {"keep", "table", "file"}) {
    Toy toy(ledger());
    toy.on_step = [&](const std::string& name) {
      if (name == step) process_stop().ask();
    };
    publish_toy(toy, true);
    process_stop().renew();
    EXPECT_EQ(states().back(), RecordState::committed) << step;
  }
  EXPECT_EQ(states().size(), 3U);
}

TEST_F(PublishOrder, OnlyWhatTheSameKindMadeIsReplaced) {
  Toy toy(ledger());
  const std::string first = publish_toy(toy).fingerprint;
  EXPECT_NE(testing::input_error([&] { publish_toy(toy); }).find("exists already"), std::string::npos);
  publish_toy(toy, true);
  EXPECT_EQ(states(), std::vector<RecordState>(2, RecordState::committed));
  for (const char* other :
       {"{\"schema\": 2, \"software\": \"x\", \"kind\": \"blur\"}", "{", "[]", "{\"kind\": \"toy\"}"}) {
    testing::write_all(out() + "/manifest.json", other);
    EXPECT_NE(testing::input_error([&] { publish_toy(toy, true); }).find("holds no toys"), std::string::npos) << other;
  }
  std::filesystem::remove_all(out());
  testing::write_all(out(), "a file");
  EXPECT_NE(testing::input_error([&] { publish_toy(toy, true); }).find("holds no toys"), std::string::npos);
  EXPECT_EQ(states().size(), 2U);
}

}  // namespace
}  // namespace sourdine
