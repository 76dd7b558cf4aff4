// Report and tally files, and tallies as bytes.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <filesystem>
#include <tuple>

#include "array_work.h"
#include "arrays.h"
#include "bound_protocol.h"
#include "long_work.h"
#include "sourdine/base/error.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"

namespace sourdine::python {
namespace {

// Kind and spec of the protocol, number of reports, cells, collection, whether the randomness was private.
using TallyParts =
    std::tuple<std::string, std::string, std::uint64_t, NumpyArray<const std::uint64_t>, std::string, bool>;
using ReportParts = std::tuple<std::string, std::string, NumpyArray<std::uint8_t>, std::string, bool>;

TallyParts parts_of(TallyFile file) {
  const Spec spec = file.tally.spec;
  return {std::string(spec->kind()), std::string(spec->json()),
          file.tally.reports,        constant_numpy_of(std::move(file.tally.cells)),
          file.collection,           file.is_private};
}

TallyFile file_of(const BoundProtocol& protocol, std::uint64_t reports, const AnyArray& cells,
                  const std::string& collection, bool is_private) {
  TallyFile file{Tally{protocol->spec(), reports, cells_of(cells)}, collection, is_private};
  if (!protocol->is_consistent(file.tally)) {
    fail_input(std::to_string(reports) + " reports of " + protocol->title() + " cannot add up to these cells");
  }
  return file;
}

TallyParts read_tally_parts(const std::string& path) {
  return parts_of(without_lock([&] { return read_tally_file(path); }));
}

TallyParts tally_of_bytes(const nb::bytes& bytes) {
  InputBytes input("the bytes", std::string_view(bytes.c_str(), bytes.size()));
  return parts_of(without_lock([&] { return read_tally(input); }));
}

void write_tally_parts(const std::string& path, const BoundProtocol& protocol, std::uint64_t reports,
                       const AnyArray& cells, const std::string& collection, bool is_private) {
  const TallyFile file = file_of(protocol, reports, cells, collection, is_private);
  without_lock([&] { write_tally_file(path, file); });
}

nb::bytes tally_bytes(const BoundProtocol& protocol, std::uint64_t reports, const AnyArray& cells,
                      const std::string& collection, bool is_private) {
  const TallyFile file = file_of(protocol, reports, cells, collection, is_private);
  const std::string bytes = without_lock([&] {
    std::string into;
    OutputBytes output(into);
    write_tally(output, file);
    return into;
  });
  return nb::bytes(bytes.data(), bytes.size());
}

ReportParts read_report_parts(const std::string& path) {
  struct Read {
    CollectionHeader header;
    std::size_t report_bytes = 0;
    std::size_t count = 0;
    std::vector<std::uint8_t> bytes;
  };
  Read read = without_lock([&] {
    ReportReader reader(path);
    Read made{reader.header(), reader.protocol()->report_bytes(), 0, {}};
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    if (!unknown) made.bytes.reserve(size);
    Reports block(made.report_bytes);
    while (reader.next(block)) {
      made.bytes.insert(made.bytes.end(), block.bytes().begin(), block.bytes().end());
      made.count += block.size();
    }
    return made;
  });
  const Spec spec = read.header.spec;
  return {std::string(spec->kind()), std::string(spec->json()),
          numpy_of(std::move(read.bytes), read.count, read.report_bytes), read.header.collection,
          read.header.is_private};
}

std::uint64_t write_report_parts(const std::string& path, const BoundProtocol& protocol, const AnyArray& reports,
                                 const std::string& collection, bool is_private, bool append) {
  const ReportsView view = reports_of(reports, *protocol);
  return without_lock([&] {
    ReportWriter writer = append ? ReportWriter::append(path, *protocol, collection, is_private)
                                 : ReportWriter::create(path, *protocol, collection, is_private);
    // Copies: a report that changed between its checksum and the disk would be a damaged file.
    for_each_copied(view, [&writer](ReportsView piece) { writer.write(piece); });
    writer.close();
    return writer.reports();
  });
}

}  // namespace

void bind_files(nb::module_& module) {
  module.def("read_tally", read_tally_parts, "path"_a,
             "Kind and spec, number of reports, cells, collection, whether it is private: of a .stly file.");
  module.def("write_tally", write_tally_parts, "path"_a, "protocol"_a, "reports"_a, "cells"_a.noconvert(),
             "collection"_a, "is_private"_a);
  module.def("tally_of_bytes", tally_of_bytes, "data"_a, "As read_tally, of the bytes of such a file.");
  module.def("tally_bytes", tally_bytes, "protocol"_a, "reports"_a, "cells"_a.noconvert(), "collection"_a,
             "is_private"_a, "The bytes that write_tally would write.");
  module.def(
      "read_reports", read_report_parts, "path"_a,
      "Kind and spec, the reports as an n × bytes array, collection, whether they are private: of a .srep file.");
  module.def("write_reports", write_report_parts, "path"_a, "protocol"_a, "reports"_a.noconvert(), "collection"_a,
             "is_private"_a, "append"_a = false, "The number of reports that the file has then.");
}

}  // namespace sourdine::python
