// Entry points for functions and loops of instrumented sources. proxima-gen puts the declarations
// into the sources as text (templates/source_declarations.mustache), so this is a binary interface:
// a change needs new names.
#pragma once

extern "C" {

/// A place in a source. Zero-initialized but for its texts, which live as long as the program or
/// library with the place; they are copied at first use.
struct proxima_source_site {     // NOLINT(readability-identifier-naming): a name in C
    const unsigned char* active; ///< null: not looked up yet; else 0 while it is not measured
    const void* handle;          ///< set at first use
    const char* kind;            ///< "function" or "loop"
    const char* name;            ///< "ns::Class::method"
    const char* signature;       ///< may be empty
    const char* location;        ///< "flux.cpp:12"
    const char* parameters;      ///< "integer n, unsigned v.size, real x, boolean b", at most 8
};

/// Enters the place; `frame` is an address in the caller's stack frame. Returns null if it is not
/// measured.
void* proxima_source_enter_1(struct proxima_source_site* site, const void* frame,
                             unsigned long long first_word);

/// Leaves what proxima_source_enter_1() returned, with a word for each parameter of the place.
void proxima_source_leave_1(void* entered, const unsigned long long* words, int count);

} // extern "C"
