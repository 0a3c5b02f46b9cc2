# proxima_warnings(TARGET...): the warnings Proxima's own code is held to. Not part of what is installed.
function(proxima_warnings)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${PROXIMA_WERROR}>:-Werror>)
    endforeach()
endfunction()
