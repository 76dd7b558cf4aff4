#include "sourdine/release/publication.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/publish/sums.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

// Secure randomness that says whether anything was drawn.
class WatchedSource final : public RandomSource {
 public:
  bool is_private() const noexcept override { return true; }
  void with_stream(std::uint64_t stream, const std::function<void(Random&)>& use) const override {
    is_used_ = true;
    secure_.with_stream(stream, use);
  }
  bool is_used() const { return is_used_; }

 private:
  SecureSource secure_;
  mutable std::atomic<bool> is_used_ = false;
};

class PublishCounts : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_all(file("events.csv"), "when,where\n2024-01-01,n\n2024-01-02,s\n2024-01-02,n\n");
    testing::write_all(file("a.toml"),
                       "[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\n"
                       "[places]\nregions = [\"n\", \"s\"]\n[privacy]\nepsilon = 1\nbudget = 1.5\n");
    config_ = read_config(file("a.toml"));
  }
  std::string file(const std::string& name) const { return directory_.file(name); }
  Published publish_to(const std::string& name, const RandomSource& random = SecureSource()) {
    CountsPublication publication(config_);
    return publish(publication, {.out = file(name)}, random);
  }
  // What the page shows of the ledger.
  nlohmann::json spending_of_page(const std::string& name) const {
    return nlohmann::json::parse(testing::read_all(file(name + "/page.json"))).at("spending");
  }
  // Names of all that is there, hidden or not.
  std::vector<std::string> all_names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(directory_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  testing::TemporaryDirectory directory_;
  ReleaseConfig config_;
};

TEST_F(PublishCounts, WhoIsRefusedHasSeenNoNoiseAndLeavesNothing) {
  publish_to("first");
  const auto before = all_names();
  const WatchedSource source;
  EXPECT_EQ(testing::error_code([&] { publish_to("second", source); }), ErrorCode::budget_refused);
  EXPECT_FALSE(source.is_used());
  EXPECT_EQ(all_names(), before);
}

TEST_F(PublishCounts, WhatIsWholeHasTheModeOfAnyDirectory) {
  const mode_t before = ::umask(027);
  const std::string fingerprint = publish_to("r").fingerprint;
  ::umask(before);
  EXPECT_EQ(fs::status(file("r")).permissions(), fs::perms(0750));  // 0777 without the umask
  EXPECT_EQ(verify_sums(file("r")).fingerprint, fingerprint);
}

TEST_F(PublishCounts, IsWholeWithItsFingerprint) {
  const Published published = publish_to("r");
  EXPECT_EQ(published.payment.receipt()->total().entries, 1U);
  const VerifiedFiles verified = verify_sums(file("r"));
  EXPECT_EQ(verified.fingerprint, published.fingerprint);
  EXPECT_EQ(verified.files, (std::vector<std::string>{"PRIVACY.md", "estimates.csv", "index.html", "manifest.json",
                                                      "page.json", "synthetic.csv", "totals.csv"}));
}

TEST_F(PublishCounts, ThePageSaysWhatAllPublicationsComeTo) {
  config_.head.budget = 3;
  publish_to("first");
  publish_to("second");
  const auto spending = spending_of_page("second");
  EXPECT_EQ(spending.at("unit"), "event");
  EXPECT_EQ(spending.at("epsilon"), 2);
  EXPECT_EQ(spending.at("theorem"), "basic");
  EXPECT_EQ(spending.at("budget"), 3);
  EXPECT_EQ(spending.at("unprotected"), 0U);
  ASSERT_EQ(spending.at("publications").size(), 2U);
  EXPECT_EQ(spending["publications"][0]["is_this"], false);
  EXPECT_EQ(spending["publications"][1]["is_this"], true);
}

TEST_F(PublishCounts, ABudgetFileSaysForWhomThePageAddsUp) {
  testing::write_all(file("budget.toml"), "[person]\nepsilon = 20\nmax_events = 4\n");
  config_.head.budget.reset();
  publish_to("r");
  const auto spending = spending_of_page("r");
  EXPECT_EQ(spending.at("unit"), "person");
  EXPECT_EQ(spending.at("epsilon"), 4);
  EXPECT_EQ(spending.at("budget"), 20);
}

// Two of pure ε = 1 within ε = 3 at a δ: the page has the sums that the ledger shows, and no δ that nothing needs.
TEST_F(PublishCounts, ThePageSaysOfABudgetWhatTheLedgerDoes) {
  testing::write_all(file("budget.toml"), "[total]\nepsilon = 3\ndelta = 1e-6\n");
  config_.head.budget.reset();
  publish_to("first");
  publish_to("second");
  const auto spending = spending_of_page("second");
  EXPECT_EQ(spending.at("epsilon"), 2);
  EXPECT_EQ(spending.at("delta"), 0);
  EXPECT_EQ(spending.at("theorem"), "basic");
}

TEST_F(PublishCounts, WhatWasPublishedWithoutAGuaranteeIsSaid) {
  publish_to("seeded", SeededSource(1));
  publish_to("r");
  const auto spending = spending_of_page("r");
  EXPECT_EQ(spending.at("unprotected"), 1U);
}

}  // namespace
}  // namespace sourdine
