/// \file
/// The Mastermind's records: generated code defines one per measured method, and proxies use it
/// without a look-up. Records are constant-initialised, so that static initialisers can make
/// proxies.
#pragma once

#include <proxima/column.hpp>
#include <proxima/detail/export.hpp>
#include <proxima/instance.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima {

namespace detail {
class Registry;

// The number of 8-byte words that a column takes in a record.
template <class Value>
constexpr std::size_t word_count = (sizeof(Value) + 7) / 8;
} // namespace detail

/// What is known of a measured method, and whether it is measured now.
class PROXIMA_API Method {
public:
    constexpr Method(const char* name, const char* signature, const char* location,
                     const Column* columns, std::size_t column_count) noexcept
        : name_(name), signature_(signature), location_(location), columns_(columns),
          column_count_(column_count) {}
    Method(const Method&) = delete;
    Method& operator=(const Method&) = delete;
    ~Method() = default;

    /// Whether invocations are measured now. Thread-safe; a change (see control.hpp) reaches other
    /// threads soon, without ordering.
    bool active() const noexcept { return __atomic_load_n(&mode_, __ATOMIC_RELAXED) != 0; }

    const char* name() const noexcept { return name_; }           ///< "compute"
    const char* signature() const noexcept { return signature_; } ///< "double compute(int)"
    const char* location() const noexcept { return location_; }   ///< "flux_port.hpp:12"
    const Column* columns() const noexcept { return columns_; }
    std::size_t column_count() const noexcept { return column_count_; }

private:
    friend class detail::Registry;

    const char* name_;
    const char* signature_;
    const char* location_;
    const Column* columns_;
    std::size_t column_count_;
    unsigned char mode_ = 0; // only through __atomic built-ins once registered
};

/// A method whose columns have the types `Values`, each of which is std::int64_t, std::uint64_t,
/// double, bool, Enumeration or Text.
template <class... Values>
class Record final : public Method {
public:
    template <std::size_t count>
    constexpr Record(const char* name, const char* signature, const char* location,
                     const Column (&columns)[count]) noexcept
        : Method(name, signature, location, columns, count) {
        static_assert(count == sizeof...(Values), "one column for each recorded value");
    }

    constexpr Record(const char* name, const char* signature, const char* location) noexcept
        : Method(name, signature, location, nullptr, 0) {
        static_assert(sizeof...(Values) == 0, "one column for each recorded value");
    }

    static constexpr std::size_t words = (std::size_t{0} + ... + detail::word_count<Values>);
};

/// The measured methods of one port. The first Instance of the port registers it: the runtime
/// copies its contents. When it is destroyed (a plug-in is unloaded) the runtime forgets its
/// address, but keeps what was measured.
class PROXIMA_API PortRecord {
public:
    constexpr PortRecord(const char* name, Method* const* methods,
                         std::size_t method_count) noexcept
        : name_(name), methods_(methods), method_count_(method_count) {}
    PortRecord(const PortRecord&) = delete;
    PortRecord& operator=(const PortRecord&) = delete;
    ~PortRecord();

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
