/// \file
/// One measured invocation, from just before the call to just after it. Lives on the stack of
/// generated code:
///
///     if (!record.active())
///         return target.compute(n);
///     Invocation invocation(record, instance.site(0), [&] { return std::int64_t{n}; });
///     return target.compute(n);
#pragma once

#include <proxima/lane.hpp>
#include <proxima/record.hpp>
#include <proxima/ticks.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima {

namespace detail {

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

// Keeps the compiler from moving or joining stores: a signal, or the end of the process, may come
// between.
inline void in_this_order() noexcept {
    asm volatile("" ::: "memory");
}

// Enters the child that is expected to come next, if that is `site`: the same as when the current
// node's last child was left before. False if it has to be looked for.
[[gnu::always_inline]] inline bool enter_expected(OpenInvocation& invocation, Site site) noexcept {
    LaneHead* const lane = current_lane;
    Node* const node = lane->current->last->next;
    if (__builtin_expect(node->site != site, 0)) {
        return false;
    }
    lane->current = node;
    invocation.node = node;
    node->frame = reinterpret_cast<std::uintptr_t>(&invocation);
    node->start = counter() - lane->overhead;
    return true;
}

// Leaves a node and appends to its lane. False if it has to be done the slow way.
template <std::size_t words>
[[gnu::always_inline]] inline bool leave_node(Node* node, std::uint64_t end,
                                              const std::uint64_t* parameters) noexcept {
    Lane* const lane = node->lane;
    if (__builtin_expect(lane == nullptr, 0)) {
        return false;
    }
    if constexpr (words > lane_words_reserved) {
        const std::uint64_t later = lane_words_reserved * (lane_capacity - lane->head.count - 1);
        if (__builtin_expect(lane->head.word_count + words + later > lane_word_capacity, 0)) {
            return false;
        }
    }
    lane->head.current = &lane->head.busy;
    in_this_order();
    const std::uint64_t index = lane->head.count + 1;
    lane->end[index] = end - lane->head.overhead;
    lane->start[index] = node->start;
    lane->node[index] = node->id;
    if constexpr (words > 0) {
        const std::uint64_t word = lane->head.word_count;
        for (std::size_t i = 0; i < words; ++i) {
            lane->words[word + i + 1] = parameters[i];
        }
        lane->head.word_count = word + words;
    }
    __atomic_store_n(&lane->head.count, index, __ATOMIC_RELEASE);
    if (__builtin_expect(index == lane_capacity, 0)) {
        drain(*lane);
    }
    in_this_order();
    Node* const parent = node->parent;
    parent->last = node;
    lane->head.current = parent;
    return true;
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
    [[gnu::always_inline]] Invocation(const Record<Values...>&, Site site,
                                      Readers&&... readers) noexcept {
        static_assert(sizeof...(Readers) == sizeof...(Values), "one reader for each column");
        [[maybe_unused]] std::uint64_t* word = parameters_;
        (detail::store_parameter<Values>(word, detail::read_parameter<Values>(readers)), ...);
        if (!detail::enter_expected(open_, site)) {
            detail::enter_slowly(open_, site);
        }
    }

    [[gnu::always_inline]] ~Invocation() {
        const std::uint64_t end = detail::counter();
        if (!detail::leave_node<words>(open_.node, end, parameters_)) {
            detail::leave_slowly(open_, end, parameters_, words);
        }
    }

    Invocation(const Invocation&) = delete;
    Invocation& operator=(const Invocation&) = delete;

private:
    static constexpr std::size_t words = Record<Values...>::words;

    detail::OpenInvocation open_;
    std::uint64_t parameters_[words == 0 ? 1 : words];
};

#ifdef __cpp_deduction_guides
template <class... Values, class... Readers>
Invocation(const Record<Values...>&, Site, Readers&&...) -> Invocation<Values...>;
#endif

} // namespace proxima
