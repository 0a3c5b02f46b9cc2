#include "prune/prune_writers.hpp"
#include "text/json_text.hpp"

#include <string_view>

namespace proxima::cli {
namespace {

using model::Fate;

const char* name_of(Fate fate) {
    switch (fate) {
    case Fate::kept:
        return "kept";
    case Fate::insignificant_children:
        return "insignificant children";
    case Fate::insignificant_sibling:
        return "insignificant sibling";
    case Fate::below:
        break;
    }
    return "below";
}

class PruneJsonWriter {
public:
    PruneJsonWriter(const PrunedRun& run, Output& output) : run_(run), output_(output) {}

    void write() {
        output_.print("{{\"format\":1,\"alpha\":{},\"beta\":{}", run_.thresholds.alpha,
                      run_.thresholds.beta);
        const auto& nodes = run_.by_instance;
        counts("nodes", nodes.nodes, nodes.kept_nodes);
        counts("instances", nodes.groups, nodes.kept_groups);
        number("total_us", nodes.total);
        number("dropped_us", nodes.dropped);
        number("dropped_share", nodes.dropped_share());
        number("change_if_dropped_is_free", nodes.change_if_slower(0));
        number("change_if_dropped_is_twice_as_slow", nodes.change_if_slower(2));
        write_models();
        write_other_thresholds();
        write_instances();
        write_graph();
        output_.write("}\n");
    }

private:
    void counts(std::string_view what, std::size_t all, std::size_t kept) {
        output_.print(",\"{}\":{},\"kept_{}\":{}", what, all, what, kept);
    }

    void write_models() {
        if (!run_.models) {
            return;
        }
        const auto& made = run_.models->times;
        output_.print(",\n\"models\":{{\"nodes\":{}", made.nodes);
        number("predicted_us", made.predicted_us);
        number("measured_us", made.measured_us);
        output_.write(",\"at\":{");
        for (const auto& [name, value] : run_.models->values) {
            output_.write(name == run_.models->values.begin()->first ? "" : ",");
            append_json_string(output_.buffer(), name);
            output_.write(":");
            append_json_number(output_.buffer(), value);
        }
        output_.write("}}");
    }

    void write_other_thresholds() {
        output_.write(",\n\"other_thresholds\":[");
        for (const auto& other : run_.others) {
            output_.print("{}\n{{\"threshold\":{},\"kept_nodes\":{},\"kept_instances\":{}",
                          &other == &run_.others.front() ? "" : ",", other.threshold,
                          other.summary.kept_nodes, other.summary.kept_groups);
            number("dropped_share", other.summary.dropped_share());
            output_.write("}");
        }
        output_.write("]");
    }

    void write_instances() {
        output_.write(",\n\"instance_list\":[");
        for (const auto& instance : run_.instances) {
            output_.write(&instance == &run_.instances.front() ? "\n{\"name\":" : ",\n{\"name\":");
            append_json_string(output_.buffer(), instance.name);
            counts("nodes", instance.nodes, instance.kept_nodes);
            number("exclusive_us", instance.own_us);
            output_.write("}");
        }
        output_.write("]");
    }

    void write_graph() {
        output_.write(",\n\"graph\":[");
        bool first = true;
        for (std::size_t i = 0; i < run_.graph.nodes.size(); ++i) {
            if (run_.fates[i] != Fate::below) {
                output_.write(first ? "\n" : ",\n");
                write_node(i);
                first = false;
            }
        }
        output_.write("]");
    }

    void write_node(std::size_t i) {
        const auto& node = run_.graph.nodes[i];
        const auto& component = run_.graph.component(node);
        output_.print("{{\"id\":{},\"parent\":", i);
        if (node.parent == rundir::Node::no_parent) {
            output_.write("null");
        } else {
            output_.print("{}", node.parent);
        }
        text("name", component.name);
        text("instance", component.instance);
        text("port", component.port);
        text("method", component.method);
        text("fate", name_of(run_.fates[i]));
        if (run_.fates[i] != Fate::kept) {
            output_.print(",\"nodes_below\":{}", node.subtree_end - i - 1);
        }
        output_.print(",\"calls\":{}", node.statistics.calls);
        number("inclusive_us", node.statistics.inclusive_us);
        number("exclusive_us", node.statistics.exclusive_us);
        output_.write("}");
    }

    void text(std::string_view key, std::string_view value) {
        output_.print(",\"{}\":", key);
        append_json_string(output_.buffer(), value);
    }

    void number(std::string_view key, double value) {
        output_.print(",\"{}\":", key);
        append_json_number(output_.buffer(), value);
    }

    const PrunedRun& run_;
    Output& output_;
};

} // namespace

void write_prune_json(const PrunedRun& run, Output& output) {
    PruneJsonWriter(run, output).write();
}

} // namespace proxima::cli
