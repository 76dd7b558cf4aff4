// What the study of surveys computes in closed form, and how it reads its tables.
#include "sourdine/reproduce/arcolezi2022.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sourdine/longitudinal/published.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

TEST(Arcolezi2022Data, ReadsTablesAsTheyArePublished) {
  const testing::TemporaryDirectory folder;
  testing::write_all(folder.file("adult.data"),
                     "39, State-gov, 7, Bachelors, 13, Single, Clerk, Alone, White, Male, 0, 0, 40, Chad, <=50K\n"
                     "50, ?, 7, Bachelors, 13, Single, Clerk, Alone, White, Male, 0, 0, 40, Chad, <=50K\n\n");
  testing::write_all(folder.file("adult.test"),
                     "|1x3 Cross validator\n"
                     "25, Private, 7, Masters, 13, Single, Clerk, Alone, White, Male, 0, 0, 40, Chad, <=50K.\n");
  const auto adult = read_study_table(folder.file(""), "adult");
  ASSERT_TRUE(adult);
  EXPECT_EQ(adult->people(), 2U);
  EXPECT_EQ(adult->sizes, (std::vector<Value>{2, 2, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(adult->shares(1), (std::vector<double>{0.5, 0.5}));
  testing::write_all(folder.file("msfimu_relational.csv"),
                     "Person ID,Date ID,Visit Duration\n7,1,long\n8,2,short\n7,7,short\n");
  const auto visits = read_study_table(folder.file(""), "ms-fimu");
  ASSERT_TRUE(visits);
  EXPECT_EQ(visits->values, (std::vector<Value>{1, 0, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(visits->sizes, std::vector<Value>(7, 3));
  testing::write_all(folder.file("PWGTP_Montana.csv"), "A,B\n10,2\n7,10\n");
  const auto counters = read_study_table(folder.file(""), "counters");
  ASSERT_TRUE(counters);
  EXPECT_EQ(counters->values, (std::vector<Value>{2, 0, 1, 2}));
  EXPECT_FALSE(read_study_table(folder.file(""), "nursery"));
}

TEST(Arcolezi2022Data, NamesTheLineThatIsWrong) {
  const testing::TemporaryDirectory folder;
  testing::write_all(folder.file("db_nursery.csv"), "parents,b,c,d,e,f,g,h,i\na,b\n");
  EXPECT_EQ(testing::input_error([&] { read_study_table(folder.file(""), "nursery"); }),
            fmt::format("'{}', line 2: 2 fields instead of 9", folder.file("db_nursery.csv")));
}

// The channel of the published parameters is that of our oracle at what their reports tell in truth.
TEST(Arcolezi2022, PublishedProtocolsHaveTheirOwnErrors) {
  const Domain domain(std::uint64_t{17});
  for (const double epsilon : {1.0, 2.0, 4.0}) {
    const published::Rounds grr = published::l_grr(17, epsilon, epsilon / 2);
    EXPECT_NEAR(long_oracle({"L-GRR", Calibration::published}, domain, epsilon, epsilon / 2)->approximate_variance() /
                    grr.approximate_variance,
                1, 1e-6);
    const std::uint64_t g = published::loloha_buckets(epsilon, epsilon / 2);
    const auto loloha =
        long_oracle({"LOLOHA", Calibration::published}, Domain(std::uint64_t{1000}), epsilon, epsilon / 2);
    EXPECT_NEAR(loloha->approximate_variance() / published::loloha(g, epsilon, epsilon / 2).approximate_variance, 1,
                1e-6);
    EXPECT_NEAR(dynamic_cast<const Memoised&>(*loloha).report_epsilon(),
                published::loloha(g, epsilon, epsilon / 2).report_epsilon, 1e-6);
  }
  EXPECT_EQ(long_oracle({"L-OUE", Calibration::published}, domain, 2, 1.9), nullptr) << "cannot be";
  EXPECT_EQ(long_oracle({"ALLOMFREE", Calibration::exact}, Domain(std::uint64_t{10}), 2, 1)->name(), "l-grr");
  EXPECT_EQ(long_oracle({"ALLOMFREE", Calibration::exact}, Domain(std::uint64_t{11}), 2, 1)->name(), "l-osue");
}

// Every claim's verdict, where nothing is left to chance.
TEST(Arcolezi2022, ClaimsHaveTheirVerdicts) {
  SurveyEvidence evidence;
  SeededBits bits(1);
  evidence.tables.push_back(synthetic_table(bits, 2000));
  TupleSettings settings;
  settings.epsilons = {1};
  settings.repetitions = 2;
  const auto nothing = [](std::size_t, std::size_t) {};
  evidence.tuples = study_tuples(settings, evidence.tables, SeededSource(1), nothing);
  LongSettings repeated;
  repeated.epsilons = {2};
  evidence.repeated = study_longitudinal(repeated, evidence.tables, {}, 1, nothing);
  EXPECT_TRUE(evidence.repeated.counters.empty());
  const std::vector<SurveyClaim> claims = published_tuple_claims(evidence);
  const auto verdict = [](const std::vector<SurveyClaim>& all, std::string_view words) {
    for (const SurveyClaim& claim : all) {
      if (claim.claim.find(words) != std::string::npos) return claim;
    }
    throw std::logic_error("no such claim");
  };
  const SurveyClaim tuple = verdict(claims, "is ε-private");
  EXPECT_FALSE(tuple.holds);
  EXPECT_NE(tuple.finding.find("1.489880"), std::string::npos);
  EXPECT_NE(tuple.finding.find("1.817240"), std::string::npos);
  const SurveyClaim attribute = verdict(claims, "every single attribute");
  EXPECT_FALSE(attribute.holds);
  EXPECT_NE(attribute.finding.find("1.112117"), std::string::npos);
  EXPECT_NE(verdict(claims, "Realistic").finding.find("1.443245"), std::string::npos);
  EXPECT_FALSE(verdict(claims, "more accurate than SPL and SMP").holds);
  EXPECT_TRUE(verdict(claims, "splitting").holds);
  EXPECT_TRUE(verdict(claims, "r attributes").holds);
  EXPECT_TRUE(verdict(claims, "estimators").holds);
  const std::vector<SurveyClaim> repeated_claims = published_long_claims(evidence);
  EXPECT_NE(verdict(repeated_claims, "L-GRR").finding.find("0.556616"), std::string::npos);
  EXPECT_TRUE(verdict(repeated_claims, "L-OSUE").holds);
  EXPECT_NE(verdict(repeated_claims, "printed variance").finding.find("4.192694"), std::string::npos);
  EXPECT_NE(verdict(repeated_claims, "artanh").finding.find("0.735326"), std::string::npos);
  EXPECT_NE(verdict(repeated_claims, "LOLOHA").finding.find("3.691655"), std::string::npos);
  EXPECT_FALSE(verdict(repeated_claims, "ALLOMFREE").holds);
  EXPECT_FALSE(verdict(repeated_claims, "again and again").holds);
  const std::vector<SurveyClaim> own = own_claims(evidence);
  EXPECT_TRUE(verdict(own, "a fifth").holds);
}

TEST(Arcolezi2022, TheRecommendationIsTheBestOfWhatIsThere) {
  SeededBits bits(2);
  const std::vector<StudyTable> tables = {synthetic_table(bits, 3000)};
  TupleSettings settings;
  settings.epsilons = {1};
  settings.repetitions = 1;
  const TupleStudy study = study_tuples(settings, tables, SeededSource(1), [](std::size_t, std::size_t) {});
  EXPECT_LE(study.recommended("synthetic", 1).expected, 1.02 * study.best("synthetic", 1, TupleLevel::tuple).expected);
  EXPECT_TRUE(study.recommended("synthetic", 1).measured.has_value());
}

}  // namespace
}  // namespace sourdine
