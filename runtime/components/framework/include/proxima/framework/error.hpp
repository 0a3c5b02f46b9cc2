// The exceptions of the framework.
#pragma once

#include <proxima/detail/export.hpp>

#include <stdexcept>
#include <string>

namespace proxima::framework {

/// The kinds of the CCA specification, with its numbers.
enum class ErrorKind {
    unexpected = -1,
    nonstandard = 1,            ///< nothing of the below: a component or a class that is not there
    port_not_defined = 2,       ///< the instance has no port of this name
    port_already_defined = 3,   ///< it has one already
    port_not_connected = 4,     ///< nothing is connected to the uses port
    port_not_in_use = 5,        ///< released without having been fetched
    uses_port_not_released = 6, ///< to be removed, but still fetched
    bad_port_name = 7,
    bad_port_type = 8, ///< the types of two ports, or of a port and its fetch, differ
    bad_properties = 9,
    bad_port_info = 10,
    out_of_memory = 11,
    network_error = 12,
};

/// The message is one line that names the missing thing and the existing ones.
class PROXIMA_API Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message);
    ~Error() override;

    ErrorKind kind() const noexcept { return kind_; }

private:
    ErrorKind kind_;
};

/// Inside a catch block: the message of the exception. what() if it has one; else the text that was
/// thrown, or the name of its type: "a ns::Failure, which is no std::exception".
PROXIMA_API std::string message_of_current_exception();

} // namespace proxima::framework
