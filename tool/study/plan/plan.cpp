#include "plan.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <random>

namespace proxima::study {
namespace {

constexpr std::size_t most_combinations = 100000;

/// Every value of `name` behind every setting there is.
std::vector<Settings> multiplied(const std::vector<Settings>& all, const std::string& name,
                                 const std::vector<std::string>& values) {
    std::vector<Settings> result;
    result.reserve(all.size() * values.size());
    for (const auto& settings : all) {
        for (const auto& value : values) {
            result.push_back(settings);
            result.back().emplace_back(name, value);
        }
    }
    return result;
}

std::size_t product_of_values(const Study& study) {
    std::size_t product = std::max<std::size_t>(study.points.size(), 1);
    const auto multiply = [&](std::size_t by) {
        product = product > most_combinations ? product : product * std::max<std::size_t>(by, 1);
    };
    for (const auto& parameter : study.parameters) {
        multiply(parameter.values.size());
    }
    multiply(study.ranks.size());
    for (const auto& choice : study.choices) {
        multiply(study.combine_all ? choice.implementations.size() : 1);
    }
    return product;
}

/// The values that a parameter has with these implementations.
const std::vector<std::string>& values_with(const Study& study, const Parameter& parameter,
                                            const Settings& implementations) {
    for (const auto& choice : study.choices) {
        const auto* name = find(implementations, choice.instance);
        for (const auto& implementation : choice.implementations) {
            for (const auto& own : implementation.parameters) {
                if (name != nullptr && implementation.name == *name && own.name == parameter.name) {
                    return own.values;
                }
            }
        }
    }
    return parameter.values;
}

std::vector<Settings> parameter_settings(const Study& study, const Settings& implementations) {
    std::vector<Settings> all{Settings{}};
    for (const auto& parameter : study.parameters) {
        all = multiplied(all, parameter.name, values_with(study, parameter, implementations));
    }
    if (study.points.empty()) {
        return all;
    }
    std::vector<Settings> result;
    for (const auto& settings : all) {
        for (const auto& point : study.points) {
            result.push_back(settings);
            result.back().insert(result.back().end(), point.settings.begin(), point.settings.end());
        }
    }
    return result;
}

std::vector<Settings> assemblies_of(const Study& study) {
    std::vector<Settings> all{Settings{}};
    if (study.combine_all) {
        for (const auto& choice : study.choices) {
            std::vector<std::string> names;
            for (const auto& one : choice.implementations) {
                names.push_back(one.name);
            }
            all = multiplied(all, choice.instance, names);
        }
        return all;
    }
    std::size_t most = 1;
    for (const auto& choice : study.choices) {
        most = std::max(most, choice.implementations.size());
    }
    all.assign(most, {});
    for (std::size_t i = 0; i < most; ++i) {
        for (const auto& choice : study.choices) {
            const auto& known = choice.implementations;
            all[i].emplace_back(choice.instance, known[i % known.size()].name);
        }
    }
    return all;
}

bool is_excluded(const Exclusion& exclusion, const Combination& combination) {
    return std::all_of(
        exclusion.values.begin(), exclusion.values.end(), [&](const auto& condition) {
            const auto& [name, values] = condition;
            const std::string ranks = std::to_string(combination.ranks);
            const auto* value = find(combination.parameters, name);
            value = value != nullptr ? value : find(combination.implementations, name);
            value = value == nullptr && name == "ranks" ? &ranks : value;
            return value != nullptr &&
                   std::find(values.begin(), values.end(), *value) != values.end();
        });
}

/// Like std::shuffle, which does not say what it makes of a seed.
void shuffle(std::vector<std::size_t>& numbers, std::mt19937_64& random) {
    for (std::size_t left = numbers.size(); left > 1; --left) {
        const std::uint64_t unbiased = random.max() - random.max() % left;
        std::uint64_t drawn = random();
        while (drawn >= unbiased) {
            drawn = random();
        }
        std::swap(numbers[left - 1], numbers[drawn % left]);
    }
}

/// How many values the study has for a name.
std::size_t count_of(const Study& study, const std::string& name) {
    for (const auto& choice : study.choices) {
        if (choice.instance == name) {
            return choice.implementations.size();
        }
        for (const auto& implementation : choice.implementations) {
            for (const auto& own : implementation.parameters) {
                if (own.name == name) {
                    return most_combinations; // more than one, with those of the others
                }
            }
        }
    }
    for (const auto& parameter : study.parameters) {
        if (parameter.name == name) {
            return parameter.values.size();
        }
    }
    return name == "ranks" ? study.ranks.size() : study.points.size();
}

} // namespace

std::string text_of(const Settings& settings) {
    std::string text;
    for (const auto& [name, value] : settings) {
        text += (text.empty() ? "" : ", ") + name + "=" + value;
    }
    return text;
}

Settings Combination::point(const Study& study) const {
    const auto& chosen = study.select.choose;
    Settings point;
    std::copy_if(parameters.begin(), parameters.end(), std::back_inserter(point),
                 [&](const auto& setting) {
                     return std::find(chosen.begin(), chosen.end(), setting.first) == chosen.end();
                 });
    if (ranks > 0) {
        point.emplace_back("ranks", std::to_string(ranks));
    }
    return point;
}

Settings Combination::chosen(const Study& study) const {
    Settings result;
    for (const auto& name : study.select.choose) {
        result.emplace_back(name, *find(parameters, name));
    }
    return result;
}

std::string Combination::text(const Study& study) const {
    auto all = point(study);
    for (const auto& settings : {implementations, chosen(study)}) {
        all.insert(all.end(), settings.begin(), settings.end());
    }
    const auto text = text_of(varied(study, all));
    return text.empty() ? study.name : text;
}

Settings varied(const Study& study, const Settings& point) {
    Settings result;
    std::copy_if(point.begin(), point.end(), std::back_inserter(result),
                 [&](const auto& setting) { return count_of(study, setting.first) > 1; });
    return result;
}

Plan plan_of(const Study& study) {
    if (product_of_values(study) > most_combinations) {
        throw model::Error(study.file, "this study has more than 100000 combinations; take fewer "
                                       "values, or \"combine\": \"each\"");
    }
    Plan plan;
    const auto ranks = study.ranks.empty() ? std::vector<int>{0} : study.ranks;
    for (const auto& assembly : assemblies_of(study)) {
        for (const auto& parameters : parameter_settings(study, assembly)) {
            for (const int of_ranks : ranks) {
                Combination made{parameters, assembly, of_ranks};
                if (std::none_of(study.exclusions.begin(), study.exclusions.end(),
                                 [&](const auto& one) { return is_excluded(one, made); })) {
                    plan.combinations.push_back(std::move(made));
                }
            }
        }
    }
    if (plan.combinations.empty()) {
        throw model::Error(study.file, study.exclusions.front().line,
                           "nothing is left to run; exclude less");
    }
    std::mt19937_64 random(study.seed);
    std::vector<std::size_t> numbers(plan.combinations.size());
    for (std::size_t repetition = 0; repetition < study.repetitions; ++repetition) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = i;
        }
        shuffle(numbers, random);
        for (const auto number : numbers) {
            plan.order.push_back({number, repetition});
        }
    }
    return plan;
}

} // namespace proxima::study
