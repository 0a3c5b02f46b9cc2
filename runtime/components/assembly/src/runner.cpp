#include "actions.hpp"
#include "text_forms.hpp"

#include <proxima/assembly/runner.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace proxima::assembly {

using framework::BuilderService;
using framework::ComponentId;
using framework::Connection;
using framework::GoPort;
using framework::ParameterPort;

namespace {

std::vector<std::string> environment_path() {
    const char* const text = std::getenv("PROXIMA_COMPONENT_PATH");
    return split_path(text == nullptr ? "" : text);
}

void insert(std::vector<std::string>& into, std::vector<std::string>::iterator at,
            const std::vector<std::string>& what) {
    into.insert(at, what.begin(), what.end());
}

std::string field_line(const framework::ParameterField& field) {
    std::string line = fmt::format("  {} = {}  ({}", field.name, field.value, field.type);
    if (!field.valid.empty()) {
        line += ": " + field.valid;
    }
    line += "; default " + (field.default_value.empty() ? "empty" : field.default_value) + ")";
    return field.description.empty() ? line : line + "  " + field.description;
}

} // namespace

Runner::Runner(framework::Framework& framework, RunnerOptions options)
    : framework_(framework), options_(std::move(options)) {
    std::vector<std::string> path = options_.path;
    insert(path, path.end(), environment_path());
    framework_.set_path(path);
}

int Runner::run(const Assembly& assembly) {
    directory_ = std::filesystem::path(assembly.file).parent_path().string();
    if (options_.check) {
        check(assembly);
        return status_;
    }
    for (const Command& command : assembly.commands) {
        if (std::holds_alternative<Quit>(command.action)) {
            break;
        }
        execute(command);
        if (status_ != 0) {
            options_.report_error(
                Error(command.place,
                      fmt::format("{} returned {}", subject_of(command.action), status_))
                    .what());
            break;
        }
    }
    return status_;
}

void Runner::execute(const Command& command) {
    const Doing doing(options_.doing, Error(command.place, subject_of(command.action)).what());
    try {
        std::visit([this](const auto& action) { apply(action); }, command.action);
        warn_about_duplicates(command);
    } catch (...) {
        throw Error(command.place, framework::message_of_current_exception());
    }
}

// Warns if several directories have the class: only the first counts, which is easily overlooked.
void Runner::warn_about_duplicates(const Command& command) {
    const auto* const loaded = std::get_if<Load>(&command.action);
    const auto* const made = std::get_if<Instantiate>(&command.action);
    if (loaded == nullptr && made == nullptr) {
        return;
    }
    const std::string& name = loaded != nullptr ? loaded->class_name : made->class_name;
    if (!searched_classes_.insert(name).second) {
        return;
    }
    std::vector<std::filesystem::path> files;
    for (const std::string& directory : framework_.path()) {
        const auto file = std::filesystem::path(directory) / ("lib" + name + ".so");
        std::error_code error;
        const bool is_other = std::none_of(files.begin(), files.end(), [&](const auto& known) {
            return std::filesystem::equivalent(known, file, error);
        });
        if (std::filesystem::exists(file, error) && is_other) {
            files.push_back(file);
        }
    }
    for (std::size_t i = 1; i < files.size(); ++i) {
        options_.warn(fmt::format(
            "{}:{}: warning: {} comes from {}, not from {}, which is later in "
            "the component path",
            command.place.file, command.place.line, name, files[0].string(), files[i].string()));
    }
}

ComponentId Runner::id(const std::string& instance) const {
    return framework_.builder().component_id(instance);
}

// Resolves a directory relative to the script, wherever `proxima run` was started.
std::string Runner::resolved(const std::string& directory) const {
    const std::filesystem::path path(directory);
    return path.is_absolute() || directory_.empty()
               ? directory
               : (std::filesystem::path(directory_) / path).lexically_normal().string();
}

void Runner::apply(const SetPath& path) {
    std::vector<std::string> named;
    for (const std::string& directory : path.directories) {
        named.push_back(resolved(directory));
        if (!std::filesystem::is_directory(named.back())) {
            throw std::runtime_error("there is no directory " + named.back());
        }
    }
    std::vector<std::string> directories = framework_.path();
    switch (path.how) {
    case SetPath::How::init:
        directories = options_.path;
        insert(directories, directories.end(), environment_path());
        break;
    case SetPath::How::append:
        insert(directories, directories.end(), named);
        break;
    case SetPath::How::prepend:
        insert(directories, directories.begin(), named);
        break;
    case SetPath::How::set:
        directories = named;
        break;
    }
    framework_.set_path(directories);
}

void Runner::apply(const Load& load) {
    framework_.builder().load_class(load.class_name);
}

void Runner::apply(const Instantiate& made) {
    framework_.builder().create_instance(made.instance, made.class_name);
}

void Runner::apply(const Connect& made) {
    framework_.builder().connect(id(made.user.instance), made.user.port, id(made.provider.instance),
                                 made.provider.port);
}

void Runner::apply(const Disconnect& broken) {
    const ComponentId user = id(broken.user.instance);
    const ComponentId provider = id(broken.provider.instance);
    framework_.builder().port_type_name(user, broken.user.port); // throws if it does not exist
    framework_.builder().port_type_name(provider, broken.provider.port);
    for (const Connection& connection : framework_.builder().connection_ids({user})) {
        if (connection.user == broken.user.instance && connection.uses_port == broken.user.port &&
            connection.provider == broken.provider.instance &&
            connection.provides_port == broken.provider.port) {
            framework_.builder().disconnect(connection);
            return;
        }
    }
    throw std::runtime_error(fmt::format("{}.{} and {}.{} are not connected", broken.user.instance,
                                         broken.user.port, broken.provider.instance,
                                         broken.provider.port));
}

void Runner::apply(const ShowParameters& shown) {
    framework_.with_port<ParameterPort>(
        id(shown.port.instance), shown.port.port, [&](ParameterPort& port) {
            if (!shown.field.empty()) {
                port.get(shown.field); // throws if it does not exist
            }
            options_.print(fmt::format("{}.{}:", shown.port.instance, shown.port.port));
            for (const auto& field : port.fields()) {
                if (shown.field.empty() || field.name == shown.field) {
                    options_.print(field_line(field));
                }
            }
        });
}

void Runner::apply(const SetParameter& set) {
    framework_.with_port<ParameterPort>(
        id(set.port.instance), set.port.port, [&](ParameterPort& port) {
            try {
                port.set(set.field, set.value);
            } catch (const framework::Error& error) {
                throw framework::Error(error.kind(),
                                       fmt::format("{}: {}", set.port.instance, error.what()));
            }
        });
}

void Runner::apply(const Display& display) {
    switch (display.what) {
    case Display::What::classes:
        print_classes();
        break;
    case Display::What::instances:
        print_instances();
        break;
    case Display::What::component:
        print_component(display.instance);
        break;
    case Display::What::connections:
        print_connections();
        break;
    }
}

void Runner::apply(const Go& start) {
    const ComponentId instance = id(start.port.instance);
    const std::vector<std::string> missing = unconnected(instance);
    has_started_ = true;
    // Throws if the port does not exist or is no Go port.
    framework_.with_port<GoPort>(instance, start.port.port, [](GoPort&) {});
    if (!missing.empty()) {
        throw std::runtime_error(
            fmt::format("{} cannot run, since these uses ports are not connected: {}",
                        start.port.instance, fmt::join(missing, ", ")));
    }
    if (options_.check) {
        return;
    }
    try {
        status_ = framework_.go(instance, start.port.port);
    } catch (...) {
        throw std::runtime_error(fmt::format("{}.{} has thrown: {}", start.port.instance,
                                             start.port.port,
                                             framework::message_of_current_exception()));
    }
}

void Runner::apply(const Remove& removed) {
    framework_.builder().destroy_instance(id(removed.instance));
}

void Runner::print_classes() const {
    options_.print("palette:");
    for (const std::string& name : framework_.builder().component_classes()) {
        options_.print("  " + name);
    }
}

void Runner::print_instances() const {
    options_.print("arena:");
    for (const ComponentId& instance : framework_.builder().component_ids()) {
        options_.print(
            fmt::format("  {} ({})", instance.name, framework_.builder().class_name(instance)));
    }
}

void Runner::print_component(const std::string& name) const {
    const BuilderService& builder = framework_.builder();
    const ComponentId instance = id(name);
    const std::vector<Connection> connections = builder.connection_ids({instance});
    options_.print(fmt::format("{} ({}):", name, builder.class_name(instance)));
    for (const std::string& port : builder.provided_port_names(instance)) {
        options_.print(
            fmt::format("  provides {} ({})", port, builder.port_type_name(instance, port)));
    }
    for (const std::string& port : builder.used_port_names(instance)) {
        std::string line =
            fmt::format("  uses {} ({})", port, builder.port_type_name(instance, port));
        for (const Connection& connection : connections) {
            if (connection.user == name && connection.uses_port == port) {
                line += fmt::format(" -> {}.{}", connection.provider, connection.provides_port);
            }
        }
        options_.print(line);
    }
}

void Runner::print_connections() const {
    options_.print("chain:");
    for (const Connection& connection : framework_.builder().connection_ids()) {
        options_.print("  " + to_string(connection) +
                       (framework_.is_measured(connection) ? " (measured)" : ""));
    }
}

} // namespace proxima::assembly
