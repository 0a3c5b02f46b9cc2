// The target of a proxy: a port that its owner keeps, or one that the proxy keeps alive.
//
//     struct Solver {
//         int steps = 0;
//     };
//     Solver solver;
//     const Target<Solver> kept_by_caller(solver);
//     const Target<Solver> kept_by_proxy(std::make_unique<Solver>());
//     std::cout << kept_by_caller->steps + kept_by_proxy->steps << '\n';
//
// Ownership: see Target.
// Thread safety: a target belongs to one thread; the port is as thread-safe as its class.
// Errors: only taking a smart pointer throws: std::bad_alloc, and what the pointer throws.
#pragma once

#include <type_traits>
#include <utility>

namespace proxima {

template <class Port>
class Target;

namespace detail {

// True if Owner is a smart pointer to Port: an object whose operator* gives a Port.
template <class Owner, class Port, class = void>
constexpr bool points_to = false;

template <class Owner, class Port>
constexpr bool points_to<Owner, Port, std::void_t<decltype(*std::declval<Owner&>())>> =
    std::is_class_v<Owner> && std::is_convertible_v<decltype(*std::declval<Owner&>()), Port&>;

// True if the proxy keeps an Owner. A port, or an object that converts to it like
// std::reference_wrapper, is taken by reference instead.
template <class Owner, class Port>
constexpr bool owns = points_to<Owner, Port> && !std::is_convertible_v<Owner&, Port&>;

// A Target itself is moved, and not taken for a smart pointer.
template <class Port>
constexpr bool owns<Target<Port>, Port> = false;

template <class Port, class Argument,
          class Owner = std::remove_cv_t<std::remove_reference_t<Argument>>,
          bool = owns<Owner, Port>>
constexpr bool keeps = false;

template <class Port, class Argument, class Owner>
constexpr bool keeps<Port, Argument, Owner, true> = std::is_constructible_v<Owner, Argument>;

template <class Reference, class Port>
constexpr bool refers_to = std::is_class_v<Reference> && !std::is_base_of_v<Port, Reference> &&
                           std::is_convertible_v<Reference&, Port&>;

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

    template <class Reference, std::enable_if_t<detail::refers_to<Reference, Port>, int> = 0>
    Target(const Reference& reference)
        : port_(__builtin_addressof(static_cast<Port&>(reference))) {}

    template <class Owner, std::enable_if_t<detail::keeps<Port, Owner&&>, long> = 0>
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
