#include "diff/diff_command.hpp"
#include "text/style.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"

#include <proxima/base/student.hpp>
#include <proxima/base/units.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace proxima::cli {
namespace {

using compare::Change;
using compare::Comparison;
using compare::NodeChange;

constexpr double level = 0.95;
constexpr std::size_t most_rows = 20;
constexpr std::size_t other_columns = 52;

// `+10.3%`; `151 x` if it is that many times as long
std::string percent(double ratio) {
    const double change = 100 * (ratio - 1);
    constexpr double many = 10;
    if (ratio >= many) {
        return base::human_number(std::round(ratio)) + " x";
    }
    return std::fabs(change) >= 99.95 ? fmt::format("{:+.0f}%", change)
                                      : fmt::format("{:+.1f}%", change);
}

std::string interval(const Change& change) {
    return percent(change.low(level)) + " to " + percent(change.high(level));
}

bool is_changed(const Change& change) {
    return change.is_known && change.p < compare::significant;
}

bool has_changed(const NodeChange& node) {
    return (node.tests_own && is_changed(node.own)) ||
           (node.tests_inclusive && is_changed(node.inclusive));
}

class DiffText {
public:
    DiffText(const DiffAnswer& answer, bool all, const text::Terminal& terminal,
             text::Output& output)
        : answer_(answer), comparison_(answer.comparison), all_(all), terminal_(terminal),
          style_(terminal.color), output_(output) {
        for (const auto& node : comparison_.nodes) {
            ++same_names_[node.name];
        }
    }

    void write() {
        for (const auto& obstacle : comparison_.obstacles) {
            paragraph("Not comparable: " + obstacle + ".");
        }
        if (!comparison_.obstacles.empty()) {
            return;
        }
        paragraph(headline());
        output_.write("\n");
        write_table();
        output_.write("\n");
        write_notes();
    }

private:
    void paragraph(const std::string& text) { text::print_paragraph(text, terminal_, output_); }

    // The answer in a sentence.
    std::string headline() const {
        const auto& whole = comparison_.whole;
        const bool is_one = comparison_.basis != compare::Basis::measured_calls;
        const auto* const what = comparison_.basis == compare::Basis::processor_time
                                     ? "The machine was busy, so processor times are compared: "
                                       "the run"
                                 : is_one ? "The run"
                                          : "All measured calls";
        if (!whole.is_known) {
            return "The runs have no times to compare.";
        }
        auto text = fmt::format("{} {}: {} to {}, {} ({}).", what,
                                !is_changed(whole) ? "may take as long as before"
                                : is_one ? (whole.ratio() > 1 ? "takes longer" : "takes less time")
                                         : (whole.ratio() > 1 ? "take longer" : "take less time"),
                                base::human_time(whole.base), base::human_time(whole.now),
                                percent(whole.ratio()), interval(whole));
        const auto order = by_change();
        const auto most = std::find_if(order.begin(), order.end(), [&](auto node) {
            return comparison_.nodes[node].tests_own && is_changed(comparison_.nodes[node].own);
        });
        const auto changed =
            std::count_if(comparison_.nodes.begin(), comparison_.nodes.end(), has_changed);
        if (most == order.end()) {
            return text + (changed == 0 ? " No node changed significantly."
                                        : fmt::format(" {} changed, none in its own time.",
                                                      base::plural(changed, "node")));
        }
        return text + fmt::format(" {} changed, most of all {}: {} in its own time.",
                                  base::plural(static_cast<std::uint64_t>(changed), "node"),
                                  comparison_.nodes[*most].name,
                                  percent(comparison_.nodes[*most].own.ratio()));
    }

    // Nodes whose own time has changed by most come first.
    std::vector<std::size_t> by_change() const {
        std::vector<std::size_t> order(comparison_.nodes.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        const auto changed_us = [&](std::size_t i) {
            const auto& own = comparison_.nodes[i].own;
            return std::fabs(own.now - own.base);
        };
        std::sort(order.begin(), order.end(), [&](auto a, auto b) {
            return changed_us(a) != changed_us(b) ? changed_us(a) > changed_us(b) : a < b;
        });
        return order;
    }

    std::string name_of(const NodeChange& node) const {
        if (same_names_.at(node.name) > 1 && node.parent != NodeChange::no_parent) {
            return node.name + " < " + comparison_.nodes[node.parent].name;
        }
        return node.name;
    }

    void write_table() {
        const auto width = std::min<std::size_t>(terminal_.width, 110) - other_columns;
        output_.print("{}\n",
                      style_.heading(text::pad_right("", width) +
                                     "  inclusive         own time            95% interval"));
        std::size_t shown = 0;
        std::size_t left = 0;
        for (const auto i : by_change()) {
            const auto& node = comparison_.nodes[i];
            const bool matters = node.tests_own || node.tests_inclusive || is_one_sided(node);
            if (!all_ && (!matters || shown == most_rows)) {
                ++left;
                continue;
            }
            write_row(node, width);
            ++shown;
        }
        if (left > 0) {
            output_.print("{}\n",
                          style_.faint(fmt::format("{} not shown (--all); nodes below {} "
                                                   "are not tested",
                                                   base::plural(left, "node"),
                                                   base::human_share(compare::least_share))));
        }
    }

    // True if only the runs of one side have the node, and it takes enough time to be shown.
    bool is_one_sided(const NodeChange& node) const {
        const auto& whole = comparison_.whole;
        return (node.runs_of_base == 0 && node.inclusive.now > compare::least_share * whole.now) ||
               (node.runs_of_now == 0 && node.inclusive.base > compare::least_share * whole.base);
    }

    void write_row(const NodeChange& node, std::size_t width) {
        const auto name =
            text::pad_right(text::shorten_name(name_of(node), width, terminal_.unicode), width);
        const auto change = [](const Change& of, bool tested) {
            return text::pad_left(base::human_time(of.now), 8) +
                   text::pad_left(of.is_known ? percent(of.ratio()) : "-", 8) +
                   (tested && is_changed(of) ? "*" : " ");
        };
        std::string note;
        if (node.runs_of_base == 0 || node.runs_of_now == 0) {
            note = node.runs_of_base == 0 ? "new" : "gone";
        } else if (node.own.is_known) {
            note = interval(node.own);
        }
        const auto line = name + change(node.inclusive, node.tests_inclusive) +
                          change(node.own, node.tests_own) + "  " + note;
        output_.print("{}\n", has_changed(node) ? style_.note(line) : line);
    }

    void write_notes() {
        paragraph(fmt::format("* significant at {}, corrected for {} (Holm).",
                              base::human_share(compare::significant),
                              base::plural(comparison_.tests, "test")));
        for (const auto& node : comparison_.nodes) {
            if (node.runs_of_base > 0 && node.runs_of_now > 0 && node.tests_own &&
                node.calls_of_base != node.calls_of_now) {
                paragraph(fmt::format("calls of {}: {} instead of {}", name_of(node),
                                      base::human_number(node.calls_of_now),
                                      base::human_number(node.calls_of_base)));
            }
        }
        if (comparison_.one_run_each) {
            paragraph(fmt::format(
                "One run on each side: a variation of {} between runs is assumed. Several runs "
                "tell more: proxima diff base1 base2 -- new1 new2",
                base::human_share(base::least_run_variation)));
        }
        if (answer_.fail_above) {
            write_gate();
        }
    }

    void write_gate() {
        const auto limit = base::human_share(*answer_.fail_above);
        if (answer_.excesses.empty()) {
            paragraph("Passed: nothing is significantly slower by more than " + limit + ".");
        }
        for (const auto& excess : answer_.excesses) {
            const bool is_whole = excess.node == NodeChange::no_parent;
            const auto& change = is_whole        ? comparison_.whole
                                 : excess.is_own ? comparison_.nodes[excess.node].own
                                                 : comparison_.nodes[excess.node].inclusive;
            paragraph(fmt::format("Failed: {}{} is slower by more than {}: {} ({}).",
                                  is_whole ? "the run" : name_of(comparison_.nodes[excess.node]),
                                  excess.is_own ? " itself" : "", limit, percent(change.ratio()),
                                  interval(change)));
        }
    }

    const DiffAnswer& answer_;
    const Comparison& comparison_;
    bool all_;
    const text::Terminal& terminal_;
    text::Style style_;
    text::Output& output_;
    std::map<std::string, std::size_t> same_names_;
};

} // namespace

void write_diff_text(const DiffAnswer& answer, bool all, const text::Terminal& terminal,
                     text::Output& output) {
    DiffText(answer, all, terminal, output).write();
}

} // namespace proxima::cli
