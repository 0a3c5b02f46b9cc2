#include "shared/select_writers.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t most_shown = 20; // entries of a list

class SelectTextWriter {
public:
    SelectTextWriter(const ShownSelection& shown, text::Output& output)
        : shown_(shown), answer_(shown.answer), best_(shown.answer.best.front()), output_(output) {}

    void write() {
        write_assembly();
        paragraph("predicted" + inputs() + ": " + prediction(best_));
        write_alternatives();
        for (const auto& one : shown_.changes) {
            paragraph(change(one));
        }
        paragraph(proof());
        write_list("trade-offs, the fastest first", front());
        write_list("not known", not_known());
        if (const auto next = answer_.next_measurement()) {
            paragraph("measure next: " + next->text() + gain());
        }
    }

private:
    const select::Candidate& chosen(const select::Alternative& one, std::size_t i) const {
        return shown_.problem.families[answer_.variables[i].family]
            .implementations[one.implementations[i]];
    }

    void paragraph(const std::string& text) {
        text::print_paragraph(text, text::Terminal{width}, output_);
    }

    void write_list(const char* head, const std::vector<std::string>& items) {
        constexpr std::size_t indent = 4;
        if (items.empty()) {
            return;
        }
        output_.print("{}:\n", head);
        const auto shown = std::min(items.size(), most_shown);
        for (std::size_t i = 0; i < shown; ++i) {
            const char* before = "  ";
            for (const auto& line :
                 text::wrapped(base::printable(items[i]), width - indent, false)) {
                output_.print("{}{}\n", before, line);
                before = "    ";
            }
        }
        if (shown < items.size()) {
            output_.print("  and {} (all: --json)\n", items.size() - shown);
        }
    }

    void write_assembly() {
        output_.print("{} {} {}\n", text::pad_right("instance", 26),
                      text::pad_right("implementation", 26), "class");
        for (std::size_t i = 0; i < answer_.variables.size(); ++i) {
            const auto& variable = answer_.variables[i];
            output_.print(
                "{} {} {}\n", text::pad_right(text::shorten_name(variable.instance, 26, false), 26),
                text::pad_right(text::shorten_name(chosen(best_, i).name, 26, false), 26),
                variable.is_significant ? text::shorten_name(chosen(best_, i).class_name, 26, false)
                                        : std::string("any: insignificant"));
        }
        output_.write("\n");
    }

    std::string prediction(const select::Alternative& one) const {
        const auto& interval = one.prediction.interval;
        std::string text =
            base::human_time(one.prediction.mean_us) +
            fmt::format(", {:g} % interval {} to {}", 100 * shown_.settings.level,
                        base::human_time(interval.min), base::human_time(interval.max));
        for (const auto& [name, value] : one.quality) {
            text += "; " + name + " " + base::human_number(value);
        }
        return text;
    }

    // ` for mesh.max_level = 5`
    std::string inputs() const {
        std::string text;
        for (const auto& [name, value] : shown_.inputs) {
            text += (text.empty() ? " for " : ", ") + name + " = " + base::human_number(value);
        }
        return text;
    }

    // `from mesh.max_level = 4 on: flux = HLLCFlux`
    static std::string change(const select::ChangedChoice& one) {
        std::string text;
        for (const auto& [instance, name] : one.classes) {
            text += (text.empty() ? "" : ", ") + instance + " = " + name;
        }
        return "from " + one.input + " = " + base::human_number(one.from) + " on: " + text;
    }

    // The differences from the best assembly.
    std::string changes(const select::Alternative& one) const {
        std::string text;
        for (std::size_t i = 0; i < answer_.variables.size(); ++i) {
            if (one.implementations[i] != best_.implementations[i]) {
                text += (text.empty() ? "" : ", ") + answer_.variables[i].instance + " = " +
                        chosen(one, i).name;
            }
        }
        return text.empty() ? "as above" : text;
    }

    void write_alternatives() {
        for (std::size_t i = 1; i < answer_.best.size(); ++i) {
            const auto& one = answer_.best[i];
            const double best = best_.prediction.mean_us;
            const double more = one.prediction.mean_us - best;
            std::string text = (i == 1 ? "next best: " : "then: ") + changes(one) + ", ";
            text += one.is_tie ? "the same time" : "+" + base::human_time(more);
            if (!one.is_tie && best > 0) {
                text += " (" + base::human_share(more / best) + ")";
            }
            if (one.better_probability) {
                text +=
                    ", faster with probability " + base::human_probability(*one.better_probability);
            }
            paragraph(text);
        }
    }

    std::string proof() const {
        if (!answer_.is_optimal) {
            return "not proven: the search stopped early (--seconds, ^C); the optimum may be "
                   "better by " +
                   base::human_share(answer_.gap);
        }
        if (!answer_.is_proven()) {
            return "not proven: a model is used outside its domain, or is left out";
        }
        return fmt::format("the optimum of the models is proven ({}, treewidth {})",
                           answer_.is_elimination ? "elimination" : "branch and bound",
                           answer_.width);
    }

    std::vector<std::string> front() const {
        std::vector<std::string> items;
        for (const auto& one : answer_.front) {
            items.push_back(prediction(one) + ": " + changes(one));
        }
        return items;
    }

    std::vector<std::string> not_known() const {
        std::vector<std::string> items;
        for (const auto& one : answer_.not_known) {
            items.push_back(one.what);
        }
        if (answer_.runs < 2) {
            items.push_back(
                "the variation between runs: " + base::human_share(best_.prediction.run_variation) +
                " is assumed; name two or more runs with the same settings");
        }
        if (!answer_.is_calibrated) {
            items.push_back("how the runs compare with the models: name the implementations of the "
                            "runs (\"measured\" in SELECTION, or --assembly)");
        }
        if (answer_.best.size() > 1 && !answer_.best[1].better_probability) {
            items.push_back(
                "the probability that the next best is faster: not all models state their "
                "uncertainty (\"interval\")");
        }
        if (answer_.as_measured_us > 0) {
            items.push_back("parts without models: they keep their measured time, " +
                            base::human_time(answer_.as_measured_us));
        }
        for (const auto& one : shown_.not_chosen) {
            items.push_back(one.what + ": " + one.why);
        }
        return items;
    }

    // Expected gain of the advised measurement.
    std::string gain() const {
        return answer_.not_known.empty()
                   ? "; if it were known exactly, the next best would be faster with probability " +
                         base::human_probability(answer_.doubt->after)
                   : "";
    }

    const ShownSelection& shown_;
    const select::SelectionAnswer& answer_;
    const select::Alternative& best_;
    text::Output& output_;
};

} // namespace

void write_select_text(const ShownSelection& shown, text::Output& output) {
    SelectTextWriter(shown, output).write();
}

} // namespace proxima::cli
