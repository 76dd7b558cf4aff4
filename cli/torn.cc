#include "torn.h"

#include "print.h"

namespace sourdine::cli {

void print_torn(std::ostream& err, const std::vector<TornTail>& torn) {
  for (const TornTail& tail : torn) {
    fmt::print(err, "sourdine: {} is torn: {} reports kept, {} bytes after its last whole block left out\n", tail.file,
               tail.reports_kept, tail.bytes_dropped);
  }
}

}  // namespace sourdine::cli
