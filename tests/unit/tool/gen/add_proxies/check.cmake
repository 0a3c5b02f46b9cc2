# Configures the project with one call of proxima_add_proxies, and looks for a regular expression in the command it makes,
# or in the message to a refused call.
#   cmake -DPROXIMA_CMAKE_DIR=... -DDIRECTORY=... -DCXX=... -DCALL=... -DGENERATOR=... (-DCOMMAND=REGEX|-DERROR=REGEX) -P check.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${DIRECTORY}")
execute_process(
    COMMAND ${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}/project" -B "${DIRECTORY}" "-DPROXIMA_CMAKE_DIR=${PROXIMA_CMAKE_DIR}"
        "-DCALL=${CALL}" "-DPROXIMA_GENERATOR=${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_BUILD_TYPE=Release
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
# CMake breaks the lines of its messages.
string(REGEX REPLACE "[ \n]+" " " said "${said}")

if(DEFINED ERROR)
    if(status EQUAL 0 OR NOT said MATCHES "${ERROR}")
        message(FATAL_ERROR "expected to be refused with ${ERROR}, it ended with ${status} and said\n${said}")
    endif()
    return()
endif()
if(NOT status EQUAL 0)
    message(FATAL_ERROR "the project cannot be configured:\n${said}")
endif()
file(READ "${DIRECTORY}/proxies.proxima/command-Release.txt" command)
if(NOT command MATCHES "${COMMAND}")
    message(FATAL_ERROR "${COMMAND} expected in the command, which is\n${command}")
endif()
