#include "json/located_object.hpp"
#include "measurements/extrap_series.hpp"

#include <proxima/model/extrap_file.hpp>
#include <proxima/model/whole_file.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <utility>

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

std::string path_of(const Measurements& measurements, const std::vector<std::uint32_t>& in) {
    std::string path = measurements.component + "->" + measurements.method;
    for (std::size_t i = 0; i < in.size(); ++i) {
        path += "->" + measurements.discrete[i].name + "=" + measurements.discrete[i].values[in[i]];
    }
    return path;
}

using Place = std::pair<std::vector<double>, std::vector<std::uint32_t>>;

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

std::string extrap_text(const std::vector<Measurements>& all) {
    std::string text;
    for (const auto& measurements : all) {
        std::map<Place, std::vector<double>> values;
        for (const auto& observation : measurements.sample) {
            values[{observation.at, observation.in}].push_back(observation.value);
        }
        for (const auto& point : measurements.points) {
            auto& at_point = values[{point.at, point.in}];
            if (at_point.empty() && point.count > 0) {
                at_point.push_back(point.mean);
            }
        }
        for (const auto& [place, measured] : values) {
            nlohmann::ordered_json line{{"params", nlohmann::ordered_json::object()},
                                        {"callpath", path_of(measurements, place.second)},
                                        {"metric", measurements.metric},
                                        {"value", measured}};
            for (std::size_t i = 0; i < place.first.size(); ++i) {
                line["params"][measurements.parameters[i]] = place.first[i];
            }
            text +=
                line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
        }
    }
    return text;
}

void write_extrap(const std::filesystem::path& file, const std::vector<Measurements>& all) {
    replace_file(file, extrap_text(all));
}

} // namespace proxima::model
