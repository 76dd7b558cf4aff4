#include "sourdine/protocol/file_header.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/error.h"
#include "sourdine/random/random_source.h"

namespace sourdine {
namespace {

constexpr std::string_view kind_of_version_1 = "oracle";

bool private_from_name(const std::string& randomness) {
  if (randomness == randomness_name(true)) return true;
  if (randomness == randomness_name(false)) return false;
  fail_input(fmt::format("unknown randomness '{}'", randomness));
}

OpenedCollection from_json(const CollectionFormat& format, const HeaderText& text, const ProtocolTable& protocols) {
  try {
    const auto json = parse_bounded_json(text.json);
    const bool has_kind = text.version > 1;
    // Sorted, no spaces, every key once; what the values look like is compared by whoever they belong to.
    if (json.size() != (has_kind ? 5 : 4) || json.dump() != text.json) fail_input("its JSON is not in canonical form");
    OpenedCollection opened;
    opened.header.collection = json.at("collection").get<std::string>();
    opened.header.is_private = private_from_name(json.at("randomness").get<std::string>());
    opened.size = whole_number(json.at(std::string(format.size_field)));
    const std::string kind = has_kind ? json.at("kind").get<std::string>() : std::string(kind_of_version_1);
    opened.protocol = protocols.make_recorded(kind, json.at("spec").dump());
    opened.header.spec = opened.protocol->spec();
    return opened;
  } catch (const nlohmann::json::exception& error) {
    fail_input(error.what());
  }
}

}  // namespace

void require_same_collection(const CollectionHeader& first, const CollectionHeader& other, std::string_view what) {
  if (first.collection != other.collection) {
    fail_input(
        fmt::format("{} belongs to another collection: '{}', not '{}'", what, other.collection, first.collection),
        "Only reports of one collection add up.");
  }
  if (const std::string field = first_difference(first.spec, other.spec); !field.empty()) {
    fail_input(fmt::format("{} cannot be added: its spec differs in '{}'", what, field),
               "Only reports made with the same protocol, domain, epsilon and parameters add up.");
  }
}

std::string encode_collection_header(const CollectionFormat& format, const CollectionHeader& header,
                                     std::uint64_t size) {
  const nlohmann::json json = {{"collection", header.collection},
                               {"kind", header.spec->kind()},
                               {"randomness", randomness_name(header.is_private)},
                               {"spec", nlohmann::json::parse(header.spec->json())},
                               {format.size_field, size}};
  try {
    return encode_header(format.file, json.dump());
  } catch (const nlohmann::json::exception&) {
    fail_input("the collection id must be UTF-8 text");
  }
}

OpenedCollection read_collection_header(const CollectionFormat& format, CheckedInput& input,
                                        const ProtocolTable& protocols) {
  const FileFormat others[] = {report_format.file, tally_format.file};
  const HeaderText text = read_header(format.file, input, others);
  try {
    return from_json(format, text, protocols);
  } catch (const Error& error) {
    fail_input(fmt::format("{} has a header that is not valid: {}", input.name(), error.what()), error.hint());
  }
}

}  // namespace sourdine
