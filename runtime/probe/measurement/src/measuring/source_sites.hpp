// Entry points for functions and loops of instrumented sources. proxima-gen puts the declarations
// into the sources as text (templates/source_declarations.mustache), so this is a binary interface:
// a change needs new names.
#pragma once

extern "C" {

/// A place in a source. Its texts live as long as the program or library with the place; they are
/// copied at first use.
struct proxima_source_site {     // NOLINT(readability-identifier-naming): a name in C
    const unsigned char* active; ///< a 1 before the first use; then 0 while it is not measured
    const void* handle;          ///< null before the first use
    const char* kind;            ///< "function" or "loop"
    const char* name;            ///< "ns::Class::method"
    const char* signature;       ///< may be empty
    const char* location;        ///< "flux.cpp:12"
    const char* parameters;      ///< "integer n, unsigned v.size, real x, missing ", at most 8
};

/// Enters the place; `frame` is an address in the caller's stack frame. Returns null if it is not
/// measured. The text in the sources has pointers to variables instead of constants, because
/// compilers warn of arrays that are not initialized otherwise.
void* proxima_source_enter_1(struct proxima_source_site* site, const void* frame,
                             unsigned long long first_word);

/// Leaves what proxima_source_enter_1() returned, with a word for each parameter of the place.
void proxima_source_leave_1(void* entered, const unsigned long long* words, int count);

} // extern "C"
