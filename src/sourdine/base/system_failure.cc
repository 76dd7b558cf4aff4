#include "sourdine/base/system_failure.h"

#include <cerrno>
#include <system_error>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

bool is_fault_of_the_path(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EACCES:
    case EPERM:
    case EROFS:
    case EEXIST:
    case ENOTEMPTY:
    case ELOOP:
    case ENAMETOOLONG:
    case ENXIO:  // a socket, or a device that is not there
    case ENODEV:
    case ETXTBSY:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

void fail_system(const std::string& what, int error_number, const std::string& hint) {
  const ErrorCode code = is_fault_of_the_path(error_number) ? ErrorCode::bad_input : ErrorCode::io;
  throw Error(code, what + ": " + system_reason(error_number), hint);
}

void fail_read(const std::string& name, int error_number) { fail_system("cannot read " + name, error_number); }

void fail_write(const std::string& name, int error_number) { fail_system("cannot write " + name, error_number); }

}  // namespace sourdine
