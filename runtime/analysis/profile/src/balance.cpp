#include "windows.hpp"

#include <proxima/profile/balance.hpp>
#include <proxima/profile/rank_spread.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace proxima::profile {
namespace {

constexpr double us_per_ns = 1e-3;
constexpr auto no_node = rundir::Node::no_parent;

bool is_in(const std::vector<bool>& nodes, std::size_t node) {
    return node != no_node && nodes[node];
}

// Nodes that call MPI themselves.
std::vector<bool> exchanges_of(const rundir::CallGraph& graph) {
    const auto own_us = graph.own_communication_us();
    constexpr double rounding = 1e-9;
    std::vector<bool> exchanges(own_us.size());
    for (std::size_t i = 0; i < own_us.size(); ++i) {
        const auto& statistics = graph.nodes[i].statistics;
        exchanges[i] = graph.knows_mpi_calls ? statistics.mpi_calls > 0
                                             : own_us[i] > rounding * statistics.communication_us;
    }
    return exchanges;
}

// Outermost nodes that several threads of a rank call.
std::vector<bool> shared_nodes_of(const rundir::CallGraph& graph) {
    const auto ranks = std::max<std::uint64_t>(ranks_of(graph), 1);
    std::vector<bool> shared(graph.nodes.size());
    for (std::size_t i = 0; i < shared.size();) {
        shared[i] = graph.nodes[i].statistics.threads.threads > ranks;
        i = shared[i] ? graph.nodes[i].subtree_end : i + 1;
    }
    return shared;
}

// Work of a rank's thread that exchanges.
struct RankWork {
    std::uint64_t threads = 0; // that exchange
    double total_us = 0;
    Work steps;
    Work exchanges;
    std::uint64_t order = 0; // hash of the nodes that exchanged
    std::vector<double> step_starts_ns;
};

class RankCollector : public rundir::RecordVisitor {
public:
    RankCollector(const rundir::CallGraph& graph, std::size_t step, std::vector<bool> exchanges)
        : index_(graph), step_(step), exchanges_(std::move(exchanges)) {}

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        pending_.clear();
        total_us_ = rest_us_ = 0;
        exchanges_here_ = false;
        first_ns_ = std::numeric_limits<double>::max();
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        index_.follow(thread, nodes_);
        auto& rank = ranks[thread.rank];
        for (const auto* record = first; record != first + count; ++record) {
            const auto node = nodes_[record->call_path];
            first_ns_ = std::min(first_ns_, record->start_ns);
            if (node == step_ && node != no_node) {
                rank.step_starts_ns.push_back(record->start_ns);
                rank.steps.push_back(computed_us(*record));
            }
            if (is_in(exchanges_, node)) {
                exchange(rank, node, *record);
            }
            if (thread.containing(record->call_path) == rundir::CallPath::no_parent) {
                end_root(rank, record->start_ns, record->end_ns);
                total_us_ += computed_us(*record);
            }
        }
    }

    void statistics(const rundir::Thread&, const rundir::BinStatistics*, std::size_t) override {
        is_sampled = true;
    }

    void end_thread(const rundir::Thread& thread) override {
        if (!exchanges_here_) {
            return;
        }
        auto& rank = ranks[thread.rank];
        if (!pending_.empty()) { // the outermost call was open at the end
            end_root(rank, first_ns_, pending_.back().end_ns);
        }
        rank.exchanges.push_back(rest_us_);
        rank.total_us += total_us_;
        ++rank.threads;
    }

    std::map<std::uint32_t, RankWork> ranks;
    bool is_sampled = false;

private:
    struct Exchange {
        double end_ns;
        double communication_ns; // its own
    };

    static double computed_us(const rundir::Record& record) {
        return (record.duration_ns - record.communication_ns) * us_per_ns;
    }

    void exchange(RankWork& rank, std::size_t node, const rundir::Record& record) {
        exchanges_here_ = true;
        double own_ns = record.communication_ns;
        for (auto inner = pending_.rbegin();
             inner != pending_.rend() && inner->end_ns > record.start_ns; ++inner) {
            own_ns -= inner->communication_ns;
        }
        pending_.push_back({record.end_ns, own_ns});
        rank.order = (rank.order ^ node) * 0x100000001B3U;
    }

    // Divides the time of an outermost call at its exchanges.
    void end_root(RankWork& rank, double start_ns, double end_ns) {
        double from_ns = start_ns;
        for (const auto& exchange : pending_) {
            rest_us_ += (exchange.end_ns - from_ns - exchange.communication_ns) * us_per_ns;
            rank.exchanges.push_back(std::max(rest_us_, 0.0));
            rest_us_ = 0;
            from_ns = exchange.end_ns;
        }
        rest_us_ += (end_ns - from_ns) * us_per_ns;
        pending_.clear();
        first_ns_ = std::numeric_limits<double>::max();
    }

    rundir::CallGraphIndex index_;
    std::size_t step_;
    std::vector<bool> exchanges_;
    std::vector<std::size_t> nodes_; // of the thread's call paths
    std::vector<Exchange> pending_;  // in the outermost call that is open
    double rest_us_ = 0;             // computed since the last exchange
    double total_us_ = 0;            // of the thread
    double first_ns_ = 0;            // start of the first record since the last outermost call
    bool exchanges_here_ = false;
};

// Adds up the shared calls of threads between the starts of steps.
class ThreadCollector : public rundir::RecordVisitor {
public:
    ThreadCollector(const rundir::CallGraph& graph, const std::map<std::uint32_t, RankWork>& ranks,
                    std::vector<bool> shared)
        : index_(graph), ranks_(ranks), shared_(std::move(shared)) {}

    void begin_thread(const rundir::Thread&) override { nodes_.clear(); }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        index_.follow(thread, nodes_);
        const auto rank = ranks_.find(thread.rank);
        if (rank == ranks_.end() || rank->second.step_starts_ns.empty()) {
            return;
        }
        const auto& starts = rank->second.step_starts_ns;
        for (const auto* record = first; record != first + count; ++record) {
            if (!is_in(shared_, nodes_[record->call_path])) {
                continue;
            }
            auto& work = threads[thread.rank][thread.number];
            if (work.empty()) {
                windows += starts.size() + 1;
                if (windows > most_windows) {
                    return;
                }
                work.resize(starts.size() + 1, absent);
            }
            add(starts, *record, work);
        }
    }

    static constexpr std::size_t most_windows = 32'000'000; // of all threads together

    std::map<std::uint32_t, std::map<std::uint64_t, Work>> threads; // by rank and number
    std::size_t windows = 0;

private:
    // Window 0 is before the first step.
    static void add(const std::vector<double>& starts, const rundir::Record& record, Work& work) {
        const double computed = (record.duration_ns - record.communication_ns) * us_per_ns /
                                std::max(record.end_ns - record.start_ns, 1e-9);
        double from_ns = record.start_ns;
        auto next = std::upper_bound(starts.begin(), starts.end(), from_ns);
        while (from_ns < record.end_ns) {
            const double to_ns =
                next == starts.end() ? record.end_ns : std::min(*next, record.end_ns);
            auto& of_window = work[static_cast<std::size_t>(next - starts.begin())];
            of_window = std::max(of_window, 0.0) + (to_ns - from_ns) * computed;
            from_ns = to_ns;
            next += next == starts.end() ? 0 : 1;
        }
    }

    rundir::CallGraphIndex index_;
    const std::map<std::uint32_t, RankWork>& ranks_;
    std::vector<bool> shared_;
    std::vector<std::size_t> nodes_;
};

// The work of members over the whole run, and its mean.
void add_sums(Balance& balance, const std::vector<double>& totals_us) {
    std::vector<Work> sums;
    std::vector<const Work*> work;
    sums.reserve(totals_us.size());
    for (const double total : totals_us) {
        balance.mean_us += total / static_cast<double>(totals_us.size());
        work.push_back(&sums.emplace_back(1, total));
    }
    balance.windows.push_back(compare(WindowKind::sums, balance.members, work));
}

Balance balance_of_ranks(const RankCollector& collected, std::size_t step, std::uint64_t ranks) {
    Balance balance;
    std::vector<double> totals_us;
    std::vector<const Work*> steps;
    std::vector<const Work*> exchanges;
    const auto& first = collected.ranks.begin()->second;
    bool has_steps = true;
    for (const auto& [rank, work] : collected.ranks) {
        balance.members.push_back({rank, 0});
        totals_us.push_back(work.total_us);
        steps.push_back(&work.steps);
        exchanges.push_back(&work.exchanges);
        has_steps = has_steps && work.steps.size() == first.steps.size() && !work.steps.empty();
        if (work.threads > 1) {
            balance.refusal = "several threads of a rank communicate";
        } else if (work.exchanges.size() != first.exchanges.size() || work.order != first.order) {
            balance.refusal = "ranks differ in the order of the methods that communicate";
        }
    }
    if (collected.is_sampled || collected.ranks.size() != ranks) {
        balance.refusal = "not all calls of all ranks are recorded";
        return balance;
    }
    add_sums(balance, totals_us);
    if (has_steps && balance.refusal.empty()) {
        balance.windows.push_back(compare(WindowKind::steps, balance.members, steps));
        balance.windows.back().node = step;
    }
    if (balance.refusal.empty()) {
        balance.windows.push_back(compare(WindowKind::exchanges, balance.members, exchanges));
    }
    return balance;
}

// Threads are there from their first to their last window with work.
Balance balance_of_threads(std::uint32_t rank, std::map<std::uint64_t, Work>& threads,
                           std::size_t step) {
    Balance balance;
    balance.is_of_threads = true;
    std::vector<double> totals_us;
    std::vector<const Work*> work;
    bool are_all_there = true;
    for (auto& [thread, of_thread] : threads) {
        balance.members.push_back({rank, thread});
        double total = 0;
        const auto works = [](double of_window) { return of_window != absent; };
        const auto first = std::find_if(of_thread.begin(), of_thread.end(), works);
        const auto last = std::find_if(of_thread.rbegin(), of_thread.rend(), works).base();
        std::replace(first, last, absent, 0.0);
        for (auto of_window = first; of_window != last; ++of_window) {
            total += *of_window;
        }
        constexpr std::ptrdiff_t ends = 2; // windows before the first step and of the last one
        are_all_there = are_all_there && last - first + ends >= std::ssize(of_thread);
        totals_us.push_back(total);
        work.push_back(&of_thread);
    }
    if (are_all_there) { // else sums differ by the lives of the threads
        add_sums(balance, totals_us);
    }
    balance.windows.push_back(compare(WindowKind::steps, balance.members, work));
    balance.windows.back().node = step;
    --balance.windows.back().count; // not that before the first step
    return balance;
}

} // namespace

std::vector<Balance> read_balances(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                                   rundir::ReadOutcome& outcome) {
    const auto ranks = ranks_of(graph);
    const auto exchanges = exchanges_of(graph);
    const auto shared = shared_nodes_of(graph);
    const auto any = [](const std::vector<bool>& nodes) {
        return std::find(nodes.begin(), nodes.end(), true) != nodes.end();
    };
    const bool has_ranks = ranks > 1 && any(exchanges);
    const bool has_threads = any(shared);
    std::vector<Balance> balances;
    if (!has_ranks && !has_threads) {
        return balances;
    }
    const auto step = choose_step(graph);
    RankCollector by_rank(graph, step, exchanges);
    outcome = rundir::read_records(run, by_rank);
    if (has_ranks && !by_rank.ranks.empty()) {
        balances.push_back(balance_of_ranks(by_rank, step, ranks));
    }
    if (!has_threads || step == no_node || by_rank.is_sampled) {
        return balances;
    }
    ThreadCollector by_thread(graph, by_rank.ranks, shared);
    outcome = rundir::read_records(run, by_thread);
    std::optional<Balance> most;
    for (auto& [rank, threads] : by_thread.threads) {
        if (threads.size() > 1 && by_thread.windows <= ThreadCollector::most_windows) {
            auto balance = balance_of_threads(rank, threads, step);
            if (!most || balance.most().gain_us > most->most().gain_us) {
                most = std::move(balance);
            }
        }
    }
    if (most) {
        balances.push_back(std::move(*most));
    }
    return balances;
}

} // namespace proxima::profile
