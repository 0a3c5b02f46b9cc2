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
        counts("methods", run_.by_method.groups, run_.by_method.kept_groups);
        number("total_us", nodes.total);
        number("dropped_us", nodes.dropped);
        number("dropped_share", nodes.dropped_share());
        number("unreached_us", run_.unreached_us);
        number("improvement_share_if_kept_saves_a_tenth", nodes.share_of_improvement(0.1));
        write_sensitivity();
        write_components("instance_list", run_.instances);
        write_components("method_list", run_.methods);
        write_graph();
        output_.write("}\n");
    }

private:
    void counts(std::string_view what, std::size_t all, std::size_t kept) {
        output_.print(",\"{}\":{},\"kept_{}\":{}", what, all, what, kept);
    }

    void write_sensitivity() {
        output_.write(",\n\"sensitivity\":[");
        for (std::size_t i = 0; i < run_.sensitivity.size(); ++i) {
            const auto& effect = run_.sensitivity[i];
            output_.print("{}\n{{\"alpha\":{},\"beta\":{},\"kept_nodes\":{},\"kept_instances\":{}",
                          i == 0 ? "" : ",", run_.alphas[i / run_.betas.size()],
                          run_.betas[i % run_.betas.size()], effect.kept_nodes, effect.kept_groups);
            number("dropped_share", effect.dropped_share());
            output_.write("}");
        }
        output_.write("]");
    }

    void write_components(std::string_view key, const std::vector<PrunedComponent>& components) {
        output_.print(",\n\"{}\":[", key);
        bool first = true;
        for (const auto& component : components) {
            output_.write(first ? "\n{\"name\":" : ",\n{\"name\":");
            first = false;
            append_json_string(output_.buffer(), component.name);
            counts("nodes", component.nodes, component.kept_nodes);
            number("exclusive_us", component.own_us);
            number("kept_exclusive_us", component.kept_own_us);
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
