// SHA256SUMS: what the files of a release were when it was published, in the format of sha256sum(1). Whoever receives
// the release checks them; whoever distrusts the way it came compares the fingerprint, which the publisher can tell by
// another way: it stands for all the files at once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

inline constexpr const char* sums_name = "SHA256SUMS";

// Writes the sums of all files in the directory, over older ones, and returns the fingerprint: the SHA-256 of the sums
// themselves. Files whose name begins with a point do not belong to it.
std::string write_sums(const std::string& directory);

struct VerifiedFiles {
  std::vector<std::string> files;   // as they were published
  std::vector<std::string> others;  // in the directory, but not published with it
  std::string fingerprint;
};

// Throws Error(bad_input) when there are no sums, when they are not what write_sums() writes, or naming the first file
// that is missing or is not as it was published.
VerifiedFiles verify_sums(const std::string& directory);

// For whoever makes some files of a published release anew. Without sums neither does anything.
// Throws as verify_sums() does, before anything is written: what was changed on the way must not get a new sum. The
// files in `renewed` are not looked at.
void require_as_published(const std::string& directory, std::span<const std::string_view> renewed);
// The sums of these files anew, the others as they were. Returns the new fingerprint.
std::string renew_sums(const std::string& directory, std::span<const std::string_view> renewed);

}  // namespace sourdine
