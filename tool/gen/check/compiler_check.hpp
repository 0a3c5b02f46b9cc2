// Lets the user's compiler compile the output before it is written: it may refuse what Clang takes.
#pragma once

#include "output/file_writer.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// Throws base::Error with the compiler's first error if it refuses one of the sources. `headers`
// are the analysed ones.
void check_by_compiler(const std::string& compiler, const FlagSources& flags,
                       const std::vector<std::string>& headers,
                       const std::vector<OutputFile>& files);

} // namespace proxima::gen
