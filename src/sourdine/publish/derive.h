// derive(): what is added to a publication later, at no cost in privacy since it is computed from what was published: a
// forecast, a page in another language. It never touches what was published, nor its seal: the publisher's fingerprint
// stays true. Its files have sums of their own, which sha256sum(1) checks as well:
//
//   # of FINGERPRINT OF THE PUBLICATION
//   DIGEST  forecast.csv
//   DIGEST  forecast.html
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

struct DerivedFile {
  std::string ending;  // ".csv"
  std::function<void(const std::string& path)> write;
};

struct Derived {
  std::vector<std::string> paths;  // in the order of the files
  std::string sums;                // of "STEM.sums"; empty: the publication has no seal, and the files no sums
  std::string fingerprint;         // of the publication, which is as it was; empty likewise
};

// The stem that files with these endings can have: "forecast", or "forecast-2" where a file of such a name was
// published (by versions that renewed the seal).
std::string derived_stem(const std::string& directory, const std::string& stem,
                         const std::vector<std::string>& endings);

// Writes STEM + ending for each, over what was derived under this stem before, and STEM.sums last: who crashes in
// between leaves files that are in no sums. The caller has checked what it derived them from (require_as_published()).
// Throws Error(bad_input) for a name that was published.
Derived derive(const std::string& directory, const std::string& stem, const std::vector<DerivedFile>& files);

// One with a text.
DerivedFile derived_text(std::string ending, std::string text);

}  // namespace sourdine
