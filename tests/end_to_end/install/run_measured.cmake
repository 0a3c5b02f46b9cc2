# Included by the checks: run measured and compare what was recorded with what theory says, which is 1000 explicit Euler
# steps of c' = -exp(-1000/300) c, each one call of the port.

function(expect_solution output)
    # (1 - 1e-3 exp(-10/3))^1000
    if(NOT output MATCHES "^0\\.964954209872")
        message(FATAL_ERROR "the application computed ${output}, not 0.964954209872")
    endif()
endfunction()

# The run has one node, of that name, called so often.
function(expect_calls run_directory wanted number)
    file(READ "${run_directory}/callgraph.json" graph)
    string(JSON nodes LENGTH "${graph}" dataframe)
    string(JSON name GET "${graph}" dataframe 0 name)
    string(JSON calls GET "${graph}" dataframe 0 calls)
    if(NOT nodes EQUAL 1 OR NOT name STREQUAL wanted OR NOT calls EQUAL number)
        message(FATAL_ERROR "not ${number} calls of ${wanted} alone:\n${graph}")
    endif()
endfunction()

function(run_measured program run_directory)
    file(REMOVE_RECURSE "${run_directory}")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env "PROXIMA=output=${run_directory}" "${program}"
        OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    expect_solution("${output}")
    expect_calls("${run_directory}" arrhenius.rate 1000)
endfunction()

# The same as an assembly of components, with a proxy in each connection.
function(run_assembly_measured tool script components run_directory)
    file(REMOVE_RECURSE "${run_directory}")
    execute_process(
        COMMAND "${tool}" run "${script}" --path "${components}" --measure all --output "${run_directory}"
        OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    expect_solution("${output}")
    execute_process(COMMAND "${tool}" report "${run_directory}" --connections
        OUTPUT_VARIABLE report COMMAND_ERROR_IS_FATAL ANY)
    if(NOT report MATCHES "reactor\\.rate -> arrhenius\\.rate +1000 ")
        message(FATAL_ERROR "the report does not show 1000 calls of the rate by the reactor:\n${report}")
    endif()
endfunction()
