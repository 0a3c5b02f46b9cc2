#include "study/study_command.hpp"
#include "text/json_text.hpp"

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

Json json_of(const study::StudyContext& context, const study::PlannedRun& planned) {
    return {{"settings", json_of(context.combination(planned))},
            {"repetition", planned.repetition + 1}};
}

Json json_of(const study::StudyAlternative& alternative) {
    Json json{{"assembly", json_of(alternative.assembly)}};
    if (alternative.predicted_us) {
        json["predicted_us"] = *alternative.predicted_us;
        json["interval_us"] = {alternative.interval.min, alternative.interval.max};
    }
    json["quality"] = alternative.quality;
    return json;
}

Json json_of(const study::MeasuredAssembly& measured) {
    auto json = json_of(measured.alternative);
    json["measured_us"] = measured.times_us;
    return json;
}

Json json_of(const compare::ClassEffect& effect) {
    return {{"instance", effect.instance},
            {"method", effect.method},
            {"implementation", effect.implementation},
            {"other", effect.other},
            {"times_as_long", effect.ratios},
            {"runs", effect.runs},
            {"p", effect.p}};
}

Json json_of(const study::PointAnswer& made) {
    if (!made.refusal.empty()) {
        return {{"question", made.question.name}, {"refusal", made.refusal}};
    }
    Json json{{"question", made.question.name}};
    json.update(json_of(made.best));
    json["level"] = made.settings.level;
    json["measured_us"] = made.measured_us;
    json["proven"] = made.is_proven();
    json["contradictions"] = made.contradictions;
    json["assumed_additive"] = made.untested_pairs;
    json["measured"] = Json::array();
    for (const auto& one : made.measured) {
        json["measured"].push_back(json_of(one));
    }
    json["front"] = Json::array();
    for (const auto& one : made.front) {
        json["front"].push_back(json_of(one));
    }
    return json;
}

Json json_of(const study::PointResult& point) {
    Json json{{"point", json_of(point.point)},
              {"directory", point.directory},
              {"run", point.run->measured()},
              {"core", point.core()},
              {"answers", Json::array()}};
    for (const auto& answer : point.answers) {
        json["answers"].push_back(json_of(answer));
    }
    return json;
}

} // namespace

void write_study_json(const study::StudyContext& context, const study::StudyResult& result,
                      text::Output& output) {
    Json json{{"format", 1},
              {"study", context.study.name},
              {"directory", base::shown(context.directory).string()},
              {"well", result.all_is_well()},
              {"cost", context.study.cost},
              {"spared", result.runs.spared},
              {"missing", Json::array()},
              {"runs", Json::array()},
              {"failed", Json::array()},
              {"interactions", Json::array()},
              {"untested_pairs", Json::array()},
              {"tests", Json::array()},
              {"points", Json::array()},
              {"checks", Json::array()},
              {"problems", result.problems}};
    for (const auto& planned : result.runs.missing) {
        json["missing"].push_back(json_of(context, planned));
    }
    for (const auto& run : result.runs.finished) {
        auto& made = json["runs"].emplace_back(json_of(context, run.planned));
        made["directory"] = run.directory;
        made["seconds"] = run.seconds;
        made["results"] = run.results;
    }
    for (const auto& run : result.runs.failed) {
        auto& made = json["failed"].emplace_back(json_of(context, run.planned));
        made["directory"] = run.directory;
        made["failure"] = run.failure;
    }
    for (const auto& effect : result.interactions) {
        json["interactions"].push_back(json_of(effect));
    }
    for (const auto& [one, other] : result.untested) {
        json["untested_pairs"].push_back(json_of(study::Settings{one, other}));
    }
    for (const auto& test : result.tests) {
        json["tests"].push_back(json_of(test));
    }
    for (const auto& point : result.points) {
        json["points"].push_back(json_of(point));
    }
    for (const auto& check : result.checks) {
        json["checks"].push_back(
            {{"what", check.what}, {"holds", check.failure.empty()}, {"failure", check.failure}});
    }
    output.write(text::json_text(json, 1) + "\n");
}

} // namespace proxima::cli
