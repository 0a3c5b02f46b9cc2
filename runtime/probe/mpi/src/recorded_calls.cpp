#include "recorded_calls.hpp"

#include <proxima/mpi/call.hpp>

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

namespace proxima::mpi {
namespace {

// Registered by its first call, so that a run names only the routines that the program calls.
class Routine {
public:
    explicit Routine(const char* name) noexcept : method_(name, name, "mpi.h") {}

    bool is_recorded() const noexcept { return method_.active(); }
    CallSite site() const noexcept { return instance_.site(0); }

private:
    MethodInfo<> method_;
    Method* const methods_[1] = {&method_};
    PortInfo port_{"MPI", methods_, 1};
    Instance instance_{port_, "mpi"};
};

// By number; null: calls are only counted. Never destroyed: threads may call MPI until the end.
std::atomic<const Routine*>* routines = nullptr;

// Null if memory is short.
const Routine* find_or_add(unsigned number) noexcept {
    const Routine* known = routines[number].load(std::memory_order_acquire);
    if (known == nullptr) {
        const Routine* const added = new (std::nothrow) Routine(routine_names[number]);
        const bool is_first = routines[number].compare_exchange_strong(known, added);
        known = is_first ? added : known; // another thread's has the same call site
    }
    return known;
}

} // namespace

void record_calls() {
    routines = new std::atomic<const Routine*>[routine_count] {};
    only_counts = false;
}

Ticks Call::enter() noexcept {
    detail::Node*& open = thread_->open_call;
    if (open != nullptr) { // longjmp() left it
        detail::leave_region(open, nullptr);
        open = nullptr;
    }
    const Routine* const routine = routines == nullptr ? nullptr : find_or_add(routine_);
    if (routine != nullptr && routine->is_recorded()) {
        open =
            detail::enter_region(routine->site(), reinterpret_cast<std::uintptr_t>(thread_->frame));
    }
    return detail::clock_ticks();
}

Ticks Call::leave() noexcept {
    detail::Node* const open = std::exchange(thread_->open_call, nullptr);
    if (open == nullptr || detail::is_root(*open)) { // not measured
        return ticks();
    }
    open->communication += ticks();
    detail::leave_region(open, nullptr);
    return 0;
}

} // namespace proxima::mpi
