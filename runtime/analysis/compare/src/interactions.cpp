#include <proxima/base/histogram.hpp>
#include <proxima/base/student.hpp>
#include <proxima/compare/change.hpp>
#include <proxima/compare/compare.hpp>
#include <proxima/compare/interactions.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

namespace proxima::compare {
namespace {

// Deviation between runs that is assumed at least: few runs may agree by chance.
constexpr double least_deviation = 0.005;

// The runs of one assembly and setting.
using Cell = base::Moments;
// Cells that differ in the class of one instance only, by that class.
using Block = std::map<std::string, Cell>;

// The blocks in which a method of a class can be compared.
struct ClassComparison {
    std::string instance;
    std::string method;
    std::string implementation;
    std::string other;
    std::map<std::string, Block> blocks;
};

// Difference of the logarithms of the times with two classes.
struct Difference {
    double value = 0;
    double error = 0;
    double degrees = 0;

    double p() const { return 2 * base::student_upper_tail(std::abs(value) / error, degrees); }
};

std::set<std::string> varied_instances(const std::vector<AssembledRun>& runs) {
    std::map<std::string, std::set<std::string>> classes;
    for (const auto& run : runs) {
        for (const auto& [instance, name] : run.classes) {
            classes[instance].insert(name);
        }
    }
    std::set<std::string> varied;
    for (const auto& [instance, names] : classes) {
        if (names.size() > 1) {
            varied.insert(instance);
        }
    }
    return varied;
}

std::string class_in(const AssembledRun& run, const std::string& instance) {
    const auto found = run.classes.find(instance);
    return found == run.classes.end() ? instance : found->second;
}

// Everything that two runs must agree in to differ only in the class of `other`.
std::string rest_of(const AssembledRun& run, const std::string& other) {
    auto text = run.settings;
    for (const auto& [instance, name] : run.classes) {
        text += instance == other ? "" : '\n' + instance + '=' + name;
    }
    return text;
}

std::vector<ClassComparison> comparisons_of(const std::vector<AssembledRun>& runs) {
    std::map<std::vector<std::string>, ClassComparison> found;
    const auto varied = varied_instances(runs);
    for (const auto& run : runs) {
        for (const auto& [method, log_time] : run.log_times) {
            for (const auto& other : varied) {
                if (other == method.first) {
                    continue;
                }
                const auto own = class_in(run, method.first);
                auto& one = found[{method.first, method.second, own, other}];
                one.instance = method.first;
                one.method = method.second;
                one.implementation = own;
                one.other = other;
                one.blocks[rest_of(run, other)][class_in(run, other)].add(log_time);
            }
        }
    }
    std::vector<ClassComparison> all;
    for (auto& [key, one] : found) {
        all.push_back(std::move(one));
    }
    return all;
}

// Variance of a run about the mean of its cell, from all cells of the comparison.
std::pair<double, double> pooled_variance(const ClassComparison& comparison) {
    double squares = 0;
    double degrees = 0;
    for (const auto& [rest, block] : comparison.blocks) {
        for (const auto& [name, cell] : block) {
            const auto free = static_cast<double>(cell.count) - 1;
            squares += free > 0 ? free * cell.variance() : 0;
            degrees += free;
        }
    }
    return {degrees > 0 ? std::max(squares / degrees, least_deviation * least_deviation) : 0,
            degrees};
}

// Mean difference over the blocks that have both classes; unset if its noise is unknown.
std::optional<Difference> difference(const ClassComparison& comparison, const std::string& base,
                                     const std::string& now) {
    const auto [variance, degrees] = pooled_variance(comparison);
    base::Moments over_blocks;
    double error = 0;
    for (const auto& [rest, block] : comparison.blocks) {
        const auto first = block.find(base);
        const auto second = block.find(now);
        if (first != block.end() && second != block.end()) {
            over_blocks.add(second->second.mean - first->second.mean);
            error += variance * (1 / static_cast<double>(first->second.count) +
                                 1 / static_cast<double>(second->second.count));
        }
    }
    const auto blocks = static_cast<double>(over_blocks.count);
    if (blocks == 0 || (degrees <= 0 && blocks < 2)) {
        return std::nullopt;
    }
    if (degrees <= 0) { // no assembly ran twice: the blocks are the unit of noise
        const double spread = std::max(over_blocks.variance(), least_deviation * least_deviation);
        return Difference{over_blocks.mean, std::sqrt(spread / blocks), blocks - 1};
    }
    return Difference{over_blocks.mean, std::sqrt(error) / blocks, degrees};
}

// A pair of classes that was compared.
struct Test {
    const ClassComparison* comparison;
    std::string base;
    std::string now;
    Difference difference;
};

std::vector<Test> tests_of(const std::vector<ClassComparison>& comparisons) {
    std::vector<Test> tests;
    for (const auto& one : comparisons) {
        std::set<std::string> classes;
        for (const auto& [rest, block] : one.blocks) {
            for (const auto& [name, cell] : block) {
                classes.insert(name);
            }
        }
        for (auto base = classes.begin(); base != classes.end(); ++base) {
            for (auto now = std::next(base); now != classes.end(); ++now) {
                if (const auto found = difference(one, *base, *now)) {
                    tests.push_back({&one, *base, *now, *found});
                }
            }
        }
    }
    return tests;
}

// Times of the classes over the least one, as far as they are compared with `reference`.
std::map<std::string, double> ratios_of(const ClassComparison& comparison,
                                        const std::string& reference) {
    std::map<std::string, double> logs{{reference, 0}};
    for (const auto& [rest, block] : comparison.blocks) {
        for (const auto& [name, cell] : block) {
            if (const auto found = difference(comparison, reference, name);
                name != reference && found) {
                logs[name] = found->value;
            }
        }
    }
    const auto least = std::min_element(logs.begin(), logs.end(), [](const auto& a, const auto& b) {
                           return a.second < b.second;
                       })->second;
    for (auto& [name, value] : logs) {
        value = std::exp(value - least);
    }
    return logs;
}

std::size_t runs_of(const ClassComparison& comparison) {
    std::size_t runs = 0;
    for (const auto& [rest, block] : comparison.blocks) {
        for (const auto& [name, cell] : block) {
            runs += block.size() > 1 ? cell.count : 0;
        }
    }
    return runs;
}

double largest(const ClassEffect& effect) {
    double most = 1;
    for (const auto& [name, ratio] : effect.ratios) {
        most = std::max(most, ratio);
    }
    return most;
}

} // namespace

AssembledRun assembled_run(const rundir::CallGraph& graph,
                           std::map<std::string, std::string> classes, std::string settings) {
    AssembledRun run{std::move(classes), std::move(settings), {}};
    std::map<std::pair<std::string, std::string>, std::pair<double, double>> sums;
    for (const auto& node : graph.nodes) {
        const auto& site = graph.component(node);
        auto& [us, calls] = sums[{site.instance, site.method}];
        us += node.statistics.exclusive_us;
        calls += static_cast<double>(node.statistics.calls);
    }
    const double least_us = least_share * graph.total_us();
    for (const auto& [method, sum] : sums) {
        if (sum.first > 0 && sum.first >= least_us && sum.second > 0) {
            run.log_times[method] = std::log(sum.first / sum.second);
        }
    }
    return run;
}

std::string ClassEffect::text() const {
    std::string with;
    for (const auto& [name, ratio] : ratios) {
        if (ratio >= 1 + least_effect) {
            const auto times = std::to_string(std::llround(10 * ratio));
            with += (with.empty() ? " takes " : ", ") + times.substr(0, times.size() - 1) + "." +
                    times.back() + " times as long with " + other + "=" + name;
        }
    }
    return instance + "." + method + " (" + implementation + ")" + with + " (" +
           std::to_string(runs) + " runs)";
}

std::vector<ClassEffect> interactions(const std::vector<AssembledRun>& runs) {
    const auto comparisons = comparisons_of(runs);
    const auto tests = tests_of(comparisons);
    std::vector<double> p;
    for (const auto& test : tests) {
        p.push_back(test.difference.p());
    }
    holm(p);
    std::map<const ClassComparison*, ClassEffect> found;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const auto& [comparison, base, now, difference] = tests[i];
        if (p[i] < significant && std::abs(difference.value) >= std::log1p(least_effect)) {
            auto& effect = found[comparison];
            if (effect.runs == 0) {
                effect = {comparison->instance,
                          comparison->method,
                          comparison->implementation,
                          comparison->other,
                          ratios_of(*comparison, base),
                          runs_of(*comparison),
                          1};
            }
            effect.p = std::min(effect.p, p[i]);
        }
    }
    std::vector<ClassEffect> effects;
    for (auto& [comparison, effect] : found) {
        effects.push_back(std::move(effect));
    }
    std::sort(effects.begin(), effects.end(), [](const auto& a, const auto& b) {
        return std::tuple(-largest(a), a.instance, a.method, a.implementation, a.other) <
               std::tuple(-largest(b), b.instance, b.method, b.implementation, b.other);
    });
    return effects;
}

} // namespace proxima::compare
