#include "json/located_object.hpp"
#include "measurements/extrap_series.hpp"

#include <proxima/model/extrap_file.hpp>
#include <proxima/model/whole_file.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <system_error>

namespace proxima::model {
namespace {

using Kind = LocatedJson::Kind;

/// Lines of Talpas separate members by semicolons; else they are JSON.
std::string with_commas(std::string_view line) {
    std::string made(line);
    bool quoted = false;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (quoted && made[i] == '\\') {
            ++i;
        } else if (made[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && made[i] == ';') {
            made[i] = ',';
        }
    }
    return made;
}

class LineReader {
public:
    LineReader(const std::filesystem::path& file, ExtrapSeries& series)
        : file_(file), series_(series) {}

    void read_line(std::string_view line, std::size_t number) {
        const auto json = parse_located_json(file_, with_commas(line), number);
        LocatedObject object(file_, json, "a line of measurements");
        const auto* of_talpas = object.optional("parameters", Kind::object);
        const auto& parameters =
            of_talpas != nullptr ? *of_talpas : object.required("params", Kind::object);
        const auto path = object.text("callpath", "main");
        const auto metric = object.text("metric", "time");
        std::vector<std::string> names;
        for (const auto& [key, value] : parameters.members) {
            names.push_back(key.text);
        }
        auto& series = series_.series_of(path, metric, names, number);
        std::vector<double> at;
        for (const auto& name : series.parameters) {
            const auto* value = parameters.find(name);
            if (value == nullptr || parameters.members.size() != series.parameters.size()) {
                object.fail(parameters, "other parameters than in line " +
                                            std::to_string(series.first_line) +
                                            "; give all lines of a call path the same");
            }
            object.require_kind(*value, Kind::number, "the parameter \"" + name + "\"");
            at.push_back(value->number);
        }
        add_values(object, json, at, series);
    }

private:
    static void add_values(LocatedObject& object, const LocatedJson& json,
                           const std::vector<double>& at, ExtrapSeries::Series& series) {
        const auto* value = json.find("value");
        if (value == nullptr) {
            object.fail(json,
                        "a line of measurements needs \"value\"; add a number or an array of them");
        }
        const bool several = value->kind == Kind::array;
        const std::vector<LocatedJson> single{*value};
        for (const auto& element : several ? value->elements : single) {
            object.require_kind(element, Kind::number, "\"value\"");
            series.add(at, element.number, element.line);
        }
    }

    const std::filesystem::path& file_;
    ExtrapSeries& series_;
};

/// Letters, digits, points and lines stay.
std::string file_name_of(const Measurements& measurements) {
    auto name = measurements.component + "." + measurements.method + "." + measurements.metric;
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-'; }, '_');
    return name;
}

bool is_text(std::string_view text) {
    constexpr std::size_t looked_at = 4096;
    return std::none_of(text.begin(), text.begin() + std::min(text.size(), looked_at),
                        [](unsigned char c) { return c < ' ' && std::isspace(c) == 0; });
}

} // namespace

void read_extrap_lines(const std::filesystem::path& file, std::string_view text,
                       ExtrapSeries& series) {
    LineReader reader(file, series);
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            reader.read_line(line, number);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::vector<Measurements> parse_extrap(const std::filesystem::path& file, std::string_view text,
                                       Statistic statistic) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
        text.remove_prefix(byte_order_mark.size());
    }
    if (!is_text(text)) {
        throw Error(file, "is no text; name a run directory, or a file in a format of Extra-P");
    }
    ExtrapSeries series(file);
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool json = first == std::string_view::npos || text[first] == '{' || text[first] == '[';
    const auto line_end = first == std::string_view::npos ? first : text.find('\n', first);
    const auto first_line = text.substr(0, line_end);
    const bool whole = json && text.find("\"measurements\"") != std::string_view::npos &&
                       first_line.find("\"params\"") == std::string_view::npos &&
                       with_commas(first_line) == first_line;
    const auto read = whole ? read_extrap_json : json ? read_extrap_lines : read_extrap_text;
    read(file, text, series);
    auto all = series.measurements(statistic);
    if (all.empty()) {
        throw Error(file, "holds no measurements; write one JSON object a line");
    }
    return all;
}

std::vector<Measurements> read_extrap(const std::filesystem::path& file, Statistic statistic) {
    return parse_extrap(file, read_whole_file(file), statistic);
}

std::string extrap_text(const Measurements& measurements) {
    std::string text;
    std::map<std::vector<double>, std::vector<double>> values;
    for (const auto& observation : measurements.sample) {
        if (!observation.outlier) {
            values[observation.at].push_back(observation.value);
        }
    }
    for (const auto& point : measurements.points) {
        auto& at_point = values[point.at];
        if (at_point.empty() && point.count > 0) {
            at_point.push_back(point.mean);
        }
    }
    for (const auto& [at, measured] : values) {
        if (measured.empty()) {
            continue;
        }
        nlohmann::ordered_json line{
            {"params", nlohmann::ordered_json::object()},
            {"callpath", measurements.component + "->" + measurements.method},
            {"metric", measurements.metric},
            {"value", measured}};
        for (std::size_t i = 0; i < at.size(); ++i) {
            line["params"][measurements.parameters[i]] = at[i];
        }
        text += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    }
    return text;
}

void write_extrap(const std::filesystem::path& directory, const std::vector<Measurements>& all) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) {
        throw Error(directory, error.message() + "; name a directory that can be written");
    }
    std::set<std::string> written;
    for (const auto& measurements : all) {
        if (measurements.parameters.empty()) {
            continue; // Extra-P has no models without parameters
        }
        auto name = file_name_of(measurements);
        while (!written.insert(name).second) {
            name += "_";
        }
        replace_file(directory / (name + ".jsonl"), extrap_text(measurements));
    }
}

} // namespace proxima::model
