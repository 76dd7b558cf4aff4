// The published parameters, and by how much ours are better.
#include "sourdine/longitudinal/published.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

double exact_variance(const char* name, Value k, double epsilon, double epsilon1) {
  return make_oracle({name, Domain(k), epsilon, {{"epsilon1", epsilon1}}})->approximate_variance();
}

TEST(Published, LGrrTellsLessThanItMayAndErrsMore) {
  struct Vector {
    Value k;
    double epsilon, epsilon1, told, variance, ours;
  };
  for (const Vector& v : {Vector{4, 2, 1, .901483, 2.084551, 1.598067},
                          {17, 2, 1, .556616, 30.188903, 6.001127},
                          {32, 1, .5, .102306, 2680.74, 75.20}}) {
    SCOPED_TRACE(v.k);
    const published::Rounds rounds = published::l_grr(v.k, v.epsilon, v.epsilon1);
    EXPECT_NEAR(rounds.report_epsilon, v.told, 1e-6);
    EXPECT_NEAR(rounds.approximate_variance / v.variance, 1, 1e-5);
    EXPECT_NEAR(exact_variance("l-grr", v.k, v.epsilon, v.epsilon1) / v.ours, 1, 1e-4);
  }
  const published::Rounds rounds = published::l_grr(17, 2, 1);
  EXPECT_NEAR(rounds.p2, .2034316669, 1e-10);
  EXPECT_NEAR(rounds.q2, .0497855208, 1e-10);
  EXPECT_NEAR(rounds.approximate_variance / exact_variance("l-grr", 17, 2, 1), 5.0, 0.05);
  EXPECT_NEAR(published::l_grr(4, 2, 1).p2, .5766396098, 1e-10);
  EXPECT_NEAR(published::l_grr(2, 2, 1).p2, .8033880668, 1e-10);
  EXPECT_NEAR(published::l_grr(2, 2, 1).report_epsilon, 1, 1e-12);
}

TEST(Published, LolohaHasItsBucketsAndErrors) {
  struct Vector {
    double epsilon, alpha, unrounded;
    std::uint64_t g;
    double variance, bi_variance;
  };
  for (const Vector& v : {Vector{1, .5, 1.989546, 2, 16.670792, 16.670792},
                          {2, .5, 2.791797, 3, 4.199428, 4.682694},
                          {3, .5, 4.229619, 4, 1.669489, 2.478842},
                          {4, .5, 6.783502, 7, .793818, 1.724062},
                          {5, .5, 11.233210, 11, .415523, 1.389690},
                          {5, .6, 16.746020, 17, .242205, 1.220564}}) {
    SCOPED_TRACE(v.epsilon);
    const double epsilon1 = v.alpha * v.epsilon;
    EXPECT_NEAR(published::loloha_buckets_unrounded(v.epsilon, epsilon1), v.unrounded, 1e-5);
    EXPECT_EQ(published::loloha_buckets(v.epsilon, epsilon1), v.g);
    EXPECT_NEAR(published::loloha(v.g, v.epsilon, epsilon1).approximate_variance, v.variance, 1e-6);
    EXPECT_NEAR(published::loloha(2, v.epsilon, epsilon1).approximate_variance, v.bi_variance, 1e-6);
    EXPECT_LE(exact_variance("loloha", 64, v.epsilon, epsilon1), v.variance);
  }
  const published::Rounds three = published::loloha(3, 2, 1);
  EXPECT_NEAR(three.p1, .7869860422, 1e-10);
  EXPECT_NEAR(three.q1, .1065069789, 1e-10);
  EXPECT_NEAR(three.p2, .6713856384, 1e-10);
  EXPECT_NEAR(three.q2, .1643071808, 1e-10);
}

TEST(Published, LeakageStatesTooLittle) {
  EXPECT_NEAR(published::leakage(2, 1, 1), .735326, 1e-6);
  EXPECT_NEAR(published::leakage(2, 1, 2), 1.325003, 1e-6);
  EXPECT_NEAR(published::leakage(2, 1, 5), 1.952324, 1e-6);
}

TEST(Published, VarianceIsRightOnlyWhereNobodyHoldsTheValue) {
  const double q1 = 1 / (std::exp(2.0) + 1), p2 = .8033880668;
  EXPECT_NEAR(published::variance(.5, q1, p2, 1 - p2, .3), 3.6826943768, 1e-6);
  EXPECT_NEAR(published::variance(.5, q1, p2, 1 - p2, 0), exact_variance("l-osue", 4, 2, 1), 1e-6);
}

}  // namespace
}  // namespace sourdine
