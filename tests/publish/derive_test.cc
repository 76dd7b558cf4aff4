#include "sourdine/publish/derive.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "sourdine/publish/sums.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::write_all;

class Derive : public ::testing::Test {
 protected:
  void SetUp() override {
    write_all(file("a.csv"), "x\n");
    fingerprint_ = write_sums(path());
    seal_ = read_all(file(sums_name));
  }
  std::string path() const { return directory_.path().string(); }
  std::string file(const std::string& name) const { return directory_.file(name); }
  Derived derive_text(const std::string& text) const { return derive(path(), "b", {derived_text(".csv", text)}); }

  testing::TemporaryDirectory directory_;
  std::string fingerprint_, seal_;
};

// The digest of "x\n" is a published test vector (sha256sum gives the same).
TEST_F(Derive, GivesSumsThatNameTheSourceAndLeavesTheSeal) {
  const Derived derived = derive_text("x\n");
  EXPECT_EQ(derived.paths, std::vector<std::string>{file("b.csv")});
  EXPECT_EQ(derived.fingerprint, fingerprint_);
  EXPECT_EQ(derived.sums, file("b.sums"));
  EXPECT_EQ(read_all(file("b.sums")),
            "# of " + fingerprint_ + "\n73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac  b.csv\n");
  EXPECT_EQ(read_all(file(sums_name)), seal_);
  const VerifiedFiles verified = verify_sums(path());
  EXPECT_EQ(verified.files, std::vector<std::string>{"a.csv"});
  ASSERT_EQ(verified.derived.size(), 1U);
  EXPECT_EQ(verified.derived[0].sums, "b.sums");
  EXPECT_EQ(verified.derived[0].files, std::vector<std::string>{"b.csv"});
  EXPECT_TRUE(verified.others.empty());
}

TEST_F(Derive, ReplacesWhatWasDerivedBefore) {
  derive_text("x\n");
  derive_text("y\n");
  EXPECT_EQ(read_all(file("b.csv")), "y\n");
  EXPECT_EQ(verify_sums(path()).derived.size(), 1U);
}

TEST_F(Derive, RefusesTheNameOfWhatWasPublished) {
  const auto over = [&] { derive(path(), "a", {derived_text(".csv", "y\n")}); };
  EXPECT_NE(input_error(over).find("'a.csv'"), std::string::npos);
  EXPECT_EQ(read_all(file("a.csv")), "x\n");
  EXPECT_EQ(derived_stem(path(), "a", {".csv"}), "a-2");
  EXPECT_EQ(derived_stem(path(), "b", {".csv"}), "b");
}

TEST_F(Derive, LeavesNoSumsOfFilesThatCouldNotBeWritten) {
  derive_text("x\n");
  const DerivedFile broken{".html", [](const std::string&) { fail_input("no"); }};
  EXPECT_EQ(input_error([&] { derive(path(), "b", {derived_text(".csv", "y\n"), broken}); }), "no");
  const VerifiedFiles verified = verify_sums(path());
  EXPECT_TRUE(verified.derived.empty());
  EXPECT_EQ(verified.others, std::vector<std::string>{"b.csv"});
}

TEST_F(Derive, VerifySeesEveryChange) {
  derive_text("x\n");
  const std::string sums = read_all(file("b.sums"));
  write_all(file("b.csv"), "y\n");
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("'b.csv'"), std::string::npos);
  std::filesystem::remove(file("b.csv"));
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("'b.csv'"), std::string::npos);
  derive_text("x\n");
  write_all(file("b.sums"), "# of " + std::string(64, '0') + sums.substr(69));
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("derived from another release"), std::string::npos);
  write_all(file("b.sums"), sums + seal_);
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("was published and not derived"), std::string::npos);
  write_all(file("b.sums"), sums + "../x\n");
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("is not a checksum"), std::string::npos);
}

TEST_F(Derive, AListOfSomebodyElsesIsNoneOfOurs) {
  write_all(file("mine.sums"), seal_);
  EXPECT_EQ(verify_sums(path()).others, std::vector<std::string>{"mine.sums"});
}

}  // namespace
}  // namespace sourdine
