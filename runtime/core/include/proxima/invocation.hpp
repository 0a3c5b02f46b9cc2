/// \file
/// One measured invocation, from just before the call to just after it. Lives on the stack of
/// generated code:
///
///     if (!record.active())
///         return target.compute(n);
///     Invocation invocation(record, instance.site(0), [&] { return std::int64_t{n}; });
///     return target.compute(n);
#pragma once

#include <proxima/clock.hpp>
#include <proxima/export.hpp>
#include <proxima/record.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima {

namespace detail {

struct Lane;
struct Node;

// What the runtime keeps of an open invocation. Generated code and the library share this layout.
struct OpenInvocation {
    Lane* lane = nullptr; // the calling thread's state; null: this invocation is not measured
    Node* node = nullptr;
    std::uint64_t overhead = 0;      // of the lane when the invocation began, ticks
    std::uint64_t communication = 0; // of the lane when the invocation began, ticks
    std::uint64_t start = 0;         // ticks
};

// Enters `site` on the calling thread: everything but the start time.
PROXIMA_API void enter(OpenInvocation& invocation, const Method& method, Site site) noexcept;

// Leaves what enter() entered, and records it with the method's parameters (as many words as its
// columns take).
PROXIMA_API void leave(OpenInvocation& invocation, std::uint64_t end,
                       const std::uint64_t* parameters) noexcept;

// Reads a parameter. One that throws is recorded as zero: measuring must not change what the caller
// sees.
template <class Value, class Reader>
Value read_parameter(Reader& reader) noexcept {
    if constexpr (noexcept(reader())) {
        return reader();
    } else {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
        try {
            return reader();
        } catch (...) {
            return Value();
        }
#else
        return reader();
#endif
    }
}

template <class Value>
void store_parameter(std::uint64_t*& word, Value value) noexcept {
    if constexpr (sizeof(Value) < sizeof(std::uint64_t)) {
        *word = static_cast<std::uint64_t>(value);
    } else {
        __builtin_memcpy(word, &value, sizeof(Value));
    }
    word += word_count<Value>;
}

} // namespace detail

/// Measures from the end of its constructor to the start of its destructor, on the thread that runs
/// both. Never throws. Leaving by an exception counts like returning; leaving by longjmp loses the
/// invocation.
template <class... Values>
class Invocation {
public:
    /// Reads the parameters by calling `readers`, one for each column of `record`, then starts the
    /// clock.
    template <class... Readers>
    Invocation(const Record<Values...>& record, Site site, Readers&&... readers) noexcept {
        static_assert(sizeof...(Readers) == sizeof...(Values), "one reader for each column");
        [[maybe_unused]] std::uint64_t* word = parameters_;
        (detail::store_parameter<Values>(word, detail::read_parameter<Values>(readers)), ...);
        detail::enter(open_, record, site);
        open_.start = detail::ticks();
    }

    ~Invocation() { detail::leave(open_, detail::ticks(), parameters_); }

    Invocation(const Invocation&) = delete;
    Invocation& operator=(const Invocation&) = delete;

private:
    detail::OpenInvocation open_;
    std::uint64_t parameters_[Record<Values...>::words + (sizeof...(Values) == 0 ? 1 : 0)];
};

template <class... Values, class... Readers>
Invocation(const Record<Values...>&, Site, Readers&&...) -> Invocation<Values...>;

} // namespace proxima
