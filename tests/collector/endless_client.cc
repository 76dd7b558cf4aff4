// endless_client URL TOKEN QUEUE FIRST STEP
//
// A sourdine::Client that reports FIRST, FIRST + STEP, FIRST + 2 STEP … to the collection `fires` until it is killed,
// and writes one byte to the standard output after each report() that returned.
#include <unistd.h>

#include <string>

#include "sourdine/collector/client/client.h"

int main(int count, char** words) {
  if (count != 6) return 2;
  try {
    sourdine::ClientOptions options{
        .url = words[1], .token = words[2], .collection = "fires", .queue = words[3], .max_epsilon = 50};
    options.first_backoff = std::chrono::milliseconds(1);
    options.max_backoff = std::chrono::milliseconds(4);
    sourdine::Client client(options);
    client.start();
    const auto step = static_cast<sourdine::Value>(std::stoul(words[5]));
    for (auto value = static_cast<sourdine::Value>(std::stoul(words[4]));; value += step) {
      client.report(value);
      if (::write(STDOUT_FILENO, "r", 1) != 1) return 2;
    }
  } catch (...) {
    return 3;
  }
}
