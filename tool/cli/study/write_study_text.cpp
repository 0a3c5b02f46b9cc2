#include "shared/fit_summary.hpp"
#include "study/study_command.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t most_points = 20; // points for each question
constexpr std::size_t most_named = 3;   // named points for each core
constexpr double undecided = 0.01;      // probability that another assembly is better

class StudyTextWriter {
public:
    StudyTextWriter(const study::StudyContext& context, const study::StudyResult& result,
                    text::Output& output)
        : context_(context), result_(result), output_(output) {}

    void write() {
        write_runs();
        write_cores();
        output_.write("\n");
        write_fit_summary(result_.models, result_.measurements, fit::FitOptions().level, output_);
        write_interactions();
        for (const auto& question : context_.study.questions) {
            write_answers(question.name);
        }
        write_untested();
        write_next();
        write_checks();
        heading("Files: " + base::shown(context_.directory).string() + "/");
    }

private:
    // Lines after the first are indented by two more.
    void paragraph(const std::string& text, const std::string& indent) {
        bool is_first = true;
        for (const auto& line :
             text::wrapped(base::printable(text), width - indent.size() - 2, false)) {
            output_.print("{}{}{}\n", indent, is_first ? "" : "  ", line);
            is_first = false;
        }
    }

    void heading(const std::string& text) {
        output_.write("\n");
        paragraph(text, "");
    }

    void write_runs() {
        const auto& runs = result_.runs;
        double seconds = 0;
        for (const auto& run : runs.finished) {
            seconds += run.seconds;
        }
        std::string text = "study " + context_.study.name + ": " +
                           base::plural(runs.finished.size(), "run") + " in " +
                           base::human_time(seconds * 1e6);
        text += runs.missing.empty() ? "" : fmt::format("; {} missing", runs.missing.size());
        text += runs.spared == 0
                    ? ""
                    : "; " + base::plural(runs.spared, "repetition") + " of what is behind spared";
        text += runs.others == 0
                    ? ""
                    : fmt::format("; {} in the directory, but not of this study", runs.others);
        paragraph(text, "");
        for (const auto& run : runs.failed) {
            paragraph(run.directory + " " + run.failure, "  ");
        }
    }

    // Cores, each with the points that have it.
    void write_cores() {
        std::map<std::string, std::vector<std::string>> points;
        for (const auto& point : result_.points) {
            points[fmt::format("{}", fmt::join(point.core(), ", "))].push_back(
                study::text_of(point.varied));
        }
        for (auto& [core, where] : points) {
            const auto more = where.size() - std::min(where.size(), most_named);
            where.resize(where.size() - more);
            std::string text = "core: " + core;
            if (points.size() > 1) {
                text += fmt::format(" (at {}{})", fmt::join(where, "; "),
                                    more > 0 ? fmt::format(" and {} more", more) : "");
            }
            paragraph(text, "");
        }
    }

    void write_interactions() {
        if (!result_.interactions.empty()) {
            heading("interactions");
        }
        for (const auto& effect : result_.interactions) {
            paragraph(effect.text(), "  ");
        }
    }

    void write_answers(const std::string& question) {
        std::size_t shown = 0;
        for (const auto& point : result_.points) {
            for (const auto& answer : point.answers) {
                if (answer.question.name != question) {
                    continue;
                }
                if (shown == 0) {
                    heading(question + cost());
                }
                if (shown++ < most_points) {
                    write_answer(point, answer);
                }
            }
        }
        if (shown > most_points) {
            paragraph(fmt::format("and at {} more points: see report.json", shown - most_points),
                      "  ");
        }
    }

    std::string cost() const {
        return context_.study.cost.empty() ? "" : ", by the cost " + context_.study.cost;
    }

    void write_answer(const study::PointResult& point, const study::PointAnswer& made) {
        auto text = study::text_of(point.varied);
        text += text.empty() ? "" : ": ";
        if (!made.refusal.empty()) {
            paragraph(text + "no answer: " + made.refusal, "  ");
            return;
        }
        paragraph(text + text_of(made.best, made), "  ");
        paragraph(certainty_of(made), "    ");
        for (const auto& contradiction : made.contradictions) {
            paragraph("but " + contradiction, "    ");
        }
        if (!made.untested_pairs.empty()) {
            paragraph(fmt::format("assumed to add, because no run combines them: {}",
                                  fmt::join(made.untested_pairs, "; ")),
                      "    ");
        }
        if (!made.front.empty()) {
            paragraph(fmt::format("of {} assemblies none is both faster and better than another:",
                                  made.front.size()),
                      "    ");
        }
        for (const auto& one : made.front) {
            paragraph(text_of(one, made), "      ");
        }
    }

    // `flux=EFM, error 0.01, predicted 12ms (11ms to 13ms), measured 12ms to 13ms in 3 runs`.
    static std::string text_of(const study::StudyAlternative& alternative,
                               const study::PointAnswer& made) {
        auto text = study::text_of(alternative.assembly);
        for (const auto& [name, value] : alternative.quality) {
            text += ", " + name + " " + base::human_number(value);
        }
        if (alternative.predicted_us) {
            const auto& interval = alternative.interval;
            text += ", predicted " + base::human_time(*alternative.predicted_us) + " (" +
                    base::human_time(interval.min) + " to " + base::human_time(interval.max) + ")";
        }
        for (const auto& one : made.measured) {
            if (one.alternative.assembly == alternative.assembly) {
                text += ", " + one.text();
            }
        }
        return text;
    }

    static std::string certainty_of(const study::PointAnswer& made) {
        return !made.measured_us.empty()     ? certainty_of_runs(made)
               : made.is_optimum_of_models() ? certainty_of_models(made.answer)
                                             : certainty_against_models(made);
    }

    // The answer ran: its runs are compared with those of the next assembly.
    static std::string certainty_of_runs(const study::PointAnswer& made) {
        auto text = fmt::format("the fastest of {} that ran",
                                made.measured.size() == 1
                                    ? "1 assembly"
                                    : fmt::format("{} assemblies", made.measured.size()));
        if (made.measured.size() > 1) {
            const auto& next = made.measured[1];
            text += "; the next, " + study::text_of(next.alternative.assembly) + ", takes " +
                    base::human_time(next.mean_us() - made.measured.front().mean_us()) +
                    " more, and is better with probability " +
                    base::human_probability(next.better_probability(made.measured.front())) +
                    (next.better_probability(made.measured.front()) > undecided
                         ? "; more runs of both would tell"
                         : "");
        }
        return text;
    }

    // The answer did not run, and what the models prefer to it took longer than they say.
    static std::string certainty_against_models(const study::PointAnswer& made) {
        return "did not run; the optimum of the models is slower: " +
               text_of(*made.optimum_of_models, made);
    }

    static std::string certainty_of_models(const select::SelectionAnswer& answer) {
        std::string text = "the optimum of the models; it did not run";
        if (!answer.is_proven()) {
            text = "not proven to be " + text;
            text += answer.not_known.empty() ? "" : ": " + answer.not_known.front().what;
        }
        if (answer.best.size() < 2) {
            return text;
        }
        const auto& next = answer.best[1];
        text += next.is_tie ? "; another costs the same"
                            : "; the next costs " +
                                  base::human_time(next.prediction.mean_us -
                                                   answer.best.front().prediction.mean_us) +
                                  " more";
        if (next.better_probability) {
            text += ", and is better with probability " +
                    base::human_probability(*next.better_probability);
        }
        return text;
    }

    void write_untested() {
        if (result_.untested.empty()) {
            return;
        }
        heading("no run combines " + base::plural(result_.untested.size(), "pair") +
                " of classes; their times are assumed to add");
        if (!result_.tests.empty()) {
            paragraph("--pairs makes the cheapest combinations that test them, each " +
                          base::plural(context_.study.repetitions, "time") + ":",
                      "  ");
        }
        for (std::size_t i = 0; i < std::min(result_.tests.size(), most_points); ++i) {
            paragraph(study::text_of(study::varied(context_.plan, result_.tests[i])), "    ");
        }
    }

    void write_next() {
        std::set<std::string> wanted;
        for (const auto& point : result_.points) {
            for (const auto& answer : point.answers) {
                if (const auto measurement = answer.answer.next_measurement()) {
                    wanted.insert(measurement->text());
                }
            }
        }
        if (!wanted.empty()) {
            heading("to be more certain, measure");
        }
        for (const auto& text : wanted) {
            paragraph(text, "  ");
        }
    }

    void write_checks() {
        const auto failed =
            std::count_if(result_.checks.begin(), result_.checks.end(),
                          [](const study::CheckOutcome& check) { return !check.failure.empty(); });
        if (!result_.checks.empty()) {
            const auto all = result_.checks.size();
            heading(
                fmt::format("checks: {} of {} hold", all - static_cast<std::size_t>(failed), all));
        }
        for (const auto& check : result_.checks) {
            if (!check.failure.empty()) {
                paragraph("not " + check.what + "; " + check.failure, "  ");
            }
        }
    }

    const study::StudyContext& context_;
    const study::StudyResult& result_;
    text::Output& output_;
};

} // namespace

void write_study_text(const study::StudyContext& context, const study::StudyResult& result,
                      text::Output& output) {
    StudyTextWriter(context, result, output).write();
}

} // namespace proxima::cli
