// The exception that the framework throws.
//
//     #include <proxima/framework/framework.hpp>
//     framework::Framework framework;
//     try {
//         framework.builder().component_id("flux");
//     } catch (const framework::Error& error) {
//         std::cerr << error.what() << '\n'; // there is no component instance flux; ...
//     }
//
// Thread safety: threads may share const objects, as with std::runtime_error.
#pragma once

#include <proxima/detail/export.hpp>

#include <stdexcept>
#include <string>

namespace proxima::framework {

/// Kinds of errors, with the numbers of the CCA specification.
enum class ErrorKind {
    unexpected = -1,
    nonstandard = 1,            ///< any other error, such as an unknown component class
    port_not_defined = 2,       ///< the instance has no port of this name
    port_already_defined = 3,   ///< the instance already has a port of this name
    port_not_connected = 4,     ///< nothing is connected to the uses port
    port_not_in_use = 5,        ///< not thrown: a lease releases each port once
    uses_port_not_released = 6, ///< the port is still in use
    bad_port_name = 7,
    bad_port_type = 8, ///< two ports, or a port and the type fetched, do not match
    bad_properties = 9,
    bad_port_info = 10,
    out_of_memory = 11,
    network_error = 12,
};

/// An error whose message is one line: it names what is missing and what exists instead.
class PROXIMA_API Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message);
    ~Error() override;

    ErrorKind kind() const noexcept { return kind_; }

private:
    ErrorKind kind_;
};

/// Describes the exception that is being handled; call it in a catch block. Returns what(), the
/// text that was thrown, or the type: "a ns::Failure, which is no std::exception".
PROXIMA_API std::string message_of_current_exception();

} // namespace proxima::framework
