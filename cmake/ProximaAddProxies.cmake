#[=======================================================================[
proxima_add_proxies
-------------------

Makes a library of generated proxies for the ports declared in C++ headers:

  proxima_add_proxies(
      TARGET name          # library target to make
      PORTS header...      # headers that declare ports
      [CLASSES glob...]    # classes to take, by qualified name; default: abstract classes of PORTS
      [TEMPLATES name...]  # class templates to get a proxy template for all their instances
      [CONFIG file]        # rules and parameters (JSON)
      [PRELUDE header...]  # headers included before each port header
      [LINK target...]     # what the ports need: include directories, definitions, standard
      [COMPONENTS]         # also make the proxies components of Proxima's framework
      [OPTIONS option...]) # further command-line options of proxima-gen

Headers in PORTS are found in the current source directory, in the include directories of LINK, and
in the system's; those that add_custom_command() makes, also in the current binary directory. For
`flux_port.hpp` users of the target include "flux_port.proxy.hpp".

The headers are parsed as the target itself would be compiled: with its include directories,
definitions, language standard, and those of its options that change the meaning of a header.
Generation runs again when a header that was read has changed. The build prints proxima-gen's notes:
classes without a proxy, and methods that act on the proxy's own object instead of the target.

Ports that CONFIG measures in place have no proxy. Programs that measure objects in place and are
compiled by an optimizing clang++ need the option -fno-assume-unique-vtables, everywhere.

COMPONENTS also makes the target <name>_components, the library lib<name>.proxima.so. If it is in
the component path, `proxima run --measure` finds the proxies of these ports there. Its directory is
that of other libraries (CMAKE_LIBRARY_OUTPUT_DIRECTORY, or LIBRARY_OUTPUT_DIRECTORY of the target).

PROXIMA_GENERATOR names the proxima-gen to run, for cross builds: the one of the build machine.
#]=======================================================================]

include_guard(GLOBAL)

set(PROXIMA_GENERATOR "" CACHE FILEPATH "proxima-gen of the build machine (empty: the one of this package)")
mark_as_advanced(PROXIMA_GENERATOR)

include("${CMAKE_CURRENT_LIST_DIR}/ProximaParseFlags.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/ProximaFindPorts.cmake")

function(proxima_add_proxies)
    cmake_parse_arguments(PARSE_ARGV 0 arg "COMPONENTS" "TARGET;CONFIG"
        "PORTS;CLASSES;TEMPLATES;LINK;PRELUDE;OPTIONS")
    set(_proxima_keywords "TARGET, PORTS, CLASSES, TEMPLATES, CONFIG, LINK, PRELUDE, COMPONENTS and OPTIONS")
    _proxima_check_arguments()
    _proxima_generator(generator)

    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.proxima")
    file(MAKE_DIRECTORY "${directory}")
    _proxima_find_ports(ports port_directories PORTS ${arg_PORTS} LINK ${arg_LINK})
    _proxima_generated_files(sources "${directory}" ${ports})

    add_library(${arg_TARGET} STATIC ${sources})
    set_target_properties(${arg_TARGET} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${arg_TARGET} PUBLIC "${directory}" ${port_directories})
    # Leaves both signatures of target_link_libraries() to the caller, which a call here would not.
    set_property(TARGET ${arg_TARGET} APPEND PROPERTY LINK_LIBRARIES Proxima::runtime ${arg_LINK})
    set_property(TARGET ${arg_TARGET} APPEND PROPERTY INTERFACE_LINK_LIBRARIES Proxima::runtime ${arg_LINK})

    set(options "")
    if(arg_COMPONENTS)
        list(APPEND options --components)
        list(APPEND sources "${directory}/proxy_components.cpp")
        _proxima_add_components()
    endif()
    foreach(class IN LISTS arg_CLASSES)
        list(APPEND options --class "${class}")
    endforeach()
    foreach(template IN LISTS arg_TEMPLATES)
        list(APPEND options --template "${template}")
    endforeach()
    foreach(header IN LISTS arg_PRELUDE)
        list(APPEND options --prelude "${header}")
    endforeach()
    set(configuration "")
    if(arg_CONFIG)
        cmake_path(ABSOLUTE_PATH arg_CONFIG OUTPUT_VARIABLE configuration)
        list(APPEND options --config "${configuration}")
    endif()
    _proxima_compiler_option(compiler_option)
    _proxima_parse_flags(flags ${arg_TARGET})

    # Makefiles do not notice a changed command by themselves.
    set(command "${options};${compiler_option};${arg_OPTIONS};${ports};--;${flags}")
    set(command_file "${directory}/command-$<CONFIG>.txt")
    file(GENERATE OUTPUT "${command_file}" CONTENT "${command}\n")

    # proxima-gen leaves files alone that would not change, so that nothing depending on them is rebuilt;
    # the stamp says that they are up to date.
    set(stamp "${directory}/generated.stamp")
    add_custom_command(
        OUTPUT "${stamp}"
        BYPRODUCTS ${sources}
        COMMAND ${generator} -o "${directory}" --depfile "${stamp}.d" --depfile-target "${stamp}" "${command}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
        DEPENDS ${ports} ${configuration} ${generator} "${command_file}"
        DEPFILE "${stamp}.d"
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        COMMENT "Generating proxies: ${arg_TARGET}"
        COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${arg_TARGET}_generate DEPENDS "${stamp}")
    add_dependencies(${arg_TARGET} ${arg_TARGET}_generate)
    _proxima_wait_for_makers(${arg_TARGET}_generate PORTS ${ports} LINK ${arg_LINK})
    if(arg_COMPONENTS)
        add_dependencies(${arg_TARGET}_components ${arg_TARGET}_generate)
    endif()
endfunction()

# The proxies as a library that is loaded.
macro(_proxima_add_components)
    if(NOT TARGET Proxima::framework)
        message(FATAL_ERROR "proxima_add_proxies(TARGET ${arg_TARGET}): COMPONENTS needs Proxima::framework, "
            "which a build of static libraries does not have")
    endif()
    add_library(${arg_TARGET}_components MODULE "${directory}/proxy_components.cpp")
    set_target_properties(${arg_TARGET}_components PROPERTIES
        PREFIX "lib" OUTPUT_NAME "${arg_TARGET}.proxima" SUFFIX ".so")
    target_link_libraries(${arg_TARGET}_components PRIVATE ${arg_TARGET} Proxima::framework)
endmacro()

# Refuses a call that cannot mean what was written.
macro(_proxima_check_arguments)
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "proxima_add_proxies: unknown argument \"${arg_UNPARSED_ARGUMENTS}\"; keywords are "
            "${_proxima_keywords}")
    endif()
    if(NOT arg_TARGET)
        message(FATAL_ERROR "proxima_add_proxies: TARGET is missing; name the library to make")
    endif()
    if(NOT arg_PORTS)
        message(FATAL_ERROR "proxima_add_proxies(TARGET ${arg_TARGET}): PORTS is missing; name the headers that declare ports")
    endif()
    if(arg_CONFIG)
        cmake_path(ABSOLUTE_PATH arg_CONFIG OUTPUT_VARIABLE _proxima_configuration)
        if(NOT EXISTS "${_proxima_configuration}")
            message(FATAL_ERROR "proxima_add_proxies(TARGET ${arg_TARGET}): CONFIG ${arg_CONFIG} does not exist")
        endif()
    endif()
endmacro()

# The program or target that generates.
function(_proxima_generator variable)
    if(PROXIMA_GENERATOR)
        set(generator "${PROXIMA_GENERATOR}")
    elseif(TARGET Proxima::gen)
        set(generator Proxima::gen)
    else()
        message(FATAL_ERROR "proxima_add_proxies: there is no generator; "
            "install the Generator component, or set PROXIMA_GENERATOR to a proxima-gen of this machine")
    endif()
    set(${variable} "${generator}" PARENT_SCOPE)
endfunction()

# Proxy header and source of each port, and the records they share.
function(_proxima_generated_files variable directory)
    set(files "${directory}/mastermind.hpp" "${directory}/mastermind.cpp")
    foreach(port IN LISTS ARGN)
        cmake_path(GET port STEM LAST_ONLY name)
        if("${directory}/${name}.proxy.cpp" IN_LIST files)
            message(FATAL_ERROR "proxima_add_proxies: two headers in PORTS are named ${name}; "
                "give each a proxies target of its own")
        endif()
        list(APPEND files "${directory}/${name}.proxy.hpp" "${directory}/${name}.proxy.cpp")
    endforeach()
    set(${variable} ${files} PARENT_SCOPE)
endfunction()
