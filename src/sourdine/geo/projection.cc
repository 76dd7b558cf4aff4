#include "sourdine/geo/projection.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/geo/proj_library.h"

namespace sourdine {

std::string Proj::folder_with_database() const {
  std::string folder = library.folder();
  return std::filesystem::exists(std::filesystem::path(folder) / "proj.db") ? folder : std::string();
}

const Proj& proj() {
  static const Proj loaded;
  return loaded;
}

namespace {

constexpr double radians_per_degree = std::numbers::pi / 180;
constexpr double wgs84_radius = 6378137;
constexpr double wgs84_flattening = 1 / 298.257223563;

struct DestroyContext {
  void operator()(PJ_CONTEXT* context) const { proj().context_destroy(context); }
};
struct DestroyObject {
  void operator()(PJ* object) const { proj().destroy(object); }
};
using ProjContext = std::unique_ptr<PJ_CONTEXT, DestroyContext>;
using ProjObject = std::unique_ptr<PJ, DestroyObject>;

ProjContext new_context() {
  ProjContext context(proj().context_create());
  proj().log_level(context.get(), PJ_LOG_NONE);  // what goes wrong is said by us
  proj().set_enable_network(context.get(), 0);   // where places are is asked of nobody
  if (!proj().database_folder.empty()) {
    // Not another one's, which PROJ_DATA may name: a database is of one version of the library.
    const char* const path = proj().database_folder.c_str();
    proj().set_search_paths(context.get(), 1, &path);
  }
  return context;
}

// The ellipsoid of WGS 84: metres per radian along the meridian and along the parallel.
struct GroundMetres {
  double north = 0, east = 0;

  static GroundMetres at(double latitude) {
    constexpr double squared_eccentricity = wgs84_flattening * (2 - wgs84_flattening);
    const double sine = std::sin(latitude * radians_per_degree);
    const double w = std::sqrt(1 - squared_eccentricity * sine * sine);
    return {.north = wgs84_radius * (1 - squared_eccentricity) / (w * w * w),
            .east = wgs84_radius / w * std::cos(latitude * radians_per_degree)};
  }
};

MapPoint middle_of(const MapBox& area) {
  double longitude = area.west + area.width() / 2;
  if (longitude > 180) longitude -= 360;
  return {.longitude = longitude, .latitude = area.south + area.height() / 2};
}

}  // namespace

struct Projection::State {
  std::string definition;
  MapBox area;
  ProjContext context = new_context();
  ProjObject transformation = nullptr;
  bool is_angular = false;  // degrees become radians first
  double stretch = 0, smallest_scale = 0;

  std::optional<PlanePoint> try_forward(MapPoint point) const {
    const double unit = is_angular ? radians_per_degree : 1;
    PJ_COORD from{};
    from.xyzt = {point.longitude * unit, point.latitude * unit, 0, HUGE_VAL};
    const PJ_COORD to = proj().trans(transformation.get(), PJ_FWD, from);
    if (!std::isfinite(to.xy.x) || !std::isfinite(to.xy.y)) return std::nullopt;
    return PlanePoint{to.xy.x, to.xy.y};
  }

  struct Scales {
    double largest = 0, smallest = 0;
  };
  // Of one place, in the worst and in the best direction; nothing where the projection has no place for it.
  std::optional<Scales> scales_at(MapPoint point) const {
    constexpr double half = 1e-4;  // degrees, some 11 m: the differences are sound to ten digits
    const double latitude = std::clamp(point.latitude, -90 + 2 * half, 90 - 2 * half);
    const auto west = try_forward({point.longitude - half, latitude});
    const auto east = try_forward({point.longitude + half, latitude});
    const auto south = try_forward({point.longitude, latitude - half});
    const auto north = try_forward({point.longitude, latitude + half});
    if (!west || !east || !south || !north) return std::nullopt;
    const GroundMetres ground = GroundMetres::at(latitude);
    const double along_east = ground.east * 2 * half * radians_per_degree;
    const double along_north = ground.north * 2 * half * radians_per_degree;
    const double a = (east->x - west->x) / along_east, b = (east->y - west->y) / along_east;
    const double c = (north->x - south->x) / along_north, d = (north->y - south->y) / along_north;
    // The singular values of the matrix with columns (a, b) and (c, d).
    const double sum = std::hypot(a + d, b - c), difference = std::hypot(a - d, b + c);
    return Scales{.largest = (sum + difference) / 2, .smallest = std::abs(sum - difference) / 2};
  }

  // Throws Error(bad_input) where a place of the area has no place on the plane.
  void measure() {
    constexpr int nodes = 48;
    // Shortest ways between places of the area bulge towards the pole, by w²/8 radians at most for a width of w.
    const double width = area.width() * radians_per_degree;
    const double margin_north = 0.01 * area.height() + width * width / 8 / radians_per_degree + 1e-3;
    const double margin_east = 0.01 * area.width() + 1e-3;
    std::array<double, nodes + 1> row_before{};
    double largest = 0, step = 0;
    smallest_scale = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= nodes; ++i) {
      const double latitude = area.south - margin_north + (area.height() + 2 * margin_north) * i / nodes;
      double before = 0;
      for (int j = 0; j <= nodes; ++j) {
        const double longitude = area.west - margin_east + (area.width() + 2 * margin_east) * j / nodes;
        const auto scales = scales_at({.longitude = longitude, .latitude = latitude});
        if (!scales) {
          fail_input(fmt::format("the projection '{}' does not reach latitude {:.3f}, longitude {:.3f} of the area",
                                 shown(definition), latitude, longitude),
                     "Choose a system that is made for the area, or leave 'projection' out.");
        }
        if (j > 0) step = std::max(step, std::abs(scales->largest - before));
        if (i > 0) step = std::max(step, std::abs(scales->largest - row_before[static_cast<std::size_t>(j)]));
        before = row_before[static_cast<std::size_t>(j)] = scales->largest;
        largest = std::max(largest, scales->largest);
        smallest_scale = std::min(smallest_scale, scales->smallest);
      }
    }
    stretch = largest + 2 * step + 1e-6;
  }
};

Projection::Projection(std::unique_ptr<State> state) : state_(std::move(state)) {}
Projection::Projection(Projection&&) noexcept = default;
Projection& Projection::operator=(Projection&&) noexcept = default;
Projection::~Projection() = default;

double ground_metres(MapPoint a, MapPoint b) {
  static const geod_geodesic earth = [] {
    geod_geodesic made{};
    proj().geodesic_init(&made, wgs84_radius, wgs84_flattening);
    return made;
  }();
  double metres = 0;
  proj().geodesic_inverse(&earth, a.latitude, a.longitude, b.latitude, b.longitude, &metres, nullptr, nullptr);
  return metres;
}

void require_map_area(const MapBox& area) {
  const auto is_degree = [](double degree, double most) { return std::abs(degree) <= most; };
  if (!is_degree(area.west, 180) || !is_degree(area.east, 180) || !is_degree(area.south, 90) ||
      !is_degree(area.north, 90)) {
    fail_input(fmt::format("the area from longitude {:g} to {:g} and latitude {:g} to {:g} is not on the earth",
                           area.west, area.east, area.south, area.north),
               "Give degrees, as box = [west, south, east, north].");
  }
  if (!(area.height() > 0) || !(area.width() > 0)) {
    fail_input(fmt::format("the area from latitude {:g} to {:g} and longitude {:g} to {:g} is empty", area.south,
                           area.north, area.west, area.east),
               "Give it as box = [west, south, east, north].");
  }
  constexpr double most = 20;
  const double nearest_equator =
      area.south <= 0 && area.north >= 0 ? 0 : std::min(std::abs(area.south), std::abs(area.north));
  if (area.height() > most || area.width() * std::cos(nearest_equator * radians_per_degree) > most) {
    fail_input(fmt::format("the area is {:.3g} degrees high and {:.3g} wide: no plane pictures that without stretching "
                           "distances",
                           area.height(), area.width()),
               "Declare the area that the places are in; one across the date line has its west above its east.");
  }
}

Projection Projection::local(const MapBox& area) {
  require_map_area(area);
  const MapPoint middle = middle_of(area);
  std::unique_ptr<State> best;
  for (const char* kind : {"tmerc", "lcc", "stere"}) {
    auto state = std::make_unique<State>();
    state->definition =
        fmt::format("+proj={} +lat_0={:.6f} +lon_0={:.6f}{} +k_0=1 +x_0=0 +y_0=0 +ellps=WGS84 +units=m", kind,
                    middle.latitude, middle.longitude,
                    kind == std::string_view("lcc") ? fmt::format(" +lat_1={:.6f}", middle.latitude) : std::string());
    state->area = area;
    state->transformation.reset(proj().create(state->context.get(), state->definition.c_str()));
    if (!state->transformation) continue;  // a cone on the equator
    state->is_angular = proj().angular_input(state->transformation.get(), PJ_FWD) != 0;
    try {
      state->measure();
    } catch (const Error&) {
      continue;  // a pole of the cone in the area
    }
    if (!best || state->stretch < best->stretch) best = std::move(state);
  }
  if (!best) fail_internal("no local projection for the area");
  return Projection(std::move(best));
}

Projection Projection::named(const std::string& system, const MapBox& area) {
  require_map_area(area);
  auto state = std::make_unique<State>();
  state->definition = system;
  state->area = area;
  PJ_CONTEXT* const context = state->context.get();
  const std::string crs = system.starts_with('+') ? system + " +type=crs" : system;
  const ProjObject target(proj().create(context, crs.c_str()));
  if (!target) {
    fail_input(fmt::format("'{}' is no system of coordinates that PROJ knows", shown(system)),
               "Give a projected one, like \"EPSG:2154\" (its database is in Debian's package proj-data), or leave "
               "'projection' out.");
  }
  const PJ_TYPE type = proj().get_type(target.get());
  if (type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS || type == PJ_TYPE_GEOCENTRIC_CRS) {
    fail_input(fmt::format("'{}' is a system in degrees, and noise is drawn in metres", shown(system)),
               "Leave 'projection' out: one is made for the area. Or name a projected system, like \"EPSG:2154\".");
  }
  if (const ProjObject axes{proj().coordinate_system(context, target.get())}) {
    double metres = 1;
    proj().axis_info(context, axes.get(), 0, nullptr, nullptr, nullptr, &metres, nullptr, nullptr, nullptr);
    if (metres != 1) {
      fail_input(fmt::format("'{}' does not count in metres: its unit is {:g} m", shown(system), metres),
                 "Leave 'projection' out, or name a system in metres.");
    }
  }
  const ProjObject degrees(proj().create(context, "EPSG:4326"));
  if (!degrees) {
    fail_input("PROJ's database is not there", "Debian has it in the package proj-data: apt-get install proj-data");
  }
  const ProjObject found(proj().create_crs_to_crs(context, degrees.get(), target.get(), nullptr, nullptr));
  if (found) state->transformation.reset(proj().normalize(context, found.get()));
  if (!state->transformation) {
    fail_input(fmt::format("PROJ knows no way from WGS 84 to '{}'", shown(system)), "Leave 'projection' out.");
  }
  state->measure();
  if (state->stretch > 1 + largest_scale_error || state->smallest_scale < 1 - largest_scale_error) {
    fail_input(
        fmt::format("in '{}' a metre of this area is {:.4g} to {:.4g} metres long", shown(system),
                    state->smallest_scale, state->stretch),
        "Metres of such a system (Web Mercator is one) are not metres on the ground: leave 'projection' out, and one "
        "is made for the area.");
  }
  return Projection(std::move(state));
}

Projection Projection::copy() const {
  auto state = std::make_unique<State>();
  state->definition = state_->definition;
  state->area = state_->area;
  state->is_angular = state_->is_angular;
  state->stretch = state_->stretch;
  state->smallest_scale = state_->smallest_scale;
  state->transformation.reset(proj().clone(state->context.get(), state_->transformation.get()));
  if (!state->transformation) fail_internal("a projection cannot be copied");
  return Projection(std::move(state));
}

const std::string& Projection::definition() const { return state_->definition; }
const MapBox& Projection::area() const { return state_->area; }
double Projection::stretch() const { return state_->stretch; }
double Projection::smallest_scale() const { return state_->smallest_scale; }

PlanePoint Projection::forward(MapPoint point) const {
  const auto place = state_->try_forward(point);
  if (!place) {
    fail_input(fmt::format("latitude {}, longitude {} has no place in the projection '{}'", point.latitude,
                           point.longitude, shown(state_->definition)));
  }
  return *place;
}

MapPoint Projection::inverse(PlanePoint point) const {
  PJ_COORD from{};
  from.xyzt = {point.x, point.y, 0, HUGE_VAL};
  const PJ_COORD to = proj().trans(state_->transformation.get(), PJ_INV, from);
  const double unit = state_->is_angular ? radians_per_degree : 1;
  if (!std::isfinite(to.xy.x) || !std::isfinite(to.xy.y)) {
    proj().errno_reset(state_->transformation.get());
    fail_input(fmt::format("the point ({:.0f}, {:.0f}) of the plane has no place on the earth", point.x, point.y));
  }
  return {.longitude = to.xy.x / unit, .latitude = to.xy.y / unit};
}

}  // namespace sourdine
