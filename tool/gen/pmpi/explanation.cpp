#include "pmpi/explanation.hpp"

#include "pmpi/accounting.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace proxima::gen {
namespace {

using Json = nlohmann::ordered_json;

Json function_json(const std::string& name, const SourcePosition& position) {
    return {{"name", name}, {"file", position.file}, {"line", position.line}};
}

} // namespace

std::string list_text(const MpiHeader& mpi) {
    std::string text;
    for (const MpiFunction& routine : mpi.routines) {
        const std::string meaning = account_for(routine).meaning;
        text +=
            fmt::format("{:<32} wrapped{}\n", routine.name, meaning.empty() ? "" : ": " + meaning);
    }
    for (const MpiLeftOut& left_out : mpi.left_out) {
        text += fmt::format("{:<32} left out: {}\n", left_out.name, left_out.reason);
    }
    return text;
}

std::string explanation_json(const std::string& header, const MpiHeader& mpi) {
    Json functions = Json::array();
    for (const MpiFunction& routine : mpi.routines) {
        Json function = function_json(routine.name, routine.position);
        function["status"] = "wrapped";
        function["counts"] = account_for(routine).meaning;
        functions.push_back(std::move(function));
    }
    for (const MpiLeftOut& left_out : mpi.left_out) {
        Json function = function_json(left_out.name, left_out.position);
        function["status"] = "left out";
        function["reason"] = left_out.reason;
        functions.push_back(std::move(function));
    }
    const Json document{{"header", header}, {"functions", std::move(functions)}};
    return document.dump(2) + "\n";
}

} // namespace proxima::gen
