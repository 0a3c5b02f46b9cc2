#include "fit/division.hpp"

#include "fit/data.hpp"
#include "fit/refusal.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::model {
namespace {

/// How much better models of the parts must be than one of all, in the criterion.
constexpr double worth_a_split = 10;
/// And how far from the model of all they must be, relative, root mean square over the points.
constexpr double worth_telling_apart = 0.02;
constexpr std::size_t most_parts = 32;

/// The names of the parameters in expressions, each another.
std::vector<std::string> expression_names(const std::vector<std::string>& parameters) {
    std::vector<std::string> names;
    for (const auto& parameter : parameters) {
        constexpr std::size_t longest = 64; // formulas repeat it, and are bounded
        auto name = variable_name(parameter.substr(0, longest));
        while (std::find(names.begin(), names.end(), name) != names.end()) {
            name += "_";
        }
        names.push_back(name);
    }
    return names;
}

std::size_t distinct_values(const Data& data, std::size_t parameter) {
    std::set<double> values;
    for (const auto& at : data.at) {
        values.insert(at[parameter]);
    }
    return values.size();
}

/// What one model of all says about points that are told apart by the discrete parameters.
std::optional<Regression> undivided(const Measurements& all, const FitOptions& options) {
    const Data data = data_of(all);
    const auto search = search_in(data, all, options.criterion);
    auto found = contenders(search, Families::terms);
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

/// The sum over the part's points of the squared relative distance between its model and that of
/// all.
double squared_distance(const Measurements& part, const Regression& of_part,
                        const Regression& whole) {
    double sum = 0;
    for (const auto& point : part.points) {
        const double expected = predict(whole, point.at);
        const double distance = predict(of_part, point.at) - expected;
        sum += expected != 0 ? distance * distance / (expected * expected) : 0;
    }
    return sum;
}

/// How much better models of the parts are; unset where some part carries none, or where they say
/// nearly the same.
std::optional<Division> division_by(const Measurements& all, std::size_t parameter,
                                    const Regression& whole, const FitOptions& options) {
    double score = 0;
    double squares = 0;
    double distance = 0;
    for (std::uint32_t value = 0; value < all.discrete[parameter].values.size(); ++value) {
        const auto part = part_of(all, parameter, value);
        if (part.points.empty()) {
            continue;
        }
        if (!refusal_of(without_discrete(part)).empty()) {
            return std::nullopt;
        }
        const auto best = undivided(part, options);
        if (!best) {
            return std::nullopt;
        }
        score += best->aicc;
        squares += best->squares;
        distance += squared_distance(part, *best, whole);
    }
    if (std::sqrt(distance / static_cast<double>(all.points.size())) < worth_telling_apart) {
        return std::nullopt;
    }
    return Division{parameter, whole.aicc - score, 1 - squares / whole.squares};
}

/// Values of a discrete parameter that share a model.
struct Class {
    std::set<std::uint32_t> values;
    Measurements measurements; ///< still with the parameter
    std::optional<Regression> model;
    double size = 0; ///< by which classes are put in order
};

Class class_of(const Measurements& all, std::size_t parameter, std::set<std::uint32_t> values,
               const FitOptions& options) {
    Class made{std::move(values), all, {}, 0};
    std::erase_if(made.measurements.points,
                  [&](const auto& point) { return made.values.count(point.in[parameter]) == 0; });
    if (!made.measurements.points.empty()) {
        made.model = undivided(made.measurements, options);
    }
    for (const auto& point : made.measurements.points) {
        made.size += point.mean / static_cast<double>(made.measurements.points.size());
    }
    return made;
}

/// How much better two models are than the one of both together; less than nothing where they say
/// nearly the same.
double worth_of_two(const Class& left, const Class& right, const Class& both) {
    if (!left.model || !right.model || !both.model) {
        return std::numeric_limits<double>::infinity();
    }
    const double distance = squared_distance(left.measurements, *left.model, *both.model) +
                            squared_distance(right.measurements, *right.model, *both.model);
    const auto points = static_cast<double>(both.measurements.points.size());
    return std::sqrt(distance / points) < worth_telling_apart
               ? -std::numeric_limits<double>::infinity()
               : both.model->aicc - left.model->aicc - right.model->aicc;
}

/// Takes the two neighbours together that need two models least, if they do not need them.
bool unite(std::vector<Class>& classes, const Measurements& all, std::size_t parameter,
           const FitOptions& options) {
    double least = worth_a_split;
    std::optional<Class> united;
    std::size_t where = 0;
    for (std::size_t i = 0; i + 1 < classes.size(); ++i) {
        auto values = classes[i].values;
        values.insert(classes[i + 1].values.begin(), classes[i + 1].values.end());
        auto both = class_of(all, parameter, std::move(values), options);
        const double worth = worth_of_two(classes[i], classes[i + 1], both);
        if (worth < least) {
            least = worth;
            united = std::move(both);
            where = i;
        }
    }
    if (united) {
        classes[where] = std::move(*united);
        classes.erase(classes.begin() + static_cast<std::ptrdiff_t>(where) + 1);
    }
    return united.has_value();
}

} // namespace

Search search_in(const Data& data, const Measurements& measurements, FitCriterion criterion) {
    Search search{data, expression_names(measurements.parameters), {}, criterion};
    for (std::size_t i = 0; i < measurements.parameters.size(); ++i) {
        if (distinct_values(data, i) >= fewest_values) {
            search.parameters.push_back(i);
        }
    }
    return search;
}

std::optional<Division> best_division(const Measurements& all, const FitOptions& options) {
    std::optional<Division> best;
    const auto whole = undivided(all, options);
    for (std::size_t i = 0; whole && i < all.discrete.size(); ++i) {
        const auto values = all.discrete[i].values.size();
        if (values < 2 || values > most_parts) {
            continue;
        }
        const auto division = division_by(all, i, *whole, options);
        if (division && division->gain > worth_a_split && (!best || division->gain > best->gain)) {
            best = division;
        }
    }
    return best;
}

Measurements in_classes(const Measurements& all, std::size_t parameter, const FitOptions& options) {
    const auto& names = all.discrete[parameter].values;
    if (std::any_of(names.begin(), names.end(),
                    [](const auto& name) { return name.find(", ") != std::string::npos; })) {
        return all; // classes could not be told from single values
    }
    std::vector<Class> classes;
    for (std::uint32_t value = 0; value < names.size(); ++value) {
        auto made = class_of(all, parameter, {value}, options);
        if (made.model) {
            classes.push_back(std::move(made));
        }
    }
    std::sort(classes.begin(), classes.end(),
              [](const auto& a, const auto& b) { return a.size < b.size; });
    while (classes.size() > 2 && unite(classes, all, parameter, options)) {
    }
    std::sort(classes.begin(), classes.end(),
              [](const auto& a, const auto& b) { return *a.values.begin() < *b.values.begin(); });
    Measurements grouped = all;
    grouped.discrete[parameter].values.clear();
    std::vector<std::uint32_t> class_of_value(names.size());
    for (std::uint32_t i = 0; i < classes.size(); ++i) {
        std::string joined;
        for (const auto value : classes[i].values) {
            joined += (joined.empty() ? "" : ", ") + names[value];
            class_of_value[value] = i;
        }
        grouped.discrete[parameter].values.push_back(std::move(joined));
    }
    for (auto& point : grouped.points) {
        point.in[parameter] = class_of_value[point.in[parameter]];
    }
    for (auto& observation : grouped.sample) {
        observation.in[parameter] = class_of_value[observation.in[parameter]];
    }
    return grouped;
}

} // namespace proxima::model
