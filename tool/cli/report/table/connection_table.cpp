#include "report/table/connection_table.hpp"

#include "report/table/table_columns.hpp"
#include "text/style.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace proxima::cli {
namespace {

struct ConnectionRow {
    const ConnectionUse& use;
    double total_us;
};

std::string share_of_total(const ConnectionRow& row) {
    return row.total_us > 0 ? human_share(row.use.inclusive_us / row.total_us) : "-";
}

const std::array<TableColumn<ConnectionRow>, 5> table_columns{{
    {"calls", 5, [](const ConnectionRow& row) { return human_count(row.use.calls); }},
    {"incl", 4, [](const ConnectionRow& row) { return human_time(row.use.inclusive_us); }},
    {"share", 3, share_of_total},
    {"excl", 2, [](const ConnectionRow& row) { return human_time(row.use.exclusive_us); }},
    {"communication", 1,
     [](const ConnectionRow& row) { return human_time(row.use.communication_us); }},
}};

constexpr std::string_view arrow = " -> ";
constexpr std::size_t readable_title = 2 * readable_name + arrow.size();

std::string title_of(const ConnectionUse& use) {
    return printable(use.user + std::string(arrow) + use.provider);
}

/// Each end is shortened by itself, and only as far as both need it.
std::string title_of(const ConnectionUse& use, std::size_t width, bool unicode) {
    const std::string user = printable(use.user);
    const std::string provider = printable(use.provider);
    const std::size_t room = width > arrow.size() ? width - arrow.size() : 0;
    const std::size_t user_width = display_width(user);
    const std::size_t provider_width = display_width(provider);
    if (user_width + provider_width <= room) {
        return title_of(use);
    }
    const std::size_t half = room / 2;
    const std::size_t user_room =
        provider_width < half ? room - provider_width : std::min(user_width, half);
    return shorten_middle(user, user_room, unicode) + std::string(arrow) +
           shorten_middle(provider, room - user_room, unicode);
}

/// In `width` cells, but in full if they could not be told apart then.
std::vector<std::string> titles_of(const std::vector<ConnectionUse>& uses, std::size_t width,
                                   bool unicode) {
    std::vector<std::string> titles;
    for (const auto& use : uses) {
        titles.push_back(title_of(use, width, unicode));
    }
    if (std::set<std::string>(titles.begin(), titles.end()).size() < uses.size()) {
        std::transform(uses.begin(), uses.end(), titles.begin(),
                       [](const ConnectionUse& use) { return title_of(use); });
    }
    return titles;
}

/// Follows a graph in preorder and tells which connections are open.
class Uses {
public:
    explicit Uses(const rundir::CallGraph& graph) : graph_(graph) {
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            add(i);
        }
    }

    std::vector<ConnectionUse> take() {
        std::sort(uses_.begin(), uses_.end(), [](const auto& left, const auto& right) {
            return std::tie(right.inclusive_us, left.user, left.provider) <
                   std::tie(left.inclusive_us, right.user, right.provider);
        });
        return std::move(uses_);
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void add(std::size_t index) {
        const auto& node = graph_.nodes[index];
        open_.resize(node.depth);
        const std::size_t use = use_of(graph_.component(node));
        if (use != none) {
            const bool is_inner = std::find(open_.begin(), open_.end(), use) != open_.end();
            const auto& times = node.statistics;
            uses_[use].calls += times.calls;
            uses_[use].exclusive_us += times.exclusive_us;
            uses_[use].inclusive_us += is_inner ? 0 : times.inclusive_us;
            uses_[use].communication_us += is_inner ? 0 : times.communication_us;
        }
        open_.push_back(use);
    }

    std::size_t use_of(const rundir::Component& component) {
        const auto& binding = component.binding;
        if (binding.empty()) {
            return none;
        }
        auto key = std::pair(binding.user + "." + binding.uses_port,
                             component.instance + "." + binding.provides_port);
        const auto [known, is_new] = index_.try_emplace(std::move(key), uses_.size());
        if (is_new) {
            ConnectionUse& use = uses_.emplace_back();
            use.user = known->first.first;
            use.provider = known->first.second;
        }
        return known->second;
    }

    const rundir::CallGraph& graph_;
    std::vector<ConnectionUse> uses_;
    std::map<std::pair<std::string, std::string>, std::size_t> index_;
    std::vector<std::size_t> open_; // from the root to the node before
};

} // namespace

std::vector<ConnectionUse> connection_uses(const rundir::CallGraph& graph) {
    return Uses(graph).take();
}

void write_connection_table(const std::vector<ConnectionUse>& uses, double total_us,
                            const Terminal& terminal, Output& output) {
    TableColumns<ConnectionRow> columns("connection", table_columns, terminal);
    for (const auto& use : uses) {
        columns.measure({use, total_us}, display_width(title_of(use)));
    }
    columns.lay_out(readable_title);
    output.print("{}\n", Style(terminal.color).heading(columns.titles()));
    const auto titles = titles_of(uses, columns.name_width(), terminal.unicode);
    for (std::size_t row = 0; row < uses.size(); ++row) {
        std::string line = pad_right(titles[row], columns.name_width());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            line += columns.number(i, {uses[row], total_us});
        }
        output.print("{}\n", line);
    }
}

} // namespace proxima::cli
