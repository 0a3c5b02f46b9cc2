# Gives the generator's parser the options that the compiler will get.

include_guard(GLOBAL)

# Options that change what a header means and that GCC and Clang both know; words without a dash, which may be what an
# option names (-include config.h); groups of words (SHELL:). The generator drops those that mean nothing to it.
set(_proxima_parse_option
    "^-(std=|stdlib=|[DUI]|isystem|iquote|idirafter|include|imacros|m|pthread$|-sysroot=|-target=)"
    "|^[^-]"
    "|^-f(no-)?(rtti|exceptions|char8_t|openmp|short-enums|short-wchar|signed-char|unsigned-char"
    "|ms-extensions|sized-deallocation|aligned-allocation|new-ttp-matching|visibility|delayed-template-parsing"
    "|operator-names|permissive|coroutines|PIC|PIE|pic|pie|fast-math|math-errno)")
string(CONCAT _proxima_parse_option ${_proxima_parse_option})

# Sets <variable> to the compiler flags, as generator expressions, with which <target>'s headers are to be read.
function(_proxima_parse_flags variable target)
    _proxima_standard_flag(standard ${target})
    _proxima_global_flags(global)
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(options "$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,INCLUDE,${_proxima_parse_option}>")
    _proxima_without_implicit(directories "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    _proxima_system_directories(system ${target})
    # A directory given by -isystem as well is searched as a system directory only.
    set(flags
        ${global}
        "${standard}"
        "$<$<BOOL:${definitions}>:-D$<JOIN:$<REMOVE_DUPLICATES:${definitions}>,;-D>>"
        "$<$<BOOL:${directories}>:-I$<JOIN:$<REMOVE_DUPLICATES:${directories}>,;-I>>"
        "$<$<BOOL:${system}>:-isystem$<JOIN:$<REMOVE_DUPLICATES:${system}>,;-isystem>>"
        "${options}")
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# The standard CMake will choose: the highest of CXX_STANDARD and the cxx_std_* features asked for,
# never below the compiler's default unless CXX_STANDARD is lower.
function(_proxima_standard_flag variable target)
    set(asked "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
    set(extensions "$<TARGET_PROPERTY:${target},CXX_EXTENSIONS>")
    set(features "$<TARGET_PROPERTY:${target},COMPILE_FEATURES>")
    set(dialect "$<IF:$<OR:$<STREQUAL:${extensions},>,$<BOOL:${extensions}>>,gnu,c>")
    set(flag "")
    foreach(version IN ITEMS 11 14 17 20 23 26)
        set(condition "$<STREQUAL:${asked},${version}>,$<IN_LIST:cxx_std_${version},${features}>")
        if(version EQUAL "${CMAKE_CXX_STANDARD_COMPUTED_DEFAULT}")
            string(APPEND condition ",$<STREQUAL:${asked},>")
        endif()
        set(flag "$<IF:$<OR:${condition}>,-std=${dialect}++${version},${flag}>")
    endforeach()
    set(${variable} "${flag}" PARENT_SCOPE)
endfunction()

# Adds the flags of CMAKE_CXX_FLAGS and of each configuration.
function(_proxima_global_flags variable)
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
    list(FILTER flags INCLUDE REGEX "${_proxima_parse_option}")
    foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
        string(TOUPPER "${configuration}" name)
        separate_arguments(own NATIVE_COMMAND "${CMAKE_CXX_FLAGS_${name}}")
        list(FILTER own INCLUDE REGEX "${_proxima_parse_option}")
        if(own)
            list(APPEND flags "$<$<CONFIG:${configuration}>:${own}>")
        endif()
    endforeach()
    if(CMAKE_SYSROOT)
        list(APPEND flags "--sysroot=${CMAKE_SYSROOT}")
    endif()
    if(CMAKE_CXX_COMPILER_TARGET)
        list(APPEND flags "--target=${CMAKE_CXX_COMPILER_TARGET}")
    endif()
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# Include directories of imported targets that <target> links directly, and those declared SYSTEM.
function(_proxima_system_directories variable target)
    set(directories "$<TARGET_PROPERTY:${target},INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>")
    get_target_property(libraries ${target} LINK_LIBRARIES)
    foreach(library IN LISTS libraries)
        if(TARGET "${library}")
            get_target_property(imported ${library} IMPORTED)
            if(imported)
                list(APPEND directories "$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>")
            endif()
        endif()
    endforeach()
    _proxima_without_implicit(filtered "${directories}")
    set(${variable} "${filtered}" PARENT_SCOPE)
endfunction()

# Naming a directory the compiler searches anyway would change the order and break #include_next.
function(_proxima_without_implicit variable directories)
    foreach(implicit IN LISTS CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
        string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" quoted "${implicit}")
        set(directories "$<FILTER:${directories},EXCLUDE,^${quoted}/?$>")
    endforeach()
    set(${variable} "${directories}" PARENT_SCOPE)
endfunction()

# Clang finds the system's GCC by itself; any other compiler is asked for its target and directories.
function(_proxima_compiler_option variable)
    set(option "")
    if(CMAKE_CROSSCOMPILING OR NOT CMAKE_CXX_COMPILER MATCHES "^(/usr)?/bin/(c\\+\\+|g\\+\\+|clang\\+\\+(-[0-9]+)?)$")
        set(option --compiler "${CMAKE_CXX_COMPILER}")
    endif()
    set(${variable} "${option}" PARENT_SCOPE)
endfunction()
