// The work of each rank.
#include "report/report_tables.hpp"
#include "text/style.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>
#include <proxima/profile/rank_spread.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <map>
#include <numeric>

namespace proxima::cli {
namespace {

using rundir::CallGraph;

bool has_own_rows(const rundir::RunPart& part) {
    return part.rank != rundir::RunPart::other_ranks;
}

// `3`, `16 others`.
std::string name_of(const rundir::RunPart& part, std::uint64_t others) {
    return has_own_rows(part) ? std::to_string(part.rank) : std::to_string(others) + " others";
}

struct PartSums {
    std::uint64_t calls = 0;
    double measured_us = 0;
    double communication_us = 0;
    std::map<std::size_t, double> computed_us; // by each method itself, which the part has called
};

// Computation of a method in all parts; a part that has not called it counts as 0.
struct MethodSums {
    double total_us = 0;
    double own_us = 0; // parts with rows of their own
    double least_us = 0;
    double most_us = 0;
    std::size_t least_part = 0;
    std::size_t most_part = 0;
    std::size_t parts = 0; // that have called it

    void add(std::size_t part, double us, bool is_own) {
        total_us += us;
        if (!is_own) {
            return;
        }
        own_us += us;
        if (parts == 0 || us < least_us) {
            least_us = us;
            least_part = part;
        }
        if (parts == 0 || us >= most_us) {
            most_us = us;
            most_part = part;
        }
        ++parts;
    }
};

class PartTables {
public:
    PartTables(const CallGraph& graph, const profile::WholeTime& whole,
               const text::Terminal& terminal)
        : graph_(graph), whole_(whole), terminal_(terminal), methods_(graph),
          threads_(threads_of_methods(graph, methods_)) {
        sums_.resize(std::max<std::size_t>(graph.parts.size(), 1));
        for (const auto& row : graph.rows) {
            add(sums_[row.part], row.node, row.statistics);
        }
        for (std::size_t node = 0; graph.rows.empty() && node < graph.nodes.size(); ++node) {
            add(sums_.front(), node, graph.nodes[node].statistics);
        }
        if (!graph.parts.empty() && !has_own_rows(graph.parts.front())) {
            ranks_ = profile::ranks_of(graph);
            others_ = ranks_ - (graph.parts.size() - 1);
        }
        sum_methods();
    }

    void write_parts(text::Output& output) const {
        text::Table table("rank",
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
            table.add(
                {graph_.parts.empty() ? "0" : name_of(graph_.parts[part], others_),
                 {base::human_count(sums.calls), base::human_time(sums.measured_us),
                  whole_.text(sums.measured_us, whole_.threads), base::human_time(computed_us),
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
                hidden += of_methods_[method].total_us;
                continue;
            }
            const auto& sums = of_methods_[method];
            const profile::RankSpread spread{sums.least_us, sums.most_us,
                                             sums.own_us /
                                                 static_cast<double>(sums_.size() - first_own())};
            table.add(
                {name_of_method(method),
                 {base::human_time(sums.total_us), whole_.text(sums.total_us, threads_[method]),
                  time_at(spread.least_us, sums.least_part),
                  time_at(spread.most_us, sums.most_part), base::human_share(spread.imbalance())},
                 spread.imbalance()});
        }
        table.write(output);
        if (shown < order.size()) {
            write_others(order.size() - shown, whole_.text(hidden, whole_.threads), terminal_,
                         output);
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
    void add(PartSums& sums, std::size_t node, const rundir::Statistics& statistics) const {
        const auto method = [this](std::size_t of) {
            return methods_.of_component[graph_.nodes[of].component];
        };
        const auto parent = graph_.nodes[node].parent;
        sums.calls += statistics.calls;
        sums.computed_us[method(node)] += statistics.computation_us;
        const auto within = rundir::within_caller(graph_.nodes[node], statistics);
        sums.measured_us += statistics.inclusive_us - within.inclusive_us;
        sums.communication_us += statistics.communication_us - within.communication_us;
        if (parent != rundir::Node::no_parent) {
            sums.computed_us[method(parent)] -= within.computation_us();
        }
    }

    void sum_methods() {
        of_methods_.resize(methods_.components.size());
        std::vector<std::size_t> first_without(of_methods_.size(), first_own());
        for (std::size_t part = 0; part < sums_.size(); ++part) {
            for (const auto& [method, us] : sums_[part].computed_us) {
                of_methods_[method].add(part, us, part >= first_own());
                first_without[method] += first_without[method] == part ? 1 : 0;
            }
        }
        for (std::size_t method = 0; method < of_methods_.size(); ++method) {
            if (first_without[method] < sums_.size()) {
                of_methods_[method].add(first_without[method], 0, true);
            }
        }
    }

    // The other ranks come first, because they are sorted as rank -1.
    std::size_t first_own() const { return others_ > 0 ? 1 : 0; }

    std::string time_at(double us, std::size_t part) const {
        return base::human_time(us) + " (" + name_of(graph_.parts[part], others_) + ")";
    }

    // `flux.compute 45.1%`
    std::string most_computed(const PartSums& sums, double computed_us) const {
        const auto most = std::max_element(
            sums.computed_us.begin(), sums.computed_us.end(),
            [](const auto& left, const auto& right) { return left.second < right.second; });
        return most == sums.computed_us.end() || computed_us <= 0
                   ? "-"
                   : name_of_method(most->first) + " " +
                         base::human_share(most->second / computed_us);
    }

    const std::string& name_of_method(std::size_t method) const {
        return graph_.components[methods_.components[method]].name;
    }

    std::vector<std::size_t> methods_by_computation() const {
        std::vector<std::size_t> order(methods_.components.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [this](auto left, auto right) {
            return of_methods_[left].total_us > of_methods_[right].total_us;
        });
        return order;
    }

    const CallGraph& graph_;
    const profile::WholeTime& whole_;
    const text::Terminal& terminal_;
    rundir::MethodNumbers methods_;
    std::vector<std::uint64_t> threads_; // of each method
    std::vector<PartSums> sums_;
    std::vector<MethodSums> of_methods_;
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
