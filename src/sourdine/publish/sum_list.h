// A list of checksums as sha256sum(1) writes and checks them: "DIGEST  NAME" in each line; lines that begin with '#'
// say something about the list.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stop.h"

namespace sourdine {

struct Sum {
  std::string digest;
  std::string name;
};

struct SumList {
  std::string of = {};  // the fingerprint of what the files were derived from; empty: they were published
  std::vector<Sum> sums = {};

  const Sum* find(std::string_view name) const;
};

// Throws Error(bad_input) for what is no list, names files elsewhere, or is longer than we write them.
SumList read_sum_list(const std::filesystem::path& path);
// Whether its first line is that of a list of derived files. Reads no more than that line.
bool is_derived_list(const std::filesystem::path& path);

// Writes it, whole or not at all, and returns the SHA-256 of its text.
std::string save_sum_list(const std::filesystem::path& path, const SumList& list);

std::string sum_of_file(const std::filesystem::path& path, const StopToken& stop = {});
// The names of the files in a directory in the order of their bytes; those that begin with a point do not belong to it.
std::vector<std::string> names_of_files(const std::string& directory);

}  // namespace sourdine
