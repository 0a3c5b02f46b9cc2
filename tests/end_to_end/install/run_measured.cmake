# Included by the checks. Runs PROGRAM measured and compares what was recorded with what theory says:
# 1000 explicit Euler steps of c' = -exp(-1000/300) c, each one call of the port.
function(run_measured program run_directory)
    file(REMOVE_RECURSE "${run_directory}")
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E env "PROXIMA=output=${run_directory}" "${program}"
        OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    # (1 - 1e-3 exp(-10/3))^1000
    if(NOT output MATCHES "^0\\.964954209872")
        message(FATAL_ERROR "the application computed ${output}, not 0.964954209872")
    endif()

    file(READ "${run_directory}/callgraph.json" graph)
    string(JSON nodes LENGTH "${graph}" dataframe)
    if(NOT nodes EQUAL 1)
        message(FATAL_ERROR "the call graph has ${nodes} nodes, not 1:\n${graph}")
    endif()
    string(JSON name GET "${graph}" dataframe 0 name)
    string(JSON calls GET "${graph}" dataframe 0 calls)
    if(NOT name STREQUAL "arrhenius.rate" OR NOT calls EQUAL 1000)
        message(FATAL_ERROR "the call graph says ${name} ran ${calls} times, not arrhenius.rate 1000 times")
    endif()
endfunction()
