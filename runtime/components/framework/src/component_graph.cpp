#include "component_graph.hpp"

#include "mastermind.hpp"
#include "names.hpp"
#include "proxy_component.hpp"

#include <proxima/framework/error.hpp>

#include <algorithm>

namespace proxima::framework {
namespace {

std::string quoted(std::string_view name) {
    return "`" + std::string(name) + "`";
}

} // namespace

ComponentGraph::ComponentGraph() {
    libraries_.register_class(mastermind_class, make_mastermind);
    libraries_.register_class(measurement_class, make_measurement);
    libraries_.register_proxy(go_proxy_factory());
}

// Removes everything, connected or in use. Proxies go last, because other components release ports
// to them.
ComponentGraph::~ComponentGraph() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        wires_.clear();
    }
    for (auto instance = instances_.rbegin(); instance != instances_.rend(); ++instance) {
        (*instance)->component->release_services();
    }
    for (const bool proxies : {false, true}) {
        for (auto instance = instances_.rbegin(); instance != instances_.rend(); ++instance) {
            if ((*instance)->component != nullptr && (*instance)->is_proxy() == proxies) {
                (*instance)->component.reset();
            }
        }
    }
}

void ComponentGraph::load_class(std::string_view class_name) {
    libraries_.load(class_name);
}

std::vector<std::string> ComponentGraph::component_classes() const {
    return libraries_.classes();
}

std::vector<std::string> ComponentGraph::available_classes() const {
    return libraries_.available_classes();
}

ComponentInstance& ComponentGraph::add_instance(std::string_view name,
                                                std::string_view class_name) {
    const std::lock_guard lock(mutex_);
    const auto same = std::find_if(instances_.begin(), instances_.end(), [&](const auto& instance) {
        return instance->id().name == name;
    });
    if (same != instances_.end()) {
        throw Error(ErrorKind::nonstandard, "there is a component instance " + std::string(name) +
                                                " already, of class " + (*same)->class_name() +
                                                "; take another name");
    }
    ComponentId id{++last_number_, std::string(name)};
    instances_.push_back(std::make_unique<ComponentInstance>(*this, std::move(id), class_name));
    return *instances_.back();
}

ComponentId ComponentGraph::create_instance(std::string_view name, std::string_view class_name) {
    if (!is_name(name)) {
        throw Error(ErrorKind::nonstandard, quoted(name) +
                                                " cannot be the name of an instance; a name has no "
                                                "white space and is not empty");
    }
    if (name == framework_name) {
        throw Error(ErrorKind::nonstandard, quoted(name) + " names the framework itself in "
                                                           "connections; take another name");
    }
    return create_ready(name, class_name);
}

ComponentId ComponentGraph::create_ready(std::string_view name, std::string_view class_name) {
    libraries_.load(class_name);
    ComponentInstance& instance = add_instance(name, class_name);
    try {
        instance.component = libraries_.create(class_name);
        instance.component->set_services(instance);
    } catch (...) {
        const std::string what = message_of_current_exception();
        remove_instance(instance);
        throw Error(ErrorKind::unexpected, "component " + std::string(name) + " of class " +
                                               std::string(class_name) +
                                               " cannot be created: " + what);
    }
    const std::lock_guard lock(mutex_);
    instance.is_ready = true;
    return instance.id();
}

// Removes an instance whose creation failed, or that has been disconnected.
void ComponentGraph::remove_instance(ComponentInstance& instance) noexcept {
    instance.component.reset();
    std::unique_ptr<ComponentInstance> gone; // destroyed without the lock
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(instances_.begin(), instances_.end(),
                                    [&](const auto& known) { return known.get() == &instance; });
    gone = std::move(*found);
    instances_.erase(found);
}

void ComponentGraph::destroy_instance(const ComponentId& id, double timeout) {
    ComponentInstance* instance = nullptr;
    break_wires(
        [&] {
            instance = &at(id);
            return wires_of(*instance);
        },
        timeout, [&] { instance->is_ready = false; });
    instance->component->release_services();
    remove_instance(*instance);
}

ComponentInstance& ComponentGraph::at(const ComponentId& id) const {
    for (const auto& instance : instances_) {
        if (instance->id().number == id.number && instance->is_ready) {
            return *instance;
        }
    }
    const std::vector<std::string> names = instance_names();
    const bool replaced = std::find(names.begin(), names.end(), id.name) != names.end();
    throw Error(ErrorKind::nonstandard, replaced ? "the component instance " + id.name +
                                                       " was destroyed; another one has " +
                                                       "its name now"
                                                 : "there is no component instance " + id.name +
                                                       instead(id.name, names, "instances"));
}

std::vector<ComponentId> ComponentGraph::visible_instances() const {
    std::vector<ComponentId> ids;
    for (const auto& instance : instances_) {
        if (instance->is_ready && !instance->is_hidden) {
            ids.push_back(instance->id());
        }
    }
    return ids;
}

std::vector<std::string> ComponentGraph::instance_names() const {
    std::vector<std::string> names;
    for (const ComponentId& id : visible_instances()) {
        names.push_back(id.name);
    }
    return names;
}

std::vector<ComponentId> ComponentGraph::component_ids() const {
    const std::lock_guard lock(mutex_);
    return visible_instances();
}

ComponentId ComponentGraph::component_id(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    for (const auto& instance : instances_) {
        if (instance->is_ready && instance->id().name == name) {
            return instance->id();
        }
    }
    throw Error(ErrorKind::nonstandard, "there is no component instance " + std::string(name) +
                                            instead(name, instance_names(), "instances"));
}

std::string ComponentGraph::class_name(const ComponentId& instance) const {
    const std::lock_guard lock(mutex_);
    return at(instance).class_name();
}

std::vector<std::string> ComponentGraph::provided_port_names(const ComponentId& instance) const {
    const std::lock_guard lock(mutex_);
    return at(instance).provided_names();
}

std::vector<std::string> ComponentGraph::used_port_names(const ComponentId& instance) const {
    const std::lock_guard lock(mutex_);
    return at(instance).used_names();
}

std::string ComponentGraph::port_type_name(const ComponentId& instance,
                                           std::string_view port) const {
    const std::lock_guard lock(mutex_);
    return at(instance).type_of_port(port);
}

Properties ComponentGraph::port_properties(const ComponentId& instance,
                                           std::string_view port) const {
    const std::lock_guard lock(mutex_);
    return at(instance).properties_of_port(port);
}

} // namespace proxima::framework
