# The package: find_package(Proxima) from an install tree and from the build tree.
#
# Each component has an export set of its own, so that one is usable where the others are not installed:
#   Runtime    Proxima::runtime, framework, measurement, c: what applications link
#   Generator  Proxima::gen
#   Tools      Proxima::base, rundir, cli; needs simdjson
#   Analysis   Proxima::gather, fit, prune, select, compare; needs Tools and muParser
#   Knowledge  Proxima::knowledge; needs Analysis and SQLite
#   Assembly   Proxima::assembly, study; needs Analysis and fmt
#   Steering   Proxima::online, online_files; needs Knowledge
#   Cluster    Proxima::node, platform; needs Analysis and libsodium
#   Mpi        Proxima::mpi, for the MPI that was found
# `cmake --install --component` takes Runtime, Generator, Mpi, and Tools, which installs all others, too.

include(CMakePackageConfigHelpers)

set(proxima_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/Proxima")

get_property(proxima_components GLOBAL PROPERTY PROXIMA_COMPONENTS)
list(APPEND proxima_components Runtime)
if(TARGET proxima_gen)
    list(APPEND proxima_components Generator)
endif()
if(TARGET proxima_mpi)
    list(APPEND proxima_components Mpi)
endif()
list(REMOVE_DUPLICATES proxima_components)
foreach(component IN LISTS proxima_components)
    if(NOT component MATCHES "^(Runtime|Generator|Tools|Analysis|Knowledge|Assembly|Steering|Cluster|Mpi)$")
        message(FATAL_ERROR "proxima_library: no component \"${component}\"; ProximaInstall.cmake lists them")
    endif()
    set(install_component Tools)
    if(component MATCHES "^(Runtime|Generator|Mpi)$")
        set(install_component ${component})
    endif()
    install(EXPORT Proxima${component}Targets
        NAMESPACE Proxima:: DESTINATION "${proxima_package_directory}" COMPONENT ${install_component})
    export(EXPORT Proxima${component}Targets
        NAMESPACE Proxima:: FILE "${PROJECT_BINARY_DIR}/Proxima${component}Targets.cmake")
endforeach()

configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/ProximaConfig.cmake.in" "${PROJECT_BINARY_DIR}/ProximaConfig.cmake"
    INSTALL_DESTINATION "${proxima_package_directory}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ProximaConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)

set(proxima_modules ProximaAddFortran.cmake ProximaAddMpi.cmake ProximaAddProxies.cmake ProximaFindPorts.cmake ProximaInstrument.cmake ProximaParseFlags.cmake)
foreach(module IN LISTS proxima_modules)
    # Beside the configuration file in the build tree as well, where ProximaConfig.cmake expects them.
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${module}" "${PROJECT_BINARY_DIR}/${module}" COPYONLY)
endforeach()

# Sources that proxima_add_mpi() builds, in both trees as well.
set(proxima_mpi_source_directories runtime/probe/mpi/src runtime/probe/mpi/include)
set(proxima_mpi_globs runtime/probe/mpi/src/*.?pp runtime/probe/mpi/include/proxima/mpi/*.hpp)
list(TRANSFORM proxima_mpi_globs PREPEND "${PROJECT_SOURCE_DIR}/")
file(GLOB proxima_mpi_sources CONFIGURE_DEPENDS ${proxima_mpi_globs})
foreach(source IN LISTS proxima_mpi_sources)
    foreach(directory IN LISTS proxima_mpi_source_directories)
        if(source MATCHES "^${PROJECT_SOURCE_DIR}/${directory}/(.+)$")
            set(name "${CMAKE_MATCH_1}")
        endif()
    endforeach()
    configure_file("${source}" "${PROJECT_BINARY_DIR}/mpi/${name}" COPYONLY)
    cmake_path(GET name PARENT_PATH subdirectory)
    install(FILES "${source}" DESTINATION "${proxima_package_directory}/mpi/${subdirectory}" COMPONENT Runtime)
endforeach()

list(TRANSFORM proxima_modules PREPEND "${PROJECT_SOURCE_DIR}/cmake/")
install(FILES ${proxima_modules}
    "${PROJECT_BINARY_DIR}/ProximaConfig.cmake" "${PROJECT_BINARY_DIR}/ProximaConfigVersion.cmake"
    DESTINATION "${proxima_package_directory}" COMPONENT Runtime)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT Runtime)

# Documents and the files that they name keep their places, so that links lead somewhere.
file(GLOB_RECURSE documents RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
    docs/*.md samples/*.md runtime/FORMAT.md runtime/SCHEMA.md tool/FORMAT.md
    samples/languages/* samples/quick_start/* samples/measurement_tool/*)
foreach(document IN ITEMS README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md tests/README.md cmake/ProximaAddProxies.cmake
    runtime/probe/core/include/proxima/context.hpp runtime/probe/core/include/proxima/control.hpp
    runtime/probe/measurement/include/proxima/measurement/connect.hpp runtime/probe/measurement/include/proxima.h
    runtime/probe/measurement/include/proxima.f90 samples/hydro/figure_6.py LISTS documents)
    cmake_path(GET document PARENT_PATH folder)
    install(FILES "${PROJECT_SOURCE_DIR}/${document}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}" COMPONENT Runtime)
endforeach()
