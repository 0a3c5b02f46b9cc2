// Call graph files for tests, written from their parts.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <string>

namespace proxima::rundir::test {

inline CallGraph parse(const std::string& text) {
    return parse_call_graph("callgraph.json", text);
}

inline std::string problem_of(const std::string& text) {
    try {
        parse(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

inline std::string document(const std::string& graph, const std::string& rows) {
    return R"j({"graph": [)j" + graph +
           R"j(], "dataframe_indices": ["node", "rank"], "dataframe": [)j" + rows +
           R"j(], "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)"]})j";
}

inline std::string node(int id, const std::string& children) {
    return "\"" + std::to_string(id) + R"j(": {"data": {"name": "n)j" + std::to_string(id) +
           R"j(", "type": "component"}, "children": [)j" + children + "]}";
}

inline std::string row(int id, const std::string& more = "") {
    return R"j({"node": )j" + std::to_string(id) +
           R"j(, "rank": 0, "name": "x", "time": 1.5, "time (inc)": 2.5)j" + more + "}";
}

inline const std::string two_nodes =
    document("{" + node(0, "1") + "," + node(1, "") + "}", row(0) + "," + row(1));

} // namespace proxima::rundir::test
