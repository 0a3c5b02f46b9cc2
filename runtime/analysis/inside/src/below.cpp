#include "meant.hpp"
#include "stack_samples.hpp"

#include <proxima/inside/below.hpp>
#include <proxima/inside/symbols.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace proxima::inside {
namespace {

constexpr double telling_part = 0.001;

class FunctionTree {
public:
    void add(std::size_t node, std::span<const std::uint64_t> addresses, Symbols& symbols,
             double us) {
        sampled_us_ += us;
        if (!addresses.empty()) {
            const auto& leaf = symbols.frames_at(addresses.front()).front();
            auto& line = lines_[{leaf.file, leaf.line}];
            line.us += us;
            line.program = symbols.module_at(addresses.front());
        }
        std::size_t caller = FunctionBelow::no_caller;
        for (std::size_t i = addresses.size(); i > 0; --i) {
            const auto& frames = symbols.frames_at(addresses[i - 1]);
            for (std::size_t k = frames.size(); k > 0; --k) {
                caller =
                    find_or_add(node, caller, name_of(frames[k - 1], addresses[i - 1], symbols));
                all_[caller].us += us;
            }
        }
    }

    std::vector<LineTime> lines() const {
        std::vector<LineTime> lines;
        for (const auto& [place, line] : lines_) {
            lines.push_back({place.first, place.second, line.us, line.program});
        }
        return lines;
    }

    // Callers are in the list before what they call, and take no less time.
    std::vector<FunctionBelow> take() {
        std::vector<std::size_t> places(all_.size());
        std::vector<FunctionBelow> kept;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].us < telling_part * sampled_us_) {
                continue;
            }
            places[i] = kept.size();
            kept.push_back(std::move(all_[i]));
            if (auto& caller = kept.back().caller; caller != FunctionBelow::no_caller) {
                caller = places[caller];
            }
        }
        return kept;
    }

private:
    static std::string name_of(const Frame& frame, std::uint64_t address, const Symbols& symbols) {
        if (!frame.function.empty()) {
            return frame.function;
        }
        const std::string module = symbols.module_at(address);
        return module.empty() ? "code that no file holds"
                              : "in " + std::filesystem::path(module).filename().string();
    }

    std::size_t find_or_add(std::size_t node, std::size_t caller, std::string name) {
        const auto [known, is_new] = places_.try_emplace({node, caller, name}, all_.size());
        if (is_new) {
            all_.push_back({node, caller, std::move(name), 0});
        }
        return known->second;
    }

    double sampled_us_ = 0;
    std::map<std::pair<std::string, int>, LineTime> lines_;
    std::vector<FunctionBelow> all_;
    std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> places_;
};

// Gives the sampled stacks of each thread: the rank, the samples, the stack, its node, and its
// time.
template <class Use>
void for_each_stack(const rundir::RunDirectory& run, const rundir::CallGraph& graph, Use use) {
    const rundir::CallGraphIndex index(graph);
    for (const auto& files : run.thread_files()) {
        const auto file = samples_file(run, files.rank, files.number);
        if (!std::filesystem::exists(file)) {
            continue;
        }
        const auto samples = read_stack_samples(file);
        std::vector<std::size_t> nodes;
        index.follow(rundir::definitions_of(files), nodes);
        const double period_us = static_cast<double>(samples.header.period_ns) / 1e3;
        for (const auto& stack : samples.stacks) {
            const bool is_known = stack.node > 0 && stack.node <= nodes.size() &&
                                  nodes[stack.node - 1] != rundir::Node::no_parent;
            if (is_known) {
                use(files.rank, samples, stack, nodes[stack.node - 1],
                    static_cast<double>(stack.periods) * period_us);
            }
        }
    }
}

} // namespace

FunctionsBelow functions_below(const rundir::RunDirectory& run, const rundir::CallGraph& graph) {
    std::map<std::uint64_t, std::unique_ptr<Symbols>> symbols; // of ranks
    FunctionTree tree;
    bool has_waiting = false;
    for_each_stack(run, graph,
                   [&](std::uint64_t rank, const SampledStacks& samples,
                       const format::SampledStack& stack, std::size_t node, double us) {
                       auto& of_rank = symbols[rank];
                       if (of_rank == nullptr) {
                           of_rank = symbols_of(run, rank);
                       }
                       tree.add(node, samples.frames(stack), *of_rank, us);
                       has_waiting = samples.header.source == format::SampleSource::wall;
                   });
    FunctionsBelow below{tree.take(), tree.lines(), has_waiting, {}};
    for (const auto& [rank, of_rank] : symbols) {
        for (const auto& problem : of_rank->problems()) {
            if (std::ranges::find(below.problems, problem) == below.problems.end()) {
                below.problems.push_back(problem);
            }
        }
    }
    return below;
}

SampledTimes sampled_times(const rundir::RunDirectory& run, const rundir::CallGraph& graph) {
    SampledTimes times;
    for_each_stack(run, graph,
                   [&](std::uint64_t, const SampledStacks& samples,
                       const format::SampledStack& stack, std::size_t node, double us) {
                       if (samples.header.source == format::SampleSource::wall) {
                           return;
                       }
                       times.own_us.resize(graph.nodes.size());
                       times.own_us[node] += us;
                       const auto count = static_cast<double>(std::max(stack.samples, 1U));
                       times.period_us = std::max(times.period_us, us / count);
                   });
    return times;
}

} // namespace proxima::inside
