#include "exponential.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

constexpr std::string_view prefix = "exp2_";
constexpr std::size_t fewest_levels = 3;
constexpr double highest_level = 24;

bool looks_like_level(const gather::Measurements& measurements, std::size_t parameter) {
    std::set<double> values;
    for (const auto& point : measurements.points) {
        const double value = point.at[parameter];
        if (value < 0 || value > highest_level || value != std::floor(value)) {
            return false;
        }
        values.insert(value);
    }
    return values.size() >= fewest_levels;
}

bool is_power(const std::string& name) {
    return name.rfind(prefix, 0) == 0;
}

std::string level_of(const std::string& name) {
    return is_power(name) ? name.substr(prefix.size()) : name;
}

// Replaces `exp2_NAME` by `(2 ^ NAME)`.
std::string written_out(const std::string& text) {
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        auto end = i;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                     text[end] == '_' || text[end] == '.')) {
            ++end;
        }
        const auto word = text.substr(i, end - i);
        made += is_power(word) ? "(2 ^ " + level_of(word) + ")" : word;
        made += end < text.size() ? text.substr(end, 1) : "";
        i = end + 1;
    }
    return made;
}

// Drops competing formulas with a weight of 5 % together. In powers of two they differ from the
// mean by factors of hundreds: as variances they would make intervals that no probability of 5 %
// has.
void drop_unlikely(const std::string& mean, Uncertainty& uncertainty) {
    constexpr double unlikely = 0.05;
    std::vector<std::pair<double, std::size_t>> competing; // weights, and places
    for (std::size_t i = 0; i < uncertainty.gradient.size(); ++i) {
        if (uncertainty.gradient[i].text().ends_with("- (" + mean + ")")) {
            competing.emplace_back(uncertainty.covariance[i][i], i);
        }
    }
    std::sort(competing.begin(), competing.end());
    std::vector<std::size_t> dropped;
    double weight = 0;
    for (const auto& [own, place] : competing) {
        weight += own;
        if (weight <= unlikely) {
            dropped.push_back(place);
        }
    }
    std::sort(dropped.rbegin(), dropped.rend());
    for (const auto place : dropped) {
        const auto at = static_cast<std::ptrdiff_t>(place);
        uncertainty.gradient.erase(uncertainty.gradient.begin() + at);
        uncertainty.covariance.erase(uncertainty.covariance.begin() + at);
        for (auto& row : uncertainty.covariance) {
            row.erase(row.begin() + at);
        }
    }
}

void write_out(Model& model) {
    if (model.uncertainty) {
        drop_unlikely(model.mean.text(), *model.uncertainty);
    }
    for (auto& input : model.inputs) {
        if (is_power(input.parameter)) {
            input.parameter = level_of(input.parameter);
            input.name = level_of(input.name);
            input.domain = {std::log2(input.domain->min), std::log2(input.domain->max)};
        }
    }
    const auto names = model.input_names();
    model.mean = Expression(written_out(model.mean.text()), names);
    if (model.stddev) {
        model.stddev = Expression(written_out(model.stddev->text()), names);
    }
    if (model.uncertainty) {
        for (auto& derivative : model.uncertainty->gradient) {
            derivative = Expression(written_out(derivative.text()), names);
        }
    }
    for (auto& name : model.dropped) {
        name = level_of(name);
    }
}

} // namespace

std::optional<gather::Measurements> with_powers_of_two(const gather::Measurements& measurements) {
    auto made = measurements;
    bool is_changed = false;
    for (std::size_t i = 0; i < made.parameters.size(); ++i) {
        if (made.settings.count(made.parameters[i]) > 0 && looks_like_level(made, i)) {
            made.parameters[i].insert(0, prefix);
            is_changed = true;
            for (auto& point : made.points) {
                point.at[i] = std::exp2(point.at[i]);
            }
            for (auto& invocation : made.sample) {
                invocation.at[i] = std::exp2(invocation.at[i]);
            }
        }
    }
    return is_changed ? std::optional(std::move(made)) : std::nullopt;
}

FitOutcome without_powers_of_two(FitOutcome outcome, const gather::Measurements& measurements) {
    if (outcome.model) {
        write_out(*outcome.model);
    }
    for (auto* texts : {&outcome.terms, &outcome.regimes}) {
        for (auto& text : *texts) {
            text = written_out(text);
        }
    }
    outcome.measurements = measurements;
    return outcome;
}

} // namespace proxima::fit
