#include "component_libraries.hpp"

#include "names.hpp"
#include "proxy_component.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <set>

namespace proxima::framework {
namespace {

using Create = Component* (*)();

// Throws Error with the loader's message; `what` names the library.
void* open_library(const std::string& file, const std::string& what) {
    dlerror();
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* const error = dlerror();
        throw Error(ErrorKind::nonstandard,
                    what + " does not load: " + (error == nullptr ? "" : error));
    }
    return handle;
}

// Returns "GodunovFlux" for "libGodunovFlux.so", and nothing for other files, such as libraries of
// proxies.
std::string class_in(const std::filesystem::path& file) {
    const std::string stem = file.stem().string();
    const std::string name = file.extension() == ".so" && stem.compare(0, 3, "lib") == 0
                                 ? stem.substr(3)
                                 : std::string();
    return is_identifier(name) ? name : std::string();
}

ComponentFactory factory_in(void* library, const std::string& class_name) {
    const auto create = reinterpret_cast<Create>(dlsym(library, ("create_" + class_name).c_str()));
    if (create == nullptr) {
        return {};
    }
    return [create] { return std::unique_ptr<Component>(create()); };
}

constexpr std::string_view proxy_suffix = ".proxima.so";
constexpr const char* proxies_entry = "proxima_proxy_components_2";

std::string proxy_class_of(const std::string& type) {
    const std::size_t colon = type.rfind(':');
    return (colon == std::string::npos ? type : type.substr(colon + 1)) + "Proxy";
}

} // namespace

void ComponentLibraries::register_class(std::string_view name, ComponentFactory factory) {
    const std::lock_guard lock(mutex_);
    if (!factories_.try_emplace(std::string(name), std::move(factory)).second) {
        throw Error(ErrorKind::nonstandard,
                    "the component class " + std::string(name) + " is known already");
    }
}

void ComponentLibraries::set_path(std::vector<std::string> directories) {
    const std::lock_guard lock(mutex_);
    path_ = std::move(directories);
}

std::vector<std::string> ComponentLibraries::path() const {
    const std::lock_guard lock(mutex_);
    return path_;
}

void ComponentLibraries::load(std::string_view class_name) {
    const std::lock_guard lock(mutex_);
    find(std::string(class_name));
}

std::unique_ptr<Component> ComponentLibraries::create(std::string_view class_name) {
    ComponentFactory factory;
    {
        const std::lock_guard lock(mutex_);
        factory = find(std::string(class_name));
    }
    std::unique_ptr<Component> component = factory();
    if (component == nullptr) {
        throw Error(ErrorKind::unexpected,
                    "the component class " + std::string(class_name) + " made no component");
    }
    return component;
}

std::vector<std::string> ComponentLibraries::classes() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const auto& [name, factory] : factories_) {
        names.push_back(name);
    }
    return names;
}

std::vector<std::string> ComponentLibraries::available_classes() const {
    const std::lock_guard lock(mutex_);
    const std::set<std::string> names = available();
    return {names.begin(), names.end()};
}

std::set<std::string> ComponentLibraries::available() const {
    std::set<std::string> names;
    for (const auto& [name, factory] : factories_) {
        names.insert(name);
    }
    for (const std::string& directory : path_) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
            names.insert(class_in(entry.path()));
        }
    }
    names.erase(std::string());
    return names;
}

ComponentFactory ComponentLibraries::find(const std::string& class_name) {
    if (const auto known = factories_.find(class_name); known != factories_.end()) {
        return known->second;
    }
    if (!is_identifier(class_name)) {
        throw Error(ErrorKind::nonstandard, "`" + class_name +
                                                "` cannot be the name of a component class: that "
                                                "is an identifier, such as GodunovFlux");
    }
    ComponentFactory factory = find_in_libraries(class_name);
    if (factory == nullptr) {
        factory = find_proxy_class(class_name);
    }
    if (factory == nullptr) {
        throw Error(ErrorKind::nonstandard, not_found(class_name));
    }
    factories_.emplace(class_name, factory);
    return factory;
}

ComponentFactory ComponentLibraries::find_in_libraries(const std::string& class_name) {
    for (const std::string& directory : path_) {
        const std::string file = directory + "/lib" + class_name + ".so";
        std::error_code error;
        if (!std::filesystem::exists(file, error)) {
            continue;
        }
        void* const library = open_library(file, "the library of component " + class_name);
        libraries_[file] = library;
        ComponentFactory factory = factory_in(library, class_name);
        if (factory == nullptr) {
            throw Error(ErrorKind::nonstandard, file + " has no function create_" + class_name +
                                                    "(); its source needs " + "PROXIMA_COMPONENT(" +
                                                    class_name + ", CLASS)");
        }
        return factory;
    }
    for (const auto& [file, library] : libraries_) {
        if (ComponentFactory factory = factory_in(library, class_name)) {
            return factory;
        }
    }
    return {};
}

void ComponentLibraries::register_proxy(const ProxyFactory& factory) {
    const std::lock_guard lock(mutex_);
    proxies_.emplace(std::string(factory.type), factory);
}

std::optional<ProxyFactory> ComponentLibraries::proxy_of(const std::string& type) {
    const std::lock_guard lock(mutex_);
    load_proxies();
    const auto found = proxies_.find(type);
    return found == proxies_.end() ? std::nullopt : std::optional(found->second);
}

void ComponentLibraries::load_proxies() {
    for (const std::string& directory : path_) {
        std::error_code error;
        std::vector<std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
            const std::string name = entry.path().filename().string();
            if (name.size() > proxy_suffix.size() &&
                name.compare(name.size() - proxy_suffix.size(), std::string::npos, proxy_suffix) ==
                    0) {
                files.push_back(entry.path().string());
            }
        }
        std::sort(files.begin(), files.end()); // equal on all ranks
        for (const std::string& file : files) {
            load_proxies_of(file);
        }
    }
}

void ComponentLibraries::load_proxies_of(const std::string& file) {
    if (!proxy_libraries_.insert(file).second) {
        return;
    }
    void* const library = open_library(file, "a library of proxies");
    const auto list = reinterpret_cast<const ProxyFactories* (*)()>(dlsym(library, proxies_entry));
    if (list == nullptr) {
        throw Error(ErrorKind::nonstandard,
                    file + " is not a library of proxies: it has no " + proxies_entry + "()");
    }
    for (const ProxyFactory& factory : *list()) {
        proxies_.emplace(std::string(factory.type), factory);
    }
}

// Finds the proxy component of a port: FluxPortProxy for hydro::FluxPort.
ComponentFactory ComponentLibraries::find_proxy_class(const std::string& class_name) {
    load_proxies();
    std::vector<std::string> types;
    for (const auto& [type, factory] : proxies_) {
        if (proxy_class_of(type) == class_name) {
            types.push_back(type);
        }
    }
    if (types.size() > 1) {
        throw Error(ErrorKind::nonstandard,
                    "both " + enumerate(types) + " have a proxy that is called " + class_name +
                        "; rename a port, or leave the choice to `proxima run --measure`, which "
                        "goes by types");
    }
    if (types.empty()) {
        return {};
    }
    return [made = proxies_.at(types.front())] { return std::make_unique<ProxyComponent>(made); };
}

std::string ComponentLibraries::not_found(const std::string& class_name) const {
    std::set<std::string> there = available();
    for (const auto& [type, factory] : proxies_) {
        there.insert(proxy_class_of(type));
    }
    const std::string looked = path_.empty() ? "there is no component path to look in (`proxima "
                                               "run --path DIR`, PROXIMA_COMPONENT_PATH, "
                                               "or `path append` in the script)"
                                             : "no lib" + class_name + ".so in " + enumerate(path_);
    return "there is no component class " + class_name + ": " + looked +
           instead(class_name, {there.begin(), there.end()}, "classes there");
}

} // namespace proxima::framework
