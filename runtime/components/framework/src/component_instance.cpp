#include "component_instance.hpp"

#include "component_graph.hpp"
#include "names.hpp"

#include <proxima/framework/error.hpp>

#include <algorithm>

namespace proxima::framework {
namespace {

void check_declaration(const ComponentInstance& instance, std::string_view port, PortType type) {
    if (!is_name(port)) {
        throw Error(ErrorKind::bad_port_name, instance.id().name + " declares a port named `" +
                                                  std::string(port) +
                                                  "`; a name has no white space and is not empty");
    }
    if (type.empty()) {
        throw Error(ErrorKind::bad_port_type,
                    instance.id().name + " declares port " + std::string(port) + " without a type");
    }
}

} // namespace

ComponentInstance::ComponentInstance(ComponentGraph& graph, ComponentId id,
                                     std::string_view class_name)
    : graph_(graph), id_(std::move(id)), class_name_(class_name) {
}

ComponentInstance::~ComponentInstance() = default;

void ComponentInstance::add_provides_port(std::string_view name, const PortReference& port,
                                          const Properties& properties) {
    check_declaration(*this, name, port.type);
    if (port.typed == nullptr) {
        throw Error(ErrorKind::bad_port_info,
                    id_.name + " provides no object as port " + std::string(name));
    }
    add_provided({std::string(name), std::string(port.type), port, nullptr, properties});
}

void ComponentInstance::add_provides_source(std::string_view name, PortType type,
                                            PortSource& source, const Properties& properties) {
    check_declaration(*this, name, type);
    add_provided({std::string(name), std::string(type), {}, &source, properties});
}

void ComponentInstance::add_provided(ProvidesPort port) {
    const std::lock_guard lock(graph_.mutex());
    check_is_new(port.name);
    provided_.push_back(std::move(port));
}

void ComponentInstance::check_is_new(std::string_view port) {
    if (find_provided(port) != nullptr || find_used(port) != nullptr) {
        throw Error(ErrorKind::port_already_defined,
                    id_.name + " has a port " + std::string(port) +
                        " already; its ports need different names");
    }
}

void ComponentInstance::remove_provides_port(std::string_view name) {
    graph_.disconnect_port(*this, name, true);
    const std::lock_guard lock(graph_.mutex());
    provided_.erase(std::remove_if(provided_.begin(), provided_.end(),
                                   [&](const ProvidesPort& port) { return port.name == name; }),
                    provided_.end());
}

void ComponentInstance::register_uses_port(std::string_view name, PortType type,
                                           const Properties& properties) {
    check_declaration(*this, name, type);
    const std::lock_guard lock(graph_.mutex());
    check_is_new(name);
    UsesPort* port = nullptr;
    for (const auto& known : used_) {
        if (known->name() == name && known->type() == type) {
            port = known.get(); // unregistered earlier
        }
    }
    if (port == nullptr) {
        port = used_.emplace_back(std::make_unique<UsesPort>(name, type)).get();
        port->next = first_used_.load(std::memory_order_relaxed);
        first_used_.store(port, std::memory_order_release);
    }
    port->properties = properties;
    graph_.connect_to_framework(*this, *port);
    port->is_registered.store(true, std::memory_order_release);
}

void ComponentInstance::unregister_uses_port(std::string_view name) {
    graph_.disconnect_port(*this, name, false);
    const std::lock_guard lock(graph_.mutex());
    used(name).is_registered.store(false, std::memory_order_release);
}

UsesPort* ComponentInstance::find_used(std::string_view name) const noexcept {
    UsesPort* port = first_used_.load(std::memory_order_acquire);
    while (port != nullptr &&
           (port->name() != name || !port->is_registered.load(std::memory_order_acquire))) {
        port = port->next;
    }
    return port;
}

UsesPort& ComponentInstance::used(std::string_view name) const {
    if (UsesPort* const port = find_used(name)) {
        return *port;
    }
    throw Error(ErrorKind::port_not_defined, id_.name + " has no uses port " + std::string(name) +
                                                 instead(name, used_names(), "its uses ports"));
}

Services::Fetched ComponentInstance::fetch(std::string_view name, PortType type) {
    UsesPort* port = find_used(name);
    if (port == nullptr) {
        const std::lock_guard lock(graph_.mutex());
        port = &used(name); // throws, unless the port was registered just now
    }
    if (port->type() != type) {
        throw Error(ErrorKind::bad_port_type, id_.name + " declares its uses port " + port->name() +
                                                  " as " + port->type() + " and fetches it as " +
                                                  std::string(type));
    }
    PortReference fetched;
    if (!port->fetch(fetched)) {
        throw Error(ErrorKind::port_not_connected, "uses port " + id_.name + "." + port->name() +
                                                       " (" + port->type() + ") is not connected");
    }
    return {fetched.typed, &port->link().connection, port};
}

void ComponentInstance::give_back(void* fetched) noexcept {
    static_cast<UsesPort*>(fetched)->give_back();
}

bool ComponentInstance::is_connected(std::string_view uses_port) const {
    if (const UsesPort* const port = find_used(uses_port)) {
        return port->is_connected();
    }
    const std::lock_guard lock(graph_.mutex());
    return used(uses_port).is_connected();
}

bool ComponentInstance::is_proxy() const noexcept {
    return std::any_of(provided_.begin(), provided_.end(),
                       [](const ProvidesPort& port) { return port.source != nullptr; });
}

ProvidesPort* ComponentInstance::find_provided(std::string_view name) noexcept {
    const auto found = std::find_if(provided_.begin(), provided_.end(),
                                    [&](const ProvidesPort& port) { return port.name == name; });
    return found == provided_.end() ? nullptr : &*found;
}

ProvidesPort& ComponentInstance::provided(std::string_view name) {
    if (ProvidesPort* const port = find_provided(name)) {
        return *port;
    }
    throw Error(ErrorKind::port_not_defined,
                id_.name + " (" + class_name_ + ") provides no port " + std::string(name) +
                    instead(name, provided_names(), "the ports that it provides"));
}

std::vector<std::string> ComponentInstance::provided_names() const {
    std::vector<std::string> names;
    for (const ProvidesPort& port : provided_) {
        names.push_back(port.name);
    }
    return names;
}

std::vector<UsesPort*> ComponentInstance::used_ports() const {
    std::vector<UsesPort*> ports;
    for (const auto& port : used_) {
        if (port->is_registered.load(std::memory_order_relaxed)) {
            ports.push_back(port.get());
        }
    }
    return ports;
}

std::vector<std::string> ComponentInstance::used_names() const {
    std::vector<std::string> names;
    for (const UsesPort* const port : used_ports()) {
        names.push_back(port->name());
    }
    return names;
}

const Properties& ComponentInstance::properties_of_port(std::string_view port) {
    if (const ProvidesPort* const found = find_provided(port)) {
        return found->properties;
    }
    if (const UsesPort* const found = find_used(port)) {
        return found->properties;
    }
    throw_no_port(port);
}

const std::string& ComponentInstance::type_of_port(std::string_view port) {
    if (const ProvidesPort* const found = find_provided(port)) {
        return found->type;
    }
    if (const UsesPort* const found = find_used(port)) {
        return found->type();
    }
    throw_no_port(port);
}

void ComponentInstance::throw_no_port(std::string_view port) const {
    std::vector<std::string> names = provided_names();
    const std::vector<std::string> used = used_names();
    names.insert(names.end(), used.begin(), used.end());
    throw Error(ErrorKind::port_not_defined,
                id_.name + " has no port " + std::string(port) + instead(port, names, "its ports"));
}

std::string ComponentInstance::alternatives(PortType type) const {
    std::vector<std::string> names;
    for (const ProvidesPort& port : provided_) {
        if (port.type == type) {
            names.push_back(port.name);
        }
    }
    if (names.empty()) {
        return {};
    }
    return "; of that type it provides " + enumerate(names);
}

} // namespace proxima::framework
