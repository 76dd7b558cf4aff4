#include "sourdine/collector/service.h"

namespace sourdine {
namespace embedded {

std::string_view collector_openapi();

}  // namespace embedded

std::string_view openapi_text() { return embedded::collector_openapi(); }

}  // namespace sourdine
