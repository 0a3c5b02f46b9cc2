#include <proxima/framework/error.hpp>

namespace proxima::framework {

const char* to_string(ErrorKind kind) noexcept {
    switch (kind) {
    case ErrorKind::unexpected:
        return "Unexpected";
    case ErrorKind::nonstandard:
        return "Nonstandard";
    case ErrorKind::port_not_defined:
        return "PortNotDefined";
    case ErrorKind::port_already_defined:
        return "PortAlreadyDefined";
    case ErrorKind::port_not_connected:
        return "PortNotConnected";
    case ErrorKind::port_not_in_use:
        return "PortNotInUse";
    case ErrorKind::uses_port_not_released:
        return "UsesPortNotReleased";
    case ErrorKind::bad_port_name:
        return "BadPortName";
    case ErrorKind::bad_port_type:
        return "BadPortType";
    case ErrorKind::bad_properties:
        return "BadProperties";
    case ErrorKind::bad_port_info:
        return "BadPortInfo";
    case ErrorKind::out_of_memory:
        return "OutOfMemory";
    case ErrorKind::network_error:
        return "NetworkError";
    }
    return "Unexpected";
}

Error::Error(ErrorKind kind, const std::string& message)
    : std::runtime_error(message), kind_(kind) {
}

Error::~Error() = default;

} // namespace proxima::framework
