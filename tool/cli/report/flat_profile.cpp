#include "report/flat_profile.hpp"

#include "report/report_tables.hpp"
#include "report/table.hpp"
#include "text/style.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace proxima::cli {

std::vector<std::size_t> methods_of_components(const rundir::CallGraph& graph) {
    std::map<std::pair<std::string, std::string>, std::size_t> numbers;
    std::vector<std::size_t> methods;
    for (const auto& component : graph.components) {
        methods.push_back(
            numbers.try_emplace({component.name, component.port}, numbers.size()).first->second);
    }
    return methods;
}

std::vector<FlatMethod> flat_profile(const rundir::CallGraph& graph) {
    const auto numbers = methods_of_components(graph);
    std::vector<FlatMethod> methods(
        numbers.empty() ? 0 : 1 + *std::max_element(numbers.begin(), numbers.end()));
    std::vector<std::size_t> inside_until(methods.size()); // of the outermost call that is open
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        const auto number = numbers[node.component];
        auto& method = methods[number];
        method.name = graph.component(node).name;
        method.calls += node.statistics.calls;
        method.exclusive_us += node.statistics.exclusive_us;
        if (i >= inside_until[number]) {
            method.inclusive_us += node.statistics.inclusive_us;
            inside_until[number] = node.subtree_end;
        }
    }
    std::erase_if(methods, [](const FlatMethod& method) { return method.name.empty(); });
    std::stable_sort(methods.begin(), methods.end(), [](const auto& left, const auto& right) {
        return left.exclusive_us > right.exclusive_us;
    });
    return methods;
}

void write_flat_profile(const rundir::CallGraph& graph, const WholeTime& whole, std::size_t most,
                        const Terminal& terminal, Output& output) {
    const auto methods = flat_profile(graph);
    const auto shown = std::min(most, methods.size());
    Table table("method", {{"calls", 2}, {"excl", 4, true}, {whole.column, 3}, {"incl", 1}},
                terminal);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& method = methods[i];
        table.add({method.name,
                   {human_count(method.calls), human_time(method.exclusive_us),
                    whole.text(method.exclusive_us), human_time(method.inclusive_us)},
                   whole.share(method.exclusive_us)});
    }
    table.write(output);
    if (shown < methods.size()) {
        const double hidden_us = std::accumulate(
            methods.begin() + static_cast<std::ptrdiff_t>(shown), methods.end(), 0.0,
            [](double sum, const FlatMethod& method) { return sum + method.exclusive_us; });
        output.print("{}\n",
                     Style(terminal.color)
                         .faint(others_line(methods.size() - shown, whole.text(hidden_us))));
    }
}

} // namespace proxima::cli
