// The work of each rank or thread.
#include "report/report_tables.hpp"
#include "text/style.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>
#include <proxima/profile/rank_spread.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <numeric>

namespace proxima::cli {
namespace {

using rundir::CallGraph;

bool has_own_rows(const rundir::RunPart& part) {
    return part.rank != rundir::RunPart::other_ranks;
}

// `3`, `3.0` for thread 0 of rank 3, `16 others`.
std::string name_of(const rundir::RunPart& part, std::uint64_t others) {
    if (!has_own_rows(part)) {
        return std::to_string(others) + " others";
    }
    return std::to_string(part.rank) +
           (part.thread ? "." + std::to_string(*part.thread) : std::string());
}

struct PartSums {
    std::uint64_t calls = 0;
    double measured_us = 0;
    double communication_us = 0;
    std::vector<double> computed_us; // by each method itself
};

// The sum of the rows of one part, in the order of their nodes.
class PartAdder {
public:
    PartAdder(const CallGraph& graph, const rundir::MethodNumbers& methods)
        : graph_(graph), methods_(methods) {
        sums_.computed_us.resize(methods.components.size());
    }

    void add(std::size_t node, const rundir::Statistics& statistics) {
        const auto parent = graph_.nodes[node].parent;
        sums_.calls += statistics.calls;
        computed(node) += statistics.computation_us;
        if (parent == rundir::Node::no_parent) {
            sums_.measured_us += statistics.inclusive_us;
            sums_.communication_us += statistics.communication_us;
        } else {
            computed(parent) -= statistics.computation_us;
        }
    }

    const PartSums& sums() const { return sums_; }

private:
    double& computed(std::size_t node) {
        return sums_.computed_us[methods_.of_component[graph_.nodes[node].component]];
    }

    const CallGraph& graph_;
    const rundir::MethodNumbers& methods_;
    PartSums sums_;
};

class PartTables {
public:
    PartTables(const CallGraph& graph, const profile::WholeTime& whole,
               const text::Terminal& terminal)
        : graph_(graph), whole_(whole), terminal_(terminal), methods_(graph) {
        std::vector<PartAdder> adders(std::max<std::size_t>(graph.parts.size(), 1),
                                      PartAdder(graph, methods_));
        for (const auto& row : graph.rows) {
            adders[row.part].add(row.node, row.statistics);
        }
        for (std::size_t node = 0; graph.rows.empty() && node < graph.nodes.size(); ++node) {
            adders.front().add(node, graph.nodes[node].statistics);
        }
        for (const auto& adder : adders) {
            sums_.push_back(adder.sums());
        }
        if (!graph.parts.empty() && !has_own_rows(graph.parts.front())) {
            ranks_ = profile::ranks_of(graph);
            others_ = ranks_ - (graph.parts.size() - 1);
        }
    }

    void write_parts(text::Output& output) const {
        const bool threads = !graph_.parts.empty() && graph_.parts.front().thread.has_value();
        text::Table table(threads ? "rank.thread" : "rank",
                          {{"calls", 1},
                           {"measured", 5},
                           {whole_.column, 6},
                           {"comp", 7, true},
                           {"comm", 4},
                           {"computes most in", 3}},
                          terminal_);
        for (std::size_t part = 0; part < sums_.size(); ++part) {
            const auto& sums = sums_[part];
            const double computed_us = sums.measured_us - sums.communication_us;
            table.add({graph_.parts.empty() ? "0" : name_of(graph_.parts[part], others_),
                       {base::human_count(sums.calls), base::human_time(sums.measured_us),
                        whole_.text(sums.measured_us), base::human_time(computed_us),
                        base::human_time(sums.communication_us), most_computed(sums, computed_us)},
                       0});
        }
        table.write(output);
    }

    // Leaves out communication, which is mostly waiting for the slowest rank.
    void write_methods(std::size_t most, text::Output& output) const {
        const auto order = methods_by_computation();
        text::Table table(
            "computation",
            {{"all", 2}, {whole_.column, 4}, {"least", 3}, {"most", 5}, {"imbal", 6, true}},
            terminal_);
        const auto shown = std::min(most, order.size());
        double hidden = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto method = order[i];
            if (i >= shown) {
                hidden += total_of(method);
                continue;
            }
            const auto [least, largest] = std::minmax_element(
                first_own(), sums_.end(), [method](const auto& left, const auto& right) {
                    return left.computed_us[method] < right.computed_us[method];
                });
            const double mean_us = std::accumulate(first_own(), sums_.end(), 0.0,
                                                   [method](double sum, const auto& part) {
                                                       return sum + part.computed_us[method];
                                                   }) /
                                   static_cast<double>(sums_.end() - first_own());
            const profile::RankSpread spread{least->computed_us[method],
                                             largest->computed_us[method], mean_us};
            table.add({name_of_method(method),
                       {base::human_time(total_of(method)), whole_.text(total_of(method)),
                        time_at(spread.least_us, least), time_at(spread.most_us, largest),
                        base::human_share(spread.imbalance())},
                       spread.imbalance()});
        }
        table.write(output);
        if (shown < order.size()) {
            write_others(order.size() - shown, whole_.text(hidden), terminal_, output);
        }
        if (others_ > 0) {
            output.write(text::Style(terminal_.color)
                             .faint("least, most and imbal: of the " +
                                    base::plural(ranks_ - others_, "rank") +
                                    " with rows of their own; the call tree has all " +
                                    std::to_string(ranks_)) +
                         "\n");
        }
    }

private:
    using Place = std::vector<PartSums>::const_iterator;

    // The other ranks come first, because they are sorted as rank -1.
    Place first_own() const { return sums_.begin() + (others_ > 0 ? 1 : 0); }

    std::string time_at(double us, Place part) const {
        return base::human_time(us) + " (" +
               name_of(graph_.parts[static_cast<std::size_t>(part - sums_.begin())], others_) + ")";
    }

    // `flux.compute 45.1%`
    std::string most_computed(const PartSums& sums, double computed_us) const {
        const auto most = std::max_element(sums.computed_us.begin(), sums.computed_us.end());
        return most == sums.computed_us.end() || computed_us <= 0
                   ? "-"
                   : name_of_method(static_cast<std::size_t>(most - sums.computed_us.begin())) +
                         " " + base::human_share(*most / computed_us);
    }

    const std::string& name_of_method(std::size_t method) const {
        return graph_.components[methods_.components[method]].name;
    }

    double total_of(std::size_t method) const {
        return std::accumulate(
            sums_.begin(), sums_.end(), 0.0,
            [method](double sum, const auto& part) { return sum + part.computed_us[method]; });
    }

    std::vector<std::size_t> methods_by_computation() const {
        std::vector<std::size_t> order(methods_.components.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [this](auto left, auto right) {
            return total_of(left) > total_of(right);
        });
        return order;
    }

    const CallGraph& graph_;
    const profile::WholeTime& whole_;
    const text::Terminal& terminal_;
    rundir::MethodNumbers methods_;
    std::vector<PartSums> sums_;
    std::uint64_t ranks_ = 0;
    std::uint64_t others_ = 0; // ranks without rows of their own
};

} // namespace

void write_part_tables(const CallGraph& graph, const profile::WholeTime& whole, std::size_t most,
                       const text::Terminal& terminal, text::Output& output) {
    const PartTables tables(graph, whole, terminal);
    tables.write_parts(output);
    if (graph.parts.size() > 1) {
        output.write("\n");
        tables.write_methods(most, output);
    }
}

} // namespace proxima::cli
