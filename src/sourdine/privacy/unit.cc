#include "sourdine/privacy/unit.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr std::array units{Unit::report_value, Unit::event,     Unit::attribute, Unit::tuple,
                           Unit::person,       Unit::time_step, Unit::place};
constexpr std::array relations{Neighbours::replace, Neighbours::add_remove, Neighbours::nearby};

template <typename Enum, std::size_t n>
Enum enum_from(std::string_view word, const std::array<Enum, n>& all, std::string_view what) {
  std::string known;
  for (const Enum each : all) {
    if (word_of(each) == word) return each;
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", word_of(each));
  }
  fail_input(fmt::format("'{}' is no {}", word, what), fmt::format("It is one of {}.", known));
}

}  // namespace

std::span<const Unit> all_units() { return units; }
std::span<const Neighbours> all_neighbours() { return relations; }

std::string_view word_of(Unit unit) {
  switch (unit) {
    case Unit::report_value:
      return "report value";
    case Unit::event:
      return "event";
    case Unit::attribute:
      return "attribute";
    case Unit::tuple:
      return "tuple";
    case Unit::person:
      return "person";
    case Unit::time_step:
      return "time step";
    case Unit::place:
      return "place";
  }
  fail_internal("a unit without a word");
}

std::string_view word_of(Neighbours neighbours) {
  switch (neighbours) {
    case Neighbours::replace:
      return "replace";
    case Neighbours::add_remove:
      return "add/remove";
    case Neighbours::nearby:
      return "nearby";
  }
  fail_internal("a neighbour relation without a word");
}

std::string_view phrase_of(Unit unit) {
  switch (unit) {
    case Unit::report_value:
      return "the value in one report";
    case Unit::event:
      return "one event";
    case Unit::attribute:
      return "one attribute, the others being as they are";
    case Unit::tuple:
      return "all attributes of one tuple";
    case Unit::person:
      return "everything about one person";
    case Unit::time_step:
      return "everything of one time step";
    case Unit::place:
      return "one place with everything that was reported from it";
  }
  fail_internal("a unit without a phrase");
}

std::string_view phrase_of(Neighbours neighbours) {
  switch (neighbours) {
    case Neighbours::replace:
      return "replace the value by any other value of the domain";
    case Neighbours::add_remove:
      return "add or remove it";
    case Neighbours::nearby:
      return "move it to another place: the nearer, the less is told";
  }
  fail_internal("a neighbour relation without a phrase");
}

Unit unit_from(std::string_view word) { return enum_from(word, units, "unit of privacy"); }
Neighbours neighbours_from(std::string_view word) { return enum_from(word, relations, "neighbour relation"); }

}  // namespace sourdine
