// Runs another compiler.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

struct CompilerAnswer {
    int status = 0;
    std::string errors; // its standard error
};

// Runs the compiler with the arguments, without input and output. `option` took its name. Throws
// base::Error if there is no such program.
CompilerAnswer run_compiler(const std::string& compiler, const char* option,
                            const std::vector<std::string>& arguments);

} // namespace proxima::gen
