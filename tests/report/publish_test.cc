// The order of publishing: the budget is asked before anything is drawn and charged before a byte is written, and
// nobody else can read what is not whole.
#include "sourdine/report/publish.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

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

class Publish : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_all(file("events.csv"), "when,where\n2024-01-01,n\n2024-01-02,s\n2024-01-02,n\n");
    testing::write_all(file("a.toml"),
                       "[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\n"
                       "[places]\nregions = [\"n\", \"s\"]\n[privacy]\nepsilon = 1\nbudget = 1.5\n");
    config_ = read_config(file("a.toml"));
  }
  std::string file(const std::string& name) const { return directory_.file(name); }
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

TEST_F(Publish, WhoIsRefusedHasSeenNoNoiseAndLeavesNothing) {
  publish(config_, SecureSource(), file("first"));
  const auto before = all_names();
  const WatchedSource source;
  EXPECT_EQ(testing::error_code([&] { publish(config_, source, file("second")); }), ErrorCode::budget_refused);
  EXPECT_FALSE(source.is_used());
  EXPECT_EQ(all_names(), before);
}

TEST_F(Publish, WhatIsNotWholeIsItsOwnersAloneAndIsChargedBeforeItsFirstByte) {
  const Release release = build_release(config_, SecureSource());
  bool was_asked = false;
  const auto look = [&] {
    was_asked = true;
    for (const auto& entry : fs::directory_iterator(directory_.path())) {
      if (!entry.is_directory()) continue;
      EXPECT_TRUE(fs::is_empty(entry.path()));
      EXPECT_EQ(entry.status().permissions(), fs::perms::owner_all);
    }
  };
  const auto page = [&] {
    for (const auto& entry : fs::directory_iterator(directory_.path())) {
      if (!entry.is_directory()) continue;
      EXPECT_EQ(entry.status().permissions(), fs::perms::owner_all);
    }
    return ReleasePage{.data = "{}", .html = "page"};
  };
  const mode_t before = ::umask(027);
  const std::string fingerprint = write_release(release, SecureSource(), page, file("r"), look);
  ::umask(before);
  EXPECT_TRUE(was_asked);
  EXPECT_EQ(fs::status(file("r")).permissions(), fs::perms(0750));  // 0777 without the umask
  EXPECT_EQ(verify_sums(file("r")).fingerprint, fingerprint);
}

TEST_F(Publish, WhoCannotPayLeavesNothing) {
  const Release release = build_release(config_, SecureSource());
  const auto pay = [] { throw Error(ErrorCode::io, "the ledger cannot be written"); };
  const auto before = all_names();
  EXPECT_EQ(testing::error_code([&] {
              write_release(
                  release, SecureSource(), [] { return ReleasePage{}; }, file("r"), pay);
            }),
            ErrorCode::io);
  EXPECT_EQ(all_names(), before);
}

TEST_F(Publish, IsWholeWithItsFingerprint) {
  const PublishedRelease published = publish(config_, SecureSource(), file("r"));
  EXPECT_EQ(published.spent.entries, 1U);
  const VerifiedFiles verified = verify_sums(file("r"));
  EXPECT_EQ(verified.fingerprint, published.fingerprint);
  EXPECT_EQ(verified.files, (std::vector<std::string>{"PRIVACY.md", "estimates.csv", "index.html", "manifest.json",
                                                      "page.json", "synthetic.csv", "totals.csv"}));
}

TEST_F(Publish, ThePageSaysWhatAllPublicationsComeTo) {
  config_.privacy.budget = 3;
  publish(config_, SecureSource(), file("first"));
  const PublishedRelease second = publish(config_, SecureSource(), file("second"));
  ASSERT_TRUE(second.spending);
  EXPECT_EQ(second.spending->unit, "event");
  EXPECT_EQ(second.spending->epsilon, 2);
  EXPECT_EQ(second.spending->theorem, "basic");
  EXPECT_EQ(second.spending->budget, 3);
  EXPECT_EQ(second.spending->unprotected, 0U);
  ASSERT_EQ(second.spending->publications.size(), 2U);
  EXPECT_FALSE(second.spending->publications[0].is_this);
  EXPECT_TRUE(second.spending->publications[1].is_this);
  EXPECT_NE(testing::read_all(file("second/page.json")).find("\"spending\""), std::string::npos);
}

TEST_F(Publish, ABudgetFileSaysForWhomThePageAddsUp) {
  testing::write_all(file("budget.toml"), "[person]\nepsilon = 20\nmax_events = 4\n");
  config_.privacy.budget.reset();
  const PublishedRelease published = publish(config_, SecureSource(), file("r"));
  ASSERT_TRUE(published.spending);
  EXPECT_EQ(published.spending->unit, "person");
  EXPECT_EQ(published.spending->epsilon, 4);
  EXPECT_EQ(published.spending->budget, 20);
}

// Two of pure ε = 1 within ε = 3 at a δ: the page has the sums that the ledger shows, and no δ that nothing needs.
TEST_F(Publish, ThePageSaysOfABudgetWhatTheLedgerDoes) {
  testing::write_all(file("budget.toml"), "[total]\nepsilon = 3\ndelta = 1e-6\n");
  config_.privacy.budget.reset();
  publish(config_, SecureSource(), file("first"));
  const PublishedRelease second = publish(config_, SecureSource(), file("second"));
  ASSERT_TRUE(second.spending);
  EXPECT_EQ(second.spending->epsilon, 2);
  EXPECT_EQ(second.spending->delta, 0);
  EXPECT_EQ(second.spending->theorem, "basic");
}

TEST_F(Publish, WhatWasPublishedWithoutAGuaranteeIsSaid) {
  publish(config_, SeededSource(1), file("seeded"));
  const PublishedRelease published = publish(config_, SecureSource(), file("r"));
  ASSERT_TRUE(published.spending);
  EXPECT_EQ(published.spending->unprotected, 1U);
}

}  // namespace
}  // namespace sourdine
