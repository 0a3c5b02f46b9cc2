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
#include "output/text_template.hpp"

namespace proxima::gen {

const std::map<std::string, std::string>& embedded_templates() {
    static const std::map<std::string, std::string> templates{
@entries@    };
    return templates;
}

} // namespace proxima::gen
]])
endfunction()
