# proxima_build_time(TARGET [PRECOMPILE KIND] [UNITY] [LIGHT]): how ProximaBuildTime.cmake shortens TARGET's build.
#   PRECOMPILE  the precompiled headers that it shares: clang, tool, library or test
#   UNITY       the sources of a folder are compiled together
#   LIGHT       a release needs little optimization
function(proxima_build_time target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "UNITY;LIGHT" "PRECOMPILE" "")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "proxima_build_time(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
    endif()
    set_target_properties(${target} PROPERTIES
        PROXIMA_PRECOMPILE "${arg_PRECOMPILE}" PROXIMA_UNITY ${arg_UNITY} PROXIMA_LIGHT ${arg_LIGHT})
endfunction()

# proxima_sources(VARIABLE [EXCEPT SOURCE...]): the C++ sources in and below this folder.
function(proxima_sources variable)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "EXCEPT")
    file(GLOB_RECURSE sources RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "*.cpp")
    list(REMOVE_ITEM sources ${arg_EXCEPT})
    set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# proxima_library(TARGET [COMPONENT NAME] [UNITY] [LIGHT]): gives TARGET what the libraries of the tools have in common:
# C++20, warnings, the headers below include/ for all, those below src/ for itself, the name Proxima::NAME for
# proxima_NAME. With COMPONENT, one that ProximaInstall.cmake lists, it is installed.
function(proxima_library target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPONENT" "")
    proxima_build_time(${target} PRECOMPILE library ${arg_UNPARSED_ARGUMENTS})
    string(REGEX REPLACE "^proxima_" "" name ${target})
    add_library(Proxima::${name} ALIAS ${target})
    proxima_warnings(${target})
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target}
        PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE src)
    if(arg_COMPONENT AND PROXIMA_BUILD_CLI)
        set_property(GLOBAL APPEND PROPERTY PROXIMA_COMPONENTS ${arg_COMPONENT})
        install(TARGETS ${target} EXPORT Proxima${arg_COMPONENT}Targets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Tools)
        install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Tools)
    endif()
endfunction()

# proxima_run_path(TARGET COMPONENT NAME [FOLDER FOLDER] INSTALLED PATHS LIBRARIES TARGET...): says where TARGET, which is
# installed with component NAME in FOLDER (by default the one of libraries), searches those of LIBRARIES that are shared:
# where they are built, and in PATHS once it is installed. CMake, which does the same by default, adds an empty path in
# the build tree, that is the working directory. The slash keeps a linker from keeping a symbol in the end of the path.
function(proxima_run_path target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPONENT;FOLDER;INSTALLED" "LIBRARIES")
    set(built "")
    foreach(library IN LISTS arg_LIBRARIES)
        if(TARGET ${library})
            get_target_property(type ${library} TYPE)
            if(type STREQUAL "SHARED_LIBRARY")
                list(APPEND built "$<TARGET_FILE_DIR:${library}>/")
            endif()
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${built}")
    if(built)
        if(NOT arg_FOLDER)
            set(arg_FOLDER ${CMAKE_INSTALL_LIBDIR})
        endif()
        install(CODE "
            get_filename_component(file \"${arg_FOLDER}/$<TARGET_FILE_NAME:${target}>\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
            file(RPATH_CHANGE FILE \"\$ENV{DESTDIR}\${file}\" OLD_RPATH \"$<JOIN:${built},:>\" NEW_RPATH \"${arg_INSTALLED}\")"
            COMPONENT ${arg_COMPONENT})
    endif()
endfunction()

# proxima_use_headers(TARGET PACKAGE_TARGET...): lets TARGET include header-only libraries. Users of TARGET need not have
# them.
function(proxima_use_headers target)
    foreach(library IN LISTS ARGN)
        target_include_directories(${target} SYSTEM PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
    endforeach()
endfunction()
