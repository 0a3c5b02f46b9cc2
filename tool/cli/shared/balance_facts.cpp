#include "shared/balance_facts.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using profile::Balance;
using profile::WindowKind;
using profile::Windows;

const std::string& step_name(const Windows& windows, const rundir::CallGraph& graph) {
    return graph.component(graph.nodes[windows.node]).name;
}

// `over the run`, `by steps (200 x driver.step)`, `between 1400 exchanges`
std::string text_of(const Windows& windows, const rundir::CallGraph& graph) {
    const auto count = base::human_count(windows.count);
    return windows.kind == WindowKind::sums ? "over the whole run"
           : windows.kind == WindowKind::steps
               ? "by steps (" + count + " x " + step_name(windows, graph) + ")"
               : "between " + count + " exchanges";
}

std::string text_of(const profile::Member& member, bool is_thread) {
    return is_thread ? fmt::format("thread {}.{}", member.rank, member.thread)
                     : "rank " + std::to_string(member.rank);
}

std::string late_text(const Windows& windows, const Balance& balance) {
    if (!windows.late) {
        return "no one is late more often than the others";
    }
    const auto& late = *windows.late;
    auto text = fmt::format("{} is late ({})", text_of(late.member, balance.is_of_threads),
                            base::human_time(late.gain_us));
    if (late.waiting) {
        text += fmt::format(", {} waits {} for it", text_of(*late.waiting, balance.is_of_threads),
                            base::human_time(late.waits_us));
    }
    return text;
}

// `ranks: at most 574ms (4.2%) to gain by steps (200 x driver.step), 26.8ms over the whole run; no
// one is late more often than the others`
std::string text_of(const Balance& balance, const rundir::CallGraph& graph, double run_us) {
    const std::string who = balance.is_of_threads ? "threads" : "ranks";
    const auto& most = balance.most();
    if (!balance.refusal.empty()) {
        return who + ": " + base::human_time(most.gain_us) +
               " uneven over the whole run, which hides turns in being late: " + balance.refusal;
    }
    auto text = fmt::format("{}: at most {} ({}) to gain {}", who, base::human_time(most.gain_us),
                            base::human_share(most.gain_us / run_us), text_of(most, graph));
    for (const auto& windows : balance.windows) {
        if (&windows != &most) {
            text += ", " + base::human_time(windows.gain_us) + " " + text_of(windows, graph);
        }
    }
    return text + "; " + late_text(most, balance);
}

} // namespace

bool has_telling_gain(const Balance& balance, double run_us) {
    constexpr double telling_share = 0.01;
    return !balance.windows.empty() && balance.most().gain_us > telling_share * run_us;
}

std::vector<view::Fact> balance_facts(const std::vector<Balance>& balances,
                                      const rundir::CallGraph& graph, double run_us) {
    std::vector<view::Fact> facts;
    for (const auto& balance : balances) {
        if (balance.windows.empty()) {
            facts.push_back({facts.empty() ? "balance" : "", "unknown: " + balance.refusal});
        } else if (has_telling_gain(balance, run_us)) {
            facts.push_back({facts.empty() ? "balance" : "", text_of(balance, graph, run_us)});
        }
    }
    return facts;
}

nlohmann::ordered_json json_of(const std::vector<Balance>& balances,
                               const rundir::CallGraph& graph) {
    auto all = Json::array();
    const auto json_of_member = [](const profile::Member& member, bool is_thread) {
        return is_thread ? Json{{"rank", member.rank}, {"thread", member.thread}}
                         : Json{{"rank", member.rank}};
    };
    for (const auto& balance : balances) {
        const auto json_of_waiting = [&](const std::optional<profile::Member>& member) {
            return member ? json_of_member(*member, balance.is_of_threads) : Json();
        };
        Json json{{"of", balance.is_of_threads ? "threads" : "ranks"},
                  {"members", balance.members.size()},
                  {"mean_us", balance.mean_us},
                  {"refusal", balance.refusal.empty() ? Json() : Json(balance.refusal)},
                  {"windows", Json::array()}};
        for (const auto& windows : balance.windows) {
            constexpr const char* kinds[] = {"run", "steps", "exchanges"};
            const bool is_steps = windows.kind == WindowKind::steps;
            Json one{{"kind", kinds[static_cast<std::size_t>(windows.kind)]},
                     {"method", is_steps ? Json(step_name(windows, graph)) : Json()},
                     {"count", windows.count},
                     {"gain_us", windows.gain_us},
                     {"late", nullptr}};
            if (windows.late) {
                one["late"] = json_of_member(windows.late->member, balance.is_of_threads);
                one["late"].update({{"gain_us", windows.late->gain_us},
                                    {"waits", json_of_waiting(windows.late->waiting)},
                                    {"waits_us", windows.late->waits_us}});
            }
            one["waiting"] = Json::array(); // by member
            for (std::size_t i = 0; i < windows.waiting.size(); ++i) {
                const auto& waiting = windows.waiting[i];
                one["waiting"].push_back(json_of_member(balance.members[i], balance.is_of_threads));
                one["waiting"].back().update(
                    {{"late", waiting.late},
                     {"others_us", waiting.others_us},
                     {"waits_us", waiting.waits_us},
                     {"longest_for", waiting.longest_for
                                         ? json_of_member(balance.members[*waiting.longest_for],
                                                          balance.is_of_threads)
                                         : Json()},
                     {"longest_us", waiting.longest_us}});
            }
            json["windows"].push_back(one);
        }
        all.push_back(json);
    }
    return all;
}

} // namespace proxima::cli
