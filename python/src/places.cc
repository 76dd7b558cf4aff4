// Places blurred in memory, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "row_ids.h"
#include "sourdine/base/error.h"
#include "sourdine/blur/keyed_blur.h"
#include "sourdine/blur/statement.h"
#include "sourdine/ledger_store/payment.h"
#include "sourdine/random/memo_key.h"

namespace sourdine::python {
namespace {

using Coordinates = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = NumpyArray<double>;
using Indices = NumpyArray<std::int32_t>;

// Copied: numbers that must not change between check and use.
std::vector<double> copied(const Coordinates& numbers) { return {numbers.data(), numbers.data() + numbers.size()}; }

std::tuple<NumpyArray<std::int64_t>, NumpyArray<std::int64_t>> cells(const KeyedBlur& self, const Coordinates& north,
                                                                     const Coordinates& east) {
  std::vector<std::int64_t> x, y;
  for (const GridPoint& cell : self.cells({.north = copied(north), .east = copied(east)})) {
    x.push_back(cell.x);
    y.push_back(cell.y);
  }
  return {numpy_of(std::move(x)), numpy_of(std::move(y))};
}

std::tuple<NumpyArray<std::uint64_t>, Numbers, Numbers, Indices, Indices, Numbers> blur(const KeyedBlur& self,
                                                                                        const Coordinates& north,
                                                                                        const Coordinates& east,
                                                                                        const RowIds* ids,
                                                                                        const RowSecret& secret) {
  const std::vector<double> from_north = copied(north), from_east = copied(east);
  // With Python's lock: it has one plane, which is one thread's at a time.
  KeyedPlaces places =
      self.blur({.north = from_north, .east = from_east}, ids == nullptr ? RowIdsView() : ids->view(), secret);
  return {numpy_of(std::move(places.rows)),     numpy_of(std::move(places.north)),
          numpy_of(std::move(places.east)),     numpy_of(std::move(places.regions)),
          numpy_of(std::move(places.stations)), numpy_of(std::move(places.distances))};
}

// Reserved and committed at once: whoever has the secret may publish from here on.
void charge(const KeyedBlur& self, const std::string& purpose, const RowSecret& secret, bool is_kept) {
  const PreparedBlur& blur = self.prepared();
  const bool is_named = is_kept && secret.is_private() && blur.config.privacy.has_memo;
  Payment payment({spending_of(blur, purpose, is_named ? draw_name(blur, secret) : "", !secret.is_private())});
  payment.reserve();
  payment.commit();
}

std::optional<RowSecret> memo_key(const KeyedBlur& self) {
  const BlurPrivacyConfig& privacy = self.prepared().config.privacy;
  if (privacy.memo_key.empty()) return std::nullopt;
  return open_memo_key(privacy.memo_key);
}

std::vector<std::string> region_names(const KeyedBlur& self) {
  std::vector<std::string> names;
  const auto& regions = self.prepared().regions;
  for (std::size_t i = 0; regions && i < regions->size(); ++i) names.push_back((*regions)[i].name);
  return names;
}

std::vector<std::string> station_names(const KeyedBlur& self) {
  std::vector<std::string> names;
  for (const Station& station : self.prepared().stations) names.push_back(station.name);
  return names;
}

}  // namespace

void bind_places(nb::module_& module) {
  const auto config = [](const KeyedBlur& self) -> const BlurConfig& { return self.prepared().config; };
  nb::class_<KeyedBlur>(module, "KeyedBlur", "Places in memory, blurred by a secret and their cells or rows.")
      .def(
          "__init__", [](KeyedBlur* self, const std::string& path) { new (self) KeyedBlur(read_blur_config(path)); },
          "config"_a, "A path, or the name of a NamedConfig.")
      .def_prop_ro("identity", &KeyedBlur::identity, "Equal where places are moved alike.")
      .def_prop_ro("dataset", [=](const KeyedBlur& self) { return config(self).head.dataset; })
      .def_prop_ro("north", [=](const KeyedBlur& self) { return config(self).north_column(); })
      .def_prop_ro("east", [=](const KeyedBlur& self) { return config(self).east_column(); })
      .def_prop_ro("is_plane", [=](const KeyedBlur& self) { return config(self).has_plane_columns(); })
      .def_prop_ro("keep", [=](const KeyedBlur& self) { return config(self).events.keep; })
      .def_prop_ro("locating", [=](const KeyedBlur& self) { return config(self).events.locating; })
      .def_prop_ro("has_memo", [=](const KeyedBlur& self) { return config(self).privacy.has_memo; })
      .def_prop_ro("repeats", [=](const KeyedBlur& self) { return config(self).privacy.repeats; })
      .def_prop_ro("keeps_order", [=](const KeyedBlur& self) { return config(self).publish.keeps_order; })
      .def_prop_ro("region_column", [=](const KeyedBlur& self) { return config(self).publish.region_column; })
      .def_prop_ro("station_column", [=](const KeyedBlur& self) { return config(self).publish.station_column; })
      .def_prop_ro("distance_column", [=](const KeyedBlur& self) { return config(self).publish.distance_column; })
      .def_prop_ro("regions", region_names)
      .def_prop_ro("stations", station_names)
      .def_prop_ro("promise",
                   [=](const KeyedBlur& self) { return blur_promise(self.prepared(), false).english.promise; })
      .def("memo_key", memo_key, "The key that the configuration names; made where there is none yet.")
      .def("charge", charge, "purpose"_a, "secret"_a, "is_kept"_a,
           "Charges the ledger. is_kept: the secret may be used again.")
      .def("cells", cells, "north"_a, "east"_a, "Where the places are, privately: of the rows in the area.")
      .def("blur", blur, "north"_a, "east"_a, "ids"_a.none(), "secret"_a,
           "Of the rows in the area: which they are, their two coordinates, region, station and distance.");
}

}  // namespace sourdine::python
