// Reads the input as callgraph.json, run.json and mpi.json, which may only be accepted or refused
// with Error.
#include <proxima/base/error.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace proxima::rundir;

// Checks the guarantees of an accepted graph.
void check(const CallGraph& graph) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const bool right = node.component < graph.components.size() && node.subtree_end > i &&
                           node.subtree_end <= graph.nodes.size() &&
                           (node.parent == Node::no_parent || node.parent < i);
        if (!right) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        check(parse_call_graph("callgraph.json", text));
    } catch (const proxima::base::Error&) {
    }
    try {
        parse_run_info("run.json", text);
    } catch (const proxima::base::Error&) {
    }
    try {
        parse_mpi_use("mpi.json", text);
    } catch (const proxima::base::Error&) {
    }
    return 0;
}
