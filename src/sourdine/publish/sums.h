// SHA256SUMS: what the files of a publication were when it was published, in the format of sha256sum(1): its seal,
// which is written once and never again. Whoever receives the publication checks them; whoever distrusts the way it
// came compares the fingerprint, which the publisher can tell by another way: it stands for all the files at once. What
// is added later has sums of its own (publish/derive.h).
//
// "DIGEST  NAME" in each line; lines that begin with '#' say something about the list.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stop.h"

namespace sourdine {

inline constexpr const char* sums_name = "SHA256SUMS";

// Writes the sums of all files in the directory, over older ones, and returns the fingerprint: the SHA-256 of the sums
// themselves.
std::string write_sums(const std::string& directory);

struct Sum {
  std::string digest;
  std::string name;
};

struct SumList {
  std::string of = {};  // the fingerprint of what the files were derived from; empty: they were published
  std::vector<Sum> sums = {};

  const Sum* find(std::string_view name) const;
};

// Writes it, whole or not at all, and returns the SHA-256 of its text.
std::string save_sum_list(const std::filesystem::path& path, const SumList& list);
std::string sum_of_file(const std::filesystem::path& path, const StopToken& stop = {});
// The names of the files in a directory in the order of their bytes; those that begin with a point do not belong to it.
std::vector<std::string> names_of_files(const std::string& directory);

// What was derived from the publication later, by one list of sums.
struct DerivedFiles {
  std::string sums;                // "forecast.sums"
  std::vector<std::string> files;  // as they were derived
};

struct VerifiedFiles {
  std::vector<std::string> files;     // as they were published
  std::vector<DerivedFiles> derived;  // from these, and in no fingerprint
  std::vector<std::string> others;    // in the directory, but in no sums
  std::string fingerprint;
};

// Throws Error(bad_input) when there are no sums, when they are not what write_sums() writes, or naming the first file
// that is missing or is not as it was published or derived; and for files that were derived from another publication.
VerifiedFiles verify_sums(const std::string& directory);

// For whoever derives files from a publication: throws as verify_sums() does for what was published, since what was
// changed on the way must not become what something was derived from. The files in `except` are not looked at. Without
// sums it does nothing.
void require_as_published(const std::string& directory, std::span<const std::string_view> except = {});

// What the seal says; where there is none, the fingerprint is empty, and nothing is sealed.
bool has_seal(const std::string& directory);
std::string fingerprint_of(const std::string& directory);
bool is_sealed(const std::string& directory, std::string_view name);
// Whether the file is there as it was published, or would be with this text.
bool is_as_sealed(const std::string& directory, std::string_view name);
bool would_be_as_sealed(const std::string& directory, std::string_view name, const std::string& text);

}  // namespace sourdine
