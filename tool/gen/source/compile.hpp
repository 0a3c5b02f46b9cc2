// `proxima-gen compile`: compiles a source with its functions measured.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

// Returns the exit status. `arguments` are those behind `compile`. Throws base::Error if the run
// that --from names cannot be read; the compiler's failures are its own.
int compile_source(const std::vector<std::string>& arguments);

} // namespace proxima::gen
