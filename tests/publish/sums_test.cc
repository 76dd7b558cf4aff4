#include "sourdine/publish/sums.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::write_all;

class Sums : public ::testing::Test {
 protected:
  void SetUp() override {
    write_all(file("b.csv"), "x\n");
    write_all(file("a.csv"), "");
    write_all(file(".hidden"), "not published");
    fingerprint_ = write_sums(path());
  }
  std::string path() const { return directory_.path().string(); }
  std::string file(const std::string& name) const { return directory_.file(name); }

  testing::TemporaryDirectory directory_;
  std::string fingerprint_;
};

// The digests of no bytes and of "x\n" are published test vectors (sha256sum gives the same).
TEST_F(Sums, AreThoseOfSha256sumInTheOrderOfTheNames) {
  EXPECT_EQ(read_all(file(sums_name)),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.csv\n"
            "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac  b.csv\n");
}

TEST_F(Sums, VerifyWhatIsAsItWas) {
  const VerifiedFiles verified = verify_sums(path());
  EXPECT_EQ(verified.files, (std::vector<std::string>{"a.csv", "b.csv"}));
  EXPECT_TRUE(verified.others.empty());
  EXPECT_EQ(verified.fingerprint, fingerprint_);
  EXPECT_EQ(write_sums(path()), fingerprint_) << "the same files have the same fingerprint";
}

TEST_F(Sums, NameWhatIsNotPartOfIt) {
  write_all(file("notes.txt"), "mine");
  EXPECT_EQ(verify_sums(path()).others, std::vector<std::string>{"notes.txt"});
}

TEST_F(Sums, EveryChangeIsSeen) {
  write_all(file("b.csv"), "y\n");
  EXPECT_EQ(input_error([&] { verify_sums(path()); }), "'b.csv' in '" + path() + "' is not as it was published");
  std::filesystem::remove(file("b.csv"));
  EXPECT_EQ(input_error([&] { verify_sums(path()); }), "'b.csv' is missing in '" + path() + "'");
}

TEST_F(Sums, WhoeverChangesTheListTooHasAnotherFingerprint) {
  write_all(file("b.csv"), "y\n");
  EXPECT_NE(write_sums(path()), fingerprint_);
}

TEST_F(Sums, AListThatIsNoneIsRefused) {
  const std::string good = read_all(file(sums_name));
  for (const std::string& bad : {std::string("x"), good + "x\n", std::string(64, '0') + "  ../b.csv\n",
                                 std::string(64, '0') + "  /etc/passwd\n", std::string(64, '0') + " b.csv\n"}) {
    write_all(file(sums_name), bad);
    EXPECT_NE(input_error([&] { verify_sums(path()); }).find("is not a checksum"), std::string::npos) << bad;
  }
  write_all(file(sums_name), "");
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("lists no files"), std::string::npos);
  std::filesystem::remove(file(sums_name));
  EXPECT_NE(input_error([&] { verify_sums(path()); }).find("holds no SHA256SUMS"), std::string::npos);
  EXPECT_EQ(input_error([&] { verify_sums("/nowhere"); }), "'/nowhere' is not a directory");
}

}  // namespace
}  // namespace sourdine
