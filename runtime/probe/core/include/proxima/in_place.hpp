// Measures an object without a proxy, for classes that must not have a second object. For each port
// that the configuration of proxima-gen measures in place, the generated header declares a
// function:
//
//  | InPlace measure(ns::Port& object, InstanceName name);
//
// Call it with the object:
//
//  | const proxima::InPlace handle = proxima::measure(solver, "fine_grid");
//
// Ownership: the object stays with its owner; destroy or release() the handle before the object.
// Thread safety: other threads may call the object at any time.
// Errors: nothing throws; an object that cannot be measured is reported, and stays unchanged.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/instance.hpp>

#include <cstddef>

namespace proxima {

class InPlace;
class PortInfo;

namespace detail {
struct MeasuredSlot;
struct MeasuredSubobject;

// Gives the slots' subobjects copies of their virtual tables, in which the slots are replaced.
// Refuses if `refusal` is not null.
PROXIMA_API InPlace measure_in_place(void* port, const MeasuredSlot* slots, std::size_t count,
                                     PortInfo& record, InstanceName instance,
                                     const char* refusal) noexcept;
} // namespace detail

/// Keeps an object measured in place. Destroy or release() it before the object; other threads may
/// be calling the object meanwhile. Move-only. Never throws: an object that cannot be measured
/// stays as it is, and a message goes to standard error.
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

    /// True while it keeps an object measured.
    explicit operator bool() const noexcept { return subobjects_ != nullptr; }

    /// Reason why the object is not measured; empty if it is, or was.
    const char* refusal() const noexcept { return refusal_; }

    /// Leaves the object measured for as long as it lives.
    void release() noexcept;

private:
    friend InPlace detail::measure_in_place(void* port, const detail::MeasuredSlot* slots,
                                            std::size_t count, PortInfo& record,
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
