#include "study/selection_file.hpp"

#include "recover/replaced_file.hpp"
#include "text/output.hpp"

#include <proxima/model/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using study::FinishedRun;
using study::Settings;

/// The worst result of the runs that had the implementation and what is chosen with it.
std::optional<double> measured(const StudyContext& context, const study::QualityWish& wish,
                               const Candidate& candidate,
                               const std::vector<const FinishedRun*>& runs) {
    std::optional<double> worst;
    for (const auto* run : runs) {
        const auto& combination = context.plan.combinations[run->planned.combination];
        const auto* name = study::find(combination.implementations, candidate.instance);
        if (name == nullptr || *name != candidate.implementation ||
            combination.chosen(context.study) != candidate.chosen) {
            continue;
        }
        const double value = run->ended.results.at(wish.result);
        worst = !worst                     ? value
                : wish.rule.more_is_better ? std::min(*worst, value)
                                           : std::max(*worst, value);
    }
    return worst;
}

bool add_measured(const StudyContext& context, Candidate& candidate,
                  const std::vector<const FinishedRun*>& runs) {
    for (const auto& wish : context.study.select.qualities) {
        if (wish.result.empty() || wish.instance != candidate.instance) {
            continue;
        }
        const auto value = measured(context, wish, candidate, runs);
        if (!value) {
            return false;
        }
        candidate.quality[wish.rule.name] = *value;
    }
    return true;
}

/// What is chosen with an implementation, as it was run.
std::vector<Settings> chosen_with(const StudyContext& context, const std::string& instance,
                                  const std::string& implementation) {
    std::vector<Settings> all;
    for (const auto& combination : context.plan.combinations) {
        const auto chosen = combination.chosen(context.study);
        if (*study::find(combination.implementations, instance) == implementation &&
            std::find(all.begin(), all.end(), chosen) == all.end()) {
            all.push_back(chosen);
        }
    }
    return all;
}

Json json_of(const Candidate& candidate) {
    Json json{{"name", candidate.name}};
    if (!candidate.chosen.empty()) {
        json["model"] = candidate.implementation;
        for (const auto& [name, value] : candidate.chosen) {
            if (const auto number = study::number_of(value)) {
                json["inputs"][name] = *number;
            }
        }
    }
    json["class"] = candidate.implementation;
    if (!candidate.quality.empty()) {
        json["quality"] = candidate.quality;
    }
    return json;
}

Json json_of(const model::Interaction& interaction) {
    Json json{{"between", {interaction.first, interaction.second}}, {"costs", Json::array()}};
    for (const auto& cost : interaction.costs) {
        json["costs"].push_back({{"of", {cost.first, cost.second}},
                                 {"us", cost.us},
                                 {"us_per_call", cost.us_per_call},
                                 {"stddev_us", cost.stddev_us}});
    }
    return json;
}

/// What is wanted of the qualities, with what the question requires besides.
std::vector<model::QualityRule> rules_of(const study::Study& study,
                                         const study::Question& question) {
    std::vector<model::QualityRule> rules;
    for (const auto& wish : study.select.qualities) {
        rules.push_back(wish.rule);
    }
    for (const auto& required : question.requirements) {
        auto rule = std::find_if(rules.begin(), rules.end(),
                                 [&](const auto& one) { return one.name == required.quality; });
        if (rule == rules.end()) {
            rule = rules.insert(rules.end(), {required.quality, false, required.is_least, {}});
        }
        rule->limit = required.value;
    }
    return rules;
}

Json json_of(const model::QualityRule& rule) {
    Json json{{"combine", rule.is_sum ? "sum" : "worst"},
              {"better", rule.more_is_better ? "more" : "less"}};
    if (rule.limit) {
        json[rule.more_is_better ? "at_least" : "at_most"] = *rule.limit;
    }
    return json;
}

} // namespace

Settings never_run(const study::Study& study, const study::Plan& plan,
                   const std::vector<FinishedRun>& good) {
    Settings unknown;
    for (const auto& choice : study.choices) {
        for (const auto& implementation : choice.implementations) {
            const std::pair<std::string, std::string> wanted(choice.instance, implementation.name);
            if (std::none_of(good.begin(), good.end(), [&](const FinishedRun& run) {
                    const auto& had = plan.combinations[run.planned.combination].implementations;
                    return std::find(had.begin(), had.end(), wanted) != had.end();
                })) {
                unknown.push_back(wanted);
            }
        }
    }
    return unknown;
}

std::vector<Candidate> candidates_of(const StudyContext& context,
                                     const std::vector<const FinishedRun*>& runs,
                                     const Settings& unknown) {
    std::vector<Candidate> candidates;
    for (const auto& choice : context.study.choices) {
        for (const auto& implementation : choice.implementations) {
            const std::pair<std::string, std::string> one(choice.instance, implementation.name);
            if (std::find(unknown.begin(), unknown.end(), one) != unknown.end()) {
                continue;
            }
            for (const auto& chosen : chosen_with(context, choice.instance, implementation.name)) {
                const bool is_varied = !study::varied(context.study, chosen).empty();
                Candidate made{choice.instance,
                               implementation.name +
                                   (is_varied ? " " + study::text_of(chosen) : ""),
                               implementation.name, chosen, implementation.quality};
                if (add_measured(context, made, runs)) {
                    candidates.push_back(std::move(made));
                }
            }
        }
    }
    return candidates;
}

void write_selection_file(const StudyContext& context, const study::Question& question,
                          const std::vector<Candidate>& candidates,
                          const std::filesystem::path& file) {
    const auto models =
        std::filesystem::relative(context.directory / "models.json", file.parent_path());
    Json json{{"format", 1}, {"models", {models.string()}}, {"families", Json::array()}};
    for (const auto& choice : context.study.choices) {
        Json family{{"name", choice.instance},
                    {"instances", {choice.instance}},
                    {"implementations", Json::array()}};
        for (const auto& candidate : candidates) {
            if (candidate.instance == choice.instance) {
                family["implementations"].push_back(json_of(candidate));
            }
        }
        json["families"].push_back(std::move(family));
    }
    for (const auto& interaction : context.study.select.interactions) {
        json["interactions"].push_back(json_of(interaction));
    }
    for (const auto& rule : rules_of(context.study, question)) {
        json["quality"][rule.name] = json_of(rule);
    }
    ReplacedFile replaced(file);
    Output output(replaced.descriptor(), file.string());
    output.write(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    output.flush();
    replaced.commit();
}

} // namespace proxima::cli
