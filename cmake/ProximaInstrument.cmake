#[=======================================================================[
proxima_instrument(TARGET <target> [FUNCTIONS glob...] [FILES glob...] [LOOPS] [FROM run] [CONFIG file] [SMALL n])
measures functions in the C and C++ sources of a target, without touching these; see
docs/instrumentation.md.

  TARGET     target whose sources are measured; it is linked with Proxima::c
  FUNCTIONS  qualified names with * and ? as wildcards; an exact name also if it is small (default: all)
  FILES      paths or names of files, headers included (default: all but system headers)
  LOOPS      measure outer loops of the functions, too
  FROM       run directory; only what took 1 % or more of its time is measured
  CONFIG     JSON file whose "parameters" say what is recorded of calls
  SMALL      leave out functions of fewer statements without loop and call (default: 8)

A compiler launcher that the target has, such as ccache, runs the compiler for sources without measured
functions. PROXIMA_GENERATOR
names the proxima-gen to run, else that of the package. Needs a generator of Makefiles or Ninja.
#]=======================================================================]

include_guard(GLOBAL)

include("${CMAKE_CURRENT_LIST_DIR}/ProximaAddProxies.cmake")

function(proxima_instrument)
    cmake_parse_arguments(PARSE_ARGV 0 arg "LOOPS" "TARGET;FROM;CONFIG;SMALL" "FUNCTIONS;FILES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "proxima_instrument: unknown argument \"${arg_UNPARSED_ARGUMENTS}\"; keywords are "
            "TARGET, FUNCTIONS, FILES, LOOPS, FROM, CONFIG and SMALL")
    endif()
    if(NOT TARGET "${arg_TARGET}")
        message(FATAL_ERROR "proxima_instrument: TARGET \"${arg_TARGET}\" is no target; call it behind add_executable() or add_library()")
    endif()
    if(NOT CMAKE_GENERATOR MATCHES "Makefiles|Ninja")
        message(FATAL_ERROR "proxima_instrument: ${CMAKE_GENERATOR} has no compiler launchers; use Ninja or Unix Makefiles")
    endif()
    _proxima_launcher_program(program)

    set(launcher "${program}" compile)
    foreach(glob IN LISTS arg_FUNCTIONS)
        list(APPEND launcher --functions "${glob}")
    endforeach()
    foreach(glob IN LISTS arg_FILES)
        list(APPEND launcher --files "${glob}")
    endforeach()
    if(arg_LOOPS)
        list(APPEND launcher --loops)
    endif()
    if(arg_FROM)
        cmake_path(ABSOLUTE_PATH arg_FROM BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND launcher --from "${arg_FROM}")
    endif()
    if(arg_CONFIG)
        cmake_path(ABSOLUTE_PATH arg_CONFIG BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND launcher --config "${arg_CONFIG}")
        get_target_property(sources ${arg_TARGET} SOURCES)
        list(FILTER sources EXCLUDE REGEX "\\$<")
        set_property(SOURCE ${sources} TARGET_DIRECTORY ${arg_TARGET} APPEND PROPERTY OBJECT_DEPENDS "${arg_CONFIG}")
    endif()
    if(DEFINED arg_SMALL)
        list(APPEND launcher --small "${arg_SMALL}")
    endif()
    foreach(language IN ITEMS C CXX)
        get_target_property(before ${arg_TARGET} ${language}_COMPILER_LAUNCHER)
        if(NOT before)
            set(before "")
        endif()
        set_property(TARGET ${arg_TARGET} PROPERTY ${language}_COMPILER_LAUNCHER ${launcher} -- ${before})
    endforeach()
    # Leaves both signatures of target_link_libraries() to the caller, which a call here would not.
    set_property(TARGET ${arg_TARGET} APPEND PROPERTY LINK_LIBRARIES Proxima::c)
    set_property(TARGET ${arg_TARGET} APPEND PROPERTY INTERFACE_LINK_LIBRARIES Proxima::c)
endfunction()

# The path of proxima-gen: before CMake 3.27 a launcher has no generator expressions.
function(_proxima_launcher_program variable)
    set(program "${PROXIMA_GENERATOR}")
    if(NOT program AND TARGET Proxima::gen)
        get_target_property(imported Proxima::gen IMPORTED)
        if(imported)
            get_target_property(program Proxima::gen LOCATION)
        endif()
    endif()
    if(NOT program)
        message(FATAL_ERROR "proxima_instrument: there is no generator; "
            "install the Generator component, or set PROXIMA_GENERATOR to a proxima-gen of this machine")
    endif()
    set(${variable} "${program}" PARENT_SCOPE)
endfunction()
