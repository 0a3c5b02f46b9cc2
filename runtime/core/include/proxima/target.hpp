/// \file
/// The target of a proxy: a port that its owner keeps, or one that the proxy keeps alive.
#pragma once

#include <proxima/detail/traits.hpp>

namespace proxima {

template <class Port>
class Target;

namespace detail {

// Whether an Owner is a smart pointer to Port: an object whose operator* gives one.
template <class Owner, class Port, class = void>
constexpr bool points_to = false;

template <class Owner, class Port>
constexpr bool
    points_to<Owner, Port, EnableIf<__is_class(Owner), decltype(void(*value<Owner&>()))>> =
        converts<decltype(*value<Owner&>()), Port&>;

// A port, or what converts to it like std::reference_wrapper, is taken by reference instead.
template <class Owner, class Port>
constexpr bool owns = points_to<Owner, Port> && !converts<Owner&, Port&>;

// A target is moved, not taken for a smart pointer.
template <class Port>
constexpr bool owns<Target<Port>, Port> = false;

template <class Port, class Argument, class Owner = RemoveCv<RemoveReference<Argument>>,
          bool = owns<Owner, Port>>
constexpr bool keeps = false;

template <class Port, class Argument, class Owner>
constexpr bool keeps<Port, Argument, Owner, true> = __is_constructible(Owner, Argument);

template <class Reference, class Port>
constexpr bool refers_to =
    __is_class(Reference) && !__is_base_of(Port, Reference) && converts<Reference&, Port&>;

} // namespace detail

/// The target of a proxy. Converts implicitly from
///  - a `Port&` or a `Port*` (not null): the port must outlive the proxy;
///  - a smart pointer whose `*` gives a `Port&` (std::unique_ptr, std::shared_ptr,
///    boost::shared_ptr, Ipopt::SmartPtr, Teuchos::RCP ...; not null): the proxy keeps it. Only
///    that pointer deletes the port, so the port's destructor may be protected.
/// Move-only. Only taking a smart pointer throws: std::bad_alloc, and what the pointer throws.
template <class Port>
class Target {
public:
    Target(Port& port) noexcept : port_(__builtin_addressof(port)) {}
    Target(Port* port) noexcept : port_(port) {}

    template <class Reference, detail::EnableIf<detail::refers_to<Reference, Port>, int> = 0>
    Target(const Reference& reference)
        : port_(__builtin_addressof(static_cast<Port&>(reference))) {}

    template <class Owner, detail::EnableIf<detail::keeps<Port, Owner&&>, long> = 0>
    Target(Owner&& owner) {
        using Kept = detail::RemoveCv<detail::RemoveReference<Owner>>;
        Kept* const kept = new Kept(static_cast<Owner&&>(owner));
        owner_ = kept;
        release_ = [](void* pointer) noexcept { delete static_cast<Kept*>(pointer); };
        Port& port = **kept;
        port_ = __builtin_addressof(port);
    }

    Target(Target&& other) noexcept
        : port_(other.port_), owner_(other.owner_), release_(other.release_) {
        other.owner_ = nullptr;
    }
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    Target& operator=(Target&&) = delete;

    ~Target() {
        if (owner_ != nullptr) {
            release_(owner_);
        }
    }

    Port& operator*() const noexcept { return *port_; }
    Port* operator->() const noexcept { return port_; }

private:
    Port* port_ = nullptr;
    void* owner_ = nullptr;
    void (*release_)(void*) noexcept = nullptr;
};

} // namespace proxima
