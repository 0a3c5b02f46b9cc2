// Parses callgraph.json. simdjson throws if a value is missing or has another type.
#include "call_graph/building.hpp"
#include "call_graph/members.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/format/column.hpp>
#include <proxima/format/files.hpp>

#include <algorithm>
#include <new>
#include <simdjson.h>
#include <unordered_map>
#include <utility>

namespace proxima::rundir {
namespace {

constexpr std::uint64_t most_bytes = (std::uint64_t{4} << 30) - 4096; // simdjson's bound
constexpr std::uint64_t supported_format = 1;
constexpr std::size_t most_counters = 32;
constexpr std::size_t least_node_bytes = 32; // of text

ParameterType type_named(const std::string& name) {
    const auto* const found =
        std::find(parameter_type_names.begin(), parameter_type_names.end(), name);
    return found == parameter_type_names.end()
               ? ParameterType::integer
               : static_cast<ParameterType>(found - parameter_type_names.begin());
}

Durations durations_of(ondemand::object& bin) {
    constexpr double ns = 1e3; // nanoseconds in a microsecond
    Durations::Sums sums;
    sums.calls = count_of(bin, "calls");
    sums.total_ns = time_of(bin, "sum") * ns;
    const double squares = time_of(bin, "sum of squares") * ns * ns;
    sums.min_ns = time_of(bin, "min") * ns;
    sums.max_ns = time_of(bin, "max") * ns;
    if (sums.calls == 0) {
        return {};
    }
    const double of_mean = sums.total_ns / static_cast<double>(sums.calls) * sums.total_ns;
    sums.squares_ns2 = std::max(squares - of_mean, 0.0);
    return Durations(sums);
}

// Without these members it is the first thread of the row's rank.
ThreadSpread threads_of(ondemand::object& row, const RunPart& part, double computation_us) {
    const auto threads = count_of(row, "threads");
    if (threads == 0) {
        return {1, computation_us, computation_us, part.rank, 0};
    }
    return {threads, time_of(row, "least thread computation"),
            time_of(row, "most thread computation"),
            static_cast<std::int64_t>(count_of(row, "rank of most thread")),
            count_of(row, "thread of most")};
}

CallTimes elsewhere_of(ondemand::object& row) {
    const double inclusive_us = time_of(row, "time elsewhere");
    return inclusive_us > 0 ? CallTimes{count_of(row, "calls elsewhere"), inclusive_us,
                                        time_of(row, "communication elsewhere")}
                            : CallTimes{};
}

class CallGraphParser {
public:
    CallGraphParser(const std::filesystem::path& file, std::size_t bytes)
        : file_(file), components_(bytes) {}

    CallGraph parse(simdjson::padded_string_view text) {
        most_links_ = text.size() / least_node_bytes;
        ondemand::parser parser;
        ondemand::document document;
        if (const auto error = parser.iterate(text).get(document); error != simdjson::SUCCESS) {
            refuse(std::string("not valid JSON: ") + simdjson::error_message(error));
        }
        try {
            ondemand::object root;
            const auto error = document.get_object().get(root);
            if (error == simdjson::INCORRECT_TYPE) {
                refuse("is not a call graph: expected an object at the top");
            } else if (error != simdjson::SUCCESS) {
                refuse(std::string("not valid JSON; `proxima recover` makes it again: ") +
                       simdjson::error_message(error));
            }
            read(root);
        } catch (const simdjson::simdjson_error& error) {
            const char* location = nullptr;
            const bool is_known = document.current_location().get(location) == simdjson::SUCCESS;
            throw base::error_at_byte(
                file_, static_cast<std::uint64_t>(is_known ? location - text.data() : 0),
                std::string("not valid JSON: ") + error.what());
        }
        graph_.components = components_.take();
        return std::move(graph_);
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const {
        throw base::Error(file_, problem);
    }

    // Reads in the order of the file: nodes and counters come before the rows.
    void read(ondemand::object root) {
        bool has_graph = false;
        bool has_rows = false;
        for (ondemand::field member : root) {
            const auto key = key_of(member);
            if (key == "proxima") {
                read_header(member.value().get_object());
            } else if (key == "counters" && !has_rows) {
                read_counters(member.value().get_array());
            } else if (key == "graph" && !has_graph) {
                read_trees(member.value().get_array());
                has_graph = true;
            } else if (key == "dataframe" && has_graph && !has_rows) {
                read_rows(member.value().get_array());
                has_rows = true;
            } else if (key == "bins" && has_graph) {
                read_bins(member.value().get_array());
            }
        }
        if (!has_graph || !has_rows) {
            refuse("is not a call graph: has no `graph` with a `dataframe` behind it");
        }
    }

    void read_trees(ondemand::array trees) {
        for (auto tree : trees) {
            for (ondemand::field node : tree.get_object()) {
                read_node(node);
            }
        }
        place_nodes();
    }

    void read_header(ondemand::object header) const {
        std::uint64_t format = 0;
        if (header["format"].get_uint64().get(format) != simdjson::SUCCESS || format < 1) {
            refuse("`proxima` names no format");
        }
        if (format > supported_format) {
            refuse("has format " + std::to_string(format) + ", this proxima reads up to " +
                   std::to_string(supported_format) + "; use a newer one");
        }
    }

    void read_counters(ondemand::array counters) {
        for (ondemand::object entry : counters) {
            Counter counter{text_of(entry, "name"), text_of(entry, "unit") == "us"};
            if (counter.name.empty()) {
                refuse("an entry of `counters` has no `name`");
            }
            if (graph_.counters.size() == most_counters) {
                refuse("has more than " + std::to_string(most_counters) + " `counters`");
            }
            graph_.counters.push_back(std::move(counter));
        }
    }

    void read_node(ondemand::field& node) {
        const auto key = key_of(node);
        const auto index = nodes_.size();
        if (base::number_of<std::uint64_t>(key) != index) {
            refuse("node `" + std::string(key) + "` stands where node " + std::to_string(index) +
                   " was expected");
        }
        nodes_.emplace_back();
        bool has_data = false;
        bool has_children = false;
        for (ondemand::field member : node.value().get_object()) {
            const auto name = key_of(member);
            if (name == "data") {
                nodes_[index].component =
                    component_of(member.value().get_object().value().raw_json());
                has_data = true;
            } else if (name == "children") {
                read_children(index, member.value().get_array());
                has_children = true;
            }
        }
        if (!has_data || !has_children) {
            refuse("node " + std::to_string(index) + " has no `" +
                   (has_data ? "children" : "data") + "`");
        }
    }

    // Requires children later in the file than their parents, which excludes cycles.
    void read_children(std::size_t node, ondemand::array children) {
        for (ondemand::value value : children) {
            const std::uint64_t child = value.get_uint64();
            if (child <= node) {
                refuse("node " + std::to_string(node) + " has a child that is no later node");
            }
            if (links_.size() > most_links_) {
                refuse("has more children than nodes");
            }
            links_.emplace_back(node, child);
        }
    }

    std::size_t component_of(std::string_view data) {
        const auto known = known_components_.find(data);
        if (known != known_components_.end()) {
            return known->second;
        }
        const auto added = components_.add(parse_component(data));
        known_components_.emplace(data, added);
        return added;
    }

    RecordedBinding binding_of(ondemand::object& members) {
        return {text_of(members, "user"), text_of(members, "uses port"),
                text_of(members, "provides port")};
    }

    CallSite parse_component(std::string_view data) {
        const simdjson::padded_string text(data);
        ondemand::parser parser;
        ondemand::document document = parser.iterate(text);
        ondemand::object members = document.get_object();
        CallSite component;
        component.name = text_of(members, "name");
        component.port = text_of(members, "port");
        component.instance = text_of(members, "instance");
        component.method = text_of(members, "method");
        component.signature = text_of(members, "signature");
        component.binding = binding_of(members);
        auto value = find(members, "binding"); // of older files
        ondemand::object binding;
        if (value && value->get_object().get(binding) == simdjson::SUCCESS) {
            component.binding = binding_of(binding);
        }
        if (component.name.empty()) {
            refuse("node " + std::to_string(nodes_.size() - 1) + " has no `name`");
        }
        return component;
    }

    void place_nodes() {
        for (const auto& [parent, child] : links_) {
            if (child >= nodes_.size()) {
                refuse("node " + std::to_string(parent) + " names node " + std::to_string(child) +
                       ", which does not exist");
            }
            if (nodes_[child].parent != Node::no_parent) {
                refuse("node " + std::to_string(child) + " has two parents");
            }
            nodes_[child].parent = parent;
        }
        links_ = decltype(links_)();
        positions_ = sort_in_preorder(nodes_);
        graph_.nodes = std::move(nodes_);
    }

    std::size_t position_of(std::uint64_t node) const {
        if (node >= positions_.size()) {
            refuse("a row names node " + std::to_string(node) + ", which does not exist");
        }
        return positions_[static_cast<std::size_t>(node)];
    }

    // Reads a row for each node and rank.
    void read_rows(ondemand::array rows) {
        PartRows of_ranks(graph_);
        std::vector<bool> has_row(graph_.nodes.size());
        Statistics statistics;
        statistics.counted.resize(graph_.counters.size());
        for (ondemand::object row : rows) {
            const auto position = position_of(row["node"].get_uint64());
            has_row[position] = true;
            auto rank = find(row, "rank");
            const RunPart part{rank ? std::int64_t(rank->get_int64()) : 0};
            read_statistics(row, part, statistics);
            if (part.rank == RunPart::other_ranks) {
                graph_.others.resize(graph_.nodes.size());
                graph_.others[position] = {
                    count_of(row, "ranks"), time_of(row, "least computation"),
                    time_of(row, "most computation"),
                    static_cast<std::int64_t>(count_of(row, "rank of most"))};
            }
            of_ranks.add(position, part, statistics);
        }
        of_ranks.finish();
        for (std::size_t id = 0; id < positions_.size(); ++id) {
            if (!has_row[positions_[id]]) {
                refuse("node " + std::to_string(id) + " has no row in `dataframe`");
            }
        }
    }

    // Reads the members in the order of the file, which is fastest.
    void read_statistics(ondemand::object& row, const RunPart& part, Statistics& read) {
        read.calls = count_of(row, "calls");
        read.exclusive_us = time_in(row["time"]);
        read.inclusive_us = time_in(row["time (inc)"]);
        read.exclusive_us = std::min(read.exclusive_us, read.inclusive_us); // but for rounding
        read.communication_us = time_of(row, "communication");
        read.computation_us = time_of(row, "computation");
        auto mpi_calls = find(row, "mpi calls");
        graph_.knows_mpi_calls = graph_.knows_mpi_calls || mpi_calls.has_value();
        read.mpi_calls = mpi_calls ? std::uint64_t(mpi_calls->get_uint64()) : 0;
        read.elsewhere = elsewhere_of(row);
        read.threads = threads_of(row, part, read.computation_us);
        read.untimed_calls = count_of(row, "untimed calls");
        read.error_us = time_of(row, "time error");
        read.min_us = time_of(row, "min");
        read.max_us = time_of(row, "max");
        read.mean_us = time_of(row, "mean");
        read.stddev_us = time_of(row, "stddev");
        for (std::size_t i = 0; i < graph_.counters.size(); ++i) {
            read.counted[i].exclusive = time_of(row, graph_.counters[i].name);
            read.counted[i].inclusive = time_of(row, graph_.counters[i].name + " (inc)");
        }
    }

    void read_bins(ondemand::array bins) {
        graph_.bins.reserve(bins.count_elements());
        for (ondemand::object row : bins) {
            NodeBin bin;
            bin.node = position_of(row["node"].get_uint64());
            bin.parameter = text_of(row, "parameter");
            bin.type = type_named(text_of(row, "type"));
            const std::int64_t number = row["bin"].get_int64();
            if (number < format::other_values || number > -format::other_values) {
                refuse("has a bin " + std::to_string(number) + ", which does not exist");
            }
            bin.bin = static_cast<int>(number);
            bin.durations = durations_of(row);
            graph_.bins.push_back(std::move(bin));
        }
        sort(graph_.bins);
    }

    const std::filesystem::path& file_;
    CallGraph graph_;
    Components components_;
    std::unordered_map<std::string_view, std::size_t> known_components_; // keys: text of `data`
    std::vector<Node> nodes_;                                            // indices: ids
    std::vector<std::pair<std::size_t, std::uint64_t>> links_;           // parents and children
    std::size_t most_links_ = 0;
    std::vector<std::size_t> positions_; // id to preorder
};

} // namespace

CallGraph load_call_graph(const std::filesystem::path& file) {
    try {
        const format::InputFile input(file);
        if (input.size() > most_bytes) {
            throw base::Error(file, "has " + std::to_string(input.size()) +
                                        " bytes, more than the " + std::to_string(most_bytes) +
                                        " that it may have");
        }
        simdjson::padded_string text(static_cast<std::size_t>(input.size()));
        if (text.data() == nullptr) {
            throw std::bad_alloc();
        }
        if (input.read(0, text.data(), text.size()) < text.size()) {
            throw base::Error(file, "became shorter while it was read");
        }
        return CallGraphParser(file, text.size()).parse(text);
    } catch (const format::Malformed& problem) {
        throw base::Error(file, problem.what());
    }
}

CallGraph parse_call_graph(const std::filesystem::path& file, std::string_view text) {
    return CallGraphParser(file, text.size()).parse(simdjson::padded_string(text));
}

} // namespace proxima::rundir
