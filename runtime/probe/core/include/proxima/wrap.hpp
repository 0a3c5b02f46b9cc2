// Proxies for ports that methods of a measured port return. For generated code.
//
// Thread safety: WrappedPorts is thread-safe, and so are functions with different pointers.
// Errors: throws std::bad_alloc, and what operations of smart pointers throw.
#pragma once

#include <proxima/instance.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

namespace proxima {
namespace detail {

/// The name of what `origin` (a method, or a method and its argument) of an instance hands over:
/// "cheap.make" for `make` of the instance "cheap". `site` is a call site of that instance. Throws
/// std::bad_alloc.
PROXIMA_API std::string name_by_origin(CallSite site, TextView origin);

/// Puts a new proxy, which owns `owner`, into a smart pointer of the same type. Null stays null.
/// Throws std::bad_alloc, and what the pointer's operations throw.
template <class ProxyType, class Pointer>
Pointer wrap_owner(Pointer owner, const Instance& factory, TextView origin) {
    return owner == nullptr
               ? std::move(owner)
               : Pointer(new ProxyType(std::move(owner), name_by_origin(factory.site(0), origin)));
}

/// Puts a new proxy, which owns `owner`, behind a raw pointer; the receiver deletes the proxy.
template <class ProxyType, class Port>
Port* wrap_owner(Port* owner, const Instance& factory, TextView origin) {
    using Owner = std::unique_ptr<std::remove_cv_t<Port>>;
    return owner == nullptr ? nullptr
                            : new ProxyType(Owner(const_cast<std::remove_cv_t<Port>*>(owner)),
                                            name_by_origin(factory.site(0), origin));
}

/// The proxies of ports that methods return by pointer or reference: one for each port and type,
/// under the name of its first return. They live as long as the proxy that returned them.
/// Thread-safe. Throws std::bad_alloc.
class WrappedPorts {
public:
    template <class ProxyType, class Port>
    Port& wrap(Port& port, const Instance& factory, TextView origin) {
        using Key = std::pair<const volatile void*, const void*>;
        static const char type_tag = 0;
        const std::lock_guard<std::mutex> lock(mutex_);
        std::shared_ptr<void>& slot = proxies_[Key(std::addressof(port), &type_tag)];
        if (slot == nullptr) {
            slot = std::make_shared<ProxyType>(const_cast<std::remove_cv_t<Port>&>(port),
                                               name_by_origin(factory.site(0), origin));
        }
        return *static_cast<ProxyType*>(slot.get());
    }

    template <class ProxyType, class Port>
    Port* wrap(Port* port, const Instance& factory, TextView origin) {
        return port == nullptr ? nullptr : &wrap<ProxyType>(*port, factory, origin);
    }

private:
    std::mutex mutex_;
    std::map<std::pair<const volatile void*, const void*>, std::shared_ptr<void>> proxies_;
};

} // namespace detail
} // namespace proxima
