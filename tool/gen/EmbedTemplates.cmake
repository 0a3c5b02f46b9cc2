# Writes a C++ file that holds every template of a directory as a string. Runs when a template has changed.
function(proxima_embed_templates directory output)
    file(GLOB templates CONFIGURE_DEPENDS "${directory}/*.mustache")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${templates})
    set(entries "")
    foreach(template IN LISTS templates)
        cmake_path(GET template STEM name)
        file(READ "${template}" text)
        string(REGEX REPLACE "\n$" "" text "${text}")
        string(APPEND entries "        {\"${name}\", R\"mustache(${text})mustache\"},\n")
    endforeach()
    file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT [[
#include "output/embedded_templates.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace proxima::gen {

const std::vector<std::pair<std::string_view, std::string_view>>& embedded_templates() {
    static const std::vector<std::pair<std::string_view, std::string_view>> templates{
@entries@    };
    return templates;
}

std::string_view embedded_template(std::string_view name) {
    const auto& templates = embedded_templates();
    const auto found = std::find_if(templates.begin(), templates.end(), [&](const auto& entry) { return entry.first == name; });
    if (found == templates.end()) {
        throw std::out_of_range("no template " + std::string(name));
    }
    return found->second;
}

} // namespace proxima::gen
]])
endfunction()
