#include "model/class_owners.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace proxima::gen {
namespace {

// The names under which some header has a class, not only a declaration.
std::set<std::string> defined_names(const std::vector<HeaderAnalysis>& headers) {
    std::set<std::string> names;
    for (const HeaderAnalysis& header : headers) {
        std::set<std::string> found = header.found;
        for (const PortClass& port : header.ports) {
            if (port.only_a_name) {
                found.erase(port.name);
            }
        }
        names.merge(found);
    }
    return names;
}

// Tells classes apart; one that cannot be printed has only its name.
const std::string& key_of(const PortClass& port) {
    return port.type.empty() ? port.name : port.type;
}

} // namespace

void give_each_class_one_header(std::vector<HeaderAnalysis>& headers) {
    struct Owner {
        const HeaderAnalysis* header;
        bool defines;
    };
    std::map<std::string, Owner> owners;
    const std::set<std::string> defined = defined_names(headers);
    for (HeaderAnalysis& header : headers) {
        std::erase_if(header.ports, [&](const PortClass& port) {
            return port.only_a_name && defined.contains(port.name);
        });
        for (const PortClass& port : header.ports) {
            std::error_code ignored;
            const bool defines =
                std::filesystem::equivalent(port.position.file, header.header, ignored);
            const auto [entry, unseen] = owners.emplace(key_of(port), Owner{&header, defines});
            if (!unseen && defines && !entry->second.defines) {
                entry->second = {&header, true};
            }
        }
    }
    for (HeaderAnalysis& header : headers) {
        std::erase_if(header.ports, [&](const PortClass& port) {
            return owners.at(key_of(port)).header != &header;
        });
    }
}

void check_distinct_identifiers(const std::vector<HeaderAnalysis>& headers) {
    std::map<std::string, const PortClass*> used;
    for (const HeaderAnalysis& header : headers) {
        for (const PortClass& port : header.ports) {
            if (!port.eligible()) {
                continue;
            }
            const auto [entry, unseen] = used.emplace(port.identifier, &port);
            if (!unseen) {
                throw base::Error(port.position,
                                  port.name + " and " + entry->second->name +
                                      " would share the name mastermind::" + port.identifier +
                                      ", generate them in two runs");
            }
        }
    }
}

std::vector<PortClass> all_ports(const std::vector<HeaderAnalysis>& headers) {
    std::vector<PortClass> ports;
    for (const HeaderAnalysis& header : headers) {
        ports.insert(ports.end(), header.ports.begin(), header.ports.end());
    }
    return ports;
}

} // namespace proxima::gen
