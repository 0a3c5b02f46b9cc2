// Virtual tables (Itanium C++ ABI) whose entries measure. For generated code of ports that are
// measured in place.
//
// An object is measured by replacing the pointers to its tables by pointers to copies:
//
//  | [ TableHead | offsets, run-time type | virtual functions ]
//  |                                      ^ the object points here
//
// Copies live until the process ends, because a thread may be using one.
#pragma once

#include <proxima/in_place.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__has_feature)
#if __has_feature(ptrauth_calls)
#error "signed tables of virtual functions cannot be copied: use proxies instead of in_place"
#endif
#endif

namespace proxima {

// The entries of a port that is measured in place; specialised by generated code.
template <class Port>
struct InPlaceEntries;

namespace detail {

using Code = void (*)();

struct TableHead {
    const Code* original;      // the table that this one is a copy of
    std::ptrdiff_t to_port;    // offset from the subobject to the port
    std::uintptr_t first_site; // first call site of the instance
};

// Room in front of a table for offsets and run-time type; fixed, so that the head can be found.
constexpr std::ptrdiff_t words_in_front = 512;

// The entry for one slot of a subobject's table.
struct MeasuredSlot {
    void* subobject;
    std::size_t slot;
    Code entry;
};

// The slot of a virtual method, which its class must declare itself.
template <class MethodPointer>
std::size_t slot_of(MethodPointer method) noexcept {
    struct {
        std::uintptr_t function;
        std::ptrdiff_t adjustment;
    } parts;
    static_assert(sizeof(parts) == sizeof(method), "pointers to members of the Itanium C++ ABI");
    // No & and no call with the pointer: both need complete types of the method's parameters.
    const void* const pointer = __builtin_addressof(method);
    __builtin_memcpy(&parts, pointer, sizeof(parts));
#if defined(__aarch64__) || defined(__arm__)
    return parts.function / sizeof(Code);
#else
    return (parts.function - 1) / sizeof(Code); // the lowest bit marks virtual methods
#endif
}

template <class Function>
Code code_of(Function* function) noexcept {
    return reinterpret_cast<Code>(function);
}

// The original function, and the head of the measured table.
template <class Function>
struct Entered {
    Function* original;
    const TableHead* head; // null if the object is no longer measured

    CallSite site(std::size_t method) const noexcept {
        return static_cast<CallSite>(head->first_site + method);
    }
};

// Another thread may have restored the original table meanwhile.
template <class Function>
[[gnu::always_inline]] inline Entered<Function> entered(const void* subobject, std::size_t slot,
                                                        Function* entry) noexcept {
    const Code* table;
    __builtin_memcpy(static_cast<void*>(&table), subobject, sizeof(table));
    if (__builtin_expect(table[slot] != reinterpret_cast<Code>(entry), 0)) {
        return {reinterpret_cast<Function*>(table[slot]), nullptr};
    }
    const auto* const head = reinterpret_cast<const TableHead*>(table - words_in_front) - 1;
    return {reinterpret_cast<Function*>(head->original[slot]), head};
}

template <class Port>
Port& port_of(void* subobject, const TableHead& head) noexcept {
    return *reinterpret_cast<Port*>(static_cast<char*>(subobject) + head.to_port);
}

// Defined in each translation unit, because its compiler options decide.
namespace {

#if defined(__cpp_rtti)
struct CastFrom {
    virtual ~CastFrom() = default;
};
struct CastTo final : CastFrom {};

// Tests whether dynamic_cast to a final class only compares table addresses.
[[maybe_unused]] bool casts_compare_tables() noexcept {
    CastTo object;
    void* const memory = &object;
    const Code* original;
    __builtin_memcpy(static_cast<void*>(&original), memory, sizeof(original));
    const Code copy[] = {original[-2], original[-1], original[0], original[1]};
    const Code* const table = copy + 2;
    __builtin_memcpy(memory, static_cast<const void*>(&table), sizeof(table));
    CastFrom* from = &object;
    asm volatile("" : "+r"(from) : : "memory"); // hides its type from the optimizer
    const bool fails = dynamic_cast<CastTo*>(from) == nullptr;
    __builtin_memcpy(memory, static_cast<const void*>(&original), sizeof(original));
    return fails;
}
#else
[[maybe_unused]] bool casts_compare_tables() noexcept {
    return false;
}
#endif

template <class Port, std::size_t count>
[[maybe_unused]] InPlace measure_slots(Port& port, const MeasuredSlot (&slots)[count],
                                       PortInfo& record, InstanceName instance) noexcept {
    return measure_in_place(__builtin_addressof(port), slots, count, record, instance,
                            casts_compare_tables()
                                ? "with this compiler dynamic_cast to a final class would fail; "
                                  "compile everything with -fno-assume-unique-vtables"
                                : nullptr);
}

} // namespace

} // namespace detail
} // namespace proxima
