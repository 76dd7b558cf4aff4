#include "sourdine/tuple/tuple_protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sourdine/oracle/table.h"
#include "sourdine/protocol/keyed_rows.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/pipeline.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::report_law;
using testing::sized_attributes;
using testing::small_tuples;
using testing::TemporaryDirectory;
using testing::tuple_of;

std::vector<Value> random_records(const TupleProtocol& protocol, std::size_t people, Random& random) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < people; ++i) {
    for (std::size_t a = 0; a < protocol.width(); ++a) {
      values.push_back(static_cast<Value>(random.below(protocol.domain_size(a))));
    }
  }
  return values;
}

std::shared_ptr<const TupleProtocol> labelled_tuple() {
  TupleSpec spec{.solution = TupleSolution::smp, .epsilon = 2, .oracle = "adp"};
  spec.attributes = {{.name = "sex", .domain = Domain(std::vector<std::string>{"f", "m"})},
                     {.name = "age", .domain = Domain(80)},
                     {.name = "town",
                      .domain = Domain(std::vector<std::string>{"Dole", "Ornans", "Pontarlier"}),
                      .oracle = "rappor",
                      .parameters = {{"cohorts", 4}, {"bits", 8}}}};
  return TupleProtocol::make(spec);
}

// By its definition, from the probabilities of the local randomiser: (1/d) Σ_j M_j(y_j|v_j) Π_{i≠j} F_i(y_i).
double plain_fake_data_law(const TupleProtocol& protocol, std::span<const Value> record, const testing::Report& report,
                           bool is_bits, bool are_zeros) {
  std::size_t at = 0;
  double product = 1, sum = 0;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const Value k = protocol.domain_size(i);
    const FakeEntry entry = FakeEntry::for_epsilon(protocol.tuple_spec().attributes[i].oracle, k,
                                                   protocol.local_epsilon(), protocol.tuple_spec().attributes[i].prior);
    const auto truth = [&](Value held) {
      if (!is_bits) return report[at] == held ? entry.yes() : entry.no();
      double all = 1;
      for (Value bit = 0; bit < k; ++bit) {
        const double one = bit == held ? entry.yes() : entry.no();
        all *= (report[at] >> bit & 1) != 0 ? one : 1 - one;
      }
      return all;
    };
    double fake = are_zeros ? truth(k) : 0;  // k: nobody's bit
    for (Value value = 0; value < k && !are_zeros; ++value) {
      fake += entry.fake_share(value) * (is_bits ? truth(value) : report[at] == value ? 1 : 0);
    }
    product *= fake;
    sum += truth(record[i]) / fake;
    ++at;  // up to 8 values: an entry has one byte
  }
  return product * sum / static_cast<double>(record.size());
}

TEST(TupleProtocol, FakeDataHaveTheLawOfTheirDefinition) {
  for (const auto& protocol : small_tuples(1.3)) {
    const TupleSolution solution = protocol->tuple_spec().solution;
    if (solution != TupleSolution::rs_fd && solution != TupleSolution::rs_rfd) continue;
    const std::string& entry = protocol->tuple_spec().attributes[0].oracle;
    if (protocol->tuple_spec().attributes[1].oracle != entry) continue;  // adp may mix
    SCOPED_TRACE(protocol->spec()->json());
    for (const auto& record : all_records(*protocol)) {
      for (const auto& [report, probability] : report_law(*protocol, record)) {
        EXPECT_NEAR(probability, plain_fake_data_law(*protocol, record, report, entry != "grr", entry.ends_with("-z")),
                    1e-14);
      }
    }
  }
}

TEST(TupleProtocol, SplitReportsAreIndependentAndSampledOnesNameTheirAttribute) {
  const auto split = tuple_of(TupleSolution::spl, {2, 3}, 1, "grr");
  const auto sampled = tuple_of(TupleSolution::smp, {2, 3}, 1, "grr");
  for (const auto& record : all_records(*split)) {
    for (const auto& [report, probability] : report_law(*split, record)) {
      double product = 1;
      for (std::size_t i = 0; i < 2; ++i) {
        const Support s = split->oracle(i).support();
        product *= report[i] == record[i] ? s.yes : s.no;
      }
      EXPECT_NEAR(probability, product, 1e-15);
    }
    for (const auto& [report, probability] : report_law(*sampled, record)) {
      const Support s = sampled->oracle(report[0]).support();
      EXPECT_NEAR(probability, (report[1] == record[report[0]] ? s.yes : s.no) / 2, 1e-15);
    }
  }
  EXPECT_EQ(split->oracle(0).oracle_spec().epsilon, 0.5);
  EXPECT_EQ(sampled->oracle(0).oracle_spec().epsilon, 1);
}

TEST(TupleProtocol, OfOneAttributeIsThePlainOracle) {
  const auto oracle = make_oracle({"oue", Domain(4), 0.9, {}});
  for (const TupleLevel level : {TupleLevel::tuple, TupleLevel::attribute}) {
    for (const auto& [solution, word] :
         {std::pair{TupleSolution::spl, "oue"}, std::pair{TupleSolution::rs_fd, "oue-z"},
          std::pair{TupleSolution::rs_fd, "oue-r"}, std::pair{TupleSolution::joint, "oue"}}) {
      const auto protocol = tuple_of(solution, {4}, 0.9, word, level);
      EXPECT_EQ(protocol->epsilon(), oracle->epsilon());
      EXPECT_EQ(protocol->privacy().attribute, oracle->epsilon());
      for (Value value = 0; value < 4; ++value) {
        EXPECT_EQ(report_law(*protocol, {&value, 1}), report_law(*oracle, {&value, 1}));
      }
    }
  }
  const auto sampled = tuple_of(TupleSolution::smp, {4}, 0.9, "oue");
  const Value value = 2;
  for (const auto& [report, probability] : report_law(*sampled, {&value, 1})) {
    EXPECT_EQ(report[0], 0);
    EXPECT_EQ(probability, report_law(*oracle, {&value, 1}).at({report.begin() + 1, report.end()}));
  }
}

TEST(TupleProtocol, RelabelledAttributesPermuteTheReports) {
  const auto one = tuple_of(TupleSolution::rs_fd, {2, 3}, 1, "grr"),
             other = tuple_of(TupleSolution::rs_fd, {3, 2}, 1, "grr");
  for (const auto& record : all_records(*one)) {
    const auto law = report_law(*other, std::vector<Value>{record[1], record[0]});
    for (const auto& [report, probability] : report_law(*one, record)) {
      EXPECT_NEAR(law.at({report[1], report[0]}), probability, 1e-15);
    }
  }
}

TEST(TupleProtocol, SpecsAreReadAsTheyWereWritten) {
  std::vector<std::shared_ptr<const TupleProtocol>> all = {labelled_tuple()};
  for (const TupleLevel level : {TupleLevel::tuple, TupleLevel::attribute, TupleLevel::published}) {
    for (auto& protocol : small_tuples(0.7, level)) all.push_back(std::move(protocol));
  }
  TupleSpec pairs = all[1]->tuple_spec();
  pairs.pairs = true;
  all.push_back(TupleProtocol::make(pairs));
  for (const auto& protocol : all) {
    const std::string json(protocol->spec()->json());
    const auto read = std::dynamic_pointer_cast<const TupleProtocol>(protocol_table().make_recorded("tuple", json));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->spec()->json(), json);
    EXPECT_EQ(read->epsilon(), protocol->epsilon()) << json;
    EXPECT_EQ(read->local_epsilon(), protocol->local_epsilon());
    EXPECT_EQ(read->cells(), protocol->cells());
  }
  EXPECT_EQ(all[0]->tuple_spec().attributes[0].oracle, "grr");
  EXPECT_EQ(all[0]->tuple_spec().attributes[1].oracle, "oue");
  EXPECT_EQ(all[0]->attribute_name(2), "town");
  EXPECT_EQ(all[1]->attribute_name(1), "attribute 2");
}

// What a spec says is what a client will spend.
TEST(TupleProtocol, ASpecMustBeOneThatThisProtocolWrites) {
  const auto refused = [](const TupleProtocol& protocol, const std::string& from, const std::string& to) {
    std::string json(protocol.spec()->json());
    const std::size_t at = json.find(from);
    EXPECT_NE(at, json.npos) << from << " in " << json;
    json.replace(at, from.size(), to);
    return input_error([&] { protocol_table().make_recorded("tuple", json); });
  };
  const auto split = tuple_of(TupleSolution::spl, {2, 3}, 1, "oue");
  const auto fake = tuple_of(TupleSolution::rs_fd, {2, 3}, 1, "oue-z");
  const auto joint = tuple_of(TupleSolution::joint, {2, 3}, 1, "grr");
  EXPECT_EQ(refused(*split, "\"epsilon\":0.5", "\"epsilon\":5.0"),
            "the oracle of attribute 1 has epsilon = 5, but 0.5 is what is left for it");
  EXPECT_EQ(refused(*split, "\"epsilon\":1.0", "\"epsilon\":2.0"),
            "the oracle of attribute 1 has epsilon = 0.5, but 1 is what is left for it");
  EXPECT_EQ(refused(*split, "\"level\":\"tuple\"", "\"level\":\"published\""),
            "the level 'published' is one of 'rs+fd' and 'rs+rfd', not of 'spl'");
  EXPECT_EQ(refused(*split, "\"solution\":\"spl\"", "\"solution\":\"split\""),
            "'split' is no way to report several attributes; known: spl, smp, rs+fd, rs+rfd, joint");
  EXPECT_NE(refused(*split, "\"attributes\":[", "\"attributes\":[7,").find("the spec is not valid"), std::string::npos);
  EXPECT_EQ(refused(*fake, "\"entry\":\"oue-z\"", "\"entry\":\"oue-x\""),
            "'oue-x' is no entry of a report with fake data; known: grr, oue-z, sue-z, oue-r, sue-r");
  EXPECT_EQ(refused(*fake, "\"entry\":\"oue-z\"", "\"entry\":\"adp\""), "its spec does not record 'attributes'");
  EXPECT_EQ(refused(*fake, "\"k\":2", "\"k\":2,\"prior\":[1,1]"), "attribute 1 has a prior, which only 'rs+rfd' uses");
  EXPECT_EQ(refused(*fake, "\"epsilon\":1.0", "\"epsilon\":-1.0"), "epsilon must be a number greater than 0, not -1");
  EXPECT_EQ(refused(*joint, "\"k\":6", "\"k\":7"), "the oracle of 'joint' is not one of these attributes");
  EXPECT_NE(refused(*joint, "\"epsilon\":1.0,\"k\":6", "\"epsilon\":9.0,\"k\":6"), "no error");
  EXPECT_NE(refused(*split, "\"epsilon\":1.0", "\"epsilon\":1"), "no error");  // not canonical
}

TEST(TupleProtocol, ReportsGoThroughFilesLikeAnyOther) {
  const TemporaryDirectory directory;
  SeededBits random(700);
  for (const auto& protocol :
       {labelled_tuple(), tuple_of(TupleSolution::rs_fd, {3, 12, 1, 300}, 1, "adp"),
        tuple_of(TupleSolution::spl, {3, 12, 9}, 1, "adp"), tuple_of(TupleSolution::joint, {3, 4, 5}, 1, "adp")}) {
    const std::vector<Value> people = random_records(*protocol, 1000, random);
    std::vector<std::string> files;
    Tally whole = protocol->empty_tally();
    for (const std::size_t half : {0U, 1U}) {
      files.push_back(directory.file(std::to_string(random.next()) + ".srep"));
      ReportWriter writer = ReportWriter::create(files.back(), *protocol, "survey", false);
      const std::span<const Value> all = people;
      ValueSpan values(all.subspan(half * all.size() / 2, all.size() / 2));
      EXPECT_EQ(randomize_values(values, *protocol, SeededSource(half), writer, 1), 500U);
      writer.close();
      Reports block(protocol->report_bytes());
      ReportReader reader(files.back());
      while (reader.next(block)) protocol->tally(block, whole);
    }
    const Aggregate both = aggregate_reports(files);
    EXPECT_EQ(both.result.tally, whole);
    EXPECT_TRUE(both.protocol->is_consistent(whole));
    const std::string tally_file = directory.file(std::to_string(random.next()) + ".stly");
    write_tally_file(tally_file, both.result);
    const OpenedTally opened = open_tally_file(tally_file);
    EXPECT_EQ(opened.file.tally, whole);
    EXPECT_EQ(opened.protocol->spec()->json(), protocol->spec()->json());
  }
}

TEST(TupleProtocol, TalliesThatReportsCannotAddUpToAreNotConsistent) {
  SeededBits random(701);
  for (const auto& protocol : small_tuples(1)) {
    Reports reports(protocol->report_bytes());
    protocol->randomize(random_records(*protocol, 50, random), random, reports);
    Tally tally = protocol->empty_tally();
    protocol->tally(reports, tally);
    EXPECT_TRUE(protocol->is_consistent(tally)) << protocol->spec()->json();
    if (protocol->tuple_spec().solution == TupleSolution::joint && protocol->oracle(0).name() == "sue") continue;
    ++tally.reports;
    EXPECT_FALSE(protocol->is_consistent(tally)) << protocol->spec()->json();
  }
}

TEST(TupleProtocol, ImpossibleReportsAreNamedAndNothingIsAdded) {
  SeededBits random(702);
  for (const auto& protocol : small_tuples(1)) {
    Reports reports(protocol->report_bytes());
    protocol->randomize(random_records(*protocol, 10'000, random), random, reports);
    std::vector<std::uint8_t> bytes(reports.bytes().begin(), reports.bytes().end());
    bytes[9000 * protocol->report_bytes() + protocol->report_bytes() - 1] = 0xff;
    bytes[9500 * protocol->report_bytes()] = 0xff;
    Tally tally = protocol->empty_tally();
    EXPECT_EQ(input_error([&] {
                protocol->tally({bytes, protocol->report_bytes(), 10'000}, tally);
              }),
              "report 9001 is not one that " + protocol->title() + " makes");
    EXPECT_EQ(tally, protocol->empty_tally());
  }
}

// Rows keep their own randomness, wherever they are reported.
TEST(TupleProtocol, ReportsKeyedByRowsAreTheSameInAnyGrouping) {
  SeededBits random(703);
  for (const auto& protocol : small_tuples(1)) {
    const std::vector<Value> people = random_records(*protocol, 300, random);
    std::vector<std::uint64_t> ids(300);
    for (std::uint64_t& id : ids) id = random.next();
    const RowSecret secret = seeded_row_secret(5);
    const std::size_t bytes = protocol->report_bytes(), d = protocol->width();
    std::vector<std::uint8_t> whole(300 * bytes), one(bytes);
    randomize_rows(*protocol, {people, d}, ids, secret, whole, 1);
    for (const std::size_t i : {0U, 17U, 299U}) {
      randomize_rows(*protocol, {std::span(people).subspan(i * d, d), d}, std::span(ids).subspan(i, 1), secret, one, 1);
      EXPECT_TRUE(std::equal(one.begin(), one.end(), whole.begin() + static_cast<std::ptrdiff_t>(i * bytes)));
    }
    Tally tally = protocol->empty_tally();
    protocol->tally({whole, bytes, 300}, tally);
    EXPECT_EQ(tally.reports, 300U);
  }
}

TEST(TupleProtocol, MemoisedClientsWrapTheirReports) {
  const auto protocol = labelled_tuple();
  SeededBits random(704);
  const auto* const memoised = dynamic_cast<const Memoised*>(&protocol->oracle(2));
  ASSERT_NE(memoised, nullptr);
  const MemoClient client(*memoised, {1, 2, 3}, "town");
  std::vector<std::uint8_t> report(memoised->memo_bytes()), wrapped(protocol->report_bytes(), 0xee);
  Tally tally = protocol->empty_tally(), own = protocol->oracle(2).empty_tally();
  for (int day = 0; day < 20; ++day) {
    client.report(1, random, report);
    protocol->wrap_report(2, report, wrapped);
    protocol->tally({wrapped, wrapped.size(), 1}, tally);
    protocol->oracle(2).tally({report, report.size(), 1}, own);
  }
  EXPECT_EQ(protocol->attribute_tally(tally, 2, Population::sampled).cells, own.cells);
  EXPECT_EQ(protocol->attribute_tally(tally, 0, Population::sampled).reports, 0U);

  EXPECT_EQ(input_error([&] { protocol->wrap_report(3, report, wrapped); }),
            "there is no attribute 4: the tuple has 3");
  EXPECT_EQ(input_error([&] { protocol->wrap_report(0, report, wrapped); }),
            "this is not a report that the oracle of attribute 1 ('sex') makes");
  const std::vector<std::uint8_t> impossible = {7};
  EXPECT_EQ(input_error([&] { protocol->wrap_report(0, impossible, wrapped); }),
            "this is not a report that the oracle of attribute 1 ('sex') makes");
  EXPECT_EQ(input_error([&] { protocol->wrap_report(2, report, std::span(wrapped).first(1)); }),
            "a report of " + std::to_string(wrapped.size()) + " bytes does not fit into 1 bytes");
  EXPECT_EQ(input_error([&] {
              tuple_of(TupleSolution::spl, {2, 2}, 1, "grr")->wrap_report(0, report, wrapped);
            }),
            "only reports of 'smp' are about one attribute");
  std::vector<std::size_t> drawn(3);
  for (int i = 0; i < 300; ++i) ++drawn[protocol->draw_attribute(random)];
  for (const std::size_t count : drawn) EXPECT_GT(count, 50U);
}

TEST(TupleProtocol, SaysWhatIsWrong) {
  const auto failure = [](TupleSpec spec) { return input_error([&] { TupleProtocol::make(std::move(spec)); }); };
  EXPECT_EQ(failure({.solution = TupleSolution::smp, .epsilon = 1}), "a tuple has 1 to 256 attributes, not 0");
  EXPECT_EQ(failure({.solution = TupleSolution::rs_rfd, .attributes = sized_attributes({2, 3}), .epsilon = 1}),
            "the prior of attribute 1 has 0 weights for 2 values");
  TupleSpec prior{
      .solution = TupleSolution::rs_rfd, .attributes = sized_attributes({2}), .epsilon = 1, .oracle = "grr"};
  prior.attributes[0].prior = {1, 0};
  EXPECT_EQ(failure(prior), "the prior of attribute 1 has a weight of 0");
  prior.attributes[0].prior = {1, max_prior_weight};
  EXPECT_EQ(failure(prior), "the weights of the prior of attribute 1 add up to more than 2^31");
  prior.attributes[0].prior = {1, 1};
  prior.oracle = "adp";
  EXPECT_EQ(failure(prior), "attribute 1 of 'rs+rfd' cannot be 'adp'");
  EXPECT_EQ(failure({.solution = TupleSolution::joint, .attributes = sized_attributes({5000, 5000}), .epsilon = 1}),
            "the product of these domains has more than 1048576 values, too many for 'joint'");
  EXPECT_EQ(
      failure({.solution = TupleSolution::joint, .attributes = sized_attributes({2, 2}), .epsilon = 1, .oracle = "hr"}),
      "'joint' has no oracle 'hr'; known: adp, grr, oue, sue");
  EXPECT_EQ(
      failure({.solution = TupleSolution::smp, .attributes = sized_attributes({2, 2}), .epsilon = 1, .pairs = true}),
      "'smp' does not count pairs of attributes");
  EXPECT_EQ(failure({.solution = TupleSolution::spl,
                     .attributes = sized_attributes({4, 4}),
                     .epsilon = 1,
                     .oracle = "hrr",
                     .pairs = true}),
            "oracle 'hrr' of attribute 1 cannot be counted in pairs");
  TupleSpec named{.solution = TupleSolution::smp, .attributes = sized_attributes({2, 2}), .epsilon = 1};
  named.attributes[0].name = named.attributes[1].name = "age";
  EXPECT_EQ(failure(named), "two attributes are named 'age'");
  TupleSpec sue{.solution = TupleSolution::spl, .attributes = sized_attributes({2, 2}), .epsilon = 1, .oracle = "sue"};
  sue.attributes[1].parameters = {{"f", 0.5}};
  EXPECT_EQ(failure(sue).substr(0, 40), "the oracle of attribute 2 has epsilon = ");
  sue.attributes[1].parameters = {{"f", 0.9}};
  EXPECT_EQ(failure(sue), "no error");

  const auto protocol = tuple_of(TupleSolution::smp, {2, 3}, 1, "grr");
  Reports reports(protocol->report_bytes());
  SeededBits random(705);
  EXPECT_EQ(input_error([&] {
              protocol->randomize(std::vector<Value>{0, 1, 1, 3}, random, reports);
            }),
            "value 3 (record 2, attribute 2) is outside the domain 0 … 2");
  EXPECT_EQ(input_error([&] {
              protocol->randomize(std::vector<Value>{0, 1, 1}, random, reports);
            }),
            "the last record is incomplete");
  EXPECT_EQ(input_error([&] {
              tuple_of(TupleSolution::rs_fd, {2, 2}, 1, "grr")->oracle(0);
            }),
            "'rs+fd' has entries with fake data, not reports of oracles");
}

TEST(TupleProtocol, PriorWeightsFromShares) {
  EXPECT_EQ(prior_weights(std::vector<double>{0.5, 0.25, 0.25}),
            (std::vector<std::uint64_t>{500'000, 250'000, 250'000}));
  EXPECT_EQ(prior_weights(std::vector<double>{3, 1, 0}), (std::vector<std::uint64_t>{750'000, 250'000, 1}));
  EXPECT_NE(input_error([] { prior_weights(std::vector<double>{0, 0}); }), "no error");
  EXPECT_NE(input_error([] { prior_weights(std::vector<double>{1, -1}); }), "no error");
}

}  // namespace
}  // namespace sourdine
