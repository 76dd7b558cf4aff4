// The bytes of a response's header. Internal to the server.
#pragma once

#include <cstddef>
#include <string>

#include "sourdine/collector/http/message.h"

namespace sourdine {

enum class ResponseFraming { length, chunked, until_closed };

// Every response says that it is not to be stored, sniffed or framed; none says what serves it.
std::string response_header_text(const HttpResponse& response, ResponseFraming framing, bool keeps_alive);

}  // namespace sourdine
