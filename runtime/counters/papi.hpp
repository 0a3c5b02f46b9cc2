// Hardware counters, by PAPI (Browne et al. 2000). Its library is loaded when a counter is asked
// for that only PAPI can know, so that nothing else needs it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::measuring {

class Papi {
public:
    static constexpr int no_events = -1;

    // Keeps those that can be counted here, together; returns which cannot and why, a line for each
    // reason.
    std::vector<std::string> choose(const std::vector<std::string>& names);
    const std::vector<std::string>& names() const noexcept { return names_; }

    // Starts to count on the calling thread; the result is for its other calls. If it cannot,
    // `problem` says why.
    int begin_thread(std::string& problem) const;
    // In the child of a fork, whose thread had begun: it counts no more. Says so, if there is
    // anything to count.
    std::string begin_child() const;
    void end_thread(int events) const noexcept;
    // As many values as there are names; nothing if there are none, zeros for no_events.
    void read(int events, std::uint64_t* values) const noexcept;

private:
    std::vector<std::string> names_;
};

} // namespace proxima::measuring
