#include "view/sampled.hpp"

#include "view/rounded.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

namespace proxima::view {
namespace {

using Json = nlohmann::ordered_json;
using base::printable;

void write_functions(const std::vector<inside::FunctionBelow>& below, ScriptData& document) {
    using inside::FunctionBelow;
    document.begin("functions");
    document.array("node", below, [](const FunctionBelow& function) { return function.node; });
    document.array("caller", below, [](const FunctionBelow& function) {
        return function.caller == FunctionBelow::no_caller ? Json(-1) : Json(function.caller);
    });
    document.array("name", below,
                   [](const FunctionBelow& function) { return printable(function.name); });
    document.array("time", below,
                   [](const FunctionBelow& function) { return rounded(function.us); });
    document.end();
}

Json source_line(const inside::SourceLine& line) {
    return {line.number, printable(line.text), rounded(line.us)};
}

void write_sources(const ViewedRun& run, ScriptData& document) {
    document.begin("sources");
    document.member("sampled", rounded(run.sampled_us));
    document.member("waiting", run.has_waiting);
    document.array("files", run.sources, [](const inside::SourceFile& file) {
        Json json{
            {"name", printable(file.path)}, {"time", rounded(file.us)}, {"lines", Json::array()}};
        for (const auto& line : file.lines) {
            json["lines"].push_back(source_line(line));
        }
        return json;
    });
    document.end();
}

} // namespace

void write_sampled(const ViewedRun& run, ScriptData& document) {
    if (!run.functions.empty()) {
        write_functions(run.functions, document);
    }
    if (!run.sources.empty()) {
        write_sources(run, document);
    }
}

} // namespace proxima::view
