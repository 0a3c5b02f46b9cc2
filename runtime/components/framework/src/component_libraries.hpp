// Component classes, registered in this process or found in shared libraries.
#pragma once

#include <proxima/framework/framework.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace proxima::framework {

// Thread-safe. Libraries stay loaded until the process ends, since their objects may outlive the
// framework.
class ComponentLibraries {
public:
    void register_class(std::string_view name, ComponentFactory factory);
    void set_path(std::vector<std::string> directories);
    std::vector<std::string> path() const;

    // Finds a class. Throws Error if it does not exist or its library does not load.
    void load(std::string_view class_name);
    std::unique_ptr<Component> create(std::string_view class_name);
    std::vector<std::string> classes() const;
    std::vector<std::string> available_classes() const;

    void register_proxy(const ProxyFactory& factory);
    // Finds a proxy; loads all libraries of proxies in the path. Throws Error if one does not load.
    std::optional<ProxyFactory> proxy_of(const std::string& type);

private:
    std::set<std::string> available() const;
    ComponentFactory find(const std::string& class_name);
    ComponentFactory find_in_libraries(const std::string& class_name);
    void load_proxies();
    void load_proxies_of(const std::string& file);
    ComponentFactory find_proxy_class(const std::string& class_name);
    std::string not_found(const std::string& class_name) const;

    mutable std::mutex mutex_;
    std::vector<std::string> path_;
    std::map<std::string, ComponentFactory, std::less<>> factories_;
    std::map<std::string, void*> libraries_;                   // by file
    std::map<std::string, ProxyFactory, std::less<>> proxies_; // by type
    std::set<std::string> proxy_libraries_;                    // loaded files
};

} // namespace proxima::framework
