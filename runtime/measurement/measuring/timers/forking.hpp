// Whether the calling thread is in fork(), and holds all that is held then. Handlers of the
// application's that run meanwhile are not measured: they would wait for the thread itself.
#pragma once

namespace proxima::measuring {

inline __thread bool forking __attribute__((tls_model("initial-exec"))) = false;

} // namespace proxima::measuring
