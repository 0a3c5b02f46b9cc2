// Refuses `proxima run` in builds without the framework.
#include "assembly/run_command.hpp"
#include "shared/messages.hpp"

namespace proxima::cli {

int run_run(const RunVerbOptions&, text::Output&) {
    throw UsageError("this proxima was built with static libraries alone, and so cannot load "
                     "components; build Proxima with shared libraries");
}

} // namespace proxima::cli
