#include "study/study_writers.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const study::Settings& settings) {
    Json json = Json::object();
    for (const auto& [name, value] : settings) {
        json[name] = value;
    }
    return json;
}

Json json_of(const std::vector<study::FinishedRun>& runs) {
    Json all = Json::array();
    for (const auto& run : runs) {
        Json json{{"directory", run.ended.begun.directory}, {"seconds", run.ended.seconds}};
        json["run"] = Json::parse(run.ended.begun.key);
        json["results"] = run.ended.results;
        if (!run.ended.failure.empty()) {
            json["failure"] = run.ended.failure;
            json["reason"] = run.ended.reason;
            json["last_lines"] = run.ended.last_lines;
        }
        all.push_back(std::move(json));
    }
    return all;
}

Json json_of(const PointAnswer& made) {
    Json json{{"question", made.question.name}, {"assembly", json_of(made.assembly)}};
    if (!made.refusal.empty()) {
        json["refusal"] = made.refusal;
        return json;
    }
    const auto& best = made.answer.best.front();
    json["proven"] = made.answer.is_proven();
    json["predicted_us"] = best.prediction.mean_us;
    json["interval_us"] = {best.prediction.interval.min, best.prediction.interval.max};
    json["level"] = made.settings.level;
    json["measured_us"] = made.measured_us ? Json(*made.measured_us) : Json();
    json["measured_range_us"] =
        made.measured_us ? Json{made.measured_range_us.min, made.measured_range_us.max} : Json();
    json["measured_runs"] = made.measured_runs;
    const auto miss = made.miss();
    json["prediction_misses_by"] = miss ? Json(*miss) : Json();
    json["quality"] = best.quality;
    const bool has_next = made.answer.best.size() > 1;
    const auto* next = has_next ? &made.answer.best[1] : nullptr;
    json["next_costs_more_us"] = has_next ? Json(next->objective - best.objective) : Json();
    json["next_better_probability"] =
        has_next && next->better_probability ? Json(*next->better_probability) : Json();
    const auto measurement = made.answer.next_measurement();
    json["measure_next"] = measurement ? Json(measurement->text()) : Json();
    json["warnings"] = made.answer.warnings;
    json["front"] = Json::array();
    for (const auto& one : made.front) {
        json["front"].push_back({{"assembly", json_of(one.assembly)},
                                 {"predicted_us", one.predicted_us},
                                 {"quality", one.quality}});
    }
    return json;
}

Json json_of(const PointResult& point) {
    Json json{{"point", json_of(point.point)},
              {"directory", point.directory},
              {"run", point.run},
              {"core", core_of(point.pruned)},
              {"dropped_share", point.pruned.by_instance.dropped_share()},
              {"answers", Json::array()}};
    for (const auto& answer : point.answers) {
        json["answers"].push_back(json_of(answer));
    }
    return json;
}

Json json_of(const model::FitOutcome& outcome) {
    const auto& measured = outcome.measurements;
    Json json{{"instance", measured.component},
              {"implementation", measured.implementation},
              {"method", measured.method},
              {"metric", measured.metric}};
    for (const auto& condition : outcome.conditions) {
        json["conditions"][condition.parameter] = condition.value;
    }
    if (outcome.model) {
        json["mean"] = outcome.model->mean.text();
        json["stddev"] = outcome.model->stddev ? outcome.model->stddev->text() : "0";
        json["warnings"] = outcome.model->warnings;
    } else {
        json["refusal"] = outcome.refusal;
    }
    return json;
}

} // namespace

void write_study_json(const study::Study& study, const std::filesystem::path& directory,
                      const StudyResult& result, Output& output) {
    Json json{{"format", 1},
              {"study", study.name},
              {"directory", directory.string()},
              {"well", result.all_is_well()},
              {"missing", result.runs.missing},
              {"runs", json_of(result.runs.good)},
              {"failed", json_of(result.runs.failed)},
              {"points", Json::array()},
              {"models", Json::array()},
              {"checks", Json::array()},
              {"problems", result.problems},
              {"knowledge_base", result.kept_in.empty() ? Json() : Json(result.kept_in)}};
    for (const auto& point : result.points) {
        json["points"].push_back(json_of(point));
    }
    for (const auto& outcome : result.models) {
        json["models"].push_back(json_of(outcome));
    }
    for (const auto& check : result.checks) {
        json["checks"].push_back(
            {{"what", check.what}, {"holds", check.failure.empty()}, {"failure", check.failure}});
    }
    output.write(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace proxima::cli
