# Runs the generator for the golden output NAME into DIRECTORY, then compares with testdata/golden/NAME, or with
# RENEW replaces that.
#   cmake -DGENERATOR=... -DNAME=... -DSOURCE_DIR=... -DDIRECTORY=... [-DRENEW=ON] -P golden.cmake

cmake_minimum_required(VERSION 3.25)

set(golden "${SOURCE_DIR}/testdata/golden/${NAME}")
set(ports "testdata/ports")
set(flags -- -std=c++17 -I ${ports})

# Options beside the header, one a line; what stands after a line `--` are compiler flags.
function(read_options result)
    set(options "")
    if(EXISTS "${SOURCE_DIR}/${ports}/${NAME}.json")
        list(APPEND options "--config=${ports}/${NAME}.json")
    endif()
    if(EXISTS "${SOURCE_DIR}/${ports}/${NAME}.args")
        file(STRINGS "${SOURCE_DIR}/${ports}/${NAME}.args" lines)
        list(APPEND options ${lines})
    endif()
    set(${result} "${options}" PARENT_SCOPE)
endfunction()

if(NAME STREQUAL "help")
    set(arguments --help)
elseif(NAME STREQUAL "list")
    set(arguments --list -v ${ports}/deleted_virtual.hpp ${ports}/final_method.hpp ${ports}/parameter_defaults.hpp
        ${ports}/private_virtual_hook.hpp testdata/refuse/all_refused.hpp ${flags})
elseif(NAME STREQUAL "explain")
    set(arguments --list --explain=${DIRECTORY}/explain.json ${ports}/final_method.hpp
        ${ports}/parameter_defaults.hpp testdata/refuse/all_refused.hpp ${flags})
elseif(NAME STREQUAL "components")
    set(arguments -o ${DIRECTORY} --components --config=${ports}/base_state.json "--class=fit::*" "--class=storage::*" "--class=thyra::LinearOp<float, int>"
        ${ports}/base_state.hpp ${ports}/no_default_constructor.hpp ${ports}/class_template_instance.hpp ${flags})
else()
    read_options(options)
    set(arguments -o ${DIRECTORY} ${options} ${ports}/${NAME}.hpp ${flags})
endif()

# Run where the headers are named by short paths, so that the output is the same on every machine.
file(REMOVE_RECURSE "${DIRECTORY}")
file(MAKE_DIRECTORY "${DIRECTORY}")
execute_process(COMMAND "${GENERATOR}" ${arguments} WORKING_DIRECTORY "${SOURCE_DIR}"
    OUTPUT_VARIABLE answer ERROR_VARIABLE messages RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "proxima-gen failed (${status}):\n${messages}")
endif()
if(NAME STREQUAL "components")  # the proxies are as they are without it
    file(GLOB written "${DIRECTORY}/*")
    list(REMOVE_ITEM written "${DIRECTORY}/proxy_components.cpp")
    file(REMOVE ${written})
endif()
if(NOT answer STREQUAL "")
    file(WRITE "${DIRECTORY}/answer.txt" "${answer}")
endif()

if(RENEW)
    file(REMOVE_RECURSE "${golden}")
    file(COPY "${DIRECTORY}/" DESTINATION "${golden}")
    return()
endif()

execute_process(COMMAND diff -r -u "${golden}" "${DIRECTORY}" OUTPUT_VARIABLE difference RESULT_VARIABLE differs)
if(NOT differs EQUAL 0)
    message(FATAL_ERROR "the output is not what it was; when that is meant: "
        "cmake --build <build directory> --target renew_golden\n${difference}")
endif()
