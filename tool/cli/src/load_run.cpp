#include "load_run.hpp"

namespace proxima::cli {

rundir::CallGraph load_graph(const rundir::RunDirectory& run, int& status) {
    static_cast<void>(status);
    return rundir::load_call_graph(run.call_graph_file());
}

} // namespace proxima::cli
