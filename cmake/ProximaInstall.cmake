# The package: find_package(Proxima) from an install tree and from the build tree.
#
# Each component has an export set of its own, so that one is usable where the others are not installed:
#   Runtime    ProximaTargets           Proxima::runtime
#   Generator  ProximaGeneratorTargets  Proxima::gen
#   Tools      ProximaToolsTargets      Proxima::rundir, Proxima::cli

include(CMakePackageConfigHelpers)

set(proxima_package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/Proxima")

function(proxima_export_component component export_set)
    install(EXPORT ${export_set}
        NAMESPACE Proxima:: DESTINATION "${proxima_package_directory}" COMPONENT ${component})
    export(EXPORT ${export_set} NAMESPACE Proxima:: FILE "${PROJECT_BINARY_DIR}/${export_set}.cmake")
endfunction()

proxima_export_component(Runtime ProximaTargets)
if(TARGET proxima_gen)
    proxima_export_component(Generator ProximaGeneratorTargets)
endif()
if(TARGET proxima_cli)
    proxima_export_component(Tools ProximaToolsTargets)
endif()

configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/ProximaConfig.cmake.in" "${PROJECT_BINARY_DIR}/ProximaConfig.cmake"
    INSTALL_DESTINATION "${proxima_package_directory}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ProximaConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)

set(proxima_modules ProximaAddProxies.cmake ProximaFindPorts.cmake ProximaParseFlags.cmake)
foreach(module IN LISTS proxima_modules)
    # Beside the configuration file in the build tree as well, where ProximaConfig.cmake expects them.
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${module}" "${PROJECT_BINARY_DIR}/${module}" COPYONLY)
endforeach()

list(TRANSFORM proxima_modules PREPEND "${PROJECT_SOURCE_DIR}/cmake/")
install(FILES ${proxima_modules}
    "${PROJECT_BINARY_DIR}/ProximaConfig.cmake" "${PROJECT_BINARY_DIR}/ProximaConfigVersion.cmake"
    DESTINATION "${proxima_package_directory}" COMPONENT Runtime)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT Runtime)
