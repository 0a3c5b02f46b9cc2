// Measures the cost of a measured MPI call on this machine, for run.json.
#include "library.hpp"

#include <proxima/mpi/call.hpp>

namespace proxima::mpi {
namespace {

// Makes the calling thread count outside of the run, within an invocation outside of the run.
class Scratch {
public:
    Scratch() : known_use_(current_use), known_buffer_(detail::current_buffer) {
        node_.last = node_.parent = node_.next = &node_;
        head_.current = &node_;
        // Marks the buffer as in use: any pointer but null.
        head_.recorder = reinterpret_cast<detail::ThreadRecorder*>(&head_);
        current_use = &use_;
        detail::current_buffer = &head_;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        detail::current_buffer = known_buffer_;
        current_use = known_use_;
    }

    // Runs the code that templates/pmpi_wrapper.mustache puts around a call that moves data.
    [[gnu::noinline]] void call_nothing() const noexcept {
        Call call(0);
        if (!call.is_measured()) {
            return;
        }
        call.begin();
        call.end();
        call.moves(sizeof(int), sizeof(int));
    }

    // The recorded time of all calls.
    Ticks recorded() const noexcept { return node_.communication; }

private:
    format::MpiRoutineCounts routine_{};
    std::vector<format::MpiPathCounts> paths_{most_paths + 1};
    ThreadCounts use_{{nullptr, &routine_, nullptr, paths_.data()}};
    detail::Node node_{};
    detail::BufferHead head_{};
    ThreadCounts* known_use_;
    detail::BufferHead* known_buffer_;
};

// The time of a round, and its part inside the recorded times.
struct Round {
    Ticks ticks = ~Ticks{0};
    Ticks inside = 0;
};

} // namespace

detail::CallCost cost_of_one_call(double nanoseconds_per_tick) {
    constexpr int rounds = 16;
    constexpr int calls = 256;
    if (__atomic_load_n(&detail::communication_active, __ATOMIC_RELAXED) == 0) {
        return {};
    }
    const OverheadSection section;
    const Scratch scratch;
    // The best of several rounds: disturbances only add time.
    Round best;
    for (int round = 0; round < rounds; ++round) {
        const Ticks inside = scratch.recorded();
        const Ticks begin = detail::clock_ticks();
        for (int i = 0; i < calls; ++i) {
            scratch.call_nothing();
        }
        const Round taken{detail::clock_ticks() - begin, scratch.recorded() - inside};
        best = taken.ticks < best.ticks ? taken : best;
    }
    const double nanoseconds = nanoseconds_per_tick / calls;
    return {static_cast<double>(best.ticks) * nanoseconds,
            static_cast<double>(best.inside) * nanoseconds};
}

} // namespace proxima::mpi
