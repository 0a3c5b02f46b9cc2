#include "call_graph/bin_row.hpp"
#include "call_graph/components.hpp"
#include "call_graph/counter_columns.hpp"
#include "call_graph/forest.hpp"
#include "call_graph/node_ids.hpp"
#include "call_graph/row_reader.hpp"
#include "files/json_cursor.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>
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
    struct Row {
        std::uint64_t id = 0;
        std::size_t number = 0;
        Statistics statistics;
    };
    struct Link {
        std::uint64_t parent_id;
        std::uint64_t child_id;
    };
    /// What stands in `data` of a node.
    struct NodeData {
        std::size_t component;
        bool folded;
    };

    [[noreturn]] void refuse(const std::string& problem) const { throw Error(file_, problem); }

    void take_header();
    void take_trees();
    void take_rows();
    void take_bins();
    void take_counters();
    void take_node(std::uint64_t id);
    void take_children(std::uint64_t id);
    std::optional<NodeData> take_data();
    std::optional<NodeData> parse_data(std::string_view text);
    void take_row();
    void take_bin();

    void expect_array(const char* section);
    std::size_t index_of(std::uint64_t id, const std::string& user) const;
    std::uint64_t parse_id(std::string_view text) const;
    void join(std::size_t index, const Statistics& statistics);
    void link_children();
    void join_rows();
    void check_reached(const std::vector<std::size_t>& positions) const;
    CallGraph finish();

    const std::filesystem::path& file_;
    JsonCursor json_;
    bool has_graph_ = false;
    bool has_rows_ = false;
    bool knows_mpi_calls_ = true;
    NodeIds ids_;
    std::vector<Node> nodes_;
    std::vector<bool> has_row_;
    std::vector<Link> links_;
    std::size_t row_count_ = 0;
    std::vector<Row> early_rows_; ///< that came before their nodes
    std::vector<NodeBin> bins_;   ///< whose nodes are ids
    CounterColumns counters_;
    Components components_;
    /// Nodes of one component are written alike: text that was met before need not be taken apart.
    std::unordered_map<std::string_view, NodeData> known_data_;
};

CallGraph CallGraphParser::parse() {
    if (json_.peek() != '{') {
        json_.skip();
        json_.expect_end();
        refuse("is not a call graph: expected an object at the top");
    }
    json_.object([this](std::string_view key) {
        if (key == "graph") {
            take_trees();
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

void CallGraphParser::take_trees() {
    has_graph_ = true;
    expect_array("graph");
    json_.array([this] {
        if (json_.peek() != '{') {
            json_.skip();
            refuse("an entry of `graph` is not an object");
        }
        json_.object([this](std::string_view key) { take_node(parse_id(key)); });
    });
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

std::uint64_t CallGraphParser::parse_id(std::string_view text) const {
    std::uint64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc() || stop != end) {
        refuse("node id `" + std::string(text) + "` is not a whole number");
    }
    return id;
}

void CallGraphParser::take_node(std::uint64_t id) {
    const auto who = [id] { return "node " + std::to_string(id); };
    if (json_.peek() != '{') {
        json_.skip();
        refuse(who() + " is not an object");
    }
    std::optional<NodeData> data;
    bool has_children = false;
    json_.object([&](std::string_view key) {
        if (key == "data") {
            data = take_data();
        } else if (key == "children" && json_.peek() == '[') {
            has_children = true;
            take_children(id);
        } else {
            json_.skip();
        }
    });
    if (!data) {
        refuse(who() + " has no `data` with a `name`");
    }
    if (!ids_.add(id)) {
        refuse(who() + " is defined twice");
    }
    if (!has_children) {
        refuse(who() + " has no list of `children`");
    }
    Node entry;
    entry.component = data->component;
    entry.folded = data->folded;
    nodes_.push_back(entry);
    has_row_.push_back(false);
}

void CallGraphParser::take_children(std::uint64_t id) {
    json_.array([&] {
        const auto child = read_maybe_number(json_);
        if (!child.number.is_unsigned()) {
            refuse("node " + std::to_string(id) + " has a child that is not a node id" +
                   shown(child.text));
        }
        links_.push_back({id, child.number.magnitude});
    });
}

std::optional<CallGraphParser::NodeData> CallGraphParser::take_data() {
    json_.peek();
    const auto text = json_.skip();
    const auto known = known_data_.find(text);
    if (known != known_data_.end()) {
        return known->second;
    }
    const auto data = text.front() == '{' ? parse_data(text) : std::nullopt;
    if (data) {
        known_data_.emplace(text, *data);
    }
    return data;
}

Binding read_binding(JsonCursor& json) {
    Binding binding;
    if (json.peek() != '{') {
        json.skip();
        return binding;
    }
    json.object([&](std::string_view key) {
        if (key == "user") {
            binding.user = read_optional_text(json);
        } else if (key == "uses port") {
            binding.uses_port = read_optional_text(json);
        } else if (key == "provides port") {
            binding.provides_port = read_optional_text(json);
        } else {
            json.skip();
        }
    });
    return binding;
}

std::optional<CallGraphParser::NodeData> CallGraphParser::parse_data(std::string_view text) {
    JsonCursor json(file_, text.data(), text.data() + text.size());
    Component component;
    bool folded = false;
    json.object([&](std::string_view key) {
        if (key == "name") {
            component.name = read_optional_text(json);
        } else if (key == "instance") {
            component.instance = read_optional_text(json);
        } else if (key == "port") {
            component.port = read_optional_text(json);
        } else if (key == "method") {
            component.method = read_optional_text(json);
        } else if (key == "signature") {
            component.signature = read_optional_text(json);
        } else if (key == "binding") {
            component.binding = read_binding(json);
        } else if (key == "folded") {
            folded = json.skip() == "true";
        } else {
            json.skip();
        }
    });
    if (component.name.empty()) {
        return std::nullopt;
    }
    return NodeData{components_.add(std::move(component)), folded};
}

void CallGraphParser::take_row() {
    const RowName name{file_, "dataframe", row_count_++};
    if (json_.peek() != '{') {
        json_.skip();
        refuse(name.text() + " is not an object");
    }
    Row row;
    row.number = name.number;
    auto& statistics = row.statistics;
    bool has_node = false;
    bool has_exclusive = false;
    bool has_inclusive = false;
    bool has_mpi_calls = false;
    counters_.begin_row();
    json_.object([&](std::string_view key) {
        const auto time = [&] { return read_time(json_, name, key); };
        if (key == "node") {
            row.id = read_count(json_, name, key);
            has_node = true;
        } else if (key == "calls") {
            statistics.calls = read_count(json_, name, key);
        } else if (key == "time") {
            statistics.exclusive_us = time();
            has_exclusive = true;
        } else if (key == "time (inc)") {
            statistics.inclusive_us = time();
            has_inclusive = true;
        } else if (key == "communication") {
            statistics.communication_us = time();
        } else if (key == "computation") {
            statistics.computation_us = time();
        } else if (key == "min") {
            statistics.min_us = time();
        } else if (key == "max") {
            statistics.max_us = time();
        } else if (key == "mean") {
            statistics.mean_us = time();
        } else if (key == "stddev") {
            statistics.stddev_us = time();
        } else if (key == "mpi calls") {
            statistics.mpi_calls = read_count(json_, name, key);
            has_mpi_calls = true;
        } else {
            counters_.take(json_, key);
        }
    });
    if (!has_exclusive || !has_inclusive) {
        name.refuse(has_exclusive ? "time (inc)" : "time", "is missing");
    }
    if (!has_node) {
        name.refuse("node", "is not a whole number");
    }
    knows_mpi_calls_ = knows_mpi_calls_ && has_mpi_calls;
    counters_.end_row(name, statistics.counted);
    if (const auto index = ids_.find(row.id)) {
        join(*index, statistics);
    } else {
        early_rows_.push_back(row);
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
    const auto found = ids_.find(id);
    if (!found) {
        refuse(user + " names node " + std::to_string(id) + ", which does not exist");
    }
    return *found;
}

void CallGraphParser::join(std::size_t index, const Statistics& statistics) {
    merge(nodes_[index].statistics, statistics);
    has_row_[index] = true;
}

void CallGraphParser::link_children() {
    for (const auto& link : links_) {
        const auto child = ids_.find(link.child_id);
        if (!child) {
            refuse("node " + std::to_string(link.parent_id) + " as a parent names node " +
                   std::to_string(link.child_id) + ", which does not exist");
        }
        if (nodes_[*child].parent != Node::no_parent) {
            refuse("node " + std::to_string(link.child_id) + " has two parents, " +
                   std::to_string(ids_.id(nodes_[*child].parent)) + " and " +
                   std::to_string(link.parent_id));
        }
        nodes_[*child].parent = *ids_.find(link.parent_id);
    }
}

void CallGraphParser::join_rows() {
    for (const auto& row : early_rows_) {
        join(index_of(row.id, RowName{file_, "dataframe", row.number}.text()), row.statistics);
    }
    const auto missing = std::find(has_row_.begin(), has_row_.end(), false);
    if (missing != has_row_.end()) {
        refuse("node " +
               std::to_string(ids_.id(static_cast<std::size_t>(missing - has_row_.begin()))) +
               " has no row in `dataframe`");
    }
}

void CallGraphParser::check_reached(const std::vector<std::size_t>& positions) const {
    const auto lost = std::find(positions.begin(), positions.end(), Node::no_parent);
    if (lost != positions.end()) {
        refuse("node " +
               std::to_string(ids_.id(static_cast<std::size_t>(lost - positions.begin()))) +
               " is on a cycle or below one");
    }
}

CallGraph CallGraphParser::finish() {
    if (!has_graph_ || !has_rows_) {
        refuse(std::string("is not a call graph: has no `") + (has_graph_ ? "dataframe" : "graph") +
               "`");
    }
    link_children();
    join_rows();
    for (auto& node : nodes_) {
        node.statistics.counted = counters_.ordered(node.statistics.counted);
    }
    std::vector<std::size_t> positions;
    CallGraph graph;
    graph.nodes = in_preorder(nodes_, &positions);
    check_reached(positions);
    for (std::size_t i = 0; i < bins_.size(); ++i) {
        bins_[i].node =
            positions[index_of(bins_[i].node, "row " + std::to_string(i) + " of `bins`")];
    }
    sort(bins_);
    graph.bins = std::move(bins_);
    graph.components = components_.take();
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
