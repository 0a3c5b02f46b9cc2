// Carries the place in the call tree to where handed-over work runs: another thread, or a task that
// runs later.
//
//     pool.add([context = proxima::capture(), &solver] {
//         const proxima::Adopt adopted(context);
//         solver.step(); // stands below the call that added the work
//     });
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
    /// For other languages: from and to a pointer that they can keep.
    explicit Context(const void* handle) noexcept
        : node_(static_cast<const detail::Node*>(handle)) {}
    const void* handle() const noexcept { return node_; }

private:
    friend class Adopt;

    const detail::Node* node_ = nullptr;
};

/// Returns the innermost call that is open on the calling thread; within adopted work, that which
/// handed it over.
[[gnu::always_inline]] inline Context capture() noexcept {
    return Context(detail::innermost_node());
}

/// While it lives, calls of the calling thread stand below the call of the context. Without effect
/// if the context is empty, or if a call is open on the thread, because their times lie within
/// that one.
class Adopt {
public:
    [[gnu::always_inline]] explicit Adopt(Context context) noexcept {
        if (context.node_ == nullptr) {
            return;
        }
        detail::BufferHead* const head = detail::current_buffer;
        if (__builtin_expect(head->adopted == context.node_ && detail::is_root(*head->current),
                             1)) {
            before_ = head->current;
            stand_in_ = head->stand_in;
            __atomic_store_n(&head->current, stand_in_, __ATOMIC_RELEASE);
        } else {
            before_ = detail::adopt_slowly(*context.node_, stand_in_);
        }
    }
    Adopt(const Adopt&) = delete;
    Adopt& operator=(const Adopt&) = delete;
    [[gnu::always_inline]] ~Adopt() {
        if (before_ == nullptr) {
            return;
        }
        detail::BufferHead* const head = detail::current_buffer;
        if (__builtin_expect(head->current == stand_in_, 1)) {
            __atomic_store_n(&head->current, before_, __ATOMIC_RELEASE);
        } else {
            detail::end_adoption_slowly(*stand_in_, *before_);
        }
    }

private:
    detail::Node* before_ = nullptr; // null: nothing was adopted
    detail::Node* stand_in_ = nullptr;
};

} // namespace proxima
