#include "top/write_top.hpp"

#include "text/json_text.hpp"
#include "text/table.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

namespace proxima::cli {
namespace {

using live::Activities;
using live::LiveActivity;
using live::LiveSample;

using Json = nlohmann::ordered_json;

constexpr std::size_t readable_name = 38; // `integrator.mesh -> mesh.update_ghosts`

struct Busy {
    std::string_view name;
    const LiveActivity* whole;
    const LiveActivity* recent;
};

// Sorts by the time taken now, then by all time taken.
std::vector<Busy> busiest(const Activities& whole, const Activities& recent) {
    std::vector<Busy> all;
    for (const auto& [name, activity] : whole) {
        all.push_back({name, &activity, &recent.at(name)});
    }
    std::stable_sort(all.begin(), all.end(), [](const Busy& left, const Busy& right) {
        return std::pair(left.recent->exclusive_us, left.whole->exclusive_us) >
               std::pair(right.recent->exclusive_us, right.whole->exclusive_us);
    });
    return all;
}

double per_second(std::uint64_t calls, double elapsed_us) {
    return elapsed_us > 0 ? static_cast<double>(calls) / (elapsed_us * 1e-6) : 0;
}

std::string rate_text(std::uint64_t calls, double elapsed_us) {
    const double rate = per_second(calls, elapsed_us);
    return elapsed_us <= 0 ? "-"
           : rate < 10     ? base::human_number(std::round(rate * 100) / 100)
                           : base::human_count(static_cast<std::uint64_t>(rate));
}

std::string time_text(const LiveActivity& activity) {
    return activity.calls == 0 ? "-" : base::human_time(activity.mean_us());
}

std::string share_text(double share, bool is_known = true) {
    return is_known ? base::human_share(share) : "-";
}

// Writes a line that is not wider than the terminal.
void write_line(const std::string& text, const text::Terminal& terminal, text::Output& output) {
    output.print("{}\n", text::shorten_middle(text, terminal.width, terminal.unicode));
}

std::string heading_of(const TopView& view) {
    std::string heading = view.name + ": ";
    heading += view.whole.state;
    if (view.whole.elapsed_us > 0) {
        heading += ", " + base::human_time(view.whole.elapsed_us);
    }
    if (view.whole.ranks > 1) {
        heading += ", " + base::plural(view.whole.ranks, "rank");
    }
    return heading + ", " + base::plural(view.whole.threads, "thread");
}

class Text {
public:
    Text(const TopView& view, std::size_t lines, const text::Terminal& terminal,
         text::Output& output)
        : view_(view), is_page_(lines != 0),
          left_(is_page_ ? lines : std::numeric_limits<std::size_t>::max()), terminal_(terminal),
          output_(output) {}

    void write() {
        write_heading();
        const auto& notes = view_.whole.events;
        const auto below = std::min<std::size_t>(notes.size() + view_.whole.problems.size(), 6);
        const auto routines = std::min<std::size_t>(view_.whole.routines.size(), 5);
        const auto reserved = below + (routines == 0 ? 0 : routines + 2);
        write_methods(left_ > reserved + 4 ? left_ - reserved : left_);
        write_routines(routines);
        for (auto i = notes.size() - std::min<std::size_t>(notes.size(), below); i < notes.size();
             ++i) {
            write_within(notes[i]);
        }
        for (std::size_t i = 0; is_page_ && i < view_.whole.problems.size(); ++i) {
            write_within(view_.whole.problems[i]);
        }
    }

private:
    void write_heading() {
        write_within(heading_of(view_));
        if (view_.whole.methods.empty()) {
            write_within("no call has ended yet");
        }
    }

    void write_within(const std::string& text) {
        if (left_ > 0) {
            write_line(text, terminal_, output_);
            --left_;
        }
    }

    void write_methods(std::size_t lines) {
        if (view_.whole.methods.empty() || lines < 2) {
            return;
        }
        const bool has_mpi = !view_.whole.routines.empty();
        const auto& methods = view_.whole.methods;
        const bool has_expected =
            std::any_of(methods.begin(), methods.end(),
                        [](const auto& method) { return method.second.of_expected > 0; });
        std::vector<text::TableColumn> columns{{"excl", 9, true}, {"incl", 4}, {"calls/s", 8},
                                               {"mean now", 7},   {"mean", 3}, {"calls", 2}};
        if (has_expected) {
            columns.push_back({"expected", 6});
        }
        if (has_mpi) {
            columns.insert(columns.end(), {{"MPI", 6}, {"imbal", 5}});
        }
        text::Table table("method", columns, terminal_);
        const auto all = busiest(view_.whole.methods, view_.recent.methods);
        const auto ranks = view_.whole.ranks;
        for (std::size_t i = 0; i < std::min(all.size(), lines - 1); ++i) {
            const LiveActivity& recent = *all[i].recent;
            const double self = view_.recent.share(recent.exclusive_us, recent.threads);
            text::TableRow row{std::string(all[i].name),
                               {share_text(self),
                                share_text(view_.recent.share(recent.inclusive_us, recent.threads)),
                                rate_text(recent.calls, view_.recent.elapsed_us), time_text(recent),
                                time_text(*all[i].whole), base::human_count(all[i].whole->calls)},
                               self};
            if (has_expected) {
                const double ratio = all[i].whole->of_expected;
                row.cells.push_back(ratio > 0 ? fmt::format("{:.2f} x", ratio) : "-");
            }
            if (has_mpi) {
                row.cells.push_back(share_text(recent.mpi_share(), recent.inclusive_us > 0));
                row.cells.push_back(
                    share_text(recent.imbalance(ranks), !recent.computed_us.empty()));
            }
            table.add(std::move(row));
        }
        table.write(output_, readable_name);
        left_ -= std::min(left_, table.rows().size() + 1);
    }

    void write_routines(std::size_t most) {
        if (most == 0 || left_ < most + 2) {
            return;
        }
        output_.write("\n");
        text::Table table(
            "MPI",
            {{"of time", 9, true}, {"calls/s", 8}, {"mean now", 6}, {"mean", 5}, {"calls", 4}},
            terminal_);
        const auto all = busiest(view_.whole.routines, view_.recent.routines);
        for (std::size_t i = 0; i < most; ++i) {
            const LiveActivity& recent = *all[i].recent;
            const double share = view_.recent.share(recent.exclusive_us, recent.threads);
            table.add({std::string(all[i].name),
                       {share_text(share), rate_text(recent.calls, view_.recent.elapsed_us),
                        time_text(recent), time_text(*all[i].whole),
                        base::human_count(all[i].whole->calls)},
                       share,
                       0});
        }
        table.write(output_);
        left_ -= most + 2;
    }

    const TopView& view_;
    bool is_page_;
    std::size_t left_;
    const text::Terminal& terminal_;
    text::Output& output_;
};

Json json_of(const Busy& busy, const LiveSample& recent, std::uint64_t ranks) {
    Json json{{"name", busy.name},
              {"calls", busy.whole->calls},
              {"mean_us", busy.whole->mean_us()},
              {"inclusive_us", busy.whole->inclusive_us},
              {"exclusive_us", busy.whole->exclusive_us},
              {"calls_per_second", per_second(busy.recent->calls, recent.elapsed_us)},
              {"inclusive_share", recent.share(busy.recent->inclusive_us, busy.recent->threads)},
              {"exclusive_share", recent.share(busy.recent->exclusive_us, busy.recent->threads)},
              {"mpi_share", busy.recent->mpi_share()}};
    if (busy.whole->of_expected > 0) {
        json["of_expected"] = busy.whole->of_expected;
    }
    if (!busy.recent->computed_us.empty()) {
        json["imbalance"] = busy.recent->imbalance(ranks);
    }
    return json;
}

} // namespace

void write_top_table(const TopView& view, std::size_t lines, const text::Terminal& terminal,
                     text::Output& output) {
    Text(view, lines, terminal, output).write();
}

void write_top_json(const TopView& view, text::Output& output) {
    const auto rows = [&view](const Activities& whole, const Activities& recent) {
        Json json = Json::array();
        for (const auto& busy : busiest(whole, recent)) {
            json.push_back(json_of(busy, view.recent, view.whole.ranks));
        }
        return json;
    };
    const Json json{{"name", view.name},
                    {"state", view.whole.state},
                    {"elapsed_us", view.whole.elapsed_us},
                    {"ranks", view.whole.ranks},
                    {"threads", view.whole.threads},
                    {"methods", rows(view.whole.methods, view.recent.methods)},
                    {"routines", rows(view.whole.routines, view.recent.routines)},
                    {"events", view.whole.events},
                    {"problems", view.whole.problems}};
    output.print("{}\n", text::json_text(json));
}

} // namespace proxima::cli
