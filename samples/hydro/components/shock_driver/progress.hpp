/// \file
/// Tells whoever watches a long run how far it is.
#pragma once

#include <chrono>
#include <cstdint>

namespace hydro {

class Progress {
public:
    /// `quiet` on all ranks but one.
    explicit Progress(bool quiet);

    /// On a terminal one line that is written over; else a line every few seconds.
    void show(std::int64_t step, double time, double end_time, std::int64_t cells);

    /// Ends the line.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point last_ = Clock::now();
};

} // namespace hydro
