// Hardware counters by PAPI (Browne et al. 2000). A build without PAPI has none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::papi {

// Chooses the counters that this machine can count together, and adds a message for each other one.
std::vector<std::string> choose(const std::vector<std::string>& names,
                                std::vector<std::string>& messages);

constexpr int no_events = -1;

// Starts counting on the calling thread, and returns its events. Sets `problem` if it cannot.
int begin_thread(const std::vector<std::string>& chosen, std::string& problem);
void end_thread(int events) noexcept;

// Reads `count` values; all are zero for no_events.
void read(int events, std::uint64_t* values, std::size_t count) noexcept;

} // namespace proxima::papi
