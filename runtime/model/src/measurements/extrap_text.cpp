// Extra-P's text format: sections PARAMETER, POINTS, METRIC, REGION and DATA, one a line.
#include "measurements/extrap_series.hpp"

#include <charconv>
#include <cmath>

namespace proxima::model {
namespace {

class TextReader {
public:
    TextReader(const std::filesystem::path& file, ExtrapSeries& series)
        : file_(file), series_(series) {}

    void read_line(std::string_view line, std::size_t number) {
        line_ = number;
        const auto section = take_word(line);
        if (section.empty() || section.front() == '#') {
            return;
        }
        if (section == "PARAMETER") {
            read_parameters(line);
        } else if (section == "POINTS") {
            read_points(line);
        } else if (section == "METRIC") {
            finish_series();
            metric_ = rest(line);
        } else if (section == "REGION") {
            finish_series();
            region_ = rest(line);
        } else if (section == "DATA") {
            read_data(line);
        } else if (section != "EXPERIMENT") {
            fail("\"" + std::string(section.substr(0, 40)) +
                 "\" is no section; there are PARAMETER, POINTS, METRIC, REGION and DATA");
        }
    }

    /// Behind the last DATA line of a region and metric. Which line is missing cannot be told, and
    /// those behind it would belong to other points.
    void finish_series() {
        if (next_ > 0 && next_ < points_.size()) {
            line_ = last_data_;
            fail("only " + std::to_string(next_) + " DATA lines for " +
                 std::to_string(points_.size()) + " points; give one for each");
        }
        next_ = 0;
    }

private:
    [[noreturn]] void fail(const std::string& problem) const { throw Error(file_, line_, problem); }

    static std::string_view take_word(std::string_view& text) {
        constexpr const char* blanks = " \t\r";
        const auto first = std::min(text.find_first_not_of(blanks), text.size());
        text.remove_prefix(first);
        const auto end = std::min(text.find_first_of(blanks), text.size());
        const auto word = text.substr(0, end);
        text.remove_prefix(end);
        return word;
    }

    std::string rest(std::string_view text) const {
        const auto first = text.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) {
            fail("a name is missing; write one behind the section");
        }
        return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
    }

    double number(std::string_view word) const {
        double value = 0;
        const auto plus = word.substr(0, 1) == "+" ? 1 : 0;
        const auto [end, error] =
            std::from_chars(word.data() + plus, word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
            fail("\"" + std::string(word.substr(0, 40)) + "\" is no finite number");
        }
        return value;
    }

    void read_parameters(std::string_view text) {
        if (!points_.empty()) {
            fail("a parameter behind the points; put all PARAMETER lines first");
        }
        for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
            parameters_.emplace_back(word);
        }
    }

    /// With one parameter parentheses may be left out, else they hold a point each; a coordinate
    /// may have its own.
    void read_points(std::string_view text) {
        if (parameters_.empty()) {
            fail("points before their parameters; put PARAMETER lines first");
        }
        std::string spaced(text);
        for (char& c : spaced) {
            c = c == '(' || c == ')' || c == ',' ? ' ' : c;
        }
        std::string_view numbers = spaced;
        std::vector<double> at;
        for (auto word = take_word(numbers); !word.empty(); word = take_word(numbers)) {
            at.push_back(number(word));
            if (at.size() == parameters_.size()) {
                points_.push_back(std::move(at));
                at.clear();
            }
        }
        if (!at.empty()) {
            fail("a point with " + std::to_string(at.size()) + " of " +
                 std::to_string(parameters_.size()) + " coordinates; give one for each parameter");
        }
    }

    void read_data(std::string_view text) {
        if (next_ >= points_.size()) {
            fail("more DATA lines than points (" + std::to_string(points_.size()) +
                 "); give one for each");
        }
        auto& series = series_.series_of(region_, metric_, parameters_, line_);
        for (auto word = take_word(text); !word.empty(); word = take_word(text)) {
            series.add(points_[next_], number(word), line_);
        }
        last_data_ = line_;
        ++next_;
    }

    const std::filesystem::path& file_;
    ExtrapSeries& series_;
    std::size_t line_ = 0;
    std::vector<std::string> parameters_;
    std::vector<std::vector<double>> points_;
    std::string metric_ = "time";
    std::string region_ = "main";
    std::size_t next_ = 0;      ///< the point of the next DATA line
    std::size_t last_data_ = 0; ///< line
};

} // namespace

void read_extrap_text(const std::filesystem::path& file, std::string_view text,
                      ExtrapSeries& series) {
    TextReader reader(file, series);
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto end = std::min(text.find('\n'), text.size());
        reader.read_line(text.substr(0, end), number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    reader.finish_series();
}

} // namespace proxima::model
