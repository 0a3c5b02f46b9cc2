# Installs PROXIMA_BUILD's runtime, builds the application in SOURCE against it with COMPILER and FLAGS, runs it, in BINARY.
file(REMOVE_RECURSE "${BINARY}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${PROXIMA_BUILD}" --prefix "${BINARY}/prefix" --component Runtime
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
    COMMAND "${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}/application" -B "${BINARY}/build"
        "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_PREFIX_PATH=${BINARY}/prefix"
        -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
    COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}/build" COMMAND_ERROR_IS_FATAL ANY)

# Runs it with the environment given, and checks that its answer is the same.
function(run)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env --unset=PROXIMA --unset=PROXIMA_MEASUREMENT ${ARGN} "${BINARY}/build/pulse"
        WORKING_DIRECTORY "${BINARY}" OUTPUT_VARIABLE answer ERROR_VARIABLE said RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT answer STREQUAL "385\n" OR NOT said STREQUAL "")
        message(FATAL_ERROR "with ${ARGN}: status ${status}, answer ${answer}, said ${said}")
    endif()
endfunction()

run()
if(EXISTS "${BINARY}/run")
    message(FATAL_ERROR "something was measured although no implementation was chosen")
endif()
run(PROXIMA_MEASUREMENT=proxima PROXIMA=quiet=on,output=run)
file(READ "${BINARY}/run/callgraph.json" graph)
string(JSON name GET "${graph}" dataframe 0 name)
string(JSON calls GET "${graph}" dataframe 0 calls)
if(NOT name STREQUAL "default.square" OR NOT calls EQUAL 10)
    message(FATAL_ERROR "10 calls of square were expected:\n${graph}")
endif()
