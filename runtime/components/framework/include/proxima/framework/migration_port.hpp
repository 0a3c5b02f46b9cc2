// How a component that has state hands it to the one that replaces it.
#pragma once

#include <proxima/framework/port.hpp>

#include <string>

namespace proxima::framework {

/// Provided by both: what one saves the other restores. Bytes that only they understand; a
/// component that cannot restore them throws, and is not taken. Called while no port of either is
/// in use.
class PROXIMA_API MigrationPort : public virtual Port {
public:
    virtual std::string save_state() const = 0;
    virtual void restore_state(const std::string& state) = 0;
};

} // namespace proxima::framework
