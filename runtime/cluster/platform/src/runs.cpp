#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>
#include <proxima/platform/runs.hpp>

#include <algorithm>

namespace proxima::platform {
namespace {

constexpr std::size_t most_columns = 256;

void set(MeasuredRunTime& run, const std::string& name, const std::string& text) {
    if (name == "platform") {
        run.platform = text;
        return;
    }
    const auto value = base::number_of(text);
    if (!value) {
        throw base::Error(run.place, "`" + text + "` in the column `" + name + "` is not a number");
    }
    (name == "seconds" ? run.seconds : run.values[name]) = *value;
}

} // namespace

std::vector<MeasuredRunTime> parse_runs(const std::filesystem::path& file, std::string_view text) {
    std::vector<MeasuredRunTime> runs;
    std::vector<std::string> names;
    std::size_t number_of_line = 0;
    for (const auto& line : base::split(text, '\n')) {
        ++number_of_line;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const auto cells = base::split(line, ',');
        if (names.empty()) {
            names = cells;
            if (names.size() > most_columns) {
                throw base::Error(file, number_of_line, "too many columns");
            }
            continue;
        }
        MeasuredRunTime run;
        run.place = {file.string(), number_of_line};
        if (cells.size() != names.size()) {
            throw base::Error(run.place, std::to_string(cells.size()) + " values for " +
                                             std::to_string(names.size()) + " columns");
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            set(run, names[i], cells[i]);
        }
        if (!(run.seconds > 0)) {
            throw base::Error(run.place, "a run needs `seconds`, above 0");
        }
        runs.push_back(std::move(run));
    }
    if (runs.empty()) {
        throw base::Error(file, "there are no runs; write a line of names and one for each run");
    }
    return runs;
}

std::vector<MeasuredRunTime> read_runs(const std::filesystem::path& file) {
    return parse_runs(file, base::read_whole_file(file));
}

RunFilter::RunFilter(const std::string& text, const std::vector<MeasuredRunTime>& runs) {
    for (const auto& condition : base::split(text, ',')) {
        const auto at = std::min(condition.find('='), condition.size());
        const auto name = condition.substr(0, at);
        const auto value = at < condition.size() ? condition.substr(at + 1) : "";
        if (name == "platform") {
            platform_ = value;
            continue;
        }
        const auto parsed = base::number_of(value);
        if (!parsed) {
            throw base::Error("`" + condition + "` is not NAME=NUMBER or platform=NAME");
        }
        if (std::none_of(runs.begin(), runs.end(),
                         [&](const MeasuredRunTime& run) { return run.values.count(name) > 0; })) {
            throw base::Error("the runs have no `" + name + "`");
        }
        values_[name] = *parsed;
    }
}

bool RunFilter::contains(const MeasuredRunTime& run) const {
    const auto agrees = [&](const auto& condition) {
        const auto found = run.values.find(condition.first);
        return found != run.values.end() && found->second == condition.second;
    };
    return (!platform_ || *platform_ == run.platform) &&
           std::all_of(values_.begin(), values_.end(), agrees);
}

} // namespace proxima::platform
