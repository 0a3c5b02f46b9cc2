// Which ranks or threads are late, and who waits for them.
#include "report/report_tables.hpp"
#include "shared/balance_facts.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>
#include <numeric>

namespace proxima::cli {
namespace {

std::string name_of(const profile::Member& member, bool is_thread) {
    return std::to_string(member.rank) +
           (is_thread ? "." + std::to_string(member.thread) : std::string());
}

void write_late_table(const profile::Balance& balance, std::size_t most,
                      const text::Terminal& terminal, text::Output& output) {
    const auto& windows = balance.most();
    std::vector<std::size_t> order(windows.waiting.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return windows.waiting[left].others_us > windows.waiting[right].others_us;
    });
    text::Table table(balance.is_of_threads ? "late thread" : "late rank",
                      {{"windows", 4}, {"others wait", 6}, {"waits", 5}, {"longest for", 3}},
                      terminal);
    double hidden_us = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto& one = windows.waiting[order[i]];
        if (i >= most) {
            hidden_us += one.others_us;
            continue;
        }
        table.add(
            {name_of(balance.members[order[i]], balance.is_of_threads),
             {base::human_count(one.late) + " of " + base::human_count(windows.count),
              base::human_time(one.others_us), base::human_time(one.waits_us),
              one.longest_for ? name_of(balance.members[*one.longest_for], balance.is_of_threads) +
                                    ", " + base::human_time(one.longest_us)
                              : "-"}});
    }
    table.write(output);
    if (most < order.size()) {
        write_others(order.size() - most, base::human_time(hidden_us), terminal, output);
    }
}

} // namespace

void write_late_tables(const std::vector<profile::Balance>& balances, bool of_threads,
                       double run_us, std::size_t most, const text::Terminal& terminal,
                       text::Output& output) {
    for (const auto& balance : balances) {
        if (balance.is_of_threads == of_threads && balance.refusal.empty() &&
            has_telling_gain(balance, run_us)) {
            output.write("\n");
            write_late_table(balance, most, terminal, output);
        }
    }
}

} // namespace proxima::cli
