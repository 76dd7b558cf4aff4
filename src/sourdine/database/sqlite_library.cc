#include "sourdine/database/sqlite_library.h"

namespace sourdine {

const Sqlite& sqlite() {
  static const Sqlite loaded;
  return loaded;
}

}  // namespace sourdine
