// People who report again and again (protocol/memo_rows.h, longitudinal/).
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <variant>

#include "arrays.h"
#include "bound_protocol.h"
#include "long_work.h"
#include "row_ids.h"
#include "sourdine/base/error.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/longitudinal/leakage.h"
#include "sourdine/longitudinal/published.h"
#include "sourdine/protocol/memo_rows.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"

namespace sourdine::python {
namespace {

const Memoised* memoised_of(const BoundProtocol& protocol) { return dynamic_cast<const Memoised*>(&*protocol); }

const Memoised& require_repeated(const BoundProtocol& protocol) {
  const Memoised* const memoised = memoised_of(protocol);
  if (memoised == nullptr) {
    fail_input(protocol->title() + " keeps no permanent responses: a second report of a person spends again",
               "Repeated collections take l-grr, l-osue, loloha, dbitflip or rappor.");
  }
  return *memoised;
}

// With a collection's name the instantaneous responses are functions of the secret; without, they are fresh, or the
// seed's.
void respond_rows(const BoundProtocol& protocol, const AnyArray& values, const RowIds& ids, const RowSecret& secret,
                  const std::string& attribute, const std::optional<std::string>& collection, const WritableArray& out,
                  std::optional<std::uint64_t> seed, std::size_t threads) {
  const ValueArray numbers(values, protocol->width());
  const auto room = room_of(out, *protocol, numbers.size());
  without_lock([&] {
    require_repeated(protocol);
    ids.require_as_many(numbers.size());
    std::vector<Value> own(numbers.size());
    numbers.copy(0, numbers.size(), *protocol, own);
    const MemoKey key{secret, attribute};
    std::visit(
        [&]<class Ids>(const Ids& people) {
          if constexpr (std::is_same_v<Ids, std::monostate>) {
            fail_internal("rows without ids");
          } else if (collection) {
            report_rows(*protocol, own, people, key, NamedCollection{*collection}, room, threads);
          } else if (seed) {
            report_rows(*protocol, own, people, key, SeededSource(*seed), room, threads);
          } else {
            report_rows(*protocol, own, people, key, SecureSource(), room, threads);
          }
        },
        ids.view());
  });
}

std::vector<double> leakage_after(const BoundProtocol& protocol, const std::vector<std::uint64_t>& reports) {
  return without_lock([&] { return leakage(require_repeated(protocol), reports); });
}

std::string lifetime_json(const BoundProtocol& protocol, std::uint64_t symbols) {
  return without_lock([&] {
    require_repeated(protocol);
    return to_json(symbols == 0 ? lifetime_guarantee(*protocol, SymbolCap::none)
                                : lifetime_guarantee(*protocol, SymbolCap::enforced, symbols));
  });
}

// Which attribute a person answers about, for life.
NumpyArray<std::uint64_t> attributes_of_people(const RowSecret& secret, const std::string& collection,
                                               std::size_t attributes, const RowIds& ids) {
  if (!ids.are_numbers()) throw nb::type_error("people are whole numbers here");
  return numpy_of(without_lock([&] {
    const std::vector<std::size_t> found =
        own_attributes(secret, collection, attributes, std::get<std::span<const std::uint64_t>>(ids.view()));
    return std::vector<std::uint64_t>(found.begin(), found.end());
  }));
}

}  // namespace

void bind_repeated(nb::module_& module) {
  module.def(
      "is_memoised", [](const BoundProtocol& protocol) { return memoised_of(protocol) != nullptr; }, "protocol"_a,
      "Whether people may report again and again by it.");
  module.def(
      "report_epsilon", [](const BoundProtocol& protocol) { return require_repeated(protocol).report_epsilon(); },
      "protocol"_a, "What one report alone tells.");
  module.def(
      "max_symbols", [](const BoundProtocol& protocol) { return require_repeated(protocol).max_symbols(); },
      "protocol"_a, "How many permanent responses one person can have.");
  module.def("leakage", leakage_after, "protocol"_a, "reports"_a,
             "What so many reports of a person about one value tell together, for each of the numbers.");
  module.def("lifetime_guarantee", lifetime_json, "protocol"_a, "symbols"_a,
             "What all reports of a person promise, as JSON; symbols = 0: nobody keeps to a number of them.");
  module.def("respond_rows", respond_rows, "protocol"_a, "values"_a.noconvert(), "ids"_a, "secret"_a, "attribute"_a,
             "collection"_a.none(), "out"_a.noconvert(), "seed"_a.none() = nb::none(), "threads"_a = 0,
             "One report per row over `out`, by the person's permanent response; collection = None: a fresh second "
             "round.");
  module.def("own_attributes", attributes_of_people, "secret"_a, "collection"_a, "attributes"_a, "ids"_a,
             "The number of the attribute that each person answers about, for life.");
}

}  // namespace sourdine::python
