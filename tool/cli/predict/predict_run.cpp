#include "predict/predict_run.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace proxima::cli {
namespace {

constexpr std::size_t most_parts = 5;
constexpr double level = 0.9;
constexpr double us_in_s = 1e6;
constexpr const char* others = "others";

std::map<std::string, double> own_seconds(const rundir::CallGraph& graph) {
    std::map<std::string, double> seconds;
    for (const auto& node : graph.nodes) {
        seconds[graph.component(node).name] += node.statistics.exclusive_us / us_in_s;
    }
    return seconds;
}

} // namespace

PredictedRun::PredictedRun(const select::RunScaler& scaler, const std::set<std::string>& modelled,
                           const PredictOptions& options)
    : scaler_(scaler), options_(options) {
    application_.name = options.run;
    for (const auto& [name, value] : scaler.inputs()) {
        if (modelled.count(name) > 0) {
            application_.parameters.emplace_back().name = name;
            application_.parameters.back().value = value;
        }
    }
    std::vector<std::pair<double, std::string>> parts;
    for (const auto& [name, seconds] : own_seconds(scaler.run().graph)) {
        parts.emplace_back(-seconds, name);
    }
    std::sort(parts.begin(), parts.end());
    parts.resize(std::min(parts.size(), most_parts));
    parts.emplace_back(0, others);
    for (const auto& part : parts) {
        auto& component = application_.components.emplace_back();
        component.name = component.kind = part.second;
    }
}

platform::PredictedPoint PredictedRun::point_at(const std::map<std::string, double>& inputs) const {
    const auto run = scaler_.at(inputs);
    const auto interval = select::interval_of(run, level);
    auto seconds = own_seconds(run.graph);
    platform::PlatformPrediction made;
    for (const auto& part : application_.components) {
        if (part.name != others) {
            made.components.push_back({std::exchange(seconds[part.name], 0), std::nullopt});
        }
    }
    auto& rest = made.components.emplace_back();
    for (const auto& [name, value] : seconds) {
        rest.value += value;
    }
    made.total = {run.graph.total_us() / us_in_s,
                  base::Range{interval.min / us_in_s, interval.max / us_in_s}};
    return {std::nullopt, std::move(made), std::nullopt};
}

std::vector<platform::PredictedPoint> PredictedRun::points() const {
    if (!options_.over) {
        return {point_at(options_.values)};
    }
    std::vector<platform::PredictedPoint> points;
    auto inputs = options_.values;
    const double before = scaler_.run().graph.total_us() / us_in_s;
    for (const double value : options_.over->values) {
        inputs[options_.over->parameter] = value;
        points.push_back(point_at(inputs));
        points.back().at = value;
        points.back().speedup = before / points.back().prediction.total.value;
    }
    return points;
}

} // namespace proxima::cli
