// Builds call graphs: unique components, rows of parts, preorder.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

// Thrown for a few call paths whose names, put together, would take much memory.
struct NamesTooLong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Stores equal components once: a million nodes share few names.
class Components {
public:
    explicit Components(std::uint64_t most_bytes) : bytes_left_(most_bytes) {}

    std::size_t add(CallSite component); // throws NamesTooLong
    std::vector<CallSite> take() {
        indices_ = decltype(indices_)();
        return std::move(components_);
    }

private:
    std::uint64_t bytes_left_;
    std::unordered_map<std::size_t, std::size_t> indices_; // by hash
    std::vector<CallSite> components_;
};

// Adds the measurements of parts to the nodes of a graph. If there are several parts, also keeps
// their rows.
class PartRows {
public:
    explicit PartRows(CallGraph& graph) : graph_(graph) {}

    void add(std::size_t node, const RunPart& part, const Statistics& statistics);
    // Sorts parts and rows; called once, after the last add().
    void finish();

private:
    CallGraph& graph_;
    std::map<RunPart, std::size_t> numbers_; // numbers in order of appearance
};

// Sorts by node, then by part.
void sort_rows(std::vector<PartRow>& rows);

// A text that identifies a component; equal components have equal keys.
std::string component_key(std::string_view instance, std::string_view port, std::string_view method,
                          std::string_view signature, const RecordedBinding& binding);

// Sorts nodes into preorder; siblings keep their order. Needs parents before their children. Sets
// depth and subtree_end, and returns the new indices.
std::vector<std::size_t> sort_in_preorder(std::vector<Node>& nodes);

// Builds a call graph from the records or statistics that `give_records` passes to its visitor.
// `bytes` is the size of the records. Throws NamesTooLong.
CallGraph build_call_graph(std::vector<RecordedMethod> methods, PartsOf parts, std::uint64_t bytes,
                           const std::function<void(RecordVisitor&)>& give_records);

} // namespace proxima::rundir
