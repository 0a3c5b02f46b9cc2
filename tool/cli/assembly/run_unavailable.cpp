// For builds without the framework.
#include "commands.hpp"
#include "run/messages.hpp"

namespace proxima::cli {

int run_run(const RunVerbOptions&, Output&) {
    throw UsageError("this proxima was built with static libraries alone, and so cannot load "
                     "components; build Proxima with shared libraries");
}

} // namespace proxima::cli
