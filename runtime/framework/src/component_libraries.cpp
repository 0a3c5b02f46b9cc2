#include "component_libraries.hpp"

#include "names.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <set>
#include <utility>

namespace proxima::framework {

namespace {

using Create = Component* (*)();

// The loader's own words, or the handle.
std::pair<void*, std::string> open_library(const std::string& file) {
    dlerror();
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    const char* const error = handle == nullptr ? dlerror() : nullptr;
    return {handle, error == nullptr ? std::string() : std::string(error)};
}

ComponentFactory factory_in(void* library, const std::string& class_name) {
    const auto create = reinterpret_cast<Create>(dlsym(library, ("create_" + class_name).c_str()));
    if (create == nullptr) {
        return {};
    }
    return [create] { return std::unique_ptr<Component>(create()); };
}

// Of "libMesh.so": "Mesh"; empty if the file is no component's library.
std::string class_of(const std::string& file) {
    if (file.size() < 7 || file.compare(0, 3, "lib") != 0 ||
        file.compare(file.size() - 3, 3, ".so") != 0) {
        return {};
    }
    const std::string name = file.substr(3, file.size() - 6);
    return is_identifier(name) ? name : std::string();
}

void add_classes_in(const std::string& directory, std::set<std::string>& classes) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        if (std::string name = class_of(entry.path().filename().string()); !name.empty()) {
            classes.insert(std::move(name));
        }
    }
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
        const auto [library, trouble] = open_library(file);
        if (library == nullptr) {
            throw Error(ErrorKind::nonstandard,
                        "the library of component " + class_name + " does not load: " + trouble);
        }
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

std::string ComponentLibraries::not_found(const std::string& class_name) const {
    std::set<std::string> there;
    for (const auto& [name, factory] : factories_) {
        there.insert(name);
    }
    for (const std::string& directory : path_) {
        add_classes_in(directory, there);
    }
    const std::string looked = path_.empty() ? "there is no component path to look in"
                                             : "no lib" + class_name + ".so in " + enumerate(path_);
    return "there is no component class " + class_name + ": " + looked +
           instead(class_name, {there.begin(), there.end()}, "classes there");
}

} // namespace proxima::framework
