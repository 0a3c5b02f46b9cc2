# proxima_warnings(TARGET...): the warnings Proxima's own code is held to. Not part of what is installed.
function(proxima_warnings)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${PROXIMA_WERROR}>:-Werror>
            # g++ 12 sees overlap in std::string concatenation where there is none (GCC bug 105329).
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            # std::stable_sort of libstdc++ 12 uses what that library itself calls deprecated.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
    endforeach()
endfunction()
