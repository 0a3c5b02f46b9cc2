#include "select/select_writers.hpp"
#include "text/json_text.hpp"

#include <map>
#include <string>
#include <string_view>

namespace proxima::cli {
namespace {

class SelectJsonWriter {
public:
    SelectJsonWriter(const ShownSelection& shown, Output& output)
        : shown_(shown), output_(output) {}

    void write() {
        const auto& answer = shown_.answer;
        output_.write("{\"format\":1");
        output_.print(",\"optimal\":{}", answer.is_optimal);
        number("gap", answer.gap);
        output_.print(",\"treewidth\":{},\"exact_elimination\":{}", answer.width,
                      answer.is_exact_elimination);
        write_alternative(answer.best.front());
        output_.write(",\n\"alternatives\":[");
        for (std::size_t i = 1; i < answer.best.size(); ++i) {
            write_entry(answer.best[i], i == 1);
        }
        output_.write("],\n\"front\":[");
        for (std::size_t i = 0; i < answer.front.size(); ++i) {
            write_entry(answer.front[i], i == 0);
        }
        output_.print("],\n\"front_is_whole\":{}", !shown_.settings.front  ? "null"
                                                   : answer.is_whole_front ? "true"
                                                                           : "false");
        write_doubt();
        write_pruning();
        write_not_chosen();
        write_interactions();
        output_.write(",\n\"warnings\":[");
        for (std::size_t i = 0; i < answer.warnings.size(); ++i) {
            output_.write(i == 0 ? "" : ",");
            append_json_string(output_.buffer(), answer.warnings[i]);
        }
        output_.write("]}\n");
    }

private:
    void write_entry(const model::Alternative& one, bool is_first) {
        output_.write(is_first ? "\n{\"tie\":" : ",\n{\"tie\":");
        output_.print("{},\"better_probability\":", one.is_tie);
        if (one.better_probability) {
            append_json_number(output_.buffer(), *one.better_probability);
        } else {
            output_.write("null");
        }
        write_alternative(one);
        output_.write("}");
    }

    void write_alternative(const model::Alternative& one) {
        output_.write(",\n\"assembly\":{");
        const auto& variables = shown_.answer.variables;
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const auto& family = shown_.problem.families[variables[i].family];
            const auto& chosen = family.implementations[one.implementations[i]];
            output_.write(i == 0 ? "" : ",");
            append_json_string(output_.buffer(), variables[i].instance);
            output_.write(":{\"implementation\":");
            append_json_string(output_.buffer(), chosen.name);
            output_.write(",\"class\":");
            append_json_string(output_.buffer(), chosen.class_name);
            output_.write(",\"family\":");
            append_json_string(output_.buffer(), family.name);
            output_.print(",\"significant\":{}", variables[i].is_significant);
            if (!chosen.inputs.empty()) {
                write_numbers("inputs", chosen.inputs);
            }
            output_.write("}");
        }
        output_.write("}");
        number("objective_us", one.objective);
        number("mean_us", one.prediction.mean_us);
        number("stddev_us", one.prediction.stddev_us);
        number("level", shown_.settings.level);
        number("interval_min_us", one.prediction.interval.min);
        number("interval_max_us", one.prediction.interval.max);
        write_numbers("quality", one.quality);
    }

    void write_numbers(const char* name, const std::map<std::string, double>& numbers) {
        output_.print(",\"{}\":{{", name);
        bool is_first = true;
        for (const auto& [key, value] : numbers) {
            output_.write(is_first ? "" : ",");
            is_first = false;
            append_json_string(output_.buffer(), key);
            output_.write(":");
            append_json_number(output_.buffer(), value);
        }
        output_.write("}");
    }

    void write_doubt() {
        output_.write(",\n\"doubt\":");
        if (!shown_.answer.doubt) {
            output_.write("null");
            return;
        }
        const auto& doubt = *shown_.answer.doubt;
        output_.write("{\"measure\":");
        append_json_string(output_.buffer(), doubt.measurement);
        number("runner_up_better_probability", doubt.before);
        number("after_measurement", doubt.after);
        output_.write("}");
    }

    void write_pruning() {
        const auto& pruning = shown_.answer.pruning;
        output_.print(",\n\"pruning\":{{\"models_cover_dropped\":{},\"same_answer\":{}",
                      pruning.is_known,
                      pruning.is_known ? (pruning.same_answer ? "true" : "false") : "null");
        number("lost_us", pruning.lost_us);
        number("dropped_us", pruning.bound_us);
        output_.write("}");
    }

    void write_interactions() {
        output_.write(",\n\"measured_interactions\":[");
        bool is_first = true;
        for (const auto& interaction : shown_.interactions.interactions) {
            for (const auto& cost : interaction.costs) {
                output_.write(is_first ? "\n{\"between\":[" : ",\n{\"between\":[");
                is_first = false;
                two(interaction.first, interaction.second);
                output_.write("],\"of\":[");
                two(cost.first, cost.second);
                output_.write("]");
                number("us_per_call", cost.us_per_call);
                number("stddev_us_per_call", cost.stddev_us_per_call);
                output_.write("}");
            }
        }
        output_.write("],\n\"interactions_not_known\":[");
        for (std::size_t i = 0; i < shown_.interactions.not_known.size(); ++i) {
            output_.write(i == 0 ? "" : ",");
            append_json_string(output_.buffer(), shown_.interactions.not_known[i]);
        }
        output_.write("]");
    }

    void two(const std::string& first, const std::string& second) {
        append_json_string(output_.buffer(), first);
        output_.write(",");
        append_json_string(output_.buffer(), second);
    }

    void write_not_chosen() {
        output_.write(",\n\"not_chosen\":[");
        for (const auto& one : shown_.not_chosen) {
            output_.write(&one == &shown_.not_chosen.front() ? "\n{\"what\":" : ",\n{\"what\":");
            append_json_string(output_.buffer(), one.what);
            output_.write(",\"why\":");
            append_json_string(output_.buffer(), one.why);
            output_.write("}");
        }
        output_.write("]");
    }

    void number(std::string_view key, double value) {
        output_.print(",\"{}\":", key);
        append_json_number(output_.buffer(), value);
    }

    const ShownSelection& shown_;
    Output& output_;
};

} // namespace

void write_select_json(const ShownSelection& shown, Output& output) {
    SelectJsonWriter(shown, output).write();
}

} // namespace proxima::cli
