/// \file
/// For those who implement the interface: the part of a timer or phase that says what it is.
#pragma once

#include <proxima/measurement/timer.hpp>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace proxima::measurement {

/// What a timer is called, and the groups it is in.
struct TimerLabel {
    TimerLabel(std::string_view name_, std::string_view type_, std::string_view group)
        : name(name_), type(type_), group_name(group) {}

    std::string name;
    std::string type;
    std::string group_name;
    long group_id = 0;

    /// The name that Query uses.
    std::string full_name() const { return type.empty() ? name : name + " " + type; }
};

/// `Base` is Timer or Phase. Derived classes start, stop, and look at the label again after
/// relabelled().
template <class Base>
class LabelledTimer : public Base {
public:
    explicit LabelledTimer(TimerLabel label) : label_(std::move(label)) {}

    void set_name(std::string_view name) noexcept final { set(label_.name, name); }
    std::string name() const final { return label_.name; }
    void set_type(std::string_view type) noexcept final { set(label_.type, type); }
    std::string type() const final { return label_.type; }
    void set_group_name(std::string_view group) noexcept final { set(label_.group_name, group); }
    std::string group_name() const final { return label_.group_name; }
    void set_group_id(long group) noexcept final {
        label_.group_id = group;
        relabelled();
    }
    long group_id() const noexcept final { return label_.group_id; }

protected:
    const TimerLabel& label() const noexcept { return label_; }

private:
    virtual void relabelled() noexcept {}

    // Out of memory, a label stays what it was.
    void set(std::string& part, std::string_view text) noexcept {
        try {
            part = text;
            relabelled();
        } catch (const std::exception&) {
            return;
        }
    }

    TimerLabel label_;
};

} // namespace proxima::measurement
