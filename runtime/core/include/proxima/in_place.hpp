/// \file
/// Measuring an object itself, with no proxy beside it: for classes where a second object is wrong.
/// For each port that the configuration of proxima-gen measures in place, the generated header
/// declares
///
///     InPlace measure(ns::Port& object, InstanceName name);
///
/// which is called with the object, also with one of a class derived from the port:
///
///     const proxima::InPlace handle = proxima::measure(solver, "fine_grid");
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/instance.hpp>

#include <cstddef>

namespace proxima {

class InPlace;
class PortRecord;

namespace detail {
struct MeasuredSlot;
struct MeasuredSubobject;

// Replaces the tables of virtual functions of `count` slots' subobjects by copies in which the
// slots are replaced. Refuses for the reason given, if it is not null.
PROXIMA_API InPlace measure_in_place(void* port, const MeasuredSlot* slots, std::size_t count,
                                     PortRecord& record, InstanceName instance,
                                     const char* refusal) noexcept;
} // namespace detail

/// Keeps an object measured in place. Destroy or release() it before the object ends, as whatever
/// refers to an object; calls may be under way on any thread meanwhile, and the object may be
/// moved from. Move-only. Never throws: what cannot be measured is left alone, and said on standard
/// error.
class PROXIMA_API InPlace {
public:
    InPlace() noexcept = default;
    InPlace(InPlace&& other) noexcept { take(other); }
    InPlace& operator=(InPlace&& other) noexcept {
        if (this != &other) {
            restore();
            take(other);
        }
        return *this;
    }
    InPlace(const InPlace&) = delete;
    InPlace& operator=(const InPlace&) = delete;
    ~InPlace() { restore(); }

    /// Whether it keeps an object measured.
    explicit operator bool() const noexcept { return subobjects_ != nullptr; }

    /// Why the object is not measured; empty if it is, or was.
    const char* refusal() const noexcept { return refusal_; }

    /// Leaves the object measured for as long as it lives.
    void release() noexcept;

private:
    friend InPlace detail::measure_in_place(void* port, const detail::MeasuredSlot* slots,
                                            std::size_t count, PortRecord& record,
                                            InstanceName instance, const char* refusal) noexcept;

    void restore() noexcept;
    void take(InPlace& other) noexcept {
        subobjects_ = other.subobjects_;
        refusal_ = other.refusal_;
        other.subobjects_ = nullptr;
    }

    detail::MeasuredSubobject* subobjects_ = nullptr; // a list
    const char* refusal_ = "";
};

} // namespace proxima
