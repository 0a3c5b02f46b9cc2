#include "report/table/connection_table.hpp"

#include "report/table/table_columns.hpp"
#include "text/style.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <array>
#include <map>
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

std::string title_of(const ConnectionUse& use) {
    return printable(use.user + " -> " + use.provider);
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
    columns.lay_out();
    output.print("{}\n", Style(terminal.color).heading(columns.titles()));
    for (const auto& use : uses) {
        std::string line = columns.name(title_of(use));
        for (std::size_t i = 0; i < columns.size(); ++i) {
            line += columns.number(i, {use, total_us});
        }
        output.print("{}\n", line);
    }
}

} // namespace proxima::cli
