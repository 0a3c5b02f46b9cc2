# hydro_component(NAME SOURCES... [LINK libraries...]): the component NAME of the sample as a shared library of its own,
# lib<NAME>.so, in the folder that the assembly scripts look in. Target: hydro_<NAME>.
function(hydro_component name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    set(target hydro_${name})
    add_library(${target} MODULE ${arg_UNPARSED_ARGUMENTS})
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name}
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    target_link_libraries(${target} PRIVATE hydro_numerics Proxima::framework ${arg_LINK})
    proxima_warnings(${target})
endfunction()
