#include "sourdine/events/foreign_input.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

using namespace std::string_view_literals;

// {0} in a hint is the file's name, {1} that of the CSV file to make, both in quotes.
struct ForeignKind {
  std::string_view magic;    // its first bytes
  std::string_view further;  // what its beginning also holds; empty: nothing
  const char* what;
  const char* hint;
};

constexpr const char* save_spreadsheet =
    "Save it as CSV (UTF-8), or: libreoffice --headless --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76' {0}";

// A kind before another one wins.
constexpr std::array foreign_kinds{
    ForeignKind{"PAR1"sv, ""sv, "a Parquet file",
                "Convert it first: duckdb -c \"COPY (FROM {0}) TO {1} (FORMAT csv, HEADER)\""},
    ForeignKind{"PK\x03\x04"sv, "application/vnd.oasis.opendocument.spreadsheet"sv,
                "an OpenDocument spreadsheet (.ods)", save_spreadsheet},
    ForeignKind{"PK\x03\x04"sv, "[Content_Types].xml"sv, "an Excel workbook (.xlsx)", save_spreadsheet},
    ForeignKind{"PK\x03\x04"sv, "xl/"sv, "an Excel workbook (.xlsx)", save_spreadsheet},
    ForeignKind{"PK\x03\x04"sv, ""sv, "a zip archive", "Unpack it first: unzip -p {0} > {1}"},
    ForeignKind{"\xD0\xCF\x11\xE0"sv, ""sv, "an old Excel workbook (.xls)", save_spreadsheet},
    ForeignKind{"\xFD\x37\x7A\x58\x5A\x00"sv, ""sv, "compressed by xz", "Decompress it first: xz -dc {0} > {1}"},
    ForeignKind{"BZh"sv, ""sv, "compressed by bzip2", "Decompress it first: bzip2 -dc {0} > {1}"},
    ForeignKind{"\xFF\xFE"sv, ""sv, "text in UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8 {0} > {1}"},
    ForeignKind{"\xFE\xFF"sv, ""sv, "text in UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8 {0} > {1}"},
    ForeignKind{"<"sv, "<html"sv, "a page of the web (HTML)", "Fetch the table itself, as CSV."},
    ForeignKind{"<"sv, "<HTML"sv, "a page of the web (HTML)", "Fetch the table itself, as CSV."},
    ForeignKind{"{"sv, "\":"sv, "JSON", "Convert it first, to one line per event with a header."},
    ForeignKind{"["sv, "\":"sv, "JSON", "Convert it first, to one line per event with a header."},
    ForeignKind{"SQLite format 3\0"sv, ""sv, "an SQLite database", "Name it sqlite:PATH and give a query."},
};

std::string quoted_name(const std::string& name) { return name.starts_with('\'') ? name : "FILE"; }

// A file of its own in this folder: "x.csv" of "folder/x.csv.xz", "x-converted.csv" of "folder/x.csv".
std::string converted_name(const std::string& name) {
  if (!name.starts_with('\'')) return "CONVERTED.csv";
  std::filesystem::path path = std::filesystem::path(name.substr(1, name.size() - 2)).filename();
  if (path.extension() == ".csv" || path.extension() == ".txt")
    return fmt::format("'{}-converted.csv'", path.stem().string());
  if (path.stem().extension() == ".csv") path = path.stem();
  return fmt::format("'{}.csv'", path.stem().string());
}

}  // namespace

void refuse_foreign(std::string_view head, const std::string& name) {
  for (const ForeignKind& kind : foreign_kinds) {
    if (!head.starts_with(kind.magic) || head.find(kind.further) == std::string_view::npos) continue;
    fail_input(fmt::format("{} is {}, not CSV", name, kind.what),
               fmt::format(fmt::runtime(kind.hint), quoted_name(name), converted_name(name)));
  }
}

std::string convert_hint(const std::string& name) {
  return fmt::format("It looks like Windows-1252 or Latin-1. Convert it first: iconv -f WINDOWS-1252 -t UTF-8 {} > {}",
                     quoted_name(name), converted_name(name));
}

}  // namespace sourdine
