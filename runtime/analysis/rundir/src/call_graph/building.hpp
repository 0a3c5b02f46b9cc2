// Builds call graphs: distinct components, rows of parts, preorder.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

// Stores equal components once: a million nodes share few names.
class Components {
public:
    std::size_t add(CallSite component);
    std::vector<CallSite> take() { return std::move(components_); }

private:
    std::unordered_map<std::string, std::size_t> indices_;
    std::vector<CallSite> components_;
};

// Adds the measurements of parts to the nodes of a graph, and keeps rows of them if there are
// several parts.
class PartRows {
public:
    explicit PartRows(CallGraph& graph) : graph_(graph) {}

    void add(std::size_t node, const RunPart& part, const Statistics& statistics);
    // Call it after the last add().
    void finish();

private:
    CallGraph& graph_;
    std::map<RunPart, std::size_t> numbers_; // in the order in which they came
};

// By node, then by part.
void sort_rows(std::vector<PartRow>& rows);

// Equal components have equal keys.
std::string component_key(std::string_view instance, std::string_view port, std::string_view method,
                          std::string_view signature, const Binding& binding);

// Sorts nodes, parents of which come before their children, into preorder; siblings keep their
// order. Sets depth and subtree_end. Returns the new indices.
std::vector<std::size_t> sort_in_preorder(std::vector<Node>& nodes);

// Builds the call graph of the records or statistics that `give_records` gives.
CallGraph build_call_graph(std::vector<RecordedMethod> methods, PartsOf parts,
                           const std::function<void(RecordVisitor&)>& give_records);

} // namespace proxima::rundir
