# Compiles one source twice: as it is, where it must be rejected with the message of its `// expect: REGEX` lines, and
# with CORRECT defined, where it must compile, so that it is rejected for that reason and no other.
#   cmake -DCOMPILER=... -DFLAGS=... -DSOURCE=... -P check_rejection.cmake

cmake_minimum_required(VERSION 3.25)

file(STRINGS "${SOURCE}" expectations REGEX "^// expect: ")
execute_process(COMMAND "${COMPILER}" ${FLAGS} -DCORRECT -fsyntax-only "${SOURCE}"
    RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE}: does not compile with CORRECT defined\n${said}")
endif()
execute_process(COMMAND "${COMPILER}" ${FLAGS} -fsyntax-only "${SOURCE}" RESULT_VARIABLE status ERROR_VARIABLE said)
if(status EQUAL 0)
    message(FATAL_ERROR "${SOURCE}: compiles, although it must not")
endif()
foreach(expectation IN LISTS expectations)
    string(REGEX REPLACE "^// expect: " "" regex "${expectation}")
    if(NOT said MATCHES "${regex}")
        message(FATAL_ERROR "${SOURCE}: expected, but not said: ${regex}\nThe compiler said:\n${said}")
    endif()
endforeach()
