// The signal handler that takes stack samples.
#pragma once

namespace proxima::detail {

// Installs it, once. Returns the reason why the process cannot be sampled, or null.
const char* prepare_sampling() noexcept;

} // namespace proxima::detail
