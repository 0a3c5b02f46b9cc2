#include "method_statistics.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/units.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/knowledge/machine.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <filesystem>
#include <system_error>

namespace proxima::knowledge {
namespace {

using rundir::CallGraph;

Json json_of(const Machine& machine) {
    return {{"description", description(machine)},
            {"processor", machine.processor},
            {"processors", machine.processors},
            {"memory_bytes", machine.memory_bytes},
            {"system", machine.system}};
}

std::string implementation_of(const std::string& instance, const RunSettings& settings) {
    const auto named = settings.implementations.find(instance);
    return named == settings.implementations.end() ? instance : named->second;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Appends a list element by element, since a tree of JSON takes twenty times the memory.
class ListText {
public:
    explicit ListText(std::string& text) : text_(text) { text_ += '['; }
    void add(const Json& element) {
        text_ += text_.back() == '[' ? "" : ",";
        text_ += text_of(element);
    }
    void end() { text_ += ']'; }

private:
    std::string& text_;
};

void add_methods(const CallGraph& graph, const rundir::MethodNumbers& numbers,
                 const MethodStatistics& statistics, const RunSettings& settings,
                 std::string& document) {
    std::vector<rundir::Statistics> sums(numbers.components.size());
    for (const auto& node : graph.nodes) {
        merge(sums[numbers.of_component[node.component]], node.statistics);
    }
    ListText methods(document);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto& component = graph.components[numbers.components[i]];
        const auto& sum = sums[i];
        Json times{{"calls", sum.calls},         {"total_us", sum.inclusive_us},
                   {"stddev_us", sum.stddev_us}, {"min_us", sum.min_us},
                   {"max_us", sum.max_us},       {"communication_us", sum.communication_us}};
        Json method{{"component", component.instance},
                    {"implementation", implementation_of(component.instance, settings)},
                    {"port", component.port},
                    {"method", component.method},
                    {"signature", component.signature},
                    {"exclusive_us", sum.exclusive_us}};
        method.update(times);
        method["statistics"] = statistics.rows(i, sum.calls);
        if (method["statistics"].empty()) {
            times["parameters"] = Json::object();
            method["statistics"].push_back(times);
        }
        methods.add(method);
    }
    methods.end();
}

// Refuses a few bytes of records that define many methods: a document takes more for each.
void check_methods(const rundir::RunDirectory& run, std::size_t methods) {
    constexpr std::size_t always_fine = 15'000;
    constexpr std::size_t bytes_of_method = 100; // in a call graph
    std::error_code error;
    const auto bytes = std::filesystem::file_size(run.call_graph_file(), error);
    if (methods > always_fine + (error ? 0 : bytes) / bytes_of_method) {
        throw base::Error(run.path(), "has " + std::to_string(methods) +
                                          " methods, many for a run without a call graph; run "
                                          "`proxima recover` before");
    }
}

Json counters_of(const CallGraph& graph, const rundir::Statistics& node) {
    Json counters = Json::object();
    for (std::size_t i = 0; i < node.counted.size(); ++i) {
        counters[graph.counters[i].name] = {{"inclusive", node.counted[i].inclusive},
                                            {"exclusive", node.counted[i].exclusive}};
    }
    return counters;
}

// Leaves out deep recursions, and what follows when the document is long: each path has the names
// of all its callers.
void add_call_paths(const CallGraph& graph, std::string& document) {
    constexpr std::size_t deepest = 100;
    const std::size_t longest = document.size() + 10'000'000 + graph.nodes.size() * 50;
    ListText paths(document);
    std::vector<std::string> texts; // paths of the node and its callers
    for (const auto& node : graph.nodes) {
        if (node.depth >= deepest || document.size() > longest) {
            continue;
        }
        texts.resize(node.depth);
        texts.push_back((texts.empty() ? "" : texts.back() + " => ") + graph.component(node).name);
        const auto& times = node.statistics;
        Json path{{"path", texts.back()},
                  {"calls", times.calls},
                  {"inclusive_us", times.inclusive_us},
                  {"exclusive_us", times.exclusive_us},
                  {"communication_us", times.communication_us}};
        if (!times.counted.empty()) {
            path["counters"] = counters_of(graph, times);
        }
        paths.add(path);
    }
    paths.end();
}

} // namespace

StoredRun read_run(const rundir::RunDirectory& directory, const RunSettings& wanted,
                   rundir::ReadOutcome& outcome) {
    auto settings = wanted;
    settings.implementations.merge(gather::recorded_classes(directory));
    auto text = base::read_whole_file(directory.run_file(), base::Links::refused);
    const auto info = rundir::parse_run_info(directory.run_file(), text);
    // A run that is rebuilt tells its problems again when its records are read.
    rundir::ReadOutcome of_graph;
    const auto graph = rundir::load_or_rebuild_graph(directory, of_graph);
    const rundir::MethodNumbers numbers(graph);
    check_methods(directory, numbers.components.size());
    MethodStatistics statistics(graph, numbers, settings, directory.record_bytes());
    outcome = rundir::read_records(directory, statistics);
    if (statistics.has_left_out()) {
        outcome.problems.push_back(
            directory.records_directory().string() +
            ": has more combinations of parameters than its size has memory for; of "
            "some methods only the totals are stored");
    }

    std::error_code error;
    const auto place = std::filesystem::weakly_canonical(directory.path(), error);
    const Json document{{"experiment", settings.experiment},
                        {"name", settings.name.empty() ? place.filename().string() : settings.name},
                        {"source", place.string()},
                        {"machine", json_of(machine_of(info))},
                        {"metadata", settings.metadata},
                        {"assembly", settings.implementations}};

    StoredRun run;
    run.identity = info.start.empty()
                       ? place.string()
                       : info.host + " " + std::to_string(info.pid) + " " + info.start;
    run.document = text_of(document);
    run.document.pop_back(); // the bracket at the end
    run.document += ",\"methods\":";
    add_methods(graph, numbers, statistics, settings, run.document);
    run.document += ",\"call_paths\":";
    add_call_paths(graph, run.document);
    run.document += ",\"run\":";
    run.document += base::parse_located_json(directory.run_file(), std::move(text)).source();
    run.document += "}";
    run.methods = numbers.components.size();
    for (const auto& node : graph.nodes) {
        run.invocations += node.statistics.calls;
    }
    // More of it may be added later, as another run.
    run.is_unfinished = !directory.has_call_graph();
    if (run.is_unfinished) {
        run.identity += " unfinished, " + base::plural(run.invocations, "call");
    }
    return run;
}

} // namespace proxima::knowledge
