// Computes the instances and connections of an assembly without running it.
#include <proxima/assembly/assembly.hpp>
#include <proxima/base/graphviz.hpp>
#include <proxima/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace proxima::assembly {
namespace {

bool same(const PortName& left, const PortName& right) {
    return left.instance == right.instance && left.port == right.port;
}

std::string text_of(const PortName& port) {
    return port.instance + "." + port.port;
}

class Builder {
public:
    Wiring build(const Assembly& assembly) {
        for (const Command& command : assembly.commands) {
            place_ = command.place;
            if (std::holds_alternative<Quit>(command.action)) {
                break;
            }
            std::visit([this](const auto& action) { apply(action); }, command.action);
        }
        return std::move(wiring_);
    }

private:
    void check_instance(const std::string& name) const {
        std::vector<std::string> names;
        for (const auto& instance : wiring_.instances) {
            if (instance.instance == name) {
                return;
            }
            names.push_back(instance.instance);
        }
        throw Error(place_, fmt::format("there is no component instance {}{}", name,
                                        base::instead(name, names, "the instances")));
    }

    void apply(const Instantiate& made) {
        for (const auto& instance : wiring_.instances) {
            if (instance.instance == made.instance) {
                throw Error(place_, fmt::format("there is an instance {} already", made.instance));
            }
        }
        wiring_.instances.push_back(made);
    }
    void apply(const Connect& made) {
        check_instance(made.user.instance);
        check_instance(made.provider.instance);
        for (const auto& wire : wiring_.wires) {
            if (same(wire.user, made.user)) {
                throw Error(place_, fmt::format("{} is connected to {} already", text_of(made.user),
                                                text_of(wire.provider)));
            }
        }
        wiring_.wires.push_back({made.user, made.provider, place_});
    }
    void apply(const Disconnect& broken) {
        check_instance(broken.user.instance);
        check_instance(broken.provider.instance);
        std::erase_if(wiring_.wires, [&](const auto& wire) {
            return same(wire.user, broken.user) && same(wire.provider, broken.provider);
        });
    }
    void apply(const Remove& removed) {
        check_instance(removed.instance);
        std::erase_if(wiring_.wires, [&](const auto& wire) {
            return wire.user.instance == removed.instance ||
                   wire.provider.instance == removed.instance;
        });
        std::erase_if(wiring_.instances,
                      [&](const auto& instance) { return instance.instance == removed.instance; });
    }
    void apply(const Go& start) {
        check_instance(start.port.instance);
        wiring_.starts.push_back(start.port);
    }
    template <class Other>
    void apply(const Other&) {}

    Place place_;
    Wiring wiring_;
};

} // namespace

Wiring wiring_of(const Assembly& assembly) {
    return Builder().build(assembly);
}

std::string to_dot(const Assembly& assembly) {
    const Wiring wiring = wiring_of(assembly);
    base::Graphviz drawing("assembly", "rankdir=LR");
    for (const auto& instance : wiring.instances) {
        const bool starts =
            std::any_of(wiring.starts.begin(), wiring.starts.end(),
                        [&](const auto& port) { return port.instance == instance.instance; });
        drawing.node(instance.instance, {instance.instance, instance.class_name},
                     {{"penwidth", starts ? "2" : "1"}});
    }
    for (const auto& wire : wiring.wires) {
        const bool renamed = wire.user.port != wire.provider.port;
        drawing.edge(wire.user.instance, wire.provider.instance,
                     {{"label", wire.user.port + (renamed ? " : " + wire.provider.port : "")}});
    }
    return drawing.end();
}

} // namespace proxima::assembly
