#include "call_graph/bin_row.hpp"
#include "call_graph/counter_columns.hpp"
#include "call_graph/forest.hpp"
#include "call_graph/node_reader.hpp"
#include "call_graph/row_reader.hpp"
#include "call_graph/statistics_reader.hpp"
#include "files/json_cursor.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr std::uint64_t supported_format = 1;

/// Takes nodes and rows out of the text one by one, so that memory holds what they mean and never
/// the text's whole tree.
class CallGraphParser {
public:
    CallGraphParser(const std::filesystem::path& file, const char* begin, const char* end)
        : file_(file), json_(file, begin, end) {}

    CallGraph parse();

private:
    struct EarlyRow {
        std::size_t number = 0;
        StatisticsReader::Row row;
    };

    [[noreturn]] void refuse(const std::string& problem) const { throw Error(file_, problem); }

    void take_header();
    void take_nodes();
    void take_rows();
    void take_bins();
    void take_counters();
    void take_row();
    void take_bin();

    void expect_array(const char* section);
    std::size_t index_of(std::uint64_t id, const std::string& user) const;
    void place_nodes();
    void join(std::size_t index, const Statistics& statistics);
    void join_rows();
    CallGraph finish();

    const std::filesystem::path& file_;
    JsonCursor json_;
    bool has_graph_ = false;
    bool has_rows_ = false;
    bool knows_mpi_calls_ = true;
    NodeReader nodes_{file_, json_};
    CounterColumns counters_;
    StatisticsReader statistics_{json_, counters_};
    std::vector<Node> placed_;           ///< in preorder
    std::vector<std::size_t> positions_; ///< among those, by the order of the file
    std::vector<bool> has_row_;          ///< by the order of the file
    std::size_t row_count_ = 0;
    std::vector<EarlyRow> early_rows_; ///< that came before the nodes
    std::vector<NodeBin> bins_;        ///< whose nodes are ids
};

CallGraph CallGraphParser::parse() {
    if (json_.peek() != '{') {
        json_.skip();
        json_.expect_end();
        refuse("is not a call graph: expected an object at the top");
    }
    json_.object([this](std::string_view key) {
        if (key == "graph") {
            take_nodes();
        } else if (key == "dataframe") {
            take_rows();
        } else if (key == "bins") {
            take_bins();
        } else if (key == "counters") {
            take_counters();
        } else if (key == "proxima") {
            take_header();
        } else {
            json_.skip();
        }
    });
    json_.expect_end();
    return finish();
}

void CallGraphParser::take_header() {
    std::uint64_t format = 0;
    const auto take_member = [&](std::string_view key) {
        const auto value = read_maybe_number(json_);
        if (key == "format" && value.number.is_unsigned()) {
            format = value.number.magnitude;
        }
    };
    if (json_.peek() == '{') {
        json_.object(take_member);
    } else {
        json_.skip();
    }
    if (format < 1) {
        refuse("`proxima` names no format");
    }
    if (format > supported_format) {
        refuse("has format " + std::to_string(format) + ", this proxima reads up to " +
               std::to_string(supported_format) + "; use a newer one");
    }
}

void CallGraphParser::expect_array(const char* section) {
    if (json_.peek() != '[') {
        json_.skip();
        refuse(std::string("`") + section + "` is not an array");
    }
}

void CallGraphParser::take_nodes() {
    expect_array("graph");
    if (has_graph_) {
        refuse("has two members `graph`");
    }
    has_graph_ = true;
    nodes_.take_trees();
    place_nodes();
}

void CallGraphParser::take_rows() {
    has_rows_ = true;
    expect_array("dataframe");
    json_.array([this] { take_row(); });
}

void CallGraphParser::take_bins() {
    expect_array("bins");
    json_.array([this] { take_bin(); });
}

void CallGraphParser::take_counters() {
    expect_array("counters");
    json_.array([this] { counters_.name_counter(json_, file_); });
}

void CallGraphParser::take_row() {
    const RowName name{file_, "dataframe", row_count_++};
    if (json_.peek() != '{') {
        json_.skip();
        refuse(name.text() + " is not an object");
    }
    auto row = statistics_.take(name);
    knows_mpi_calls_ = knows_mpi_calls_ && row.has_mpi_calls;
    if (const auto index = nodes_.ids().find(row.id)) {
        join(*index, row.statistics);
    } else {
        early_rows_.push_back({name.number, std::move(row)});
    }
}

void CallGraphParser::take_bin() {
    const RowName name{file_, "bins", bins_.size()};
    if (json_.peek() != '{') {
        json_.skip();
        refuse(name.text() + " is not an object");
    }
    bins_.push_back(read_bin(json_, name));
}

std::size_t CallGraphParser::index_of(std::uint64_t id, const std::string& user) const {
    const auto found = nodes_.ids().find(id);
    if (!found) {
        refuse(user + " names node " + std::to_string(id) + ", which does not exist");
    }
    return *found;
}

/// Rows mostly come after all nodes, and then need be written only once.
void CallGraphParser::place_nodes() {
    placed_ = nodes_in_preorder(nodes_.parents(), positions_);
    const auto lost = std::find(positions_.begin(), positions_.end(), Node::no_parent);
    if (lost != positions_.end()) {
        refuse(
            "node " +
            std::to_string(nodes_.ids().id(static_cast<std::size_t>(lost - positions_.begin()))) +
            " is on a cycle or below one");
    }
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        placed_[positions_[i]].component = nodes_[i].component;
        placed_[positions_[i]].folded = nodes_[i].folded;
    }
    has_row_.resize(positions_.size());
}

void CallGraphParser::join(std::size_t index, const Statistics& statistics) {
    merge(placed_[positions_[index]].statistics, statistics);
    has_row_[index] = true;
}

void CallGraphParser::join_rows() {
    for (const auto& [number, row] : early_rows_) {
        join(index_of(row.id, RowName{file_, "dataframe", number}.text()), row.statistics);
    }
    const auto missing = std::find(has_row_.begin(), has_row_.end(), false);
    if (missing != has_row_.end()) {
        refuse(
            "node " +
            std::to_string(nodes_.ids().id(static_cast<std::size_t>(missing - has_row_.begin()))) +
            " has no row in `dataframe`");
    }
}

CallGraph CallGraphParser::finish() {
    if (!has_graph_ || !has_rows_) {
        refuse(std::string("is not a call graph: has no `") + (has_graph_ ? "dataframe" : "graph") +
               "`");
    }
    join_rows();
    CallGraph graph;
    graph.nodes = std::move(placed_);
    if (!counters_.empty()) {
        for (auto& node : graph.nodes) {
            node.statistics.counted = counters_.ordered(node.statistics.counted);
        }
    }
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        bins_[i].node =
            positions_[index_of(bins_[i].node, "row " + std::to_string(i) + " of `bins`")];
    }
    sort(bins_);
    graph.bins = std::move(bins_);
    graph.components = nodes_.take_components();
    graph.counters = counters_.counters();
    graph.knows_mpi_calls = knows_mpi_calls_;
    if (!knows_mpi_calls_) {
        graph.forget_mpi_calls();
    }
    return graph;
}

} // namespace

CallGraph parse_call_graph(const std::filesystem::path& file, const char* begin, const char* end) {
    return CallGraphParser(file, begin, end).parse();
}

} // namespace proxima::rundir
