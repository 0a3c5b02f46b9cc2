// Carries the place in the call tree to where handed-over work runs: another thread, or a task that
// runs later.
//
//     const auto task = [context = proxima::capture()] { // where the task is made
//         const proxima::Adopt adopted(context);         // where it runs
//         // Calls here stand below the call that made the task.
//     };
//     task(); // on any thread, at any time
//
// The times of such calls are not part of the time of the call that handed the work over: they pass
// on another thread, or after it.
//
// Ownership: a context is a value; it may outlive the call, its thread and the run, and be adopted
// any number of times, by several threads at once.
// Thread safety: contexts may be copied and read by all threads; an Adopt lives on the thread that
// made it.
// Errors: none; what cannot be measured is not measured.
#pragma once

#include <proxima/detail/regions.hpp>

namespace proxima {

/// A call on some thread; empty: none.
class Context {
public:
    Context() noexcept = default;
    explicit operator bool() const noexcept { return node_ != nullptr; }

private:
    friend class Adopt;
    friend Context capture() noexcept;

    explicit Context(const detail::Node* node) noexcept : node_(node) {}

    const detail::Node* node_ = nullptr;
};

/// Returns the innermost call that is open on the calling thread; within adopted work, that which
/// handed it over.
[[gnu::always_inline]] inline Context capture() noexcept {
    return Context(detail::innermost_origin());
}

/// While it lives, calls of the calling thread stand below the call of the context. Without effect
/// if the context is empty, or if a call is open on the thread, because their times lie within
/// that one.
class Adopt {
public:
    [[gnu::always_inline]] explicit Adopt(Context context) noexcept
        : adoption_(detail::adopt(context.node_)) {}
    Adopt(const Adopt&) = delete;
    Adopt& operator=(const Adopt&) = delete;
    [[gnu::always_inline]] ~Adopt() { detail::end_adoption(adoption_); }

private:
    detail::Adoption adoption_;
};

} // namespace proxima
