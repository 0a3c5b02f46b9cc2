#include "call_graph/components.hpp"
#include "call_graph/forest.hpp"
#include "files/json_text.hpp"

#include <proxima/rundir/call_graph.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace proxima::rundir {
namespace {

using Json = nlohmann::json;

constexpr int supported_format = 1;

/// Takes graph nodes and rows out of the JSON text one by one as the parser meets them, so that
/// memory holds what they mean and never the text's whole tree.
class CallGraphParser {
public:
    explicit CallGraphParser(std::filesystem::path file) : file_(std::move(file)) {}

    /// The parser's callback; false tells it to forget `parsed`.
    bool take(int depth, Json::parse_event_t event, Json& parsed);

    CallGraph finish();

private:
    struct Row {
        std::uint64_t id;
        Statistics statistics;
    };
    struct Link {
        std::uint64_t parent_id;
        std::uint64_t child_id;
    };

    [[noreturn]] void refuse(const std::string& problem) const { throw Error(file_, problem); }

    bool take_key(int depth, const Json& key);
    void take_value(int depth, const Json& value);
    void take_node(const Json& node);
    void take_row(const Json& row);
    void take_bin(const Json& row);
    void check_header(const Json& header) const;

    std::size_t index_of(std::uint64_t id, const std::string& user) const;
    std::uint64_t parse_id(const std::string& text) const;
    void link_children();
    void join_rows();
    void check_reached(const std::vector<std::size_t>& positions) const;

    std::filesystem::path file_;
    std::string section_;
    bool has_graph_ = false;
    bool has_rows_ = false;
    std::uint64_t node_id_ = 0;
    std::vector<std::uint64_t> ids_;
    std::vector<Node> nodes_;
    std::vector<Link> links_;
    std::vector<Row> rows_;
    std::vector<NodeBin> bins_; ///< whose nodes are ids
    std::unordered_map<std::uint64_t, std::size_t> index_of_id_;
    Components components_;
};

bool CallGraphParser::take(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::key) {
        return take_key(depth, parsed);
    }
    if (event == Event::object_start || event == Event::array_start) {
        if (depth == 0 && event != Event::object_start) {
            refuse("is not a call graph: expected an object at the top");
        }
        return true;
    }
    if (depth == 2 && event == Event::object_end && section_ == "dataframe") {
        take_row(parsed);
        return false;
    }
    if (depth == 2 && event == Event::object_end && section_ == "bins") {
        take_bin(parsed);
        return false;
    }
    if (depth == 3 && event == Event::object_end && section_ == "graph") {
        take_node(parsed);
        return false;
    }
    take_value(depth, parsed);
    return depth != 2 || section_ != "graph"; // forget the trees, whose nodes were taken
}

bool CallGraphParser::take_key(int depth, const Json& key) {
    if (depth == 1) {
        section_ = key.get<std::string>();
        has_graph_ = has_graph_ || section_ == "graph";
        has_rows_ = has_rows_ || section_ == "dataframe";
        return section_ == "graph" || section_ == "dataframe" || section_ == "bins" ||
               section_ == "proxima";
    }
    if (depth == 3 && section_ == "graph") {
        node_id_ = parse_id(key.get<std::string>());
    }
    return true;
}

/// Everything that is neither a node nor a row; what stands in a node's or row's place is refused.
void CallGraphParser::take_value(int depth, const Json& value) {
    if (depth == 1 && section_ == "proxima") {
        check_header(value);
    } else if (depth == 1 &&
               (section_ == "graph" || section_ == "dataframe" || section_ == "bins") &&
               !value.is_array()) {
        refuse("`" + section_ + "` is not an array");
    } else if (depth == 2 && section_ == "graph" && !value.is_object()) {
        refuse("an entry of `graph` is not an object");
    } else if (depth == 2 && section_ == "bins") {
        refuse("row " + std::to_string(bins_.size()) + " of `bins` is not an object");
    } else if (depth == 2 && section_ == "dataframe") {
        refuse("row " + std::to_string(rows_.size()) + " of `dataframe` is not an object");
    } else if (depth == 3 && section_ == "graph") {
        refuse("node " + std::to_string(node_id_) + " is not an object");
    }
}

void CallGraphParser::check_header(const Json& header) const {
    const auto format = header.is_object() ? header.value("format", 0) : 0;
    if (format < 1) {
        refuse("`proxima` names no format");
    }
    if (format > supported_format) {
        refuse("has format " + std::to_string(format) + ", this proxima reads up to " +
               std::to_string(supported_format) + "; use a newer one");
    }
}

std::uint64_t CallGraphParser::parse_id(const std::string& text) const {
    std::uint64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc() || stop != end) {
        refuse("node id `" + text + "` is not a whole number");
    }
    return id;
}

std::string optional_text(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Binding binding_of(const Json& data) {
    const auto found = data.find("binding");
    if (found == data.end() || !found->is_object()) {
        return {};
    }
    return {optional_text(*found, "user"), optional_text(*found, "uses port"),
            optional_text(*found, "provides port")};
}

/// The end of a message about `value`, which may be nested too deep to be written.
std::string shown(const Json& value) {
    return value.is_structured() ? "" : ": " + value.dump();
}

void CallGraphParser::take_node(const Json& node) {
    const std::string who = "node " + std::to_string(node_id_);
    const auto data = node.find("data");
    if (data == node.end() || !data->is_object() || optional_text(*data, "name").empty()) {
        refuse(who + " has no `data` with a `name`");
    }
    if (!index_of_id_.emplace(node_id_, nodes_.size()).second) {
        refuse(who + " is defined twice");
    }
    Node entry;
    entry.component =
        components_.add({optional_text(*data, "name"), optional_text(*data, "instance"),
                         optional_text(*data, "port"), optional_text(*data, "method"),
                         optional_text(*data, "signature"), binding_of(*data)});
    const auto folded = data->find("folded");
    entry.folded = folded != data->end() && folded->is_boolean() && folded->get<bool>();
    ids_.push_back(node_id_);
    nodes_.push_back(entry);
    const auto children = node.find("children");
    if (children == node.end() || !children->is_array()) {
        refuse(who + " has no list of `children`");
    }
    for (const auto& child : *children) {
        if (!child.is_number_unsigned()) {
            refuse(who + " has a child that is not a node id" + shown(child));
        }
        links_.push_back({node_id_, child.get<std::uint64_t>()});
    }
}

/// Reads the numbers of one row; `who` names it in messages.
class RowReader {
public:
    RowReader(const std::filesystem::path& file, const Json& row, std::string who)
        : file_(file), row_(row), who_(std::move(who)) {}

    std::uint64_t count(const char* key, bool required) const {
        const auto found = row_.find(key);
        if (found == row_.end() && !required) {
            return 0;
        }
        if (found == row_.end() || !found->is_number_unsigned()) {
            refuse(key, "is not a whole number", found);
        }
        return found->get<std::uint64_t>();
    }

    std::optional<double> time(const char* key) const {
        const auto found = row_.find(key);
        if (found == row_.end()) {
            return std::nullopt;
        }
        if (!found->is_number() || !std::isfinite(found->get<double>())) {
            refuse(key, "is not a number", found);
        }
        const auto value = found->get<double>();
        if (value < 0) {
            refuse(key, "is negative", found);
        }
        return value;
    }

    double required_time(const char* key) const {
        const auto value = time(key);
        if (!value) {
            refuse(key, "is missing", row_.end());
        }
        return *value;
    }

private:
    [[noreturn]] void refuse(const std::string& key, const std::string& problem,
                             const Json::const_iterator& found) const {
        throw Error(file_, who_ + ": `" + key + "` " + problem +
                               (found == row_.end() ? "" : shown(*found)));
    }

    const std::filesystem::path& file_;
    const Json& row_;
    std::string who_;
};

void CallGraphParser::take_row(const Json& row) {
    const RowReader reader(file_, row, "row " + std::to_string(rows_.size()) + " of `dataframe`");
    Statistics statistics;
    statistics.calls = reader.count("calls", false);
    statistics.exclusive_us = reader.required_time("time");
    statistics.inclusive_us = reader.required_time("time (inc)");
    statistics.communication_us = reader.time("communication").value_or(0);
    statistics.computation_us = reader.time("computation").value_or(0);
    statistics.min_us = reader.time("min").value_or(0);
    statistics.max_us = reader.time("max").value_or(0);
    statistics.mean_us = reader.time("mean").value_or(0);
    statistics.stddev_us = reader.time("stddev").value_or(0);
    rows_.push_back({reader.count("node", true), statistics});
}

std::optional<ParameterType> type_named(const std::string& name) {
    const auto* const found =
        std::find(parameter_type_names.begin(), parameter_type_names.end(), name);
    return found == parameter_type_names.end()
               ? std::nullopt
               : std::optional(static_cast<ParameterType>(found - parameter_type_names.begin()));
}

void CallGraphParser::take_bin(const Json& row) {
    const std::string who = "row " + std::to_string(bins_.size()) + " of `bins`";
    const RowReader reader(file_, row, who);
    constexpr double ns = 1e3; // in microseconds
    NodeBin bin;
    bin.node = reader.count("node", true);
    bin.parameter = optional_text(row, "parameter");
    const auto type = type_named(optional_text(row, "type"));
    const auto number = row.find("bin");
    if (number == row.end() || !number->is_number_integer() ||
        number->get<std::int64_t>() < other_values_bin ||
        number->get<std::int64_t>() >= own_time_bin || (!bin.parameter.empty() && !type)) {
        refuse(who + " names no bin");
    }
    bin.bin = number->get<int>();
    bin.type = type.value_or(ParameterType::integer);
    Durations::Sums sums;
    sums.calls = reader.count("calls", true);
    sums.total_ns = reader.required_time("sum") * ns;
    sums.min_ns = reader.required_time("min") * ns;
    sums.max_ns = reader.required_time("max") * ns;
    const double squares = reader.required_time("sum of squares") * ns * ns;
    const double of_mean =
        sums.calls == 0 ? 0 : sums.total_ns / static_cast<double>(sums.calls) * sums.total_ns;
    sums.squares_ns2 = std::max(squares - of_mean, 0.0);
    bin.durations = Durations(sums);
    bins_.push_back(bin);
}

std::size_t CallGraphParser::index_of(std::uint64_t id, const std::string& user) const {
    const auto found = index_of_id_.find(id);
    if (found == index_of_id_.end()) {
        refuse(user + " names node " + std::to_string(id) + ", which does not exist");
    }
    return found->second;
}

void CallGraphParser::link_children() {
    for (const auto& link : links_) {
        const auto child =
            index_of(link.child_id, "node " + std::to_string(link.parent_id) + " as a parent");
        if (nodes_[child].parent != Node::no_parent) {
            refuse("node " + std::to_string(link.child_id) + " has two parents, " +
                   std::to_string(ids_[nodes_[child].parent]) + " and " +
                   std::to_string(link.parent_id));
        }
        nodes_[child].parent = index_of_id_.at(link.parent_id);
    }
}

void CallGraphParser::join_rows() {
    std::vector<bool> has_row(nodes_.size(), false);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const auto index = index_of(rows_[i].id, "row " + std::to_string(i) + " of `dataframe`");
        merge(nodes_[index].statistics, rows_[i].statistics);
        has_row[index] = true;
    }
    const auto missing = std::find(has_row.begin(), has_row.end(), false);
    if (missing != has_row.end()) {
        refuse("node " + std::to_string(ids_[static_cast<std::size_t>(missing - has_row.begin())]) +
               " has no row in `dataframe`");
    }
}

void CallGraphParser::check_reached(const std::vector<std::size_t>& positions) const {
    const auto lost = std::find(positions.begin(), positions.end(), Node::no_parent);
    if (lost != positions.end()) {
        refuse("node " + std::to_string(ids_[static_cast<std::size_t>(lost - positions.begin())]) +
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
    return graph;
}

} // namespace

CallGraph parse_call_graph(const std::filesystem::path& file, const char* begin, const char* end) {
    return with_plain_errors(file, [&] {
        CallGraphParser parser(file);
        const auto rest =
            Json::parse(begin, end, [&](int depth, Json::parse_event_t event, Json& parsed) {
                return parser.take(depth, event, parsed);
            });
        if (rest.is_number() || rest.is_string() || rest.is_boolean() || rest.is_null()) {
            throw Error(file, "is not a call graph: expected an object at the top");
        }
        return parser.finish();
    });
}

} // namespace proxima::rundir
