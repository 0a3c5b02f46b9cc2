#include "fit/fit_writers.hpp"
#include "shared/messages.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/range.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <sys/wait.h>
#include <system_error>

namespace proxima::cli {
namespace {

constexpr int curve_points = 200;
constexpr double wide = 30; // a range of this ratio is shown on a logarithmic axis
constexpr std::size_t most_dots = 4000;

// A text for gnuplot: between single quotes it runs no commands and knows no escapes.
std::string quoted(const std::string& text) {
    std::string made = "'";
    for (const char c : base::printable(text)) {
        made += c == '\'' ? "''" : std::string(1, c);
    }
    return made + "'";
}

bool logarithmic(double least, double most) {
    return least > 0 && most / least >= wide;
}

// The script of one picture, with its data.
class Plot {
public:
    Plot(const fit::FitOutcome& outcome, double level)
        : outcome_(outcome), fitted_(*outcome.model), level_(level) {
        std::copy_if(outcome.measurements.points.begin(), outcome.measurements.points.end(),
                     std::back_inserter(points_),
                     [](const auto& point) { return point.count > 0; });
    }

    std::string script(const std::filesystem::path& file, PlotFormat format) {
        fmt::format_to(out(), "set terminal {} size 900,600 {}\nset output {}\n",
                       format == PlotFormat::svg ? "svg" : "pngcairo",
                       format == PlotFormat::svg ? "font 'sans-serif,13' background 'white'"
                                                 : "font 'sans,12' background 'white'",
                       quoted(file.string()));
        fmt::format_to(
            out(),
            "set title {} noenhanced\nset grid lc '#dddddd'\nset border 3\n"
            "set tics nomirror\nset rmargin 5\nset key top left reverse Left noenhanced\n",
            quoted(title_of(outcome_)));
        fitted_.inputs.size() == 1 ? over_the_input() : measured_over_predicted();
        return fmt::to_string(text_);
    }

private:
    fmt::appender out() { return fmt::appender(text_); }

    std::size_t index_of(const fit::Input& input) const {
        const auto& names = outcome_.measurements.parameters;
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), input.parameter) -
                                        names.begin());
    }

    std::vector<double> values_at(const gather::Point& point) const {
        std::vector<double> values;
        for (const auto& input : fitted_.inputs) {
            values.push_back(point.at[index_of(input)]);
        }
        return values;
    }

    void write_observations(std::size_t parameter) {
        fmt::format_to(out(), "$invocations << EOD\n");
        const auto& sample = outcome_.measurements.sample;
        const auto stride = std::max<std::size_t>(1, sample.size() / most_dots);
        for (std::size_t i = 0; i < sample.size(); i += stride) {
            if (!sample[i].outlier) {
                fmt::format_to(out(), "{} {}\n", sample[i].at[parameter], sample[i].value);
            }
        }
        fmt::format_to(out(), "EOD\n$points << EOD\n");
        for (const auto& point : points_) {
            fmt::format_to(out(), "{} {} {}\n", point.at[parameter], point.mean,
                           std::sqrt(point.variance));
        }
        fmt::format_to(out(), "EOD\n");
    }

    void write_curve(const base::Range& domain, bool log_axis, double floor) {
        fmt::format_to(out(), "$curve << EOD\n");
        for (int i = 0; i <= curve_points; ++i) {
            const double share = static_cast<double>(i) / curve_points;
            const double x = log_axis ? domain.min * std::pow(domain.max / domain.min, share)
                                      : domain.min + share * (domain.max - domain.min);
            const double at[] = {x};
            const auto band = fit::prediction_interval(fitted_, at, level_);
            const double mean = fitted_.mean(at);
            const double deviation = std::max((*fitted_.stddev)(at), 0.0);
            fmt::format_to(out(), "{} {} {} {} {} {}\n", x, mean,
                           std::max(band ? band->min : mean, floor), band ? band->max : mean,
                           std::max(mean - deviation, floor), mean + deviation);
        }
        fmt::format_to(out(), "EOD\n");
    }

    // Of the means: where a logarithmic axis may begin.
    base::Range range_of_means() const {
        base::Range range{points_.front().mean, points_.front().mean};
        for (const auto& point : points_) {
            range = {std::min(range.min, point.mean), std::max(range.max, point.mean)};
        }
        return range;
    }

    void over_the_input() {
        const auto& input = fitted_.inputs.front();
        const auto& domain = *input.domain;
        const bool log_x = logarithmic(domain.min, domain.max);
        const auto means = range_of_means();
        const bool log_y = logarithmic(means.min, means.max);
        constexpr double below_the_least = 0.3;
        write_observations(index_of(input));
        write_curve(domain, log_x, log_y ? below_the_least * means.min : 0);
        write_axes(log_x, log_y, input.parameter,
                   outcome_.measurements.metric + " of one invocation" +
                       (fitted_.unit.empty() ? "" : ", " + fitted_.unit));
        fmt::format_to(
            out(),
            "plot $curve using 1:3:4 with filledcurves lc '#cfe2f3' title '{:g} % of invocations', "
            "\\\n"
            "     $invocations using 1:2 with points pt 7 ps 0.25 lc '#999999' title "
            "'invocations', \\\n"
            "     $curve using 1:5 with lines dt 2 lc '#3d85c6' title 'mean -/+ deviation', \\\n"
            "     $curve using 1:6 with lines dt 2 lc '#3d85c6' notitle, \\\n"
            "     $points using 1:2:3 with yerrorbars pt 7 ps 0.6 lc '#cc0000' title 'mean and "
            "deviation, measured', \\\n"
            "     $curve using 1:2 with lines lw 2 lc '#0b5394' title {}\n",
            level_ * 100, quoted(short_title()));
    }

    std::string short_title() const {
        constexpr std::size_t longest = 64;
        return text::shorten_sum(short_expression(fitted_.mean.text()), longest);
    }

    void write_axes(bool log_x, bool log_y, const std::string& x, const std::string& y) {
        fmt::format_to(out(), "{}{}set xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                       log_x ? "set logscale x\n" : "",
                       log_y ? "set logscale y\nset format y '%g'\n" : "set yrange [0:*]\n",
                       quoted(x), quoted(y));
    }

    void measured_over_predicted() {
        // A band is drawn from left to right.
        std::map<double, std::string> rows;
        base::Range range = range_of_means();
        for (const auto& point : points_) {
            const auto values = values_at(point);
            const auto band = fit::prediction_interval(fitted_, values, level_);
            const double mean = fitted_.mean(values);
            range = {std::min(range.min, mean), std::max(range.max, mean)};
            rows[mean] +=
                fmt::format("{} {} {} {} {}\n", mean, point.mean, std::sqrt(point.variance),
                            band ? band->min : mean, band ? band->max : mean);
        }
        fmt::format_to(out(), "$points << EOD\n");
        for (const auto& [mean, row] : rows) {
            fmt::format_to(out(), "{}", row);
        }
        const bool log_axes = logarithmic(range.min, range.max);
        fmt::format_to(out(), "EOD\n");
        const auto of_unit = fitted_.unit.empty() ? std::string() : ", " + fitted_.unit;
        write_axes(log_axes, log_axes, "predicted" + of_unit, "measured" + of_unit);
        fmt::format_to(
            out(),
            "{}plot $points using 1:4:5 with filledcurves lc '#cfe2f3' title "
            "'{:g} % of invocations', \\\n"
            "     $points using 1:2:3 with yerrorbars pt 7 ps 0.5 lc '#cc0000' title 'mean and "
            "deviation, measured', \\\n"
            "     x with lines lw 2 lc '#0b5394' title {}\n",
            log_axes ? "set logscale x\n" : "", level_ * 100, quoted(short_title()));
    }

    const fit::FitOutcome& outcome_;
    const fit::Model& fitted_;
    double level_;
    std::vector<gather::Point> points_; // those that were not left out
    fmt::memory_buffer text_;
};

// Gnuplot reads the script from its standard input.
void run_gnuplot(const std::string& script) {
    FILE* const gnuplot = ::popen("command -v gnuplot > /dev/null || exit 127; exec gnuplot", "w");
    const bool is_started = gnuplot != nullptr;
    if (is_started) {
        std::fwrite(script.data(), 1, script.size(), gnuplot); // its end says whether it failed
    }
    const int status = is_started ? ::pclose(gnuplot) : -1;
    constexpr int not_found = 127;
    if (!is_started || (WIFEXITED(status) && WEXITSTATUS(status) == not_found)) {
        throw base::Error(
            "gnuplot", "cannot be started; install it (Debian: gnuplot-nox), or leave out --plot");
    }
    if (status != 0) {
        throw base::Error("gnuplot", "could not draw; see its message above");
    }
}

void draw(const fit::FitOutcome& outcome, const std::filesystem::path& picture, PlotFormat format,
          double level) {
    const auto drawn = picture.string() + ".new";
    try {
        run_gnuplot(Plot(outcome, level).script(drawn, format));
        std::filesystem::rename(drawn, picture);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(drawn, ignored);
        throw;
    }
}

} // namespace

void write_fit_plots(const std::vector<fit::FitOutcome>& outcomes,
                     const std::filesystem::path& directory, PlotFormat format, double level) {
    try {
        std::filesystem::create_directories(directory);
        std::set<std::string> drawn;
        for (const auto& outcome : outcomes) {
            if (!outcome.model || outcome.model->inputs.empty()) {
                continue;
            }
            const std::string ending = format == PlotFormat::svg ? ".svg" : ".png";
            const auto name = base::file_name(title_of(outcome), ".-");
            auto file = name + ending;
            for (int number = 2; !drawn.insert(file).second; ++number) {
                file = name + "_" + std::to_string(number) + ending;
            }
            draw(outcome, directory / file, format, level);
        }
        say_note(
            fmt::format("{} in {}", text::plural(drawn.size(), "picture"), directory.string()));
    } catch (const std::filesystem::filesystem_error& error) {
        throw base::Error(directory,
                          error.code().message() + "; name a directory that can be written");
    }
}

} // namespace proxima::cli
