// Extreme and wrong inputs, for every oracle of the table.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/exact.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine::testing {
namespace {

template <class Check>
void for_every_oracle(Value k, double epsilon, Check check) {
  for (const OracleRow& row : oracle_table()) {
    SCOPED_TRACE(std::string(row.name) + ", k = " + std::to_string(k) + ", ε = " + std::to_string(epsilon));
    check(*make_oracle(table_spec(row, Domain(k), epsilon)));
  }
}

TEST(EveryOracle, RealisesAtMostTheAskedEpsilonFromTinyToHuge) {
  for (const OracleRow& row : oracle_table()) {
    for (const double epsilon : {1e-3, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 50.0, 100.0, 700.0, 1000.0, 1e6}) {
      if (row.name == "ue" && epsilon > 30) continue;  // its p would round to 1
      for (const Value k : {2U, 17U, 200U}) {
        SCOPED_TRACE(std::string(row.name) + ", k = " + std::to_string(k) + ", ε = " + std::to_string(epsilon));
        const auto oracle = make_oracle(table_spec(row, Domain(k), epsilon));
        EXPECT_LE(oracle->epsilon(), oracle->oracle_spec().epsilon);
        EXPECT_GE(oracle->epsilon(), 0);
        EXPECT_TRUE(std::isfinite(oracle->epsilon()));
        const Support s = oracle->support();
        EXPECT_TRUE(s.yes > 0 && s.yes <= 1 && s.no > 0 && s.no < 1 && s.gap > 0) << s.yes << " " << s.no;
        EXPECT_TRUE(std::isfinite(oracle->approximate_variance()));
        EXPECT_GT(oracle->approximate_variance(), 0);
      }
    }
  }
}

TEST(EveryOracle, RefusesAnEpsilonTooSmallFor64BitsOrKeepsIt) {
  for (const OracleRow& row : oracle_table()) {
    for (const double epsilon : {1e-17, 1e-19, 1e-25, 1e-300, 5e-324}) {
      SCOPED_TRACE(std::string(row.name) + ", ε = " + std::to_string(epsilon));
      try {
        const auto oracle = make_oracle(table_spec(row, Domain(5), epsilon));
        EXPECT_LE(oracle->epsilon(), oracle->oracle_spec().epsilon);
        EXPECT_TRUE(std::isfinite(oracle->approximate_variance()));
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        EXPECT_NE(std::string(error.what()), "");
      }
    }
  }
}

TEST(EveryOracle, RefusesAnEpsilonThatIsNotAPositiveNumber) {
  for (const OracleRow& row : oracle_table()) {
    if (row.name == "ue") continue;  // p and q decide
    for (const double epsilon :
         {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      for (const Value k : {1U, 4U}) {
        const std::string message = input_error([&] { make_oracle({std::string(row.name), Domain(k), epsilon, {}}); });
        EXPECT_EQ(message.rfind("epsilon must be a number greater than 0", 0), 0U) << row.name << ": " << message;
      }
    }
  }
}

TEST(EveryOracle, OfOneValueSendsNothingAndIsCertain) {
  for_every_oracle(1, 1, [](const Oracle& oracle) {
    EXPECT_EQ(oracle.report_bits(), 0U);
    EXPECT_EQ(oracle.epsilon(), 0);
    EXPECT_EQ(oracle.approximate_variance(), 0);
    SeededBits random(1);
    Reports reports(oracle.report_bytes());
    oracle.randomize(std::vector<Value>(7, 0), random, reports);
    Tally tally = oracle.empty_tally();
    oracle.tally(reports, tally);
    EXPECT_EQ(oracle.invert(tally), std::vector<double>{7});
  });
}

TEST(EveryOracle, RefusesAValueOutsideTheDomainAndAppendsNothing) {
  for_every_oracle(5, 1, [](const Oracle& oracle) {
    SeededBits random(1);
    Reports reports(oracle.report_bytes());
    const std::vector<Value> values = {0, 4, 5};
    EXPECT_EQ(input_error([&] { oracle.randomize(values, random, reports, 1000); }),
              "value 5 (number 1003) is outside the domain 0 … 4");
    EXPECT_EQ(input_error([&] { oracle.randomize(values, random, reports); }),
              "value 5 (number 3) is outside the domain 0 … 4");
    EXPECT_EQ(reports.size(), 0U);
  });
}

TEST(EveryOracle, TalliesInPartsAndInAnyOrderToTheSameCells) {
  for_every_oracle(17, 1, [](const Oracle& oracle) {
    SeededBits random(2);
    std::vector<Value> values(300);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(i * i % 17);
    Reports all(oracle.report_bytes());
    oracle.randomize(values, random, all);
    Tally whole = oracle.empty_tally();
    oracle.tally(all, whole);
    EXPECT_EQ(whole.reports, values.size());

    Tally merged = oracle.empty_tally();
    for (std::size_t part = 0; part < 3; ++part) {  // every third report, from the last to the first
      Tally tally = oracle.empty_tally();
      for (std::size_t i = values.size(); i-- > 0;) {
        if (i % 3 != part) continue;
        Reports one(oracle.report_bytes());
        const auto room = one.append(1);
        std::copy(all[i].begin(), all[i].end(), room.begin());
        oracle.tally(one, tally);
      }
      merge(merged, tally);
    }
    EXPECT_EQ(merged.reports, whole.reports);
    EXPECT_TRUE(merged == whole);
  });
}

TEST(EveryOracle, RefusesATamperedReportAndKeepsTheTally) {
  for_every_oracle(17, 1, [](const Oracle& oracle) {
    if (oracle.report_bits() % 8 == 0) return;  // no padding to set
    SeededBits random(3);
    Reports good(oracle.report_bytes());
    oracle.randomize(std::vector<Value>(3, 16), random, good);
    Reports reports(oracle.report_bytes());
    const auto room = reports.append(3);
    std::copy(good.bytes().begin(), good.bytes().end(), room.begin());
    room[2 * oracle.report_bytes() - 1] |= 0x80;
    Tally tally = oracle.empty_tally();
    const std::string message = input_error([&] { oracle.tally(reports, tally); });
    EXPECT_EQ(message, "report 2 is not one that oracle '" + oracle.name() + "' makes");
    EXPECT_TRUE(tally == oracle.empty_tally());
  });
}

TEST(EveryOracle, RefusesAnUnknownParameter) {
  for (const OracleRow& row : oracle_table()) {
    const std::string message = input_error([&] {
      make_oracle({std::string(row.name), Domain(4), 1, {{"nonsense", 1}}});
    });
    EXPECT_EQ(message.rfind("oracle '" + std::string(row.name) + "' has no parameter 'nonsense'; known: ", 0), 0U)
        << message;
  }
}

TEST(OracleTable, NamesTheNearestAndAllKnownOraclesForAnUnknownOne) {
  const std::string message = input_error([] { make_oracle({"ouee", Domain(4), 1, {}}); });
  EXPECT_EQ(message.rfind("unknown oracle 'ouee'; did you mean 'oue'? known: grr, sue, oue, ", 0), 0U) << message;
}

TEST(SmallEpsilon, VariancesHaveTheirAsymptotes) {
  const double epsilon = 1e-3;
  const auto scaled = [epsilon](const char* name, Value k) {
    return make_oracle({name, Domain(k), epsilon, {}})->approximate_variance() * epsilon * epsilon;
  };
  EXPECT_NEAR(scaled("grr", 17), 16, 16 * 2 * epsilon);
  for (const char* name : {"oue", "olh", "sue", "blh", "hrr", "hr"}) EXPECT_NEAR(scaled(name, 17), 4, 0.01) << name;
  EXPECT_LT(scaled("ss", 17), 4);
}

TEST(LargeEpsilon, VariancesHaveTheirLimits) {
  const auto variance = [](const char* name, double held) {
    return make_oracle({name, Domain(3), 60, {}})->variance(0, std::array{held, 1 - held, 0.0});
  };
  for (const double held : {0.0, 0.3, 1.0}) {
    for (const char* name : {"grr", "sue", "ss", "pgr", "hr"}) EXPECT_NEAR(variance(name, held), 0, 1e-8) << name;
    EXPECT_NEAR(variance("oue", held), held, 1e-8);
    for (const char* name : {"blh", "hrr"}) EXPECT_NEAR(variance(name, held), 1 - held, 1e-8) << name;
  }
}

TEST(Epsilon, StatedIsNeverBelowTheExactOneNorAboveTheAskedOne) {
  for (const Value k : {2U, 3U, 17U, 1000U}) {
    for (double epsilon = 0.1; epsilon < 20; epsilon += 0.1) {
      const Keep keep = Keep::for_epsilon(epsilon, k, 1);
      const Exact lambda = exact(keep.threshold);
      const Exact spent = log1p(lambda / (1 - lambda) * k);
      EXPECT_GE(Exact(keep.epsilon()), spent);
      EXPECT_LE(keep.epsilon(), epsilon);
      const BitFlip flip = BitFlip::symmetric(epsilon);
      const Exact p = exact(flip.p);
      const Exact q = exact(flip.q);
      const Exact told = log(p * (1 - q) / ((1 - p) * q));
      EXPECT_GE(Exact(flip.epsilon()), told);
      EXPECT_LE(flip.epsilon(), epsilon);
    }
  }
}

TEST(Oracle, RefusesWhatBelongsToAnother) {
  const auto oue = make_oracle({"oue", Domain(17), 1, {}});
  const auto grr = make_oracle({"grr", Domain(17), 1, {}});
  Reports reports(grr->report_bytes());
  Tally tally = grr->empty_tally();
  SeededBits random(1);
  const std::vector<Value> values = {1};
  EXPECT_THROW(oue->randomize(values, random, reports), Error);
  EXPECT_THROW(oue->tally(Reports(oue->report_bytes()), tally), Error);
  EXPECT_THROW(grr->tally(Reports(oue->report_bytes()), tally), Error);
  EXPECT_THROW(grr->simulate(std::vector<std::uint64_t>(16, 1), random, tally), Error);
  EXPECT_THROW(grr->simulate(std::vector<std::uint64_t>(17, Tally::max_reports), random, tally), Error);
  EXPECT_EQ(tally, grr->empty_tally());
}

}  // namespace
}  // namespace sourdine::testing
