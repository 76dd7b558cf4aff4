// Which files a survey may write over: reports by reports, tallies by tallies, and nothing that is being read.
#pragma once

#include <string>
#include <vector>

namespace sourdine {

// Throws Error(bad_input) when a file in a directory of collections cannot be called so.
void require_file_name(const std::string& collection);

// Throws Error(bad_input) when the directory holds anything but files of this ending ("report file", ".srep").
void refuse_other_files(const std::string& directory, const std::string& what, const std::string& ending);

// Throws Error(bad_input) unless the file begins as reports do.
void require_report_file(const std::string& path);

// Throws Error(bad_input) when one of the files lies in the directory, at whatever depth.
void refuse_output_containing_inputs(const std::string& directory, const std::vector<std::string>& files);

}  // namespace sourdine
