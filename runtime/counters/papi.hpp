// Hardware counters, by PAPI (Browne et al. 2000). Without it, where Proxima was built, there are
// none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::papi {

// Chooses those of `names` that can be counted here, together; adds a line for each that cannot.
std::vector<std::string> choose(const std::vector<std::string>& names,
                                std::vector<std::string>& messages);

constexpr int no_events = -1;

// Starts to count on the calling thread; the result is for its other calls. If it cannot, `problem`
// says why.
int begin_thread(const std::vector<std::string>& chosen, std::string& problem);
void end_thread(int events) noexcept;

// As many values as were chosen; zeros for no_events.
void read(int events, std::uint64_t* values, std::size_t count) noexcept;

} // namespace proxima::papi
