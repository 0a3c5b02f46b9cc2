# Headers of libraries that many files parse, and that take the compiler seconds, are parsed once for all targets of a
# kind. Each file still includes what it uses: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without.
# The runtime that applications link is built without. Each target chooses with proxima_build_time(), beside its
# definition.

# proxima_targets(VARIABLE PROPERTY VALUE [DIRECTORY]): Proxima's targets of which PROPERTY is VALUE.
function(proxima_targets variable property value)
    set(directory "${PROJECT_SOURCE_DIR}")
    if(ARGC GREATER 3)
        set(directory "${ARGV3}")
    endif()
    get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    get_property(subdirectories DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    set(found "")
    foreach(target IN LISTS targets)
        get_target_property(chosen ${target} ${property})
        if(chosen STREQUAL value)
            list(APPEND found ${target})
        endif()
    endforeach()
    foreach(subdirectory IN LISTS subdirectories)
        proxima_targets(below ${property} ${value} "${subdirectory}")
        list(APPEND found ${below})
    endforeach()
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# proxima_precompile(KIND [PIC] HEADERS HEADER... [LINK LIBRARY...] [OPTIONS OPTION...]): for the targets that chose KIND.
function(proxima_precompile kind)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "PIC" "" "HEADERS;LINK;OPTIONS")
    proxima_targets(targets PROXIMA_PRECOMPILE ${kind})
    if(NOT targets)
        return()
    endif()
    set(carrier proxima_${kind}_headers)
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/precompiled/${kind}.cpp" CONTENT "") # written once
    add_library(${carrier} OBJECT EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/precompiled/${kind}.cpp")
    set_target_properties(${carrier} PROPERTIES POSITION_INDEPENDENT_CODE ${ARG_PIC})
    target_compile_features(${carrier} PRIVATE cxx_std_20)
    target_link_libraries(${carrier} PRIVATE ${ARG_LINK})
    target_compile_options(${carrier} PRIVATE ${ARG_OPTIONS})
    proxima_warnings(${carrier})  # g++ takes no others' headers whose options differ
    target_precompile_headers(${carrier} PRIVATE ${ARG_HEADERS})
    foreach(target IN LISTS targets)
        target_precompile_headers(${target} REUSE_FROM ${carrier})
        target_compile_features(${target} PRIVATE cxx_std_20)
        # g++ 12 forgets which precompiled headers are the system's, and warns of code that it inlines from them.
        target_compile_options(${target} PRIVATE ${ARG_OPTIONS}
            $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-nonnull;-Wno-stringop-overflow;-Wno-stringop-overread>)
    endforeach()
endfunction()

set(standard <algorithm> <charconv> <cmath> <filesystem> <functional> <map> <memory> <optional> <set> <string> <vector>)

if(TARGET proxima_gen_analysis)
    get_target_property(clang_directories proxima_gen_analysis INCLUDE_DIRECTORIES)
    add_library(proxima_clang INTERFACE)
    target_include_directories(proxima_clang SYSTEM INTERFACE ${clang_directories})
    proxima_precompile(clang
        HEADERS <clang/AST/ASTContext.h> <clang/AST/Attr.h> <clang/AST/DeclTemplate.h> <clang/AST/ExprCXX.h>
            <clang/Frontend/CompilerInstance.h> <clang/Lex/Preprocessor.h> <clang/Sema/Sema.h>
        LINK proxima_clang
        OPTIONS -fno-rtti)
endif()
if(TARGET proxima_text OR TARGET proxima_gen_core)
    find_package(fmt REQUIRED)
endif()
# Not CLI11: what it defines would be compiled into each file, for two seconds.
proxima_precompile(tool HEADERS ${standard} <fmt/format.h> <fmt/ranges.h> LINK fmt::fmt)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*address")
    set(guides_fuzzers -fsanitize=fuzzer-no-link)
endif()
proxima_precompile(library PIC HEADERS ${standard} OPTIONS ${guides_fuzzers})
if(PROXIMA_BUILD_TESTS)
    find_package(GTest REQUIRED)
endif()
proxima_precompile(test HEADERS ${standard} <gtest/gtest.h> LINK GTest::gtest)

# The headers of CLI11 and nlohmann-json take seconds in each compilation: sources that include them are compiled
# together.
file(GLOB_RECURSE verbs RELATIVE "${PROJECT_SOURCE_DIR}/tool/cli" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tool/cli/*.cpp")
list(REMOVE_ITEM verbs command_line.cpp)
foreach(source IN LISTS verbs)
    file(STRINGS "${PROJECT_SOURCE_DIR}/tool/cli/${source}" includes REGEX "^#include")
    if(includes MATCHES "<CLI/|\"shared/argument_checks.hpp\"")
        list(APPEND uses_cli11 "${source}")
    elseif(includes MATCHES "<nlohmann/json.hpp>")
        list(APPEND uses_json "${source}")
    endif()
endforeach()

# The sources of a folder are compiled together, so that what they instantiate of templates is compiled once.
# Each also compiles alone: -DPROXIMA_COMPILE_FOLDERS=OFF, as for clang-tidy.
function(proxima_compile_folders target)
    get_target_property(directory ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        string(REPLACE / _ folder "sources_${folder}")
        if(source IN_LIST uses_cli11)
            set(folder sources_options)
        elseif(source IN_LIST uses_json)
            set(folder sources_json)
        endif()
        set_property(SOURCE "${directory}/${source}" TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP "${folder}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # g++ takes the sources for headers, and warns of what belongs to one source alone.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
if(PROXIMA_COMPILE_FOLDERS)
    proxima_targets(together PROXIMA_UNITY TRUE)
    foreach(target IN LISTS together)
        proxima_compile_folders(${target})
    endforeach()
endif()

# These spend their time in the libraries that they call, or none: not worth an optimizer's.
proxima_targets(light PROXIMA_LIGHT TRUE)
foreach(target IN LISTS light)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endforeach()
