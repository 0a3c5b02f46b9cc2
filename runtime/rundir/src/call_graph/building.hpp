// What call graphs are built with: distinct components, nodes by parent and component, preorder.
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

/// Stores equal components once, so that a million nodes do not hold a million copies of their
/// names.
class Components {
public:
    std::size_t add(Component component);
    std::vector<Component> take() { return std::move(components_); }

private:
    std::unordered_map<std::string, std::size_t> indices_;
    std::vector<Component> components_;
};

/// Adds what parts have measured to the nodes of a graph, and keeps it apart where there are
/// several: of one alone the nodes say it all.
class PartRows {
public:
    explicit PartRows(CallGraph& graph) : graph_(graph) {}

    void add(std::size_t node, const Part& part, const Statistics& statistics);
    /// When all have been added.
    void finish();

private:
    CallGraph& graph_;
    std::map<Part, std::size_t> numbers_; ///< in the order in which they came
};

/// By node, then by part.
void sort_rows(std::vector<PartRow>& rows);

/// What makes two components the same.
std::string component_key(std::string_view instance, std::string_view port, std::string_view method,
                          std::string_view signature, const Binding& binding);

/// Brings nodes of which parents come before their children into preorder, siblings in their order.
/// Sets depth and subtree_end. Returns the new index of each.
std::vector<std::size_t> sort_in_preorder(std::vector<Node>& nodes);

/// That of the invocations, or the statistics of all of them, that `give_records` gives.
CallGraph build_call_graph(std::vector<Method> methods, PartsOf parts,
                           const std::function<void(RecordVisitor&)>& give_records);

} // namespace proxima::rundir
