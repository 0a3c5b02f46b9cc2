/// \file
/// What a proxy forwards to: a port that stays with its owner, or one that the proxy keeps alive.
#pragma once

#include <type_traits>

namespace proxima {

namespace detail {

template <class Type>
Type& lvalue() noexcept;

// Whether an Owner is a smart pointer to Port: an object whose operator* gives one.
template <class Owner, class Port, class = void>
struct PointsTo : std::false_type {};

template <class Owner, class Port>
struct PointsTo<Owner, Port,
                std::enable_if_t<std::is_class<Owner>::value &&
                                 std::is_convertible<decltype(*lvalue<Owner>()), Port&>::value>>
    : std::true_type {};

// A type that is the port, or stands for it like std::reference_wrapper, is taken by reference
// instead.
template <class Owner, class Port>
struct Owns : std::integral_constant<bool, PointsTo<std::remove_cv_t<Owner>, Port>::value &&
                                               !std::is_convertible<Owner&, Port&>::value> {};

template <class Reference, class Port>
struct RefersTo : std::integral_constant<bool, std::is_class<Reference>::value &&
                                                   !std::is_base_of<Port, Reference>::value &&
                                                   std::is_convertible<Reference&, Port&>::value> {
};

} // namespace detail

/// The target of a proxy. Made implicitly from
///  - a `Port&` or a `Port*` (not null): the port must outlive the proxy;
///  - a smart pointer whose `*` gives a `Port&` (std::unique_ptr with any deleter, std::shared_ptr,
///    boost::shared_ptr, Ipopt::SmartPtr, Teuchos::RCP ...; not null): copied or moved in, kept
///    until the proxy is destroyed. The port is only ever deleted by that pointer, so its
///    destructor may be protected.
/// Move-only. Not thread-safe by itself; a constructed proxy only reads it.
template <class Port>
class Target {
public:
    Target(Port& port) noexcept : port_(__builtin_addressof(port)) {}
    Target(Port* port) noexcept : port_(port) {}

    template <class Reference, std::enable_if_t<detail::RefersTo<Reference, Port>::value, int> = 0>
    Target(const Reference& reference)
        : port_(__builtin_addressof(static_cast<Port&>(reference))) {}

    template <
        class Owner,
        std::enable_if_t<detail::Owns<std::remove_reference_t<Owner>, Port>::value &&
                             std::is_constructible<std::remove_cv_t<std::remove_reference_t<Owner>>,
                                                   Owner&&>::value,
                         long> = 0>
    Target(Owner&& owner) {
        using Kept = std::remove_cv_t<std::remove_reference_t<Owner>>;
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
