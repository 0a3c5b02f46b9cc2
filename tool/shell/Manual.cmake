# Builds the manual pages together with the programs, where these can run.
find_program(PROXIMA_HELP2MAN help2man)
if(NOT PROXIMA_HELP2MAN OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
    message(STATUS "No man pages: help2man is missing, or the programs do not run here")
    return()
endif()

# proxima_manual(PROGRAM COMPONENT): the pages of a program and of its verbs.
function(proxima_manual program component)
    set(pages "${PROJECT_BINARY_DIR}/manual/${program}")
    set(script "${CMAKE_CURRENT_SOURCE_DIR}/shell/write_manual.sh")
    add_custom_command(OUTPUT "${pages}.stamp"
        COMMAND "${script}" "${pages}" "${PROJECT_VERSION}" "$<TARGET_FILE:${program}>"
        COMMAND "${CMAKE_COMMAND}" -E touch "${pages}.stamp"
        DEPENDS ${program} "${script}" VERBATIM COMMENT "Writing the manual of ${program}")
    add_custom_target(${program}_manual ALL DEPENDS "${pages}.stamp")
    install(DIRECTORY "${pages}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT ${component})
endfunction()

if(TARGET proxima_gen)
    proxima_manual(proxima_gen Generator)
endif()
if(TARGET proxima_cli)
    proxima_manual(proxima_cli Tools)
endif()
