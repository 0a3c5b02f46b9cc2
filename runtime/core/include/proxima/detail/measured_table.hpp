/// \file
/// Tables of virtual functions in which entries measure: what the code generated for ports that are
/// measured in place needs. The tables are those of the Itanium C++ ABI.
///
/// An object is measured by replacing the pointers to its tables by pointers to copies:
///
///     [ TableHead | offsets, run-time type | virtual functions ]
///                                          ^ the object points here
///
/// Copies are kept until the process ends, so that a thread on its way through one gets to the end.
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

/// The entries of a port that is measured in place; specialised by generated code.
template <class Port>
struct InPlaceEntries;

namespace detail {

using Code = void (*)();

struct TableHead {
    const Code* original;      // the table that this one is a copy of
    std::ptrdiff_t to_port;    // from the subobject that points to this table
    std::uintptr_t first_site; // of the instance
};

// Room for the offsets to virtual bases and of their functions, which stand in front of a table,
// and for the run-time type: as fixed as the way from a table to its head.
constexpr std::ptrdiff_t words_in_front = 512;

// The entry to put into one slot of the table that a subobject points to.
struct MeasuredSlot {
    void* subobject;
    std::size_t slot;
    Code entry;
};

// Which slot a pointer to a virtual method means. The method must be declared in the class that it
// is a member of, so that the pointer adjusts nothing.
template <class MethodPointer>
std::size_t slot_of(MethodPointer method) noexcept {
    struct {
        std::uintptr_t function;
        std::ptrdiff_t adjustment;
    } parts;
    static_assert(sizeof(parts) == sizeof(method), "pointers to members of the Itanium C++ ABI");
    // Neither & nor a call with the pointer: both look into the classes of the method's parameters,
    // which need not be complete.
    const void* const pointer = __builtin_addressof(method);
    __builtin_memcpy(&parts, pointer, sizeof(parts));
#if defined(__aarch64__) || defined(__arm__)
    return parts.function / sizeof(Code);
#else
    return (parts.function - 1) / sizeof(Code); // the lowest bit tells virtual methods
#endif
}

template <class Function>
Code code_of(Function* function) noexcept {
    return reinterpret_cast<Code>(function);
}

// What an entry goes on with.
template <class Function>
struct Entered {
    Function* original;
    const TableHead* head; // null if the object is not measured any more

    Site site(std::size_t method) const noexcept {
        return static_cast<Site>(head->first_site + method);
    }
};

// Another thread may have put the original table back since the caller looked up the entry.
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

// In each translation unit anew, since its compiler's options decide.
namespace {

#if defined(__cpp_rtti)
struct CastFrom {
    virtual ~CastFrom() = default;
};
struct CastTo final : CastFrom {};

// Whether a dynamic_cast to a final class only looks which table an object points to.
[[maybe_unused]] bool casts_compare_tables() noexcept {
    CastTo object;
    void* const memory = &object;
    const Code* original;
    __builtin_memcpy(static_cast<void*>(&original), memory, sizeof(original));
    const Code copy[] = {original[-2], original[-1], original[0], original[1]};
    const Code* const table = copy + 2;
    __builtin_memcpy(memory, static_cast<const void*>(&table), sizeof(table));
    CastFrom* from = &object;
    asm volatile("" : "+r"(from) : : "memory"); // nothing is known of it from here on
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
                                       PortRecord& record, InstanceName instance) noexcept {
    return measure_in_place(__builtin_addressof(port), slots, count, record, instance,
                            casts_compare_tables()
                                ? "with this compiler dynamic_cast to a final class would fail; "
                                  "compile everything with -fno-assume-unique-vtables"
                                : nullptr);
}

} // namespace

} // namespace detail
} // namespace proxima
