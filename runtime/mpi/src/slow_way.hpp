// Time that measuring takes beside the calls of MPI, for which no invocation is to blame.
#pragma once

#include <proxima/communication.hpp>
#include <proxima/run_facts.hpp>

#include <cstdint>

namespace proxima::mpi {

// While it lives; only while the run measures, and not within another one of the same thread.
class SlowWay {
public:
    SlowWay() noexcept : begin_(detail::clock_ticks()) {}
    SlowWay(const SlowWay&) = delete;
    SlowWay& operator=(const SlowWay&) = delete;
    ~SlowWay() { detail::add_overhead(detail::clock_ticks() - begin_); }

private:
    std::uint64_t begin_;
};

} // namespace proxima::mpi
