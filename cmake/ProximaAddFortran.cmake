# proxima_add_fortran_module(TARGET): makes TARGET, a library with the Fortran module proxima, compiled by the project's
# own compiler. The project must enable Fortran, and C or CXX.
#
#     proxima_add_fortran_module(proxima_fortran)
#     target_link_libraries(application PRIVATE proxima_fortran)
function(proxima_add_fortran_module target)
    get_target_property(directories Proxima::c INTERFACE_INCLUDE_DIRECTORIES)
    string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" directories "${directories}")
    find_file(source proxima.f90 PATHS ${directories} NO_DEFAULT_PATH NO_CACHE REQUIRED)
    add_library(${target} STATIC "${source}")
    set(modules "${CMAKE_CURRENT_BINARY_DIR}/${target}.modules")
    set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${modules}" POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PUBLIC "${modules}")
    target_link_libraries(${target} PUBLIC Proxima::c)
endfunction()
