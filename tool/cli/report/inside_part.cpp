#include "report/inside_part.hpp"

#include "report/report_tables.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "text/json_text.hpp"
#include "text/table.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>
#include <proxima/inside/inside.hpp>
#include <proxima/inside/pack.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_functions = 12;
constexpr std::size_t most_lines = 8;
constexpr std::size_t most_modules = 4;
constexpr double telling_share = 0.005;
constexpr std::uint64_t telling_samples = 3;

std::string interval_text(const base::Range& interval) {
    return fmt::format("{:.1f} to {:.1f}%", interval.min * 100, interval.max * 100);
}

std::string title_of(const inside::Part& part) {
    return part.name + (part.is_inlined ? " (inlined)" : "");
}

// The time in the method itself by the call graph; unset if it is not there.
std::optional<double> own_us(const rundir::CallGraph& graph, const std::string& name) {
    std::optional<double> sum;
    for (const auto& node : graph.nodes) {
        const auto& site = graph.components[node.component];
        if (site.instance + "." + site.method == name) {
            sum = sum.value_or(0) + node.statistics.exclusive_us;
        }
    }
    return sum;
}

class InsideText {
public:
    InsideText(const inside::Inside& inside, const rundir::CallGraph& graph,
               const ReportOptions& options, text::Output& output)
        : inside_(inside), graph_(graph), options_(options), output_(output),
          terminal_(text::standard_output_terminal(options.width, options.color)) {}

    void write() {
        for (const auto& method : inside_.methods) {
            write_method(method);
        }
        write_basis();
    }

private:
    void paragraph(const std::string& text) { text::print_paragraph(text, terminal_, output_); }

    const char* kind() const { return inside_.has_waiting ? "elapsed" : "processor"; }

    void write_method(const inside::SampledMethod& method) {
        const auto own = own_us(graph_, method.name);
        paragraph(fmt::format("inside {}: {}, {} of {} time{}", method.name,
                              base::plural(method.samples, "sample"), base::human_time(method.us),
                              kind(), own ? "; excl " + base::human_time(*own) : ""));
        output_.write("\n");
        write_parts("function", method, method.functions, most_functions, true);
        if (!method.lines.empty()) {
            write_parts("line", method, method.lines, most_lines, false);
        }
        if (method.without_line > 0) {
            paragraph(base::human_share(static_cast<double>(method.without_line) /
                                        static_cast<double>(method.samples)) +
                      " of the samples are in code without debug information (-g), which has no "
                      "lines.");
            output_.write("\n");
        }
        write_parts("file of the code", method, method.modules, most_modules, false);
    }

    void write_parts(const char* title, const inside::SampledMethod& method,
                     const std::vector<inside::Part>& parts, std::size_t most, bool are_functions) {
        std::vector<text::TableColumn> columns{{"self", 9}, {"95% interval", 7}};
        if (are_functions) {
            columns.push_back({"with callees", 8});
            columns.push_back({"most in line", 5});
        }
        text::Table table(title, columns, terminal_);
        std::size_t shown = 0;
        double hidden = 0;
        for (const auto& part : parts) {
            const double all =
                static_cast<double>(part.inclusive) / static_cast<double>(method.samples);
            const bool tells = std::max(all, part.share(method)) >= telling_share &&
                               std::max(part.samples, part.inclusive) >= telling_samples;
            if (!options_.all && (shown == most || !tells)) {
                hidden += part.share(method);
                continue;
            }
            ++shown;
            text::TableRow row{
                title_of(part),
                {base::human_share(part.share(method)), interval_text(part.interval(method))},
                part.share(method)};
            if (are_functions) {
                row.cells.push_back(base::human_share(all));
                row.cells.push_back(part.place.empty() ? "-" : part.place);
            }
            table.add(std::move(row));
        }
        if (shown == 0) {
            return;
        }
        table.write(output_);
        if (shown < parts.size()) {
            write_others(parts.size() - shown, base::human_share(hidden), terminal_, output_);
        }
        output_.write("\n");
    }

    void write_basis() {
        paragraph(fmt::format(
            "{} of the run, one for {} of a thread's {} time ({} were asked for){}. Intervals hold "
            "if samples are independent.",
            base::plural(inside_.samples, "sample"), base::human_time(inside_.mean_period_us),
            kind(), base::human_time(inside_.period_us),
            inside_.has_waiting ? "" : "; waiting is not sampled, nor is work of the kernel"));
        if (inside_.unstored > 0) {
            paragraph(base::plural(inside_.unstored, "period") +
                      " had other stacks than the tables had room for.");
        }
    }

    const inside::Inside& inside_;
    const rundir::CallGraph& graph_;
    const ReportOptions& options_;
    text::Output& output_;
    text::Terminal terminal_;
};

Json json_of(const inside::SampledMethod& method, const std::vector<inside::Part>& parts) {
    Json all = Json::array();
    for (const auto& part : parts) {
        const auto interval = part.interval(method);
        all.push_back({{"name", part.name},
                       {"file", part.module},
                       {"line", part.place},
                       {"inlined", part.is_inlined},
                       {"samples", part.samples},
                       {"samples_with_callees", std::max(part.inclusive, part.samples)},
                       {"share", part.share(method)},
                       {"low", interval.min},
                       {"high", interval.max}});
    }
    return all;
}

Json json_of(const inside::Inside& inside) {
    Json json{{"period_us", inside.period_us}, {"mean_period_us", inside.mean_period_us},
              {"samples", inside.samples},     {"samples_of_runtime", inside.of_runtime},
              {"unstored", inside.unstored},   {"methods", Json::array()}};
    for (const auto& method : inside.methods) {
        json["methods"].push_back({{"name", method.name},
                                   {"samples", method.samples},
                                   {inside.has_waiting ? "elapsed_us" : "processor_us", method.us},
                                   {"samples_without_line", method.without_line},
                                   {"functions", json_of(method, method.functions)},
                                   {"lines", json_of(method, method.lines)},
                                   {"files", json_of(method, method.modules)}});
    }
    return json;
}

} // namespace

int run_inside(const ReportOptions& options, text::Output& output) {
    const auto run = open_run(options.run);
    rundir::ReadOutcome outcome;
    const auto inside = inside::look_inside(run, options.inside);
    const auto graph = load_graph(run, outcome);
    outcome.problems.insert(outcome.problems.end(), inside.problems.begin(), inside.problems.end());
    if (options.json) {
        output.print("{}\n", text::json_text(json_of(inside), 2));
    } else {
        InsideText(inside, graph, options, output).write();
    }
    output.flush();
    return say_problems(outcome);
}

int run_pack(const ReportOptions& options, text::Output& output) {
    const auto run = open_run(options.run);
    const auto packed = inside::pack(run);
    output.print("packed: {} and {} in {}\n", base::plural(packed.addresses, "instruction"),
                 base::plural(packed.lines, "source line"), run.records_directory().string());
    output.flush();
    rundir::ReadOutcome outcome;
    outcome.problems = packed.problems;
    return say_problems(outcome);
}

} // namespace proxima::cli
