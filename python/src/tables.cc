// The tables of the library as JSON.
#include <nanobind/stl/string.h>

#include <nlohmann/json.hpp>

#include "binding.h"
#include "sourdine/estimate/consistency.h"
#include "sourdine/mechanism/table.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/table.h"

namespace sourdine::python {
namespace {

std::string oracle_rows() {
  nlohmann::json rows = nlohmann::json::array();
  for (const OracleRow& row : oracle_table()) {
    nlohmann::json parameters = nlohmann::json::array();
    for (const OracleParameter& parameter : row.parameters) {
      parameters.push_back(
          {{"name", parameter.name}, {"meaning", parameter.meaning}, {"decides_epsilon", parameter.decides_epsilon}});
    }
    rows.push_back({{"name", row.name},
                    {"title", row.title},
                    {"report", row.report},
                    {"choose", row.choose},
                    {"reference", row.reference},
                    {"cost", row.cost},
                    {"simulates_by_law", row.simulates_by_law},
                    {"spends_less", row.spends_less},
                    {"parameters", std::move(parameters)},
                    {"resolves_to", row.resolves_to}});
  }
  return rows.dump();
}

std::string mechanism_rows() {
  nlohmann::json rows = nlohmann::json::array();
  for (const MechanismRow& row : mechanism_table()) {
    rows.push_back({{"name", row.name},
                    {"title", row.title},
                    {"output", row.output},
                    {"loss", row.loss},
                    {"sensitivity", row.sensitivity},
                    {"choose", row.choose},
                    {"cost", row.cost},
                    {"reference", row.reference},
                    {"header", row.header}});
  }
  return rows.dump();
}

std::string protocol_rows() {
  nlohmann::json rows = nlohmann::json::array();
  for (const ProtocolKind& row : protocol_table().rows()) rows.push_back({{"kind", row.kind}, {"title", row.title}});
  return rows.dump();
}

std::string consistency_rows() {
  nlohmann::json rows = nlohmann::json::array();
  for (const ConsistencyRow& row : consistency_table()) rows.push_back({{"name", row.name}, {"meaning", row.meaning}});
  return rows.dump();
}

}  // namespace

void bind_tables(nb::module_& module) {
  module.def("oracle_table", oracle_rows, "The frequency oracles, as JSON.");
  module.def("mechanism_table", mechanism_rows, "The mechanisms of the central model, as JSON.");
  module.def("protocol_kinds", protocol_rows, "The kinds of protocols, as JSON.");
  module.def("consistency_table", consistency_rows, "The ways to make counts consistent, as JSON.");
}

}  // namespace sourdine::python
