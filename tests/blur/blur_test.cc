#include "sourdine/blur/blur.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sourdine/base/csv.h"
#include "sourdine/blur/publication.h"
#include "sourdine/events/row_source.h"
#include "sourdine/geo/shape_cells.h"
#include "sourdine/publish/sums.h"
#include "sourdine/random/memo_key.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;

constexpr const char* usual_area = "box = [5.8, 47.1, 6.2, 47.4]\n";
constexpr const char* usual_privacy = "level = \"ln 4\"\nwithin = \"200 m\"\n";

class Blur : public ::testing::Test {
 protected:
  BlurConfig configured(const std::string& events = "", const std::string& area = usual_area,
                        const std::string& privacy = usual_privacy, const std::string& publish = "") {
    const std::string text = "[events]\nlatitude = \"lat\"\nlongitude = \"lon\"\n" + events + "[area]\n" + area +
                             "[privacy]\n" + privacy + "[publish]\n" + publish;
    return parse_blur_config(text, folder_.file("calls.toml"));
  }
  std::string config_error(const std::string& events, const std::string& area = usual_area,
                           const std::string& privacy = usual_privacy, const std::string& publish = "") {
    return input_error([&] { configured(events, area, privacy, publish); });
  }
  BlurredEvents blurred(const BlurConfig& config, const std::string& rows, std::uint64_t seed = 1) {
    write_all(folder_.file("calls.csv"), rows);
    const PreparedBlur blur = prepare_blur(config);
    return blur_places(blur, read_places(blur, folder_.file("calls.csv")), SeededSource(seed), seeded_row_secret(seed));
  }
  std::string row_error(const std::string& rows, const BlurConfig& config) {
    return input_error([&] { blurred(config, rows); });
  }

  TemporaryDirectory folder_;
};

// One address a hundred times, and what the mean of the published points tells.
double mean_distance(const BlurredEvents& events, const PlanePoint& truth) {
  double x = 0, y = 0;
  for (const PlanePoint& point : events.published) {
    x += point.x;
    y += point.y;
  }
  const auto n = static_cast<double>(events.published.size());
  return std::hypot(x / n - truth.x, y / n - truth.y);
}

std::string hundred_reports() {
  std::string rows = "when,lat,lon\n";
  for (int i = 0; i < 100; ++i) rows += "2024,47.24,6.02\n";
  return rows;
}

// The averaging attack. Redrawn noise: the mean of 100 is off by 29 m or so (√(6/ε²)/10), so within 100 m it has found
// the address; with the memo it is as far off as one point. Seeds are fixed: mean over 40 of them.
TEST_F(Blur, AveragingRepeatedReportsFindsTheAddressUnlessNoiseIsKept) {
  const BlurConfig redrawn =
      configured("", usual_area, std::string(usual_privacy) + "memo = false\nrepeats = 100\n", "truncate = false\n");
  const BlurConfig kept = configured();
  const PlanePoint truth = prepare_blur(kept).projection.forward({.longitude = 6.02, .latitude = 47.24});
  double with_memo = 0, without = 0;
  constexpr int seeds = 40;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    with_memo += mean_distance(blurred(kept, hundred_reports(), seed), truth) / seeds;
    without += mean_distance(blurred(redrawn, hundred_reports(), seed), truth) / seeds;
  }
  EXPECT_LT(without, 60);     // of 2/ε = 291 m, a tenth, and what chance adds
  EXPECT_GT(with_memo, 150);  // 40 radii with mean 291 and deviation 206: five deviations of their mean below is 128
}

TEST_F(Blur, WithTheMemoOnePlaceIsOnePointAndOthersAreOthers) {
  const BlurredEvents events =
      blurred(configured(), "lat,lon\n47.24,6.02\n47.25,6.02\n47.24,6.02\n47.2400001,6.0200001\n");
  EXPECT_EQ(events.published[0], events.published[2]);
  EXPECT_EQ(events.published[0], events.published[3]);  // one cell of a metre
  EXPECT_NE(events.published[0], events.published[1]);
}

TEST_F(Blur, TheGuaranteeNamesThePlaceWithTheMemoAndTheEventWithoutIt) {
  const PreparedBlur kept = prepare_blur(configured());
  EXPECT_EQ(kept.guarantee.unit, Unit::place);
  EXPECT_EQ(kept.charged.loss, kept.guarantee.loss);
  const PreparedBlur redrawn =
      prepare_blur(configured("", usual_area, std::string(usual_privacy) + "memo = false\nrepeats = 3\n"));
  EXPECT_EQ(redrawn.guarantee.unit, Unit::event);
  EXPECT_EQ(redrawn.charged.unit, Unit::place);
  EXPECT_NEAR(std::get<MetricEpsilon>(*redrawn.charged.loss).per_metre,
              3 * std::get<MetricEpsilon>(*redrawn.guarantee.loss).per_metre, 1e-15);
  EXPECT_LE(kept.guarantee.epsilon, std::log(4.0));
  EXPECT_GT(kept.guarantee.epsilon, std::log(4.0) * (1 - 1e-9));
  EXPECT_EQ(*kept.guarantee.within, 200);
}

TEST_F(Blur, MoreReportsThanDeclaredAreRefused) {
  const BlurConfig config = configured("", usual_area, std::string(usual_privacy) + "memo = false\nrepeats = 2\n");
  const std::string error = row_error("lat,lon\n47.24,6.02\n47.24,6.02\n47.24,6.02\n", config);
  EXPECT_NE(error.find("line 4: a place is reported more often than 'repeats' allows, 2 times"), std::string::npos)
      << error;
  EXPECT_NE(config_error("", usual_area, std::string(usual_privacy) + "memo = false\n").find("'repeats' is missing"),
            std::string::npos);
}

TEST_F(Blur, PointsOutsideGoToTheNearestPointInside) {
  const Shapes area({{.name = "", .rings = {{{0, 0}, {100, 0}, {100, 100}, {0, 100}}}}});
  EXPECT_EQ(nearest_grid_point(area, {50, 50}, 1), (PlanePoint{50, 50}));
  for (const PlanePoint outside : {PlanePoint{-30, 40}, {250, 260}, {40, -3}, {101, 55}}) {
    const PlanePoint moved = nearest_grid_point(area, outside, 1);
    ASSERT_TRUE(area.find(moved));
    double least = HUGE_VAL;
    for (int x = 0; x <= 100; ++x) {
      for (int y = 0; y <= 100; ++y) {
        const PlanePoint candidate{static_cast<double>(x), static_cast<double>(y)};
        if (area.find(candidate)) least = std::min(least, std::hypot(candidate.x - outside.x, candidate.y - outside.y));
      }
    }
    EXPECT_NEAR(std::hypot(moved.x - outside.x, moved.y - outside.y), least, 1e-9);
  }
}

TEST_F(Blur, RowsThatAreNoPlacesAreRefusedWithLineAndColumn) {
  const BlurConfig config = configured();
  EXPECT_NE(row_error("lat,lon\n47.24,6.02\n91,6.02\n", config)
                .find("line 3, column 'lat': latitude 91 is not between -90 and 90"),
            std::string::npos);
  EXPECT_NE(row_error("lat,lon\n47.24,600\n", config).find("column 'lon': longitude 600"), std::string::npos);
  EXPECT_NE(row_error("lat,lon\n47.24,\n", config).find("column 'lon': there is no number"), std::string::npos);
  EXPECT_NE(row_error("lat,lon\nnorth,6\n", config).find("'north' is no number"), std::string::npos);
  EXPECT_NE(row_error("lat,lon\n48.9,2.3\n", config).find("outside of the declared area"), std::string::npos);
  EXPECT_NE(row_error("lat,lon\n", config).find("has no rows"), std::string::npos);
  try {
    blurred(configured("", "box = [96, 47.1, 97, 47.4]\n"), "lat,lon\n96.5,47.2\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint().find("is 'lon' the latitude?"), std::string::npos) << error.hint();
  }
  try {
    blurred(config, "lat,lon\n6.02,47.24\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint().find("changed places: is 'lon' the latitude?"), std::string::npos) << error.hint();
  }
}

TEST_F(Blur, RowsFromOutsideAreLeftOutWhenThatIsAskedFor) {
  const BlurConfig config = configured("", std::string(usual_area) + "outside = \"drop\"\n");
  const BlurredEvents events = blurred(config, "lat,lon\n47.24,6.02\n48.9,2.3\n");
  EXPECT_EQ(events.moved.size(), 1U);
  EXPECT_EQ(events.rows_outside, 1U);
  EXPECT_EQ(events.rows_read, 2U);
}

TEST_F(Blur, ColumnsThatTellAPlaceAreRefused) {
  EXPECT_NE(config_error("keep = [\"lat\"]\n").find("'lat', which tells where an event was"), std::string::npos);
  EXPECT_NE(config_error("keep = [\"Address\"]\n").find("tells where"), std::string::npos);
  EXPECT_NE(config_error("keep = [\"spot\"]\nlocating = [\"spot\"]\n").find("tells where"), std::string::npos);
  EXPECT_NE(config_error("keep = [\"distance_m\"]\n", usual_area, usual_privacy, "stations = \"s.csv\"\n")
                .find("computed from the blurred point"),
            std::string::npos);
  EXPECT_NE(config_error("keep = [\"region\"]\n", usual_area, usual_privacy, "regions = \"r.geojson\"\n")
                .find("computed from the blurred point"),
            std::string::npos);
  EXPECT_EQ(config_error("keep = [\"when\"]\n"), "no error");
}

TEST_F(Blur, LevelsAndDistancesAreReadAsPeopleWriteThem) {
  EXPECT_LE(parse_level("ln 4"), std::log(4.0));
  EXPECT_NEAR(parse_level("ln4"), std::log(4.0), 1e-15);
  EXPECT_EQ(parse_level("1.5"), 1.5);
  EXPECT_EQ(parse_metres("200 m"), 200);
  EXPECT_EQ(parse_metres("0.5km"), 500);
  EXPECT_EQ(parse_metres("75"), 75);
  for (const char* bad : {"0", "-1", "ln 1", "ln -2", "four", "", "nan", "inf"}) {
    EXPECT_NE(input_error([&] { parse_level(bad); }), "no error") << bad;
  }
  for (const char* bad : {"0", "-1 m", "near", "", "nan"}) {
    EXPECT_NE(input_error([&] { parse_metres(bad); }), "no error") << bad;
  }
  EXPECT_NE(config_error("", usual_area, "per_km = 0\n").find("must be greater than 0"), std::string::npos);
  EXPECT_NE(config_error("", usual_area, "level = 1\n").find("needs 'within'"), std::string::npos);
}

TEST_F(Blur, TheDirectoryIsWholeAndSumsUp) {
  write_all(folder_.file("calls.csv"), "when,secret,lat,lon\n2024-01-01,a,47.24,6.02\n2024-01-02,b,47.23,6.03\n");
  write_all(folder_.file("stations.csv"), "name,latitude,longitude\neast,47.25,6.1\nwest,47.2,5.9\n");
  // A small area: what is estimated takes time by its squares.
  BlurConfig config = configured("keep = [\"when\"]\n", "box = [5.98, 47.2, 6.07, 47.26]\n", usual_privacy,
                                 "stations = \"stations.csv\"\n");
  const std::string out = folder_.file("out");
  BlurPublication publication(config);
  const auto publish_to = [&](const std::string& directory, bool replaces = false) {
    return publish(publication,
                   {.out = directory, .replaces = replaces, .reading = {.source = folder_.file("calls.csv")}},
                   SecureSource());
  };
  const Published published = publish_to(out);
  EXPECT_EQ(verify_sums(out).fingerprint, published.fingerprint);
  EXPECT_EQ(published.payment.receipt()->total().metric_losses, 1U);
  // Every derived field is a function of the published point.
  const auto rows = open_table(out + "/blurred.csv");
  EXPECT_EQ(rows->columns(), (std::vector<std::string>{"when", "lat", "lon", "station", "distance_m"}));
  std::size_t count = 0;
  while (rows->next()) {
    ++count;
    const auto row = rows->row();
    const MapPoint place{.longitude = std::stod(std::string(row[2])), .latitude = std::stod(std::string(row[1]))};
    const Station& nearest =
        nearest_station(publication.prepared().stations, publication.prepared().projection.forward(place));
    EXPECT_EQ(row[3], nearest.name);
    EXPECT_NEAR(std::stod(std::string(row[4])), ground_metres(place, nearest.place), 1);
  }
  EXPECT_EQ(count, 2U);
  EXPECT_NE(input_error([&] { publish_to(out); }).find("exists already"), std::string::npos);
  EXPECT_NE(publish_to(out, true).fingerprint, published.fingerprint);
  // What is refused leaves nothing behind, neither files nor spending.
  write_all(folder_.file("calls.csv"), "when,secret,lat,lon\n2024-01-01,a,99,6.02\n");
  const auto ledger_size = std::filesystem::file_size(config.head.ledger());
  EXPECT_NE(input_error([&] { publish_to(folder_.file("no")); }), "no error");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("no")));
  EXPECT_EQ(std::filesystem::file_size(config.head.ledger()), ledger_size);
}

TEST_F(Blur, AKeyIsMadeOnceAndOnlyItsOwnerReadsIt) {
  const std::string path = folder_.file("calls.key");
  const RowSecret first = open_memo_key(path), second = open_memo_key(path);
  EXPECT_TRUE(std::equal(first.bytes().begin(), first.bytes().end(), second.bytes().begin()));
  struct stat about = {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600U);
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  EXPECT_NE(input_error([&] { open_memo_key(path); }).find("others can read"), std::string::npos);
  write_all(folder_.file("bad.key"), "12ab\n");
  ::chmod(folder_.file("bad.key").c_str(), 0600);
  EXPECT_NE(input_error([&] { open_memo_key(folder_.file("bad.key")); }).find("no key of a memo"), std::string::npos);
}

// Whoever has the first publication can compute the second, but for new places: both together cost what one costs.
TEST_F(Blur, PointsThatAreKeptCountOnceInTheLedger) {
  const std::string area = "box = [6.02, 47.24, 6.022, 47.242]\n";
  const std::string kept = std::string(usual_privacy) + "memo_key = \"calls.key\"\n";
  int outs = 0;
  PlanePoint point;  // the first that was published
  const auto publish_rows = [&](const BlurConfig& config, const std::string& rows) {
    write_all(folder_.file("calls.csv"), rows);
    BlurPublication publication(config);
    const Published published =
        publish(publication,
                {.out = folder_.file("out" + std::to_string(++outs)), .reading = {.source = folder_.file("calls.csv")}},
                SecureSource());
    point = publication.events().published[0];
    return published.payment.receipt()->total();
  };
  const std::string first = "lat,lon\n47.241,6.021\n", both = "lat,lon\n47.241,6.021\n47.242,6.022\n";
  write_all(folder_.file("budget.toml"), "neighbours = \"nearby\"\nwithin = 200\n[total]\nepsilon = 2\n");
  const LedgerTotal once = publish_rows(configured("", area, kept), first);
  const PlanePoint once_point = point;
  const LedgerTotal twice = publish_rows(configured("", area, kept), both);
  EXPECT_EQ(point, once_point);
  EXPECT_EQ(twice.entries, 2U);
  EXPECT_EQ(twice.repeated, 1U);
  EXPECT_EQ(twice.per_metre.per_metre.text(), once.per_metre.per_metre.text());
  // Another level, grid, area or data set is another draw; so is noise that is not kept, and another key.
  const auto is_refused = [&](const BlurConfig& config) {
    try {
      publish_rows(config, first);
    } catch (const Error& error) {
      return error.code() == ErrorCode::budget_refused;
    }
    return false;
  };
  EXPECT_TRUE(is_refused(configured("", area, "level = \"ln 3\"\nwithin = \"200 m\"\nmemo_key = \"calls.key\"\n")));
  EXPECT_TRUE(is_refused(configured("", area, kept + "step = 2\n")));
  EXPECT_TRUE(is_refused(configured("", "box = [6.02, 47.24, 6.022, 47.243]\n", kept)));
  EXPECT_TRUE(is_refused(configured("", area, usual_privacy)));
  EXPECT_TRUE(is_refused(configured("", area, std::string(usual_privacy) + "memo_key = \"other.key\"\n")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("other.key"))) << "who is refused leaves no key behind";
  EXPECT_FALSE(is_refused(configured("", area, kept, "grid = 100\n")));  // what follows the noise is free
}

TEST_F(Blur, RowsAreShuffledUnlessTheirOrderIsAskedFor) {
  std::string rows = "when,lat,lon\n";
  for (int i = 0; i < 100; ++i) rows += std::to_string(i) + ",47." + std::to_string(20 + i % 10) + ",6.02\n";
  std::vector<std::size_t> sorted(100);
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  const auto shuffled = blurred(configured(), rows).order;
  EXPECT_NE(shuffled, sorted);
  EXPECT_EQ(std::set<std::size_t>(shuffled.begin(), shuffled.end()).size(), 100U);
  EXPECT_EQ(blurred(configured("", usual_area, usual_privacy, "order = \"input\"\n"), rows).order, sorted);
}

// 2/ε within 1 %, and the quantile of methods G within a grid step: 100,000 cells of their own.
TEST_F(Blur, PointsMoveAsFarAsTheLawSays) {
  std::string rows = "lat,lon\n";
  for (int i = 0; i < 100'000; ++i) rows += "47." + std::to_string(200'000 + i) + ",6.0\n";
  const BlurConfig config =
      configured("", usual_area, std::string(usual_privacy) + "memo = false\nrepeats = 10000\n", "truncate = false\n");
  const PreparedBlur ground = prepare_blur(config);
  const BlurredEvents events = blurred(config, rows);
  std::vector<double> radii;
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const PlanePoint from =
        ground.projection.forward({.longitude = 6.0, .latitude = std::stod("47." + std::to_string(200'000 + i))});
    const PlanePoint to = events.published[static_cast<std::size_t>(i)];
    radii.push_back(std::hypot(to.x - from.x, to.y - from.y));
    sum += radii.back();
  }
  EXPECT_NEAR(sum / 1e5, ground.promise.mean_displacement(), 0.01 * ground.promise.mean_displacement());
  std::sort(radii.begin(), radii.end());
  EXPECT_NEAR(radii[50'000], ground.promise.radius_quantile(0.5), 5);  // 4.9 deviations of a median of 1e5, and a step
}

}  // namespace
}  // namespace sourdine
