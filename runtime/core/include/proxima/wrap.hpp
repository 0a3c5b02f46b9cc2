/// \file
/// Proxies for ports that methods of a measured port return. For generated code.
#pragma once

#include <proxima/instance.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

namespace proxima {
namespace detail {

// What `action` gives, or if there is no memory for it what `otherwise` does.
template <class Action, class Otherwise>
auto unless_out_of_memory(const Action& action, const Otherwise& otherwise) -> decltype(action()) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
    try {
        return action();
    } catch (const std::bad_alloc&) {
        return otherwise();
    }
#else
    static_cast<void>(otherwise);
    return action();
#endif
}

/// Puts the port in a smart pointer behind a new proxy that owns it. An empty pointer stays empty.
/// Works for every smart pointer that can be made from a raw one. Without memory for a proxy the
/// pointer comes back as it is, and the port's calls are not measured; what else the pointer's own
/// operations throw is passed on.
template <class ProxyType, class Pointer>
Pointer wrap_owner(Pointer owner, InstanceName name) {
    if (owner == nullptr) {
        return owner;
    }
    const auto wrapped = [&]() -> Pointer {
        if constexpr (std::is_copy_constructible<Pointer>::value) {
            // Where making the last pointer fails, it deletes the proxy with what that owns.
            Pointer shared = owner;
            return Pointer(new ProxyType(std::move(shared), name));
        } else {
            return Pointer(new ProxyType(std::move(owner), name));
        }
    };
    return unless_out_of_memory(wrapped, [&]() -> Pointer { return std::move(owner); });
}

/// The proxies of ports that are returned by pointer or reference; they live as long as the proxy
/// that returned them. Thread-safe. One proxy for each port and type, however often it is returned,
/// and by whichever method: its calls appear under the name that it was returned under first.
/// Without memory for a proxy the port itself is returned, and its calls are not measured. Throws
/// std::system_error if its mutex cannot be locked, else nothing.
class WrappedPorts {
public:
    template <class ProxyType, class Port>
    Port& wrap(Port& port, InstanceName name) {
        using Key = std::pair<const volatile void*, const void*>;
        static const char type_tag = 0;
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto wrapped = [&]() -> Port& {
            std::shared_ptr<void>& slot = proxies_[Key(std::addressof(port), &type_tag)];
            if (slot == nullptr) {
                slot = std::make_shared<ProxyType>(const_cast<std::remove_cv_t<Port>&>(port), name);
            }
            return *static_cast<ProxyType*>(slot.get());
        };
        return unless_out_of_memory(wrapped, [&]() -> Port& { return port; });
    }

    template <class ProxyType, class Port>
    Port* wrap(Port* port, InstanceName name) {
        return port == nullptr ? nullptr : &wrap<ProxyType>(*port, name);
    }

private:
    std::mutex mutex_;
    std::map<std::pair<const volatile void*, const void*>, std::shared_ptr<void>> proxies_;
};

} // namespace detail
} // namespace proxima
