#include "optimizer/tunable.hpp"

#include <proxima/framework/parameter_port.hpp>
#include <proxima/framework/properties.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace proxima::online {

using framework::ParameterPort;

Tunable::Tunable(FrameworkAccess access, const std::string& line) : access_(std::move(access)) {
    std::istringstream words(line);
    std::string in;
    words >> name_ >> in;
    const std::size_t dot = name_.find('.');
    if (in != "in" || dot == std::string::npos) {
        throw std::invalid_argument("`" + line + "` is not INSTANCE.FIELD in VALUE VALUE ...");
    }
    instance_ = name_.substr(0, dot);
    field_ = name_.substr(dot + 1);
    check_declared();
    const auto component = access_.builder.component_id(instance_);
    const BorrowedPort<ParameterPort> port(access_, component, port_of(component));
    const std::string start = port->get(field_);
    values_.push_back(start);
    for (std::string value; words >> value;) {
        port->set(field_, value); // refuses invalid values now
        if (std::find(values_.begin(), values_.end(), value) == values_.end()) {
            values_.push_back(value);
        }
    }
    port->set(field_, start);
}

void Tunable::check_declared() const {
    const auto component = access_.builder.component_id(instance_);
    const auto properties = access_.builder.port_properties(component, port_of(component));
    const auto declared = properties.find(framework::tunable);
    std::istringstream fields(declared == properties.end() ? "" : declared->second);
    for (std::string field; fields >> field;) {
        if (field == field_) {
            return;
        }
    }
    throw std::invalid_argument(instance_ + " does not declare " + field_ +
                                " tunable (property TUNABLE of its ParameterPort)");
}

std::string Tunable::port_of(const framework::ComponentId& component) const {
    const auto port = port_of_type<ParameterPort>(access_.builder, component);
    if (!port) {
        throw std::invalid_argument(component.name + " has no ParameterPort");
    }
    return *port;
}

// The instance, and those of other classes that may replace it.
std::vector<framework::ComponentId> Tunable::components() const {
    std::vector<framework::ComponentId> found;
    for (const auto& one : access_.builder.component_ids()) {
        const bool is_replacement = one.name.rfind(instance_ + "@", 0) == 0;
        if (one.name == instance_ ||
            (is_replacement && port_of_type<ParameterPort>(access_.builder, one))) {
            found.push_back(one);
        }
    }
    return found;
}

void Tunable::change_to(std::size_t next) {
    for (const auto& component : components()) {
        const BorrowedPort<ParameterPort> port(access_, component, port_of(component));
        const auto fields = port->fields();
        const auto own = std::find_if(fields.begin(), fields.end(),
                                      [&](const auto& field) { return field.name == field_; });
        if (own == fields.end() && component.name != instance_) {
            continue; // another class may lack it
        }
        if (component.name == instance_ && port->get(field_) != values_[active_]) {
            throw std::runtime_error(name_ + " is " + port->get(field_) + ", not " +
                                     values_[active_] + ": somebody else has changed it");
        }
        port->set(field_, values_[next]);
    }
    active_ = next;
}

} // namespace proxima::online
