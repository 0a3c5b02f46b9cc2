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

# proxima_runtime_libraries(TARGET...): what all libraries in measured applications have in common.
function(proxima_runtime_libraries)
    proxima_warnings(${ARGN})
    foreach(target IN LISTS ARGN)
        target_compile_features(${target} PUBLIC cxx_std_17)
    endforeach()
    set_target_properties(${ARGN} PROPERTIES
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()
