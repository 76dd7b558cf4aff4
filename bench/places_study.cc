// places_study POINTS.csv LEVEL RADIUS REDRAWS [memo|anew] [SEED] [REGIONS.csv]: how good estimates from blurred points
// are. One JSON object.
//
// POINTS.csv has the columns x, y (whole metres of a plane) and name. REGIONS.csv has the corners of each region, in
// order: name, x, y. Without it, regions are the Voronoi cells of the medians of each name's points: borders of this
// experiment, made from the points themselves, in place of a public map. The truth is the number of points in each
// region. Every redraw blurs all points anew (with "memo" one draw for each place), and estimates as `sourdine blur`
// does. Seeded.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "sourdine/base/domain.h"
#include "sourdine/estimate/estimate.h"
#include "sourdine/geo/metric.h"
#include "sourdine/geo/place_estimates.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::bench {
namespace {

struct NamedPoints {
  std::vector<GridPoint> points;
  std::vector<std::size_t> name;
  std::vector<std::string> names;
};

NamedPoints read_points(const std::string& path) {
  NamedPoints read;
  std::map<std::string, std::size_t> index;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    const auto [at, is_new] = index.try_emplace(line.substr(second + 1), index.size());
    if (is_new) read.names.push_back(at->first);
    read.points.push_back({std::stoll(line.substr(0, first)), std::stoll(line.substr(first + 1))});
    read.name.push_back(at->second);
  }
  return read;
}

std::vector<PlaneShape> read_regions(const std::string& path) {
  std::vector<PlaneShape> shapes;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    const std::string name = line.substr(0, first);
    if (shapes.empty() || shapes.back().name != name) shapes.push_back({.name = name, .rings = {{}}});
    shapes.back().rings.front().push_back({std::stod(line.substr(first + 1)), std::stod(line.substr(second + 1))});
  }
  return shapes;
}

double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

// The part of a convex polygon that is nearer to a than to b.
PlaneRing nearer_part(const PlaneRing& ring, PlanePoint a, PlanePoint b) {
  const auto side = [&](PlanePoint p) {
    return std::hypot(p.x - b.x, p.y - b.y) * std::hypot(p.x - b.x, p.y - b.y) -
           std::hypot(p.x - a.x, p.y - a.y) * std::hypot(p.x - a.x, p.y - a.y);
  };
  PlaneRing kept;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanePoint p = ring[i], q = ring[(i + 1) % ring.size()];
    const double from = side(p), to = side(q);
    if (from >= 0) kept.push_back(p);
    if ((from >= 0) != (to >= 0)) {
      const double share = from / (from - to);
      kept.push_back({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)});
    }
  }
  return kept;
}

struct Ground {
  PlaneBox area;
  std::vector<PlanePoint> seats;
  std::vector<PlaneShape> shapes;
};

Ground voronoi(const NamedPoints& read) {
  Ground ground;
  std::vector<std::vector<double>> x(read.names.size()), y(read.names.size());
  for (std::size_t i = 0; i < read.points.size(); ++i) {
    const auto [px, py] = read.points[i];
    ground.area.add({static_cast<double>(px), static_cast<double>(py)});
    x[read.name[i]].push_back(static_cast<double>(px));
    y[read.name[i]].push_back(static_cast<double>(py));
  }
  for (std::size_t r = 0; r < read.names.size(); ++r) ground.seats.push_back({median(x[r]), median(y[r])});
  const PlaneBox& box = ground.area;
  for (std::size_t r = 0; r < read.names.size(); ++r) {
    PlaneRing ring = {{box.low.x - 1, box.low.y - 1},
                      {box.high.x + 1, box.low.y - 1},
                      {box.high.x + 1, box.high.y + 1},
                      {box.low.x - 1, box.high.y + 1}};
    for (std::size_t other = 0; other < read.names.size(); ++other) {
      if (other != r) ring = nearer_part(ring, ground.seats[r], ground.seats[other]);
    }
    ground.shapes.push_back({.name = read.names[r], .rings = {ring}});
  }
  return ground;
}

std::vector<GridPoint> blurred(const PlanarLaplace& noise, const std::vector<GridPoint>& points, bool has_memo,
                               SeededBits& random) {
  std::vector<GridPoint> found = points;
  if (!has_memo) {
    noise.move(random, found);
    return found;
  }
  std::map<std::pair<std::int64_t, std::int64_t>, GridPoint> memo;
  for (GridPoint& point : found) {
    const auto [at, is_new] = memo.try_emplace({point.x, point.y}, point);
    if (is_new) noise.move(random, std::span(&at->second, 1));
    point = at->second;
  }
  return found;
}

// The error of asking everyone for the region, by the best oracle of the table for this ε.
double oracle_error(const std::vector<double>& truth, double epsilon, SeededBits& random) {
  std::vector<std::uint64_t> counts;
  for (const double count : truth) counts.push_back(static_cast<std::uint64_t>(count));
  const auto oracle =
      make_oracle({.oracle = "adp", .domain = Domain(truth.size()), .epsilon = epsilon, .parameters = {}});
  double squares = 0;
  constexpr int draws = 20;
  for (int i = 0; i < draws; ++i) {
    Tally tally = oracle->empty_tally();
    oracle->simulate(counts, random, tally);
    const Estimates estimates = estimate(*oracle, tally);
    for (std::size_t r = 0; r < truth.size(); ++r) {
      squares += (estimates.values[r].value - truth[r]) * (estimates.values[r].value - truth[r]);
    }
  }
  return std::sqrt(squares / draws / static_cast<double>(truth.size()));
}

struct Sums {
  double estimate = 0, square = 0, naive_square = 0, width = 0, covered = 0;
  double crossing = 0;  // points that noise brought over the region's border, in or out
};

nlohmann::ordered_json run(const NamedPoints& read, const Ground& ground, double level, double radius, int redraws,
                           bool has_memo, std::uint64_t seed) {
  const Shapes regions(ground.shapes);
  const MetricPromise promise({.level = level, .radius = radius, .step = 1, .stretch = 1});
  const PlanarLaplace noise(promise.epsilon());
  std::vector<std::size_t> home;
  std::vector<double> truth(regions.size(), 0);
  const auto region_of = [&](GridPoint p) {
    return regions.find_nearest({static_cast<double>(p.x), static_cast<double>(p.y)});
  };
  for (const GridPoint& point : read.points) {
    home.push_back(region_of(point));
    truth[home.back()] += 1;
  }
  SeededBits random(seed);
  std::vector<Sums> sums(regions.size());
  double displacement = 0, changed = 0, seconds = 0, steps = 0;
  double cell_covered = 0, cell_width = 0, cell_square = 0, cells = 0, empty_covered = 0, empty_cells = 0;
  double crowded_covered = 0, crowded_cells = 0;  // of 20 points and more
  const auto n = static_cast<double>(read.points.size());
  for (int draw = 0; draw < redraws; ++draw) {
    const std::vector<GridPoint> found = blurred(noise, read.points, has_memo, random);
    for (std::size_t i = 0; i < found.size(); ++i) {
      displacement += std::hypot(static_cast<double>(found[i].x - read.points[i].x),
                                 static_cast<double>(found[i].y - read.points[i].y)) /
                      n;
      const std::size_t there = region_of(found[i]);
      if (there == home[i]) continue;
      changed += 1 / n;
      sums[there].crossing += 1;
      sums[home[i]].crossing += 1;
    }
    const auto begin = std::chrono::steady_clock::now();
    const PlaceEstimates estimates = estimate_places(
        {.epsilon = promise.epsilon(), .step = 1, .area = ground.area, .has_memo = has_memo}, found, &regions);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    steps += static_cast<double>(estimates.steps);
    for (std::size_t r = 0; r < regions.size(); ++r) {
      const RegionEstimate& region = estimates.regions[r];
      Sums& sum = sums[r];
      sum.estimate += region.count.value;
      sum.square += (region.count.value - truth[r]) * (region.count.value - truth[r]);
      sum.naive_square += (region.counted - truth[r]) * (region.counted - truth[r]);
      sum.width += region.count.upper - region.count.lower;
      sum.covered += region.count.lower <= truth[r] && truth[r] <= region.count.upper ? 1 : 0;
    }
    const CellGrid& grid = estimates.density.grid;
    std::vector<double> held(grid.size(), 0);
    for (const GridPoint& point : read.points) held[*grid.index(point)] += 1;
    for (std::size_t i = 0; i < held.size(); ++i) {
      const Estimate& cell = estimates.density.cells[i];
      const double covered = cell.lower <= held[i] && held[i] <= cell.upper ? 1 : 0;
      cell_square += (cell.value - held[i]) * (cell.value - held[i]);
      if (held[i] == 0) {
        empty_cells += 1;
        empty_covered += covered;
        continue;
      }
      cells += 1;
      cell_covered += covered;
      cell_width += cell.upper - cell.lower;
      crowded_cells += held[i] >= 20 ? 1 : 0;
      crowded_covered += held[i] >= 20 ? covered : 0;
    }
    fmt::print(stderr, "\r{}/{}", draw + 1, redraws);
  }
  fmt::print(stderr, "\n");
  const auto times = static_cast<double>(redraws), all = static_cast<double>(regions.size());
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  Sums total;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    const Sums& sum = sums[r];
    rows.push_back({{"region", regions[r].name},
                    {"truth", truth[r]},
                    {"mean_estimate", sum.estimate / times},
                    {"rmse", std::sqrt(sum.square / times)},
                    {"naive_rmse", std::sqrt(sum.naive_square / times)},
                    {"coverage", sum.covered / times},
                    {"half_width", sum.width / times / 2},
                    {"crossing", sum.crossing / times}});
    total.square += sum.square / times / all;
    total.naive_square += sum.naive_square / times / all;
    total.covered += sum.covered / times / all;
    total.width += sum.width / times / all;
  }
  // Between a region and its nearest neighbour, seat to seat: what metric privacy promises at that distance.
  std::vector<double> nearest;
  for (const PlanePoint& a : ground.seats) {
    double least = std::numeric_limits<double>::infinity();
    for (const PlanePoint& b : ground.seats) {
      if (!(a == b)) least = std::min(least, std::hypot(a.x - b.x, a.y - b.y));
    }
    nearest.push_back(least);
  }
  const double apart = median(nearest);
  nlohmann::ordered_json oracles = nlohmann::ordered_json::array();
  for (const double epsilon : {level, std::min(10.0, promise.level_at(apart))}) {
    oracles.push_back({{"epsilon", epsilon}, {"rmse", oracle_error(truth, epsilon, random)}});
  }
  return {{"points", read.points.size()},
          {"regions", regions.size()},
          {"radius", radius},
          {"level", level},
          {"memo", has_memo},
          {"redraws", redraws},
          {"mean_displacement", displacement / times},
          {"mean_promised", promise.mean_displacement()},
          {"changed", changed / times},
          {"coverage", total.covered},
          {"rmse", std::sqrt(total.square)},
          {"naive_rmse", std::sqrt(total.naive_square)},
          {"half_width", total.width / 2},
          {"cell_coverage", cell_covered / cells},
          {"cell_half_width", cell_width / cells / 2},
          {"cells", cells / times},
          {"cell_rmse", std::sqrt(cell_square / (cells + empty_cells))},
          {"all_cell_coverage", (cell_covered + empty_covered) / (cells + empty_cells)},
          {"crowded_cells", crowded_cells / times},
          {"crowded_cell_coverage", crowded_cells > 0 ? crowded_covered / crowded_cells : 1},
          {"nearest_seats", apart},
          {"oracles", oracles},
          {"steps", steps / times},
          {"seconds", seconds / times},
          {"by_region", rows}};
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) {
  if (argc < 5) {
    std::cerr << "usage: places_study POINTS.csv LEVEL RADIUS REDRAWS [memo|anew] [SEED] [REGIONS.csv]\n";
    return 2;
  }
  const bool has_memo = argc > 5 && std::string(argv[5]) == "memo";
  const auto points = sourdine::bench::read_points(argv[1]);
  sourdine::bench::Ground ground = sourdine::bench::voronoi(points);
  if (argc > 7) ground.shapes = sourdine::bench::read_regions(argv[7]);
  std::cout << sourdine::bench::run(points, ground, std::stod(argv[2]), std::stod(argv[3]), std::stoi(argv[4]),
                                    has_memo, argc > 6 ? std::stoull(argv[6]) : 1)
                   .dump(1)
            << '\n';
}
