# Configures, builds and runs the application against the package found by PACKAGE_ARGUMENT, in BINARY.
# SOURCE: this folder. GENERATOR: CMake generator. COMPILER, FLAGS. PROXIMA_TOOL: the proxima that reports.
# WITHOUT: components that the package does not have.
# WANTED: builds this target alone, and checks what it does and how it is built again.
include("${SOURCE}/run_measured.cmake")

function(build)
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}/build" --target ${WANTED}
        OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    set(build_output "${output}" PARENT_SCOPE)
endfunction()

# A copy, because the check changes it.
file(REMOVE_RECURSE "${BINARY}")
file(COPY "${SOURCE}/application" DESTINATION "${BINARY}")
execute_process(
    COMMAND "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${BINARY}/application" -B "${BINARY}/build"
        "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "${PACKAGE_ARGUMENT}" "-DWITHOUT=${WITHOUT}"
    COMMAND_ERROR_IS_FATAL ANY)
build()
run_measured("${BINARY}/build/reaction_steps" "${BINARY}/run")

execute_process(COMMAND "${PROXIMA_TOOL}" report "${BINARY}/run"
    OUTPUT_VARIABLE report COMMAND_ERROR_IS_FATAL ANY)
message("${report}")
if(NOT report MATCHES "arrhenius\\.rate" OR NOT report MATCHES "1[,. ]?000")
    message(FATAL_ERROR "proxima report does not show 1000 calls of arrhenius.rate")
endif()

if(EXPECT_FRAMEWORK AND WANTED STREQUAL "all")
    run_assembly_measured("${PROXIMA_TOOL}" "${BINARY}/application/components/reaction_steps.rc"
        "${BINARY}/build/components" "${BINARY}/run_of_components")
endif()

file(GLOB programs_with_libraries "${BINARY}/build/use_*")
if(WANTED STREQUAL "all" AND NOT programs_with_libraries)
    message(FATAL_ERROR "no program uses a library")
endif()
foreach(program IN LISTS programs_with_libraries)
    execute_process(COMMAND "${program}" WORKING_DIRECTORY "${BINARY}" RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${program}: status ${status}")
    endif()
endforeach()

# Without a launcher an MPI program is one rank.
file(GLOB programs_with_mpi "${BINARY}/build/ranks_with_*")
if(EXPECT_MPI AND WANTED STREQUAL "all" AND NOT programs_with_mpi)
    message(FATAL_ERROR "Proxima::mpi is not in the package")
endif()
foreach(program IN LISTS programs_with_mpi)
    cmake_path(GET program FILENAME name)
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PROXIMA=output=${BINARY}/run_${name}" "${program}"
        COMMAND_ERROR_IS_FATAL ANY)
    file(READ "${BINARY}/run_${name}/mpi.json" routines)
    if(NOT routines MATCHES "\"MPI_Barrier\", *\"ranks\": *1, *\"calls\": *10,")
        message(FATAL_ERROR "${name} called MPI_Barrier 10 times, mpi.json has:\n${routines}")
    endif()
endforeach()

build()
if(build_output MATCHES "Generating proxies|Building CXX")
    message(FATAL_ERROR "a second build did something:\n${build_output}")
endif()

# A method added to the port must reach its proxy.
set(header "${BINARY}/application/ports/chemistry/rate_law.hpp")
file(READ "${header}" text)
string(REPLACE "virtual ~RateLaw" "virtual int added() const { return 1; }\n    virtual ~RateLaw" text "${text}")
execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 1) # timestamps of a second are the coarsest there are
file(WRITE "${header}" "${text}")
build()
file(READ "${BINARY}/build/chemistry_proxies.proxima/rate_law.proxy.hpp" proxy)
if(NOT proxy MATCHES "added\\(\\)")
    message(FATAL_ERROR "the proxy was not generated again after the port changed:\n${build_output}")
endif()
