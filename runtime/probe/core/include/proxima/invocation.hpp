// Measures one call, from just before it to just after it, as generated proxies do:
//
//     template <class Port>
//     auto forward(Port& target, MethodInfo<std::int64_t>& method, Instance& instance, int n) {
//         if (!method.active()) {
//             return target.compute(n);
//         }
//         const StackMark mark;
//         const auto parameter = [&] { return std::int64_t{n}; };
//         const Invocation invocation(mark, method, instance.site(0), parameter);
//         return target.compute(n);
//     }
//
// Errors: nothing throws. A parameter whose evaluation throws is missing if the method's last type
// is Missing, else zero.
#pragma once

#include <proxima/detail/thread_buffer.hpp>
#include <proxima/detail/ticks.hpp>
#include <proxima/method_info.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace proxima {

namespace detail {

// Reads a parameter; if that throws, returns zero and sets `failed`, because measuring must not
// change what the caller sees.
template <class Value, class Reader>
Value read_parameter(Reader& reader, [[maybe_unused]] bool& failed) noexcept {
    if constexpr (noexcept(reader())) {
        return reader();
    } else {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
        try {
            return reader();
        } catch (...) {
            failed = true;
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

// Stores the values of the readers. Returns the bits of those that failed; `bit` belongs to the
// first one.
template <class... Readers>
std::uint64_t store_parameters(std::uint64_t* word, std::uint64_t bit,
                               Readers&... readers) noexcept {
    std::uint64_t missing = 0;
    [[maybe_unused]] const auto store = [&](auto& reader) {
        using Value = decltype(reader());
        bool failed = false;
        store_parameter<Value>(word, read_parameter<Value>(reader, failed));
        missing |= failed ? bit : 0;
        bit <<= 1U;
    };
    (store(readers), ...);
    return missing;
}

// Enters the expected child if it is `site`: the one that followed the current node's last child
// before. Otherwise searches for the child.
[[gnu::always_inline]] inline Node* enter_node(CallSite site, std::uintptr_t frame,
                                               std::uint64_t first_word) noexcept {
    BufferHead* const head = current_buffer;
    Node* const node = head->current->last->next;
    if (__builtin_expect(node->site != site || !is_on_own_stack(*head, frame), 0)) {
        return enter_slowly(site, frame, first_word);
    }
    const std::uint64_t now = counter();
    in_this_order(); // a signal handler's overhead here only lengthens the invocation
    store_shared(node->start, now - head->overhead);
    __atomic_store_n(&head->current, node, __ATOMIC_RELEASE); // readers find the start that it has
    node->frame = frame;
    return node;
}

// Leaves a node and appends to its buffer. False: leave_slowly() must do it, for example because a
// fiber has moved the invocation to another thread.
template <std::size_t words>
[[gnu::always_inline]] inline bool leave_node(Node* node,
                                              const std::uint64_t* parameters) noexcept {
    BufferHead* const head = current_buffer;
    ThreadBuffer* const buffer = node->buffer;
    if (__builtin_expect(static_cast<const void*>(buffer) != head, 0)) { // head comes first
        return false;
    }
    if constexpr (words > buffer_words_reserved + 1) {
        const std::uint64_t later =
            buffer_words_reserved * (buffer_capacity - buffer->counters.count - 1);
        if (__builtin_expect(buffer->counters.more_words + words - 1 + later > buffer_more_words,
                             0)) {
            return false;
        }
    }
    store_shared(head->current, &buffer->busy);
    in_this_order(); // signal handlers measure nothing from here on, so the overhead is constant
    const std::uint64_t end = counter();
    const std::uint64_t index = buffer->counters.count + 1;
    buffer->end[index] = end - head->overhead;
    buffer->start[index] = node->start;
    buffer->node[index] = node->id;
    if constexpr (words > 0) {
        buffer->first_word[index] = parameters[0];
    }
    if constexpr (words > 1) {
        const std::uint64_t more = buffer->counters.more_words;
        for (std::size_t i = 1; i < words; ++i) {
            buffer->more_words[more + i] = parameters[i];
        }
        store_shared(buffer->counters.more_words, more + words - 1);
    }
    __atomic_store_n(&buffer->counters.count, index, __ATOMIC_RELEASE);
    if (__builtin_expect(index == buffer_capacity, 0)) {
        drain(*buffer);
    }
    in_this_order();
    Node* const parent = node->parent;
    parent->last = node;
    store_shared(head->current, parent);
    return true;
}

} // namespace detail

/// Pauses measuring on the calling thread while it lives: its time and counters belong to no
/// invocation, and calls inside it are not recorded. For work that only measuring needs, such as
/// evaluating a parameter.
class PROXIMA_API Unmeasured {
public:
    Unmeasured() noexcept;
    Unmeasured(const Unmeasured&) = delete;
    Unmeasured& operator=(const Unmeasured&) = delete;
    ~Unmeasured();

private:
    bool is_inner_; // inside the runtime or another Unmeasured
    int error_;
    std::uint64_t begin_ = 0;
    detail::Node* current_ = nullptr;
};

/// The stack address of an invocation. A separate object, so that the invocation itself can stay in
/// registers.
class StackMark {
public:
    StackMark() noexcept {} // NOLINT: only its address matters, so its byte stays uninitialised
    StackMark(const StackMark&) = delete;
    StackMark& operator=(const StackMark&) = delete;
    ~StackMark() = default;

    [[gnu::always_inline]] std::uintptr_t address() const noexcept {
        return reinterpret_cast<std::uintptr_t>(this);
    }

private:
    [[maybe_unused]] char byte_;
};

/// Measures from the end of its constructor to the start of its destructor. Never throws. A call
/// that throws counts as completed; a call that longjmp leaves is lost.
template <class... Values>
class Invocation {
public:
    /// Calls the `readers`, one for each parameter of the method, then starts the clock. Parameters
    /// that are read by returned() have no reader here. `mark` outlives the invocation and belongs
    /// to no other.
    template <class... Readers>
    [[gnu::always_inline]] Invocation(const StackMark& mark, const MethodInfo<Values...>&,
                                      CallSite site, Readers&&... readers) noexcept {
        if constexpr (may_miss) {
            parameters_ = {};
            const std::uint64_t later = all_bits ^ bits(sizeof...(Readers));
            missing() = later | detail::store_parameters(parameters_.words, 1, readers...);
        } else {
            static_assert(sizeof...(Readers) == sizeof...(Values), "one reader for each parameter");
            [[maybe_unused]] std::uint64_t* word = parameters_.words;
            [[maybe_unused]] bool failed = false;
            (detail::store_parameter<Values>(word, detail::read_parameter<Values>(readers, failed)),
             ...);
        }
        node_ = detail::enter_node(site, mark.address(), words == 0 ? 0 : parameters_.words[0]);
    }

    [[gnu::always_inline]] ~Invocation() {
        if (detail::leave_node<words>(node_, parameters_.words)) {
            return;
        }
        if (node_->start == detail::untimed) {
            detail::leave_untimed(node_);
            return;
        }
        const std::uint64_t end = detail::counter();
        if constexpr (words == 0) {
            detail::leave_slowly(node_, end, nullptr, 0);
        } else {
            const Parameters passed = parameters_; // a copy, so that the original has no address
            detail::leave_slowly(node_, end, passed.words, words);
        }
    }

    Invocation(const Invocation&) = delete;
    Invocation& operator=(const Invocation&) = delete;

    /// Calls the readers of the last parameters. To be called when the measured call has returned;
    /// if it throws instead, they are missing.
    template <class... Readers>
    void returned(Readers&&... readers) noexcept {
        static_assert(may_miss && sizeof...(Readers) < sizeof...(Values), "Missing comes last");
        constexpr std::size_t count = sizeof...(Values) - 1 - sizeof...(Readers);
        constexpr std::size_t read_words =
            (std::size_t{0} + ... + detail::word_count<decltype(readers())>);
        missing() &= bits(count);
        missing() |= detail::store_parameters(parameters_.words + words - 1 - read_words,
                                              std::uint64_t{1} << count, readers...);
    }

private:
    static constexpr std::size_t words = MethodInfo<Values...>::words;
    static constexpr bool may_miss = (std::is_same_v<Values, Missing> || ...);
    static_assert(!may_miss || sizeof...(Values) <= Missing::most_parameters + 1,
                  "more parameters than Missing has bits");

    // The bits of the first `count` parameters.
    static constexpr std::uint64_t bits(std::size_t count) noexcept {
        return count == 0 ? 0 : ~std::uint64_t{0} >> (Missing::most_parameters - count);
    }
    static constexpr std::uint64_t all_bits = may_miss ? bits(sizeof...(Values) - 1) : 0;

    std::uint64_t& missing() noexcept { return parameters_.words[words - 1]; }

    struct Parameters {
        std::uint64_t words[MethodInfo<Values...>::words == 0 ? 1 : MethodInfo<Values...>::words];
    };

    detail::Node* node_;
    Parameters parameters_;
};

#ifdef __cpp_deduction_guides
template <class... Values, class... Readers>
Invocation(const StackMark&, const MethodInfo<Values...>&, CallSite, Readers&&...)
    -> Invocation<Values...>;
#endif

} // namespace proxima
