// What an answer of the collector means for whoever sent reports.
#pragma once

#include <chrono>
#include <string>

#include "sourdine/collector/client/http_client.h"

namespace sourdine {

struct ServerAnswer {
  enum class Meaning {
    done,   // 2xx: the batch is on the collector's disk
    later,  // 408, 429, 5xx: again, with the same key
    final,  // everything else, redirects included
  };
  Meaning meaning = Meaning::final;
  unsigned status = 0;
  std::string slug = {};                    // of the problem: "batch-too-old"; empty when there is none
  std::string text = {};                    // one sentence or two, fit for a terminal
  std::chrono::milliseconds retry_after{};  // what the collector asks for, at most an hour; 0 when it does not
};
ServerAnswer judge_answer(const HttpAnswer& answer);

}  // namespace sourdine
