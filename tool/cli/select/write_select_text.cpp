#include "select/select_writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace proxima::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t most_shown = 20; // of the front

class SelectTextWriter {
public:
    SelectTextWriter(const ShownSelection& shown, Output& output)
        : shown_(shown), answer_(shown.answer), output_(output) {}

    void write() {
        write_assembly();
        write_proof();
        write_alternatives();
        write_front();
        if (answer_.doubt) {
            paragraph("To be more certain, measure " + answer_.doubt->measurement +
                      " again: were it known exactly, the runner-up would be better with " +
                      human_share(answer_.doubt->after) + ", not " +
                      human_share(answer_.doubt->before) + ".");
        }
        write_pruning();
        write_interactions();
        write_not_chosen();
    }

private:
    const model::Implementation& chosen(const model::Alternative& one, std::size_t i) const {
        return shown_.problem.families[answer_.variables[i].family]
            .implementations[one.implementations[i]];
    }

    void paragraph(const std::string& text) {
        for (const auto& line : wrapped(printable(text), width, false)) {
            output_.print("{}\n", line);
        }
    }

    /// Of a list.
    void item(const std::string& text) {
        constexpr std::size_t indent = 4;
        const char* before = "  ";
        for (const auto& line : wrapped(printable(text), width - indent, false)) {
            output_.print("{}{}\n", before, line);
            before = "    ";
        }
    }

    std::string prediction(const model::Alternative& one) const {
        std::string text = human_time(one.prediction.mean_us);
        if (one.prediction.stddev_us > 0) {
            text += fmt::format(", with {} from {} to {}", human_share(shown_.settings.level),
                                human_time(std::max(one.prediction.interval.min, 0.0)),
                                human_time(one.prediction.interval.max));
        }
        for (const auto& [name, value] : one.quality) {
            text += "; " + name + " " + human_number(value);
        }
        return text;
    }

    void write_assembly() {
        const auto& best = answer_.best.front();
        output_.print("{} {} {}\n", pad_right("instance", 26), pad_right("implementation", 26),
                      "class");
        for (std::size_t i = 0; i < answer_.variables.size(); ++i) {
            const auto& implementation = chosen(best, i);
            output_.print("{} {} {}\n",
                          pad_right(shorten_name(answer_.variables[i].instance, 26, false), 26),
                          pad_right(shorten_name(implementation.name, 26, false), 26),
                          answer_.variables[i].is_significant
                              ? shorten_name(implementation.class_name, 26, false)
                              : std::string("any: insignificant"));
        }
        output_.write("\n");
        paragraph("predicted: " + prediction(best));
    }

    void write_proof() {
        if (answer_.is_optimal) {
            paragraph(fmt::format("proven: no assembly is better ({}, treewidth {})",
                                  answer_.is_exact_elimination ? "elimination" : "branch and bound",
                                  answer_.width));
        } else {
            paragraph(fmt::format("not proven: {}; another may be better by {}",
                                  shown_.was_interrupted ? "interrupted" : "time is up (--seconds)",
                                  human_share(answer_.gap)));
        }
    }

    /// What is different from the answer.
    std::string changes(const model::Alternative& one) const {
        std::string text;
        for (std::size_t i = 0; i < answer_.variables.size(); ++i) {
            if (one.implementations[i] != answer_.best.front().implementations[i]) {
                text += (text.empty() ? "" : ", ") + answer_.variables[i].instance + " = " +
                        chosen(one, i).name;
            }
        }
        return text;
    }

    void write_alternatives() {
        std::size_t ties = 0;
        for (const auto& one : answer_.best) {
            ties += one.is_tie ? 1 : 0;
        }
        if (ties > 0) {
            const bool more = ties + 1 == answer_.best.size();
            output_.print("tie: {}{} assemblies cost the same\n", more ? "at least " : "",
                          ties + 1);
        }
        if (answer_.best.size() > 1) {
            output_.write("\nalternatives\n");
        }
        for (std::size_t i = 1; i < answer_.best.size(); ++i) {
            const auto& one = answer_.best[i];
            std::string text = changes(one) + ": ";
            text += one.is_tie ? "tie"
                               : "+" + human_time(one.objective - answer_.best.front().objective);
            if (one.better_probability) {
                text += ", in truth better with " + human_share(*one.better_probability);
            }
            item(text);
        }
        const auto unknown =
            std::count_if(answer_.best.begin() + 1, answer_.best.end(),
                          [](const model::Alternative& one) { return !one.better_probability; });
        if (unknown > 0) {
            paragraph("Where no probability stands, models do not say how uncertain they are "
                      "(\"interval\").");
        }
    }

    void write_front() {
        if (!shown_.settings.front) {
            return;
        }
        output_.write("\ntrade-offs between time and quality\n");
        const auto shown = std::min(answer_.front.size(), most_shown);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto different = changes(answer_.front[i]);
            item(prediction(answer_.front[i]) + ": " +
                 (different.empty() ? "as above" : different));
        }
        if (shown < answer_.front.size()) {
            output_.print("  and {} (all: --json)\n", answer_.front.size() - shown);
        }
        if (!answer_.is_whole_front) {
            paragraph(fmt::format("not all of them: {}; these are the {} fastest",
                                  shown_.was_interrupted ? "interrupted" : "time is up (--seconds)",
                                  answer_.front.size()));
        }
    }

    void write_pruning() {
        const auto& pruning = answer_.pruning;
        if (!shown_.is_of_a_run || pruning.bound_us <= 0) {
            return;
        }
        std::string text = "Pruning has dropped " + human_time(pruning.bound_us) +
                           ", and no choice there can save more. ";
        if (pruning.is_known) {
            text += pruning.same_answer ? "For the whole graph the answer is the same."
                                        : "For the whole graph another assembly is better, by " +
                                              human_time(pruning.lost_us) + " (--whole).";
        } else {
            text += "Models do not cover all of it.";
        }
        paragraph(text);
    }

    void write_interactions() {
        const auto& measured = shown_.interactions;
        if (!measured.interactions.empty()) {
            output_.write("\nmeasured interactions, for each call\n");
        }
        for (const auto& interaction : measured.interactions) {
            for (const auto& cost : interaction.costs) {
                item(interaction.first + " = " + cost.first + ", " + interaction.second + " = " +
                     cost.second + ": " + signed_time(cost.us_per_call) + ", standard error " +
                     human_time(cost.stddev_us_per_call));
            }
        }
        if (!measured.not_known.empty()) {
            output_.write("\ninteractions that are not known, and count as nothing\n");
        }
        const auto shown = std::min(measured.not_known.size(), most_shown);
        for (std::size_t i = 0; i < shown; ++i) {
            item(measured.not_known[i]);
        }
        if (shown < measured.not_known.size()) {
            output_.print("  and {} (all: --json)\n", measured.not_known.size() - shown);
        }
    }

    static std::string signed_time(double us) {
        return (us < 0 ? "-" : "+") + human_time(std::abs(us));
    }

    /// A line for each reason.
    void write_not_chosen() {
        std::vector<std::pair<std::string, std::string>> lines;
        for (const auto& one : shown_.not_chosen) {
            const auto known = std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
                return line.first == one.why;
            });
            if (known == lines.end()) {
                lines.emplace_back(one.why, one.what);
            } else {
                known->second += ", " + one.what;
            }
        }
        if (!lines.empty()) {
            output_.write("\nnot to be chosen\n");
        }
        for (const auto& [why, what] : lines) {
            item(what + ": " + why);
        }
    }

    const ShownSelection& shown_;
    const model::SelectionAnswer& answer_;
    Output& output_;
};

} // namespace

void write_select_text(const ShownSelection& shown, Output& output) {
    SelectTextWriter(shown, output).write();
}

} // namespace proxima::cli
