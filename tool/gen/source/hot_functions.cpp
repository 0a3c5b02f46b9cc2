#include "source/hot_functions.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <string_view>

namespace proxima::gen {
namespace {

constexpr double hot_share = 0.01;
constexpr std::size_t most_nodes = 1'000'000;

using base::LocatedJson;

LocatedJson member(const LocatedJson& object, const std::string& name) {
    const auto found = object.find(name);
    if (!found) {
        throw base::Error(object.place(), "has no \"" + name + "\"; name the directory of a run");
    }
    return *found;
}

// Names by the numbers of the nodes. A loop, `FUNCTION:LINE`, is part of its function.
std::map<std::string, std::string, std::less<>> names_of_nodes(const LocatedJson& graph) {
    std::map<std::string, std::string, std::less<>> names;
    for (const auto& tree : member(graph, "graph").elements()) {
        for (const auto& [id, node] : tree.members()) {
            const auto data = member(node, "data");
            const std::string port = member(data, "port").text();
            const std::string method = member(data, "method").text();
            const bool is_source = port.starts_with("proxima::source::");
            const bool is_loop = port == "proxima::source::loop";
            names[id.text()] = is_loop     ? method.substr(0, method.rfind(':'))
                               : is_source ? method
                                           : port + "::" + method;
        }
    }
    return names;
}

std::set<std::string> hot_names(const LocatedJson& graph) {
    const auto names = names_of_nodes(graph);
    std::map<std::string_view, double> times;
    double whole = 0;
    for (const auto& row : member(graph, "dataframe").elements()) {
        const double time = member(row, "time").number();
        const auto node = member(row, "node");
        const auto named = names.find(node.source());
        if (named == names.end()) {
            throw base::Error(node.place(), "is not a node of the graph; name another run");
        }
        times[named->second] += time;
        whole += time;
    }
    std::set<std::string> hot;
    for (const auto& [name, time] : times) {
        if (time > 0 && time >= hot_share * whole) {
            hot.emplace(name);
        }
    }
    return hot;
}

} // namespace

std::set<std::string> hot_functions(const std::string& run) {
    const auto file = std::filesystem::path(run) / "callgraph.json";
    if (!std::filesystem::exists(file)) {
        throw base::Error(file, "there is no such file; give --from a run directory (proxima "
                                "recover completes that of a killed run)");
    }
    return hot_names(base::parse_located_json(
        file, base::read_whole_file(file, base::Links::refused), {.most_members = most_nodes}));
}

} // namespace proxima::gen
