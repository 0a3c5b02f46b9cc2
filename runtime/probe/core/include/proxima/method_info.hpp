// Describes measured methods and ports. Generated code defines a MethodInfo for each method, and
// proxies use it without a look-up. Both are constant-initialised, so that static initialisers can
// make proxies:
//
//     static MethodInfo<> step{"step", "void step()", "solver.hpp:12"};
//     static Method* const methods[] = {&step};
//     static PortInfo port{"Solver", methods, 1};
//
// Ownership: names and parameters stay with their owner, and must live as long as the MethodInfo
// and the PortInfo. The runtime copies them when it registers the port.
// Thread safety: active() may be called at any time; all else is constant.
// Errors: nothing throws.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/instance.hpp>
#include <proxima/parameter.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima {

namespace detail {
class Registry;

// The number of 8-byte words that a parameter takes in a record.
template <class Value>
constexpr std::size_t word_count = (sizeof(Value) + 7) / 8;
} // namespace detail

/// A method of a port: its names, and whether it is measured now.
class PROXIMA_API Method {
public:
    constexpr Method(const char* name, const char* signature, const char* location,
                     const Parameter* parameters, std::size_t parameter_count) noexcept
        : name_(name), signature_(signature), location_(location), parameters_(parameters),
          parameter_count_(parameter_count) {}
    Method(const Method&) = delete;
    Method& operator=(const Method&) = delete;
    ~Method() = default;

    /// True if invocations are measured now. A change (see control.hpp) reaches other threads soon,
    /// without ordering.
    bool active() const noexcept { return __atomic_load_n(&mode_, __ATOMIC_RELAXED) != 0; }

    /// The byte that active() reads, by __atomic built-ins: 0 while nothing is measured.
    const unsigned char* mode_address() const noexcept { return &mode_; }

    const char* name() const noexcept { return name_; }           ///< "compute"
    const char* signature() const noexcept { return signature_; } ///< "double compute(int)"
    const char* location() const noexcept { return location_; }   ///< "flux_port.hpp:12"
    const Parameter* parameters() const noexcept { return parameters_; }
    std::size_t parameter_count() const noexcept { return parameter_count_; }

private:
    friend class detail::Registry;

    const char* name_;
    const char* signature_;
    const char* location_;
    const Parameter* parameters_;
    std::size_t parameter_count_;
    unsigned char mode_ = 0; // accessed by __atomic built-ins once registered
};

/// A method whose parameters have the types `Values`, each of which is std::int64_t, std::uint64_t,
/// double, bool, Enumeration or Text. Where values may be missing, the last type is Missing.
template <class... Values>
class MethodInfo final : public Method {
public:
    template <std::size_t count>
    constexpr MethodInfo(const char* name, const char* signature, const char* location,
                         const Parameter (&parameters)[count]) noexcept
        : Method(name, signature, location, parameters, count) {
        static_assert(count == sizeof...(Values), "one parameter for each recorded value");
    }

    constexpr MethodInfo(const char* name, const char* signature, const char* location) noexcept
        : Method(name, signature, location, nullptr, 0) {
        static_assert(sizeof...(Values) == 0, "one parameter for each recorded value");
    }

    static constexpr std::size_t words = (std::size_t{0} + ... + detail::word_count<Values>);
    static_assert(words <= 1000, "more parameters than a record has room for");
};

/// The measured methods of one port. The first Instance of the port registers it: the runtime
/// copies its contents. When it is destroyed (a plug-in is unloaded) the runtime forgets its
/// address, but keeps what was measured.
class PROXIMA_API PortInfo {
public:
    constexpr PortInfo(const char* name, Method* const* methods, std::size_t method_count) noexcept
        : name_(name), methods_(methods), method_count_(method_count) {}
    PortInfo(const PortInfo&) = delete;
    PortInfo& operator=(const PortInfo&) = delete;
    ~PortInfo();

    const char* name() const noexcept { return name_; } ///< qualified: "ns::FluxPort"
    Method* const* methods() const noexcept { return methods_; }
    std::size_t method_count() const noexcept { return method_count_; }

private:
    friend class detail::Registry;

    const char* name_;
    Method* const* methods_;
    std::size_t method_count_;
    bool registered_ = false; // guarded by the registry's lock
};

} // namespace proxima
