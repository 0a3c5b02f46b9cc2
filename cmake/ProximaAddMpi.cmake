#[=======================================================================[
proxima_add_mpi
---------------

Makes libproxima_mpi for an MPI: a shared library, linked or preloaded, that measures MPI calls.

  proxima_add_mpi(
      TARGET name         # library target to make
      COMPILER compiler)  # compiler of the MPI, such as mpicxx.mpich; asked with -show

Its wrappers are generated from the mpi.h that the compiler includes. Applications link it before
their MPI: target_link_libraries(application PRIVATE name MPI::MPI_CXX).
#]=======================================================================]

include_guard(GLOBAL)

include("${CMAKE_CURRENT_LIST_DIR}/ProximaAddProxies.cmake")

function(proxima_add_mpi)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;COMPILER" "")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_TARGET OR NOT arg_COMPILER)
        message(FATAL_ERROR "proxima_add_mpi: takes TARGET, the library to make, and COMPILER, the compiler of the MPI")
    endif()
    _proxima_mpi_generator(generator)
    _proxima_mpi_flags(include_directories link_options "${arg_COMPILER}")

    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.proxima")
    set(wrappers "${directory}/mpi_wrappers.cpp")
    add_custom_command(
        OUTPUT "${wrappers}"
        COMMAND ${generator} --pmpi -o "${directory}" --compiler "${arg_COMPILER}" --depfile "${wrappers}.d"
            --depfile-target "${wrappers}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${wrappers}"
        DEPENDS ${generator}
        DEPFILE "${wrappers}.d"
        COMMENT "Generating wrappers of MPI: ${arg_TARGET}"
        VERBATIM)

    _proxima_mpi_directories(source_directory include)
    file(GLOB sources "${source_directory}/*.cpp")
    add_library(${arg_TARGET} SHARED "${wrappers}" ${sources})
    set_target_properties(${arg_TARGET} PROPERTIES
        CXX_STANDARD 17
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON)
    target_include_directories(${arg_TARGET} PRIVATE ${include} ${source_directory})
    target_include_directories(${arg_TARGET} SYSTEM PRIVATE ${include_directories})
    target_compile_definitions(${arg_TARGET} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
    target_link_libraries(${arg_TARGET} PRIVATE Proxima::runtime Proxima::format Threads::Threads ${CMAKE_DL_LIBS})
    target_link_options(${arg_TARGET} PRIVATE "LINKER:--as-needed")
    if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # clang++ leaves the sanitizer's symbols to the program
        target_link_options(${arg_TARGET} PRIVATE "LINKER:-z,defs")
    endif()
    # On x86-64 the library looks up the MPI that the program has loaded; see proxima/mpi/program_mpi.hpp.
    _proxima_mpi_soname(soname ${link_options})
    target_compile_definitions(${arg_TARGET} PRIVATE PROXIMA_MPI_LIBRARY="${soname}")
    if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
        target_link_libraries(${arg_TARGET} PRIVATE ${link_options})
    endif()
endfunction()

# The name by which programs load the MPI: libmpi.so.40 of -lmpi.
function(_proxima_mpi_soname variable)
    set(soname "")
    set(directories ${ARGN})
    list(FILTER directories INCLUDE REGEX "^-L")
    list(TRANSFORM directories REPLACE "^-L" "")
    foreach(word IN LISTS ARGN)
        if(NOT word MATCHES "cxx|fort|usempi" AND word MATCHES "^-l(mpi[a-z_]*)$")
            unset(_proxima_mpi_file)
            find_library(_proxima_mpi_file NAMES ${CMAKE_MATCH_1} PATHS ${directories} NO_CACHE)
            if(_proxima_mpi_file)
                execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${_proxima_mpi_file}" OUTPUT_VARIABLE headers ERROR_QUIET)
                if(headers MATCHES "SONAME +([^\n]+)")
                    set(soname "${CMAKE_MATCH_1}")
                endif()
            endif()
        endif()
    endforeach()
    set(${variable} "${soname}" PARENT_SCOPE)
endfunction()

# Finds the sources: in the source tree, else where they were installed.
function(_proxima_mpi_directories source include)
    set(here "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
    if(EXISTS "${here}/../runtime/probe/mpi/src")
        set(${source} "${here}/../runtime/probe/mpi/src" PARENT_SCOPE)
        set(${include} "${here}/../runtime/probe/mpi/include" PARENT_SCOPE)
    else()
        set(${source} "${here}/mpi" PARENT_SCOPE)
        set(${include} "" PARENT_SCOPE)
    endif()
endfunction()

# The generator's target may be made later than this one.
function(_proxima_mpi_generator variable)
    if(PROXIMA_GENERATOR OR TARGET Proxima::gen)
        _proxima_generator(generator)
    else()
        set(generator proxima_gen)
    endif()
    set(${variable} "${generator}" PARENT_SCOPE)
endfunction()

# Asks the MPI's compiler what it adds to a command line.
function(_proxima_mpi_flags include_directories link_options compiler)
    execute_process(COMMAND "${compiler}" -show
        OUTPUT_VARIABLE shown RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "proxima_add_mpi: ${compiler} does not answer to -show; COMPILER takes an MPI's compiler, such as mpicxx")
    endif()
    separate_arguments(words UNIX_COMMAND "${shown}")
    set(directories "")
    set(options "")
    foreach(word IN LISTS words)
        if(word MATCHES "^-I(.+)")
            list(APPEND directories "${CMAKE_MATCH_1}")
        elseif(word MATCHES "^-(L|l)" OR word MATCHES "^-Wl,")
            list(APPEND options "${word}")
        endif()
    endforeach()
    set(${include_directories} ${directories} PARENT_SCOPE)
    set(${link_options} ${options} PARENT_SCOPE)
endfunction()
