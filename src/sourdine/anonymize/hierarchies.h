// The hierarchies of a configuration, for the values that occur in a table. Internal to anonymize/.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/anonymity/classes.h"
#include "sourdine/anonymity/hierarchy.h"
#include "sourdine/anonymize/config.h"
#include "sourdine/anonymize/text_table.h"

namespace sourdine {

// Read from its file, or built from the texts of the columns (the table's, and the population's where there is one). A
// value that is missing is a category of its own, unless the file has it. Throws Error(bad_input) naming where in the
// table the value stands that has no place in the hierarchy.
std::shared_ptr<const Hierarchy> make_hierarchy(const QuasiConfig& config,
                                                const std::vector<const TextColumn*>& columns,
                                                const std::vector<std::string>& missing);

Hierarchy read_hierarchy_file(const std::string& attribute, const std::string& path, char separator = ';');

// The column as numbers of the hierarchy's values. Throws Error(bad_input) naming where a value stands that it has not.
CodedColumn coded_by(const Hierarchy& hierarchy, const TextColumn& column);

}  // namespace sourdine
