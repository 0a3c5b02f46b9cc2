// The adoptions of the calling thread, for runtimes whose regions or tasks nest.
#pragma once

#include <proxima/detail/regions.hpp>

#include <cstddef>

namespace proxima::threads {

// The call that hands work over; null with threads=off.
[[gnu::always_inline]] inline const detail::Node* origin() noexcept {
    const bool is_on = __atomic_load_n(&detail::threads_active, __ATOMIC_RELAXED) != 0;
    return __builtin_expect(is_on, 1) ? detail::innermost_origin() : nullptr;
}

// Without memory, inner work is not followed.
struct Adoptions {
    detail::Adoption* all;
    std::size_t capacity;
    std::size_t depth;

    void begin(const detail::Node* of) noexcept {
        if (depth < capacity || grow()) {
            all[depth] = detail::adopt(of);
        }
        ++depth;
    }

    void end() noexcept {
        if (depth > 0 && --depth < capacity) {
            detail::end_adoption(all[depth]);
        }
    }

    // Null: the innermost work is not followed.
    detail::Adoption* innermost() noexcept {
        return depth > 0 && depth <= capacity ? &all[depth - 1] : nullptr;
    }

private:
    bool grow() noexcept;
};

// The initial-exec model and __thread save a call for each access.
extern __thread Adoptions adoptions __attribute__((tls_model("initial-exec")));

} // namespace proxima::threads
