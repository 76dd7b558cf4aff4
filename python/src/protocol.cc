#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>

#include "array_work.h"
#include "arrow_input.h"
#include "binding.h"
#include "bound_protocol.h"
#include "estimates.h"
#include "lists.h"
#include "long_work.h"
#include "numbers.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/table.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/local_protocol.h"

namespace sourdine::python {
namespace {

BoundProtocol make_oracle_protocol(std::string name, std::uint64_t k, std::vector<std::string> labels, double epsilon,
                                   std::map<std::string, double> parameters) {
  if (!labels.empty() && k != 0 && k != labels.size()) {
    fail_input("k = " + std::to_string(k) + " contradicts " + std::to_string(labels.size()) + " labels",
               "Leave k out: it is the number of labels.");
  }
  return without_lock([&] {
    Domain domain = labels.empty() ? Domain(k) : Domain(std::move(labels));
    return BoundProtocol(make_oracle({std::move(name), std::move(domain), epsilon, std::move(parameters)}));
  });
}

// As 'sourdine randomize --range' has it: tests hold the two to the same bytes.
std::uint64_t default_range_degree(const std::string& oracle) { return oracle == "haar" ? 2 : 16; }

BoundProtocol make_range_protocol(std::uint64_t size, std::uint64_t degree, double epsilon, std::string oracle) {
  const std::uint64_t asked = degree != 0 ? degree : default_range_degree(oracle);
  return without_lock([&] {
    return BoundProtocol(std::make_shared<const RangeProtocol>(
        LocalTreeSpec{.size = size,
                      .degree = std::clamp<std::uint64_t>(asked, 2, std::max<std::uint64_t>(size, 2)),
                      .epsilon = epsilon,
                      .oracle = std::move(oracle)}));
  });
}

std::unique_ptr<RandomSource> source_of(std::optional<std::uint64_t> seed) {
  if (seed) return std::make_unique<SeededSource>(*seed);
  return std::make_unique<SecureSource>();
}

void randomize(const BoundProtocol& self, const AnyArray& values, const WritableArray& out,
               std::optional<std::uint64_t> seed, std::size_t threads, std::uint64_t first_report) {
  const ValueArray numbers(values, self->width());
  const auto room = room_of(out, *self, numbers.size());
  without_lock([&] { randomize_array(*self, numbers, *source_of(seed), room, threads, first_report); });
}

// One report without arrays, for those who are asked one by one. Python keeps its lock: this takes less than a
// microsecond.
nb::bytes randomize_one(const BoundProtocol& self, std::int64_t value, std::optional<std::uint64_t> seed,
                        std::uint64_t first_report) {
  Value record = 0;
  copy_valid(std::span<const std::int64_t>(&value, 1), 0, *self, self->width(), std::span(&record, 1));
  auto report = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(self->report_bytes())));
  if (!report.is_valid()) throw std::bad_alloc();
  const std::span into(reinterpret_cast<std::uint8_t*>(PyBytes_AsString(report.ptr())), self->report_bytes());
  const ValidRecords valid{*self, {std::span(&record, 1)}};
  if (seed) {
    SeededSource(*seed).with_stream(first_report, [&](Random& stream) { valid.randomize(stream, into); });
  } else {
    valid.randomize(SecureBits::this_thread(), into);
  }
  return report;
}

// The same of one record of several values.
nb::bytes randomize_record(const BoundProtocol& self, const std::vector<std::int64_t>& values,
                           std::optional<std::uint64_t> seed, std::uint64_t first_report) {
  if (values.size() != self->width()) fail_input(fmt::format("a record has {} values", self->width()));
  std::vector<Value> record(values.size());
  copy_valid(std::span<const std::int64_t>(values), 0, *self, self->width(), record);
  std::vector<std::uint8_t> report(self->report_bytes());
  const ValidRecords valid{*self, {record, self->width()}};
  if (seed) {
    SeededSource(*seed).with_stream(first_report, [&](Random& stream) { valid.randomize(stream, report); });
  } else {
    valid.randomize(SecureBits::this_thread(), report);
  }
  return nb::bytes(report.data(), report.size());
}

// A number below `count`, every one as likely.
std::uint64_t draw_below(std::uint64_t count, std::optional<std::uint64_t> seed, std::uint64_t first_report) {
  if (count == 0) fail_input("there is no number below 0");
  if (!seed) return SecureBits::this_thread().below(count);
  std::uint64_t drawn = 0;
  SeededSource(*seed).with_stream(first_report, [&](Random& stream) { drawn = stream.below(count); });
  return drawn;
}

void randomize_rows(const BoundProtocol& self, const AnyArray& values, const RowIds& ids, const RowSecret& secret,
                    const WritableArray& out, std::size_t threads) {
  const ValueArray numbers(values, self->width());
  const auto room = room_of(out, *self, numbers.size());
  without_lock([&] { randomize_array_rows(*self, numbers, ids, secret, room, threads); });
}

// So many additions to cells take a fraction of a second.
constexpr std::size_t brief_additions = std::size_t{1} << 28;

std::optional<std::pair<std::uint64_t, nb::bytes>> tally(const BoundProtocol& self, nb::handle reports,
                                                         std::size_t threads) {
  const HeldReports held(reports, *self);
  if (!held.view()) return std::nullopt;
  const bool is_brief = held.view()->size() < brief_additions / self->cells();
  const Tally sum = without_lock([&] { return tally_array(*self, *held.view(), threads); }, is_brief);
  return std::pair(sum.reports, nb::bytes(sum.cells.data(), sum.cells.size() * sizeof(std::uint64_t)));
}

bool is_consistent(const BoundProtocol& self, std::uint64_t reports, const AnyArray& cells) {
  const auto counts = cells_of(cells);
  return without_lock([&] { return self->is_consistent({reports, counts}); });
}

std::vector<Value> domain_sizes(const BoundProtocol& self) {
  std::vector<Value> sizes;
  for (std::size_t i = 0; i < self->width(); ++i) sizes.push_back(self->domain_size(i));
  return sizes;
}

nb::bytes fingerprint(const BoundProtocol& self) {
  const Fingerprint& bytes = self->spec()->fingerprint();
  return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void bind_protocol(nb::module_& module) {
  nb::class_<BoundProtocol>(module, "Protocol", "How people's values become reports, and how reports add up.")
      .def_static("oracle", make_oracle_protocol, "name"_a, "k"_a, "labels"_a, "epsilon"_a, "parameters"_a,
                  "A frequency oracle; k = 0: as many values as labels; epsilon = 0: the parameters decide it.")
      .def_static("range", make_range_protocol, "size"_a, "degree"_a, "epsilon"_a, "oracle"_a,
                  "Local range counting over 0 … size−1; degree = 0: the command line's default.")
      .def_static(
          "make",
          [](const std::string& kind, const std::string& json) {
            return without_lock([&] { return BoundProtocol(protocol_table().make_recorded(kind, json)); });
          },
          "kind"_a, "json"_a, "The protocol of a spec, as files record it.")
      .def_prop_ro("kind", [](const BoundProtocol& self) { return self->spec()->kind(); })
      .def_prop_ro("json", [](const BoundProtocol& self) { return self->spec()->json(); })
      .def_prop_ro("title", [](const BoundProtocol& self) { return self->title(); })
      .def_prop_ro("fingerprint", fingerprint)
      .def_prop_ro("width", [](const BoundProtocol& self) { return self->width(); })
      .def_prop_ro("report_bytes", [](const BoundProtocol& self) { return self->report_bytes(); })
      .def_prop_ro("cells", [](const BoundProtocol& self) { return self->cells(); })
      .def_prop_ro("epsilon", [](const BoundProtocol& self) { return self->epsilon(); })
      .def_prop_ro("is_oracle", [](const BoundProtocol& self) { return self.oracle() != nullptr; })
      .def_prop_ro("name", [](const BoundProtocol& self) { return self.oracle() ? self.oracle()->name() : ""; })
      .def_prop_ro("k", [](const BoundProtocol& self) { return self.oracle() ? self.oracle()->k() : 0; })
      .def_prop_ro("labels", [](const BoundProtocol& self) { return self.labels(); })
      .def_prop_ro(
          "support",
          [](const BoundProtocol& self) {
            const Support support = require_oracle(*self).support();
            return std::pair(support.yes, support.no);
          },
          "How likely a report of an oracle supports the value that is held, and another one.")
      .def_prop_ro("domain_sizes", domain_sizes)
      .def_prop_ro("guarantee_json", [](const BoundProtocol& self) { return to_json(self->guarantee()); })
      .def(
          "not_private_reasons",
          [](const BoundProtocol& self, bool is_seeded) { return not_private_reasons(self->guarantee(), is_seeded); },
          "is_seeded"_a, "Why nothing is promised, whatever epsilon says; nothing: the guarantee holds.")
      .def(
          "first_difference",
          [](const BoundProtocol& self, const BoundProtocol& other) {
            return first_difference(self->spec(), other->spec());
          },
          "other"_a, "The first field of the specs that differs; empty when their reports may be added up.")
      .def("values", arrow_values, "data"_a, "column"_a = nb::none(),
           nb::sig("def values(self, data: object, column: str | None = None) -> numpy.typing.NDArray[numpy.uint32]"),
           "The values of Arrow data (numbers, text, dictionaries) as an array of uint32.")
      .def("label_values", label_values, "labels"_a,
           nb::sig("def label_values(self, labels: list[str]) -> numpy.typing.NDArray[numpy.uint32]"),
           "The values of a list of texts.")
      .def("randomize", randomize, "values"_a.noconvert(), "out"_a.noconvert(), "seed"_a.none() = nb::none(),
           "threads"_a = 0, "first_report"_a = 0, "One report per value over `out`, which is all zeros after an error.")
      .def("randomize_one", randomize_one, "value"_a, "seed"_a.none() = nb::none(), "first_report"_a = 0,
           "The report of one value, as randomize() makes it.")
      .def("randomize_record", randomize_record, "values"_a, "seed"_a.none() = nb::none(), "first_report"_a = 0,
           "The report of one record, as randomize() makes it.")
      .def("randomize_rows", randomize_rows, "values"_a.noconvert(), "ids"_a, "secret"_a, "out"_a.noconvert(),
           "threads"_a = 0, "The same with the randomness of each row's id.")
      .def("tally", tally, "reports"_a, "threads"_a = 0,
           nb::sig("def tally(self, reports: object, threads: int = 0) -> tuple[int, bytes] | None"),
           "The number of reports, and the bytes of the cells (uint64) they add up to; None unless the reports are n × "
           "report_bytes bytes in one piece.")
      .def("is_consistent", is_consistent, "reports"_a, "cells"_a.noconvert(),
           "Whether reports of this protocol can add up to the cells.")
      .def("estimate", estimate_cells, "reports"_a, "cells"_a.noconvert(), "confidence"_a = 0.95,
           "coverage"_a = "per value", "population"_a = "fixed", "consistency"_a = "none",
           "Counts with standard errors and intervals, as a dict of arrays.")
      .def("estimate_reports", estimate_reports, "reports"_a.noconvert(), "confidence"_a = 0.95,
           "coverage"_a = "per value", "population"_a = "fixed", "consistency"_a = "none",
           "The same from the reports, which maximum likelihood needs of most oracles.")
      .def("variance", variance_of_share, "share"_a, "n"_a,
           "The exact variance of an estimated count, of n people of whom this share holds the value.");
  module.def("draw_below", draw_below, "count"_a, "seed"_a.none() = nb::none(), "first_report"_a = 0,
             "A whole number below `count`, every one as likely.");
  module.def("list_numbers", list_numbers, "numbers"_a,
             nb::sig("def list_numbers(numbers: list[typing.Any]) -> numpy.typing.NDArray[numpy.int64] | None"),
             "The numbers of a list; None unless all are of the type int and have 64 bits at most.");
}

}  // namespace sourdine::python
