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

# Runs the program that uses every class, with the environment given. Sets `known` to what it could ask for.
function(run_every_class)
    file(REMOVE_RECURSE "${BINARY}/known" "${BINARY}/run")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env --unset=PROXIMA --unset=PROXIMA_MEASUREMENT ${ARGN}
            "${BINARY}/build/every_class" known
        WORKING_DIRECTORY "${BINARY}" OUTPUT_VARIABLE answer ERROR_VARIABLE said RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT answer STREQUAL "800.000000\n" OR NOT said STREQUAL "")
        message(FATAL_ERROR "every_class with ${ARGN}: status ${status}, answer ${answer}, said ${said}")
    endif()
    file(READ "${BINARY}/known" text)
    set(known "${text}" PARENT_SCOPE)
endfunction()

function(expect_known expected)
    if(NOT known STREQUAL expected)
        message(FATAL_ERROR "expected:\n${expected}known:\n${known}")
    endif()
endfunction()

# An implementation that has nothing to tell answers with zeros.
set(nothing "advance: 0 calls, no time
warm-up => advance double (Rod&): 0 calls, no time
check: 0 calls, no time
warm-up: 0 calls, no time
largest change: 0 samples
change by path : warm-up => advance double (Rod&): 0 samples
heap in use (bytes): 0 samples
records: 0
")
run_every_class()
expect_known("${nothing}")
# Ten steps, two of them in the phase; checks in the first three of the others, until their group was switched off.
run_every_class(PROXIMA_MEASUREMENT=proxima:quiet=on,output=run)
expect_known("advance: 8 calls, some time
warm-up => advance double (Rod&): 2 calls, some time
check: 3 calls, some time
warm-up: 1 calls, some time
largest change: 10 samples
change by path : warm-up => advance double (Rod&): 2 samples
heap in use (bytes): 8 samples
records: 10 computation communication cells
")
