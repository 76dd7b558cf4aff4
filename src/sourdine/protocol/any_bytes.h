// AnyBytes: what a protocol is, too, when its tally() stays inside its memory whatever the bytes of the reports are.
// Such reports may be read where others can change them (an array of Python, a mapped file): bytes that change between
// check and use may be counted wrongly, and do no other harm. Those of all other protocols are copied first.
#pragma once

namespace sourdine {

class AnyBytes {
 public:
  virtual ~AnyBytes() = default;
  // Of reports of this size.
  virtual bool tallies_any_bytes() const = 0;
};

}  // namespace sourdine
