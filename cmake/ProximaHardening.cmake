# Makes mistakes in programs and libraries hard to exploit: addresses that vary, tables that cannot be written once the
# program runs, checked stack frames and checked calls of the C library. Sanitizers do better, and do not go with the
# last two; the preset ci, whose tests say nothing about speed or attacks, leaves them out.
option(PROXIMA_HARDENING "Compile with -fstack-protector-strong and _FORTIFY_SOURCE" ON)

if(CMAKE_BUILD_TYPE STREQUAL "Release" OR CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES CXX)
    add_link_options(LINKER:-z,relro LINKER:-z,now)
    if(PROXIMA_HARDENING)
        add_compile_options(-fstack-protector-strong "SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2")
    endif()
endif()
