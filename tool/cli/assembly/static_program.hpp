// Programs for which the dynamic linker loads nothing.
#pragma once

#include <string>

namespace proxima::cli {

// True for a 64-bit ELF program that names no dynamic linker; false for scripts and for what cannot
// be read.
bool is_static_program(const std::string& path);

} // namespace proxima::cli
