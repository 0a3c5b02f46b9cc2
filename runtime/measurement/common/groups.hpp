// Which groups of timers are switched on.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace proxima::measurement {

// Of all switches that concern a timer the last one decides. Not thread-safe by itself.
class Groups {
public:
    void set(std::string_view name, bool enabled) { set(Group(std::string(name)), enabled); }
    void set(long id, bool enabled) { set(Group(id), enabled); }
    void set_all(bool enabled) noexcept;

    bool enabled(std::string_view name, long id) const noexcept;

private:
    using Group = std::variant<std::string, long>; // by name or by number

    void set(Group group, bool enabled);

    struct Switch {
        Group group;
        bool enabled;
    };

    bool all_ = true;
    std::vector<Switch> switches_; // after all_, in the order in which they were set
};

} // namespace proxima::measurement
