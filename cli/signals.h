// What SIGINT (Ctrl-C), SIGTERM and SIGHUP do: they ask the process to stop. Work then ends by Error(cancelled), so
// that nothing half written is left behind, and the program exits with 128 + the signal. A second signal ends it at
// once.
#pragma once

namespace sourdine::cli {

// Signals that were ignored when the program was started (nohup, background jobs) stay ignored.
void stop_on_signals();
// The signal that asked to stop; 0 when none did.
int stopping_signal();

}  // namespace sourdine::cli
