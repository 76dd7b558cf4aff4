// Claims about repeated collections.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/longitudinal/attacks.h"
#include "sourdine/longitudinal/leakage.h"
#include "sourdine/longitudinal/published.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/reproduce/arcolezi_claims.h"

namespace sourdine {
namespace {

constexpr double shown_life = 2, shown_report = 1;  // (ε, ε1)

std::shared_ptr<const Oracle> memo_oracle(const std::string& name, std::uint64_t k, double epsilon, double epsilon1) {
  return make_oracle({name, Domain(k), epsilon, {{"epsilon1", epsilon1}}});
}

SurveyClaim claim_l_grr() {
  std::vector<ChartPoint> theirs, ours;
  for (const std::uint64_t k : {2U, 3U, 4U, 8U, 17U, 32U, 64U, 128U}) {
    const auto x = static_cast<double>(k);
    theirs.push_back({x, {}, published::l_grr(k, shown_life, shown_report).approximate_variance});
    ours.push_back({x, {}, memo_oracle("l-grr", k, shown_life, shown_report)->approximate_variance()});
  }
  const published::Rounds rounds = published::l_grr(17, shown_life, shown_report);
  return {
      .source = "DCN 2022, Eq. 12",
      .claim = "With the published second round of L-GRR a report tells ε1.",
      .holds = std::abs(rounds.report_epsilon - shown_report) < 1e-6,
      .finding = fmt::format(
          "The formula forgets the k − 2 other values a report may have passed through. At k = 17, (ε, ε1) = (2, 1) "
          "a report tells {:.6f} and n·V0 is {:.2f}; with λ2 = λ(ε1)/λ(ε) it tells 1 and n·V0 is {:.2f}. Safe, but "
          "wasteful; for k = 2 both agree.",
          rounds.report_epsilon, *theirs[4].expected, *ours[4].expected),
      .chart = Chart{"values k",
                     "n·V0",
                     "L-GRR at (ε, ε1) = (2, 1)",
                     {{"exact", "b4", LineStyle::solid, std::move(ours)},
                      {"published", "thesis", LineStyle::dashed, std::move(theirs)}}}};
}

SurveyClaim claim_l_osue(const LongStudy& study) {
  bool holds = true;
  std::vector<ChartLine> lines;
  const char* const names[] = {"L-OSUE", "L-SUE", "L-OUE", "L-SOUE"};
  const char* const colours[] = {"b4", "b2", "b3", "flat"};
  for (std::size_t i = 0; i < std::size(names); ++i) {
    std::vector<ChartPoint> points;
    for (const double epsilon : study.settings.epsilons) {
      const auto oracle =
          long_oracle({names[i], Calibration::published}, Domain(std::uint64_t{100}), epsilon, epsilon / 2);
      if (oracle == nullptr) continue;
      points.push_back({epsilon, {}, oracle->approximate_variance()});
      const auto best =
          long_oracle({"L-OSUE", Calibration::published}, Domain(std::uint64_t{100}), epsilon, epsilon / 2);
      holds = holds && points.back().expected >= best->approximate_variance() * (1 - 1e-12);
    }
    lines.push_back({names[i], colours[i], LineStyle::solid, std::move(points)});
  }
  const double osue = memo_oracle("l-osue", 100, shown_life, shown_report)->approximate_variance();
  const double oue = make_oracle({"oue", Domain(std::uint64_t{100}), shown_report, {}})->approximate_variance();
  return {
      .source = "DCN 2022",
      .claim = "Of the unary encodings in two rounds, L-OSUE has the smallest variance for rare values.",
      .holds = holds && std::abs(osue / oue - 1) < 1e-6,
      .finding = fmt::format(
          "A report of L-OSUE is one of OUE at ε1, exactly: n·V0 {:.6f} at (2, 1), and {:.6f}, {:.6f} and {:.6f} with "
          "L-SUE, L-OUE and L-SOUE. For common values, as in domains of 2 or 3, L-SUE can be a little better.",
          osue, memo_oracle("l-sue", 100, shown_life, shown_report)->approximate_variance(),
          memo_oracle("l-oue", 100, shown_life, shown_report)->approximate_variance(),
          memo_oracle("l-soue", 100, shown_life, shown_report)->approximate_variance()),
      .chart = Chart{"ε, for ever (ε1 = ε/2)", "n·V0", "unary encodings in two rounds", std::move(lines)}};
}

SurveyClaim claim_variance() {
  const double e = std::exp(shown_life);
  const double p1 = 0.5, q1 = 1 / (e + 1), p2 = 0.5 * (1 + std::tanh(shown_report / 2) / std::tanh(shown_life / 2)),
               q2 = 1 - p2;
  const double no = q1 * p2 + (1 - q1) * q2, gap = (p1 - q1) * (p2 - q2);
  const auto exact = [&](double f) {
    const double gamma = no + f * gap;
    return gamma * (1 - gamma) / (gap * gap);
  };
  std::vector<ChartPoint> theirs, ours;
  for (const double f : {0.01, 0.03, 0.1, 0.3, 0.5, 0.8}) {
    theirs.push_back({f, {}, published::variance(p1, q1, p2, q2, f)});
    ours.push_back({f, {}, exact(f)});
  }
  return {.source = "DCN 2022; multi-freq-ldpy",
          .claim = "The printed variance of two rounds holds for every frequency f.",
          .holds = std::abs(*theirs[3].expected / *ours[3].expected - 1) < 1e-6,
          .finding = fmt::format(
              "Its γ has f(2a − 1) in the place of f(a − b), right only where a + b = 1. L-OSUE at (2, 1), f = 0.3: "
              "n times the variance is {:.6f}, printed {:.6f}. At f = 0 both agree.",
              *ours[3].expected, *theirs[3].expected),
          .chart = Chart{"frequency f",
                         "n times the variance",
                         "L-OSUE at (ε, ε1) = (2, 1), people a sample",
                         {{"exact", "b4", LineStyle::solid, std::move(ours)},
                          {"printed", "thesis", LineStyle::dashed, std::move(theirs)}}}};
}

SurveyClaim claim_leakage() {
  const auto oracle = memo_oracle("l-osue", 100, shown_life, shown_report);
  const auto& memoised = dynamic_cast<const Memoised&>(*oracle);
  std::vector<ChartPoint> theirs, ours;
  for (const std::uint64_t t : {1U, 2U, 3U, 5U, 8U, 12U, 20U}) {
    const auto x = static_cast<double>(t);
    theirs.push_back({x, {}, published::leakage(shown_life, shown_report, t)});
    ours.push_back({x, {}, memoised.epsilon_after(t)});
  }
  return {
      .source = "DCN 2022, Eq. 16",
      .claim = "t reports about one value tell 2·artanh(tanh(ε/2)·tanh(t·ε1/2)).",
      .holds = *theirs[0].expected >= *ours[0].expected - 1e-6,
      .finding = fmt::format(
          "ε1 stands where the ε of the second round belongs, so it states too little: {:.6f}, {:.6f} and {:.6f} after "
          "1, 2 and 5 reports at (2, 1), where L-OSUE tells {:.6f}, {:.6f} and {:.6f}.",
          *theirs[0].expected, *theirs[1].expected, *theirs[3].expected, *ours[0].expected, *ours[1].expected,
          *ours[3].expected),
      .chart = Chart{"reports t",
                     "ε of all of them",
                     "(ε, ε1) = (2, 1)",
                     {{"L-OSUE, exact", "b4", LineStyle::solid, std::move(ours)},
                      {"Eq. 16", "thesis", LineStyle::dashed, std::move(theirs)}}}};
}

SurveyClaim claim_loloha(const LongStudy& study) {
  std::vector<ChartPoint> theirs, ours, osue;
  const Domain domain(std::uint64_t{1000});
  for (const double epsilon : study.settings.epsilons) {
    const auto variance = [&](const LongProtocol& protocol) {
      return long_oracle(protocol, domain, epsilon, epsilon / 2)->approximate_variance();
    };
    theirs.push_back({epsilon, {}, variance({"LOLOHA", Calibration::published})});
    ours.push_back({epsilon, {}, variance({"LOLOHA", Calibration::exact})});
    osue.push_back({epsilon, {}, variance({"L-OSUE", Calibration::published})});
  }
  const std::uint64_t buckets = published::loloha_buckets(shown_life, shown_report);
  const double printed = published::loloha(buckets, shown_life, shown_report).approximate_variance;
  const double exact = memo_oracle("loloha", 1000, shown_life, shown_report)->approximate_variance();
  const auto best = static_cast<std::uint64_t>(std::lround(std::exp(shown_report))) + 1;
  return {
      .source = "EDBT 2023",
      .claim = "The published number of buckets of LOLOHA has the smallest error.",
      .holds = best == buckets && printed <= exact * (1 + 1e-9),
      .finding = fmt::format(
          "It is the optimum of the wasteful second round (as L-GRR's): g = {} at (2, 1), n·V0 {:.6f}. With the exact "
          "one g = round(e^ε1) + 1 = {}, n·V0 {:.6f}.",
          buckets, printed, best, exact),
      .chart = Chart{"ε, for ever (ε1 = ε/2)",
                     "n·V0",
                     "LOLOHA over 1,000 values",
                     {{"exact", "b4", LineStyle::solid, std::move(ours)},
                      {"L-OSUE", "b2", LineStyle::dotted, std::move(osue)},
                      {"published", "thesis", LineStyle::dashed, std::move(theirs)}}}};
}

SurveyClaim claim_allomfree(const SurveyEvidence& evidence) {
  const LongStudy& study = evidence.repeated;
  bool holds = true;
  double most = 1;
  std::string where, ratios;
  for (const StudyTable& table : evidence.tables) {
    for (const double epsilon : study.settings.epsilons) {
      const double theirs = study.find(table.name, epsilon, {"ALLOMFREE", Calibration::published})->expected;
      const double ours = study.find(table.name, epsilon, {"ALLOMFREE", Calibration::exact})->expected;
      holds = holds && theirs <= ours * (1 + 1e-9);
      if (theirs / ours > most) {
        most = theirs / ours;
        where = fmt::format("{} at ε = {:g}", table.name, epsilon);
      }
      if (std::abs(epsilon - shown_life) < 1e-9) {
        ratios += fmt::format("{}{} {:.3f}", ratios.empty() ? "" : ", ", table.name, theirs / ours);
      }
    }
  }
  return {.source = "DCN 2022",
          .claim = "ALLOMFREE, as published, takes the best protocol for every attribute.",
          .holds = holds,
          .finding = fmt::format(
              "It compares with the wasteful L-GRR. With the exact one the rule is k ≤ 3e^ε1 + 2, and the mean squared "
              "error is smaller by these factors at (2, 1): {}; at most by {:.2f} ({}).",
              ratios, most, where),
          .chart = long_chart(study, evidence.tables.back().name)};
}

SurveyClaim claim_clients_keep(std::uint64_t seed) {
  SeededBits random(seed);
  const auto oracle = memo_oracle("l-grr", 17, shown_life, shown_report);
  const AveragingAttack kept = simulate_averaging(*oracle, ClientMemo::kept, 4000, 300, random);
  const AveragingAttack forgotten = simulate_averaging(*oracle, ClientMemo::forgotten, 1000, 300, random);
  const auto share = [](const AveragingAttack& attack) {
    return 100 * static_cast<double>(attack.right) / static_cast<double>(attack.persons);
  };
  return {.source = "multi-freq-ldpy",
          .claim =
              "Its clients of repeated collections, which draw the permanent response at every call, may report again "
              "and again.",
          .holds = !forgotten.finds_no_memo(),
          .finding = fmt::format(
              "Whoever averages 300 reports of a person (L-GRR, k = 17, (2, 1)) finds the value of {:.1f} % of 1,000 "
              "persons. Where it is kept, of {:.1f} % of 4,000: a permanent response allows {:.1f} % on average.",
              share(forgotten), share(kept), 100 * kept.allowed)};
}

SurveyClaim claim_changes_show(std::uint64_t seed) {
  SeededBits random(seed);
  const auto oracle = make_oracle({"dbitflip", Domain(std::uint64_t{16}), 2, {{"bits", 4}}});
  const ChangeAttack attack = simulate_changes(*oracle, 20'000, random);
  return {
      .source = "EDBT 2023",
      .claim = "A change of the value shows in the reports of dBitFlipPM, which have no second round.",
      .holds = attack.seen > 0,
      .finding = fmt::format(
          "A report that differs from the one before proves it: {:.1f} % of 20,000 changes show at once (16 buckets, "
          "4 bits, ε = 2; {:.1f} % in theory).",
          100 * static_cast<double>(attack.seen) / static_cast<double>(attack.persons), 100 * attack.expected)};
}

}  // namespace

Chart long_chart(const LongStudy& study, const std::string& table) {
  Chart chart{"ε, for ever (ε1 = ε/2)",
              "mean squared error of a share",
              fmt::format("{}, one attribute per person for life", table),
              {}};
  struct Line {
    LongProtocol protocol;
    const char* colour;
    LineStyle style;
  };
  using enum Calibration;
  for (const Line& line : {Line{{"L-SUE", published}, "flat", LineStyle::dotted},
                           {{"L-OSUE", published}, "b2", LineStyle::solid},
                           {{"L-GRR", published}, "thesis", LineStyle::dashed},
                           {{"L-GRR", exact}, "b3", LineStyle::solid},
                           {{"LOLOHA", published}, "flat", LineStyle::dashed},
                           {{"ALLOMFREE", exact}, "b4", LineStyle::solid}}) {
    std::vector<ChartPoint> points;
    for (const double epsilon : study.settings.epsilons) {
      if (const LongRow* row = study.find(table, epsilon, line.protocol))
        points.push_back({epsilon, {}, row->expected});
    }
    chart.lines.push_back({title_of(line.protocol), line.colour, line.style, std::move(points)});
  }
  return chart;
}

std::vector<SurveyClaim> published_long_claims(const SurveyEvidence& evidence) {
  return {claim_l_grr(),
          claim_l_osue(evidence.repeated),
          claim_variance(),
          claim_leakage(),
          claim_loloha(evidence.repeated),
          claim_allomfree(evidence),
          claim_clients_keep(evidence.seed),
          claim_changes_show(evidence.seed)};
}

}  // namespace sourdine
