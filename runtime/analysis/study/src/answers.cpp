// The core of each point, and the answers to all questions.
#include "candidates.hpp"
#include "costs.hpp"
#include "measured_assemblies.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/rundir/usable_run.hpp>
#include <proxima/select/run_workload.hpp>
#include <proxima/study/analysis.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>

namespace proxima::study {
namespace {

using Json = nlohmann::ordered_json;

// Assemblies that are ranked by the models: those that ran are compared with their predictions.
constexpr std::size_t fewest_ranked = 4;
constexpr std::size_t most_ranked = 64;
constexpr double longest_search_s = 60;

class Point {
public:
    Point(const StudyContext& context, const AnalysisWishes& wishes,
          const std::vector<Candidate>& candidates, const std::vector<ImplementationPair>& untested,
          std::vector<const FinishedRun*> runs, PointResult& result)
        : context_(context), wishes_(wishes), candidates_(candidates), untested_(untested),
          runs_(std::move(runs)), result_(result) {}

    void prune(std::vector<std::string>& problems) {
        // The fastest run of the first assembly: the others had to wait.
        result_.run =
            *std::min_element(runs_.begin(), runs_.end(), [](const auto* a, const auto* b) {
                return std::pair(a->planned.combination, a->seconds) <
                       std::pair(b->planned.combination, b->seconds);
            });
        rundir::ReadOutcome outcome;
        auto graph = rundir::load_or_rebuild_graph(open(*result_.run), outcome);
        result_.pruned =
            prune::prune_run(std::move(graph), {context_.study.alpha, context_.study.beta});
        problems.insert(problems.end(), outcome.problems.begin(), outcome.problems.end());
        make_own_directory(context_.directory, result_.directory);
    }

    void answer(const Question& question) {
        auto& made = result_.answers.emplace_back();
        made.question = question;
        try {
            context_.study.chooses_by_runs() ? choose(made) : select(made);
            base::replace_file(directory() / ("best-" + made.question.name +
                                              (context_.study.is_assembly() ? ".rc" : ".sh")),
                               context_.recipes.plain(combination_of(made.best)));
        } catch (const base::Error& error) {
            made.refusal = error.problem();
        }
    }

private:
    std::filesystem::path directory() const { return context_.directory / result_.directory; }

    rundir::RunDirectory open(const FinishedRun& run) const {
        return rundir::RunDirectory::open(context_.measured(run));
    }

    void select(PointAnswer& made) {
        const auto file = directory() / ("selection-" + made.question.name + ".json");
        base::replace_file(file, selection_of(made.question));
        made.problem = select::read_selection(file);
        made.settings = settings_of(made.question);
        rundir::ReadOutcome outcome;
        std::vector<std::string> warnings;
        std::vector<select::MeasuredRun> repeated;
        for (const auto* run : runs_) {
            if (run->planned.combination == result_.run->planned.combination) {
                repeated.push_back(select::measured_run(
                    open(*run), rundir::load_or_rebuild_graph(open(*run), outcome)));
            }
        }
        auto work = select::run_workload(repeated, made.problem, outcome, warnings);
        add_parameters(work);
        made.answer = select::select(made.problem, work, made.settings);
        wishes_.check(); // such an answer is made again
        made.answer.warnings.insert(made.answer.warnings.begin(), warnings.begin(), warnings.end());
        std::vector<StudyAlternative> by_models;
        for (const auto& one : made.answer.best) {
            by_models.push_back(alternative_of(made, one));
        }
        for (const auto& one : made.answer.front) {
            made.front.push_back(alternative_of(made, one));
        }
        made.measured = measured(made.question, by_models);
        rank_by_runs(made, by_models, context_.study);
        made.untested_pairs = untested_pairs(made.best.assembly);
    }

    // Ranks what ran: no model tells how these choices compose.
    void choose(PointAnswer& made) const {
        made.settings = settings_of(made.question);
        made.measured = measured(made.question, {});
        if (made.measured.empty()) {
            throw base::Error(context_.study.file, "no run is within the limits; relax them");
        }
        for (const auto& one : made.measured) {
            if (made.question.front) {
                made.front.push_back(one.alternative);
            }
        }
        rank_by_runs(made, {}, context_.study);
    }

    // Writes a selection file, which `proxima select` can read as well.
    std::string selection_of(const Question& question) const {
        const auto models = (context_.directory / "models.json").lexically_relative(directory());
        Json json{{"format", 1}, {"models", {models.string()}}, {"families", Json::array()}};
        for (const auto& factor : context_.study.factors) {
            if (!factor.is_implementation) {
                continue;
            }
            Json family{{"name", factor.name},
                        {"instances", {factor.name}},
                        {"implementations", Json::array()}};
            for (const auto& candidate : candidates_) {
                auto implementation = json_of(candidate);
                if (candidate.instance == factor.name && !implementation.is_null()) {
                    family["implementations"].push_back(std::move(implementation));
                    if (candidate.is_in(context_.study,
                                        context_.combination(result_.run->planned))) {
                        json["measured"][factor.name] = candidate.name(context_.plan);
                    }
                }
            }
            json["families"].push_back(std::move(family));
        }
        for (const auto& [one, other] : context_.study.forbidden) {
            json["forbidden"].push_back({{one.first, one.second}, {other.first, other.second}});
        }
        for (const auto& result : context_.study.results) {
            if (result.is_quality) {
                auto& rule = json["quality"][result.name];
                rule["better"] = result.more_is_better ? "more" : "less";
                if (const auto limit = question.limits.find(result.name);
                    limit != question.limits.end()) {
                    rule[result.more_is_better ? "at_least" : "at_most"] = limit->second;
                }
            }
        }
        return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    }

    // Returns null if a quality of the candidate has not been measured at this point.
    Json json_of(const Candidate& candidate) const {
        Json json{{"name", candidate.name(context_.plan)}, {"class", candidate.implementation}};
        if (!candidate.chosen.empty()) {
            json["model"] = candidate.implementation;
            for (const auto& [name, value] : candidate.chosen) {
                json["inputs"][name] = *number_of(value);
            }
        }
        for (const auto& result : context_.study.results) {
            if (result.is_quality && result.instance == candidate.instance) {
                const auto worst = worst_of(result, [&](const PlannedRun& run) {
                    return candidate.is_in(context_.study, context_.combination(run));
                });
                if (!worst) {
                    return {};
                }
                json["quality"][result.name] = *worst;
            }
        }
        return json;
    }

    // The worst result of the runs that `counts`; unset without runs.
    template <class Counts>
    std::optional<double> worst_of(const Result& result, Counts counts) const {
        std::optional<double> worst;
        for (const auto* run : runs_) {
            if (counts(run->planned)) {
                const double value = run->results.at(result.name);
                worst = !worst                  ? value
                        : result.more_is_better ? std::min(*worst, value)
                                                : std::max(*worst, value);
            }
        }
        return worst;
    }

    select::SelectionSettings settings_of(const Question& question) const {
        select::SelectionSettings settings;
        settings.front = question.front;
        settings.limits.best = std::max(fewest_ranked, std::min(runs_.size(), most_ranked));
        settings.limits.seconds = longest_search_s;
        settings.limits.stop = &wishes_.stop;
        return settings;
    }

    // Adds the settings of the run, which its calls may not record, to the inputs.
    void add_parameters(select::Workload& work) const {
        for (auto& piece : work.works) {
            for (auto& input : piece.inputs) {
                for (const auto& [name, value] : result_.point) {
                    if (const auto number = number_of(value)) {
                        input.values.emplace(name, *number);
                    }
                    input.texts.emplace(name, value);
                }
            }
        }
    }

    StudyAlternative alternative_of(const PointAnswer& made,
                                    const select::Alternative& alternative) const {
        StudyAlternative found{{},
                               alternative.prediction.mean_us,
                               alternative.prediction.interval,
                               alternative.quality};
        for (std::size_t i = 0; i < made.answer.variables.size(); ++i) {
            const auto& variable = made.answer.variables[i];
            const auto& name = made.problem.families[variable.family]
                                   .implementations[alternative.implementations[i]]
                                   .name;
            for (const auto& candidate : candidates_) {
                if (candidate.instance == variable.instance &&
                    candidate.name(context_.plan) == name) {
                    found.assembly.emplace_back(candidate.instance, candidate.implementation);
                    found.assembly.insert(found.assembly.end(), candidate.chosen.begin(),
                                          candidate.chosen.end());
                }
            }
        }
        return found;
    }

    Combination combination_of(const StudyAlternative& alternative) const {
        auto combination = context_.combination(result_.run->planned);
        for (auto& [name, value] : combination) {
            const auto* chosen = find(alternative.assembly, name);
            value = chosen != nullptr ? *chosen : value;
        }
        return combination;
    }

    // The assemblies that ran at this point, within the limits of the question.
    std::vector<MeasuredAssembly> measured(const Question& question,
                                           const std::vector<StudyAlternative>& by_models) const {
        std::map<std::size_t, MeasuredAssembly> found;
        Costs costs(context_.study, context_.plan, context_.directory);
        for (const auto* run : runs_) {
            found[run->planned.combination].times_us.push_back(costs.of(*run));
        }
        for (auto& [combination, one] : found) {
            for (const auto& result : context_.study.results) {
                if (result.is_quality) {
                    one.alternative.quality[result.name] =
                        *worst_of(result, [&, &number = combination](const PlannedRun& run) {
                            return run.combination == number;
                        });
                }
            }
            one.alternative.assembly =
                assembly_of(context_, candidates_, context_.plan.combinations[combination]);
            std::sort(one.times_us.begin(), one.times_us.end());
            for (const auto& known : by_models) {
                if (known.assembly == one.alternative.assembly) {
                    one.alternative.predicted_us = known.predicted_us;
                    one.alternative.interval = known.interval;
                }
            }
        }
        std::vector<MeasuredAssembly> all;
        for (auto& [combination, one] : found) {
            if (satisfies(question, one.alternative)) {
                all.push_back(std::move(one));
            }
        }
        return all;
    }

    bool satisfies(const Question& question, const StudyAlternative& alternative) const {
        return std::all_of(context_.study.results.begin(), context_.study.results.end(),
                           [&](const auto& result) {
                               const auto limit = question.limits.find(result.name);
                               return limit == question.limits.end() ||
                                      (result.more_is_better
                                           ? alternative.quality.at(result.name) >= limit->second
                                           : alternative.quality.at(result.name) <= limit->second);
                           });
    }

    // Pairs of choices whose times are assumed to add.
    std::vector<std::string> untested_pairs(const Settings& best) const {
        std::vector<std::string> pairs;
        const auto has = [&](const auto& choice) {
            return std::find(best.begin(), best.end(), choice) != best.end();
        };
        for (const auto& [one, other] : untested_) {
            if (has(one) && has(other)) {
                pairs.push_back(text_of({one, other}));
            }
        }
        return pairs;
    }

    const StudyContext& context_;
    const AnalysisWishes& wishes_;
    const std::vector<Candidate>& candidates_;
    const std::vector<ImplementationPair>& untested_;
    std::vector<const FinishedRun*> runs_; // at this point
    PointResult& result_;
};

} // namespace

std::vector<std::string> PointResult::core() const {
    std::set<std::string> names;
    for (const auto& instance : pruned.instances) {
        if (instance.kept_nodes > 0) {
            names.insert(instance.name);
        }
    }
    return {names.begin(), names.end()};
}

void answer_points(const StudyContext& context, const AnalysisWishes& wishes, StudyResult& result) {
    std::vector<std::pair<Settings, std::vector<const FinishedRun*>>> points;
    for (const auto& combination : context.plan.combinations) {
        auto point = point_of(context.study, combination);
        if (std::none_of(points.begin(), points.end(),
                         [&](const auto& one) { return one.first == point; })) {
            points.emplace_back(std::move(point), std::vector<const FinishedRun*>());
        }
    }
    for (const auto& run : result.runs.finished) {
        const auto point = point_of(context.study, context.combination(run.planned));
        std::find_if(points.begin(), points.end(), [&](const auto& one) {
            return one.first == point;
        })->second.push_back(&run);
    }
    const auto candidates = candidates_of(context, result.runs.finished);
    name_unknown(context, candidates, result.problems);
    for (const auto& [point, runs] : points) {
        const auto settings = varied(context.plan, point);
        if (runs.empty()) {
            result.problems.push_back("no run of " + text_of(settings) +
                                      " went well; there is no answer for it");
            continue;
        }
        auto& made = result.points.emplace_back();
        made.point = point;
        made.varied = settings;
        made.directory = points.size() > 1 ? "at/" + file_name_of(settings) : "";
        Point one(context, wishes, candidates, result.untested, runs, made);
        one.prune(result.problems);
        for (const auto& question : context.study.questions) {
            wishes.check();
            if (context.study.has_implementations() || context.study.chooses_by_runs()) {
                one.answer(question);
            }
        }
        if (wishes.answered) {
            wishes.answered(made);
        }
    }
    find_contradictions(result.points);
}

} // namespace proxima::study
