// Builds call graphs: unique components, rows of parts, preorder.
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
    std::vector<CallSite> take() {
        indices_ = {};
        return std::move(components_);
    }

private:
    std::unordered_map<std::string, std::size_t> indices_;
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
                          std::string_view signature, const Binding& binding);

// Sorts nodes into preorder; siblings keep their order. Needs parents before their children. Sets
// depth and subtree_end, and returns the new indices.
std::vector<std::size_t> sort_in_preorder(std::vector<Node>& nodes);

// Builds a call graph from the records or statistics that `give_records` passes to its visitor.
CallGraph build_call_graph(std::vector<RecordedMethod> methods, PartsOf parts,
                           const std::function<void(RecordVisitor&)>& give_records);

} // namespace proxima::rundir
