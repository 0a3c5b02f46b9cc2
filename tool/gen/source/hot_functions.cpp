#include "source/hot_functions.hpp"

#include <proxima/base/error.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

namespace proxima::gen {
namespace {

constexpr double hot_share = 0.01;

using Json = nlohmann::json;

// Names by the numbers of the nodes. A loop, `FUNCTION:LINE`, is part of its function.
std::map<std::string, std::string> names_of_nodes(const Json& graph) {
    std::map<std::string, std::string> names;
    for (const Json& tree : graph.at("graph")) {
        for (const auto& [id, node] : tree.items()) {
            const Json& data = node.at("data");
            const std::string port = data.at("port");
            const std::string method = data.at("method");
            const bool is_source = port.starts_with("proxima::source::");
            const bool is_loop = port == "proxima::source::loop";
            names[id] = is_loop     ? method.substr(0, method.rfind(':'))
                        : is_source ? method
                                    : port + "::" + method;
        }
    }
    return names;
}

std::set<std::string> hot_names(const Json& graph) {
    const std::map<std::string, std::string> names = names_of_nodes(graph);
    std::map<std::string, double> times;
    double whole = 0;
    for (const Json& row : graph.at("dataframe")) {
        const double time = row.at("time");
        times[names.at(std::to_string(row.at("node").get<long>()))] += time;
        whole += time;
    }
    std::set<std::string> hot;
    for (const auto& [name, time] : times) {
        if (time > 0 && time >= hot_share * whole) {
            hot.insert(name);
        }
    }
    return hot;
}

} // namespace

std::set<std::string> hot_functions(const std::string& run) {
    const std::string name = run + "/callgraph.json";
    std::ifstream file(name);
    if (!file) {
        throw base::Error("cannot read " + name +
                          "; give --from a run directory (proxima recover "
                          "completes that of a killed run)");
    }
    try {
        return hot_names(Json::parse(file));
    } catch (const std::exception& error) {
        throw base::Error(name + " is not the call graph of a run: " + error.what());
    }
}

} // namespace proxima::gen
