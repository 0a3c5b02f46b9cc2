#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>
#include <proxima/platform/runs.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace proxima::platform {
namespace {

constexpr std::size_t most_columns = 256;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    const bool read = !text.empty() && result.ptr == end && result.ec == std::errc();
    return read && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

void set(Run& run, const std::string& name, const std::string& text) {
    if (name == "platform") {
        run.platform = text;
        return;
    }
    const auto value = number(text);
    if (!value) {
        throw base::Error(run.place, "`" + text + "` in the column `" + name + "` is not a number");
    }
    (name == "seconds" ? run.seconds : run.values[name]) = *value;
}

void check(const Run& run) {
    if (!(run.seconds > 0)) {
        throw base::Error(run.place, "a run needs `seconds`, above 0");
    }
}

std::vector<Run> csv_runs(const std::filesystem::path& file, std::string_view text) {
    std::vector<Run> runs;
    std::vector<std::string> names;
    std::size_t number_of_line = 0;
    for (const auto& line : split(text, '\n')) {
        ++number_of_line;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const auto cells = split(line, ',');
        if (names.empty()) {
            names = cells;
            if (names.size() > most_columns) {
                throw base::Error(file, number_of_line, "too many columns");
            }
            continue;
        }
        Run run;
        run.place = {file.string(), number_of_line};
        if (cells.size() != names.size()) {
            throw base::Error(run.place, std::to_string(cells.size()) + " values for " +
                                             std::to_string(names.size()) + " columns");
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            set(run, names[i], cells[i]);
        }
        check(run);
        runs.push_back(std::move(run));
    }
    return runs;
}

std::vector<Run> json_runs(const std::filesystem::path& file, std::string_view text) {
    const auto json = base::parse_located_json(file, text);
    std::vector<Run> runs;
    for (const auto& element : json.elements) {
        Run run;
        run.place = element.place();
        for (const auto& [name, value] : element.members) {
            set(run, name.text, value.text);
        }
        check(run);
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace

std::vector<Run> parse_runs(const std::filesystem::path& file, std::string_view text) {
    const auto start = text.find_first_not_of(" \t\r\n");
    auto runs = start != std::string_view::npos && text[start] == '[' ? json_runs(file, text)
                                                                      : csv_runs(file, text);
    if (runs.empty()) {
        throw base::Error(file, "there are no runs; write a line of names and one for each run");
    }
    return runs;
}

std::vector<Run> read_runs(const std::filesystem::path& file) {
    return parse_runs(file, base::read_whole_file(file));
}

RunFilter::RunFilter(const std::string& text, const std::vector<Run>& runs) {
    for (const auto& condition : split(text, ',')) {
        const auto at = std::min(condition.find('='), condition.size());
        const auto name = condition.substr(0, at);
        const auto value = at < condition.size() ? condition.substr(at + 1) : "";
        if (name == "platform") {
            platform_ = value;
            continue;
        }
        const auto parsed = number(value);
        if (!parsed) {
            throw base::Error("`" + condition + "` is not NAME=NUMBER or platform=NAME");
        }
        if (std::none_of(runs.begin(), runs.end(),
                         [&](const Run& run) { return run.values.count(name) > 0; })) {
            throw base::Error("the runs have no `" + name + "`");
        }
        values_[name] = *parsed;
    }
}

bool RunFilter::contains(const Run& run) const {
    const auto agrees = [&](const auto& condition) {
        const auto found = run.values.find(condition.first);
        return found != run.values.end() && found->second == condition.second;
    };
    return (!platform_ || *platform_ == run.platform) &&
           std::all_of(values_.begin(), values_.end(), agrees);
}

} // namespace proxima::platform
