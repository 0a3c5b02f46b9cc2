# Compiles one source as it is, which must work, and once for each of its lines `// NAME: REGEX` with NAME defined, which
# must be rejected with a message that matches.
#   cmake -DCOMPILER=... -DFLAGS=... -DSOURCE=... -P check_rejections.cmake

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND "${COMPILER}" ${FLAGS} -fsyntax-only "${SOURCE}" RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE}: does not compile without a misuse\n${said}")
endif()
file(STRINGS "${SOURCE}" misuses REGEX "^ *// [A-Z_]+: ")
if(NOT misuses)
    message(FATAL_ERROR "${SOURCE}: no line `// NAME: REGEX`")
endif()
foreach(misuse IN LISTS misuses)
    string(REGEX MATCH "// ([A-Z_]+): (.*)$" matched "${misuse}")
    set(name "${CMAKE_MATCH_1}")
    set(regex "${CMAKE_MATCH_2}")
    execute_process(COMMAND "${COMPILER}" ${FLAGS} -D${name} -fsyntax-only "${SOURCE}"
        RESULT_VARIABLE status ERROR_VARIABLE said)
    if(status EQUAL 0)
        message(SEND_ERROR "${SOURCE}: ${name} compiles, although it must not")
    elseif(NOT said MATCHES "${regex}")
        message(SEND_ERROR "${SOURCE}: ${name}: expected, but not said: ${regex}\nThe compiler said:\n${said}")
    endif()
endforeach()
