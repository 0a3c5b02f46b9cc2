#include "files/whole_file.hpp"
#include "json/located_object.hpp"
#include "measurements/few_values.hpp"

#include <proxima/model/extrap_file.hpp>
#include <proxima/model/point_table.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <utility>

namespace proxima::model {
namespace {

using Kind = LocatedJson::Kind;

struct Series {
    std::vector<std::string> parameters;
    std::size_t first_line = 0;
    std::unique_ptr<PointTable> table;
};

class ExtrapReader {
public:
    explicit ExtrapReader(const std::filesystem::path& file) : file_(file) {}

    void read_line(std::string_view line, std::size_t number) {
        const auto json = parse_located_json(file_, line, number);
        LocatedObject object(file_, json, "a line of measurements");
        const auto& parameters = object.required("params", Kind::object);
        const auto path = object.text("callpath", "main");
        const auto metric = object.text("metric", "time");
        std::vector<double> at;
        auto& series = series_of(path, metric, parameters, number);
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

    std::vector<Measurements> measurements(Statistic statistic) const {
        std::vector<Measurements> all;
        for (const auto& [key, series] : series_) {
            Measurements made;
            const auto arrow = key.first.rfind("->");
            const bool nested = arrow != std::string::npos;
            made.method = nested ? key.first.substr(arrow + 2) : key.first;
            made.component = nested ? key.first.substr(0, arrow) : "main";
            made.implementation = made.component;
            made.metric = key.second;
            made.parameters = series.parameters;
            made.runs = {file_.string()};
            series.table->write(0, made, {statistic, Delays::scattered});
            make_few_values_discrete(made);
            all.push_back(std::move(made));
        }
        return all;
    }

private:
    Series& series_of(const std::string& path, const std::string& metric,
                      const LocatedJson& parameters, std::size_t line) {
        auto& series = series_[{path, metric}];
        if (!series.table) {
            series.first_line = line;
            for (const auto& [name, value] : parameters.members) {
                series.parameters.push_back(name);
            }
            series.table = std::make_unique<PointTable>(series.parameters.size(), 0, 1);
        }
        return series;
    }

    static void add_values(LocatedObject& object, const LocatedJson& json,
                           const std::vector<double>& at, Series& series) {
        const auto* value = json.find("value");
        if (value == nullptr) {
            object.fail(json,
                        "a line of measurements needs \"value\"; add a number or an array of them");
        }
        const bool several = value->kind == Kind::array;
        const std::vector<LocatedJson> single{*value};
        for (const auto& element : several ? value->elements : single) {
            object.require_kind(element, Kind::number, "\"value\"");
            const double measured[] = {element.number};
            series.table->add(at, {}, measured);
        }
    }

    const std::filesystem::path& file_;
    std::map<std::pair<std::string, std::string>, Series> series_;
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

std::vector<Measurements> parse_extrap(const std::filesystem::path& file, std::string_view text,
                                       Statistic statistic) {
    ExtrapReader reader(file);
    std::size_t number = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        ++number;
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            reader.read_line(line, number);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    auto all = reader.measurements(statistic);
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
