#include "sourdine/base/fold_name.h"

#include <algorithm>
#include <array>

#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

// The letters without case and accents, from the first code point on; '.' where there is no single Latin letter.
struct Letters {
  char32_t first;
  std::string_view plain;
};
constexpr std::array letter_blocks{
    Letters{0x00C0,
            "aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y"
            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllllll."
            ".llnnnnnn.nnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"},
    Letters{0x01A0,
            "oo.............uu............................aaiioouuuuuuuuuu.aa"
            "aa....ggkkoooo..j...gg..nnaa..ooaaaaeeeeiiiioooorrrruuuusstt..hh"
            "......aaeeooooooooyy"},
    Letters{0x1E00,
            "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
            "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
            "wwwwwwwwwwxxxxyyzzzzzzhtwy.s....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
            "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......"},
};

struct Ligature {
  char32_t sign;
  std::string_view plain;
};
constexpr std::array ligatures{
    Ligature{0x00C6, "ae"}, Ligature{0x00E6, "ae"},  Ligature{0x01FC, "ae"},  Ligature{0x01FD, "ae"},
    Ligature{0x01E2, "ae"}, Ligature{0x01E3, "ae"},  Ligature{0x0152, "oe"},  Ligature{0x0153, "oe"},
    Ligature{0x00DF, "ss"}, Ligature{0x1E9E, "ss"},  Ligature{0x00DE, "th"},  Ligature{0x00FE, "th"},
    Ligature{0x0132, "ij"}, Ligature{0x0133, "ij"},  Ligature{0xFB00, "ff"},  Ligature{0xFB01, "fi"},
    Ligature{0xFB02, "fl"}, Ligature{0xFB03, "ffi"}, Ligature{0xFB04, "ffl"}, Ligature{0xFB05, "st"},
    Ligature{0xFB06, "st"},
};

// A byte of Windows-1252: as in Latin-1 but for 0x80 … 0x9F, of which those that French needs.
char32_t from_windows(unsigned char byte) {
  switch (byte) {
    case 0x8C:
      return 0x0152;
    case 0x9C:
      return 0x0153;
    case 0x91:
    case 0x92:
      return '\'';
    case 0x96:
    case 0x97:
      return '-';
    default:
      return byte;
  }
}

bool is_gap(char32_t sign) {
  constexpr std::u32string_view gaps = U" \t\r\n-'._`\u00A0\u00B4\u02BC\u202F\u2212\u3000\uFF07";
  return gaps.find(sign) != std::u32string_view::npos || (sign >= 0x2000 && sign <= 0x201B);
}

// Combining marks, and what has no width.
bool is_ignored(char32_t sign) {
  return (sign >= 0x0300 && sign <= 0x036F) || (sign >= 0x200B && sign <= 0x200F) || sign == 0x00AD || sign == 0xFEFF;
}

// What stands for the sign in a key; `as_written` when nothing else does.
void append_folded(char32_t sign, std::string_view as_written, std::string& key) {
  if (sign >= 'A' && sign <= 'Z') return key.push_back(static_cast<char>(sign + ('a' - 'A')));
  for (const Letters& block : letter_blocks) {
    const bool is_inside = sign >= block.first && sign < block.first + block.plain.size();
    const char plain = is_inside ? block.plain[sign - block.first] : '.';
    if (plain != '.') return key.push_back(plain);
  }
  const auto found =
      std::find_if(ligatures.begin(), ligatures.end(), [sign](const Ligature& l) { return l.sign == sign; });
  key += found == ligatures.end() ? as_written : found->plain;
}

// Writes st and ste at the end of the key in full.
void end_word(std::string& key) {
  const std::size_t space = key.rfind(' ');
  const std::size_t begin = space == std::string::npos ? 0 : space + 1;
  const std::string_view word = std::string_view(key).substr(begin);
  if (word == "st") key.replace(begin, 2, "saint");
  if (word == "ste") key.replace(begin, 3, "sainte");
}

}  // namespace

std::string fold_name(std::string_view name) {
  std::string key;
  bool has_gap = false;
  while (!name.empty()) {
    const auto windows = from_windows(static_cast<unsigned char>(name[0]));
    const Utf8Character next = first_character(name).value_or(Utf8Character{windows, 1});
    const std::string_view as_written = name.substr(0, next.bytes);
    name.remove_prefix(next.bytes);
    if (is_ignored(next.code)) continue;
    if (is_gap(next.code)) {
      has_gap = true;
      continue;
    }
    if (has_gap && !key.empty()) {
      end_word(key);
      key += ' ';
    }
    has_gap = false;
    append_folded(next.code, as_written, key);
  }
  end_word(key);
  return key;
}

}  // namespace sourdine
