#include <proxima/base/error.hpp>
#include <proxima/study/plan.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <utility>

namespace proxima::study {
namespace {

constexpr std::size_t most_combinations = 100000;

// All combinations of a case.
std::vector<Combination> product_of(const Study& study, const Case& one) {
    std::vector<Combination> all{Combination()};
    for (const auto& factor : study.factors) {
        const auto own = one.find(factor.name);
        const auto& values = own == one.end() ? factor.values : own->second;
        if (all.size() * values.size() > most_combinations) {
            throw base::Error(study.file, "this study has more than 100000 combinations; take "
                                          "fewer values, or list \"cases\"");
        }
        std::vector<Combination> more;
        for (const auto& combination : all) {
            for (const auto& value : values) {
                more.push_back(combination);
                more.back().emplace_back(factor.name, value);
            }
        }
        all = std::move(more);
    }
    return all;
}

// Shuffles like std::shuffle, but equally with every standard library.
void shuffle(std::vector<std::size_t>& numbers, std::mt19937_64& random) {
    for (std::size_t left = numbers.size(); left > 1; --left) {
        std::swap(numbers[left - 1], numbers[random() % left]);
    }
}

template <class Condition>
Settings settings_where(const Settings& settings, Condition condition) {
    Settings result;
    std::copy_if(settings.begin(), settings.end(), std::back_inserter(result),
                 [&](const auto& setting) { return condition(setting.first); });
    return result;
}

// Plans the runs of the combinations from number `first` on.
void plan_repetitions(const Study& study, std::size_t first, Plan& plan) {
    std::mt19937_64 random(study.seed);
    for (std::size_t repetition = 0; repetition < study.repetitions; ++repetition) {
        std::vector<std::size_t> numbers(plan.combinations.size() - first);
        std::iota(numbers.begin(), numbers.end(), first);
        shuffle(numbers, random);
        for (const auto number : numbers) {
            plan.order.push_back({number, repetition});
        }
    }
}

} // namespace

Plan plan_of(const Study& study) {
    Plan plan;
    std::set<Combination> seen;
    for (const auto& one : study.cases) {
        for (auto& combination : product_of(study, one)) {
            if (!study.forbids(combination) && seen.insert(combination).second) {
                plan.combinations.push_back(std::move(combination));
            }
        }
    }
    if (plan.combinations.empty()) {
        throw base::Error(study.file, "\"forbidden\" leaves no combination to run; forbid less");
    }
    for (const auto& factor : study.factors) {
        std::set<std::string> values;
        for (const auto& combination : plan.combinations) {
            values.insert(*find(combination, factor.name));
        }
        if (values.size() > 1) {
            plan.varied.push_back(factor.name);
        }
    }
    plan_repetitions(study, 0, plan);
    return plan;
}

void add_to(Plan& plan, const Study& study, const std::vector<Combination>& more) {
    const auto first = plan.combinations.size();
    plan.combinations.insert(plan.combinations.end(), more.begin(), more.end());
    plan_repetitions(study, first, plan);
}

Settings varied(const Plan& plan, const Settings& settings) {
    return settings_where(settings, [&](const std::string& name) {
        return std::find(plan.varied.begin(), plan.varied.end(), name) != plan.varied.end();
    });
}

Settings point_of(const Study& study, const Combination& combination) {
    return settings_where(combination, [&](const std::string& name) {
        return !study.factor(name)->is_implementation && !study.is_chosen(name);
    });
}

Settings chosen_in(const Study& study, const Combination& combination) {
    return settings_where(combination,
                          [&](const std::string& name) { return study.is_chosen(name); });
}

} // namespace proxima::study
