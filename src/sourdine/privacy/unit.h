// Unit and Neighbours: what one guarantee protects, and against which change. Losses add up only where both agree.
#pragma once

#include <span>
#include <string_view>

namespace sourdine {

enum class Unit {
  report_value,  // the value in one report
  event,         // one row of a table of events
  attribute,     // one attribute of a tuple: the others are as they are
  tuple,         // all attributes of one tuple
  person,        // everything there is about one person
  time_step,     // everything that happened in one time step
  place,         // one place with everything that was reported from it
};

enum class Neighbours {
  replace,     // one unit has another value; how many units there are is public
  add_remove,  // one unit is there or is not
  nearby,      // one unit is at another place that is near: the nearer, the less is told (metric privacy)
};

// The words in files: "report value", "event", "attribute", "tuple", "person", "time step", "place";
// "replace", "add/remove", "nearby".
std::string_view word_of(Unit unit);
std::string_view word_of(Neighbours neighbours);

// The words on the screen: "the value in one report"; "replace the value by any other value of the domain".
std::string_view phrase_of(Unit unit);
std::string_view phrase_of(Neighbours neighbours);

// What word_of() gives, and nothing else. Throws Error(bad_input) that lists the words.
Unit unit_from(std::string_view word);
Neighbours neighbours_from(std::string_view word);

std::span<const Unit> all_units();
std::span<const Neighbours> all_neighbours();

}  // namespace sourdine
