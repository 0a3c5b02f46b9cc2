// The work of each thread, as shares of its life.
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

using profile::ThreadWork;

std::string text_of(std::optional<double> us) {
    return us ? base::human_time(*us) : "-";
}

// Computation of a method on the threads that have called it.
struct MethodOnThreads {
    double all_us = 0;
    double least_us = 0;
    double most_us = 0;
    std::size_t least_thread = 0;
    std::size_t most_thread = 0;
    std::size_t threads = 0;

    void add(std::size_t thread, double us) {
        if (threads == 0 || us < least_us) {
            least_us = us;
            least_thread = thread;
        }
        if (threads == 0 || us > most_us) {
            most_us = us;
            most_thread = thread;
        }
        all_us += us;
        ++threads;
    }
};

class ThreadTables {
public:
    ThreadTables(const rundir::CallGraph& graph, const std::vector<ThreadWork>& threads,
                 const profile::WholeTime& whole, const text::Terminal& terminal)
        : graph_(graph), threads_(threads), whole_(whole), terminal_(terminal), methods_(graph),
          of_methods_(methods_.components.size()), most_computed_(threads.size(), "-") {
        has_ranks_ = std::any_of(threads.begin(), threads.end(),
                                 [](const auto& thread) { return thread.rank != 0; });
        for (std::size_t i = 0; i < threads.size(); ++i) {
            add(i);
        }
    }

    void write_threads(std::size_t most, text::Output& output) const {
        text::Table table(has_ranks_ ? "rank.thread" : "thread",
                          {{"calls", 1},
                           {"life", 6},
                           {"measured", 5},
                           {"of life", 7},
                           {"on CPU", 4},
                           {"ready", 3},
                           {"comm", 2},
                           {"created by", 1},
                           {"computes most in", 2}},
                          terminal_);
        const auto order = sorted(
            threads_.size(), [this](std::size_t thread) { return threads_[thread].measured_us; });
        ThreadWork rest;
        rest.threads = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto& thread = threads_[order[i]];
            if (i < most) {
                const auto creator = thread.creator ? number_of(thread.rank, *thread.creator) : "-";
                add_row(table, name_of(thread), thread, creator, most_computed_[order[i]]);
            } else {
                rest.threads += thread.threads;
                rest.calls += thread.calls;
                rest.life_us += thread.life_us;
                rest.knows_life = thread.knows_life && (i == most || rest.knows_life);
                rest.measured_us += thread.measured_us;
                rest.communication_us += thread.communication_us;
            }
        }
        if (rest.threads > 0) {
            add_row(table, base::plural(rest.threads, "other") + " (--all)", rest, "-", "-");
        }
        table.write(output);
    }

    // Leaves out communication, which is mostly waiting for the slowest rank.
    void write_methods(std::size_t most, text::Output& output) const {
        const auto order = sorted(
            of_methods_.size(), [this](std::size_t method) { return of_methods_[method].all_us; });
        const auto at_once = threads_of_methods(graph_, methods_); // threads may follow each other
        text::Table table("computation",
                          {{"all", 2},
                           {whole_.column, 4},
                           {"threads", 5},
                           {"least", 3},
                           {"most", 5},
                           {"imbal", 6, true}},
                          terminal_);
        double hidden = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto& method = of_methods_[order[i]];
            if (i >= most) {
                hidden += method.all_us;
                continue;
            }
            const profile::RankSpread spread{method.least_us, method.most_us,
                                             method.all_us / static_cast<double>(method.threads)};
            const bool is_shared = method.threads > 1;
            table.add(
                {graph_.components[methods_.components[order[i]]].name,
                 {base::human_time(method.all_us), whole_.text(method.all_us, at_once[order[i]]),
                  base::human_count(method.threads),
                  is_shared ? time_at(method.least_us, method.least_thread) : "-",
                  is_shared ? time_at(method.most_us, method.most_thread) : "-",
                  is_shared ? base::human_share(spread.imbalance()) : "-"},
                 is_shared ? spread.imbalance() : 0});
        }
        table.write(output);
        if (most < order.size()) {
            write_others(order.size() - most, whole_.text(hidden, whole_.threads), terminal_,
                         output);
        }
    }

private:
    template <typename Key>
    static std::vector<std::size_t> sorted(std::size_t count, Key key) {
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
            return key(left) > key(right);
        });
        return order;
    }

    void add(std::size_t thread) {
        std::map<std::size_t, double> computed;
        double all_us = 0;
        for (const auto& node : threads_[thread].nodes) {
            computed[methods_.of_component[graph_.nodes[node.node].component]] += node.computed_us;
            all_us += node.computed_us;
        }
        double most_us = 0;
        for (const auto& [method, us] : computed) {
            of_methods_[method].add(thread, us);
            if (us > most_us && all_us > 0) {
                most_us = us;
                most_computed_[thread] = graph_.components[methods_.components[method]].name + " " +
                                         base::human_share(us / all_us);
            }
        }
    }

    void add_row(text::Table& table, const std::string& name, const ThreadWork& thread,
                 const std::string& creator, const std::string& most_computed) const {
        const bool is_known = thread.knows_life && thread.life_us > 0;
        table.add({name,
                   {base::human_count(thread.calls),
                    thread.knows_life ? base::human_time(thread.life_us) : "-",
                    base::human_time(thread.measured_us),
                    is_known ? base::human_share(thread.measured_us / thread.life_us) : "-",
                    text_of(thread.running_us), text_of(thread.waiting_us),
                    base::human_time(thread.communication_us), creator, most_computed},
                   0});
    }

    std::string number_of(std::uint32_t rank, std::uint64_t thread) const {
        return (has_ranks_ ? std::to_string(rank) + "." : std::string()) + std::to_string(thread);
    }

    // `3 worker`, `0.3 worker`, `3 worker and 2 after it`
    std::string name_of(const ThreadWork& thread) const {
        auto text = number_of(thread.rank, thread.thread);
        text += thread.name.empty() ? "" : " " + base::printable(thread.name);
        return thread.threads == 1
                   ? text
                   : text + " and " + std::to_string(thread.threads - 1) + " after it";
    }

    std::string time_at(double us, std::size_t thread) const {
        return base::human_time(us) + " (" +
               number_of(threads_[thread].rank, threads_[thread].thread) + ")";
    }

    const rundir::CallGraph& graph_;
    const std::vector<ThreadWork>& threads_;
    const profile::WholeTime& whole_;
    const text::Terminal& terminal_;
    rundir::MethodNumbers methods_;
    std::vector<MethodOnThreads> of_methods_;
    std::vector<std::string> most_computed_; // by thread
    bool has_ranks_ = false;
};

} // namespace

void write_thread_tables(const rundir::CallGraph& graph, const std::vector<ThreadWork>& threads,
                         const profile::WholeTime& whole, std::size_t most,
                         const text::Terminal& terminal, text::Output& output) {
    const ThreadTables tables(graph, threads, whole, terminal);
    tables.write_threads(most, output);
    output.write("\n");
    tables.write_methods(most, output);
}

} // namespace proxima::cli
