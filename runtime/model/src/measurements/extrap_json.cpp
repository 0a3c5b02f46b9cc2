// Extra-P's two JSON formats: call paths with their metrics and points, and the older one, in which
// all refer to one another by numbers.
#include "json/located_object.hpp"
#include "measurements/extrap_series.hpp"

namespace proxima::model {
namespace {

using Kind = LocatedJson::Kind;

class JsonReader {
public:
    JsonReader(const std::filesystem::path& file, const LocatedJson& json, ExtrapSeries& series)
        : file_(file), top_(file, json, "a file of measurements"), json_(json), series_(series) {}

    void read() {
        const auto& parameters = top_.required("parameters", Kind::array);
        const auto* measurements = json_.find("measurements");
        if (measurements != nullptr && measurements->kind == Kind::object) {
            read_paths(*measurements, top_.texts("parameters"));
        } else {
            read_by_numbers(parameters);
        }
    }

private:
    void read_paths(const LocatedJson& paths, const std::vector<std::string>& parameters) {
        for (const auto& [path, metrics] : paths.members) {
            top_.require_kind(metrics, Kind::object, "the call path \"" + path.text + "\"");
            for (const auto& [metric, points] : metrics.members) {
                top_.require_kind(points, Kind::array, "the metric \"" + metric.text + "\"");
                auto& series = series_.series_of(path.text, metric.text, parameters, points.line);
                for (const auto& point : points.elements) {
                    read_point(point, series);
                }
            }
        }
    }

    void read_point(const LocatedJson& json, ExtrapSeries::Series& series) {
        LocatedObject point(file_, json, "a point");
        const auto at = numbers(point.required("point", Kind::array));
        if (at.size() != series.parameters.size()) {
            point.fail(json, "a point with " + std::to_string(at.size()) + " coordinates for " +
                                 std::to_string(series.parameters.size()) +
                                 " parameters; give one for each");
        }
        for (const auto& value : point.required("values", Kind::array).elements) {
            series.add(at, number(value), value.line);
        }
    }

    double number(const LocatedJson& json) const {
        top_.require_kind(json, Kind::number, "a coordinate or value");
        return json.number;
    }

    std::vector<double> numbers(const LocatedJson& list) const {
        std::vector<double> values;
        for (const auto& element : list.elements) {
            values.push_back(number(element));
        }
        return values;
    }

    using Names = std::map<double, std::string>;

    Names names(const LocatedJson& list) const {
        Names made;
        for (const auto& element : list.elements) {
            LocatedObject named(file_, element, "an entry with a number");
            made[named.required("id", Kind::number).number] =
                named.required("name", Kind::string).text;
        }
        return made;
    }

    const LocatedJson& list(const char* name, const char* other) {
        const auto* found = top_.optional(name, Kind::array);
        return found != nullptr ? *found : top_.required(other, Kind::array);
    }

    template <class Value>
    const Value& known(const std::map<double, Value>& all, const LocatedJson& number,
                       const char* what) const {
        const auto found = all.find(number.number);
        if (found == all.end()) {
            top_.fail(number, std::string("there is no such ") + what + "; define it in its list");
        }
        return found->second;
    }

    void read_by_numbers(const LocatedJson& parameter_list) {
        const auto parameters = names(parameter_list);
        const auto metrics = names(top_.required("metrics", Kind::array));
        const auto paths = names(list("callpaths", "regions"));
        std::vector<std::string> ordered;
        for (const auto& [number, name] : parameters) {
            ordered.push_back(name);
        }
        std::map<double, std::vector<double>> places;
        for (const auto& element : top_.required("coordinates", Kind::array).elements) {
            LocatedObject place(file_, element, "a coordinate");
            places[place.required("id", Kind::number).number] =
                coordinates(place.required("parameter_value_pairs", Kind::array), parameters);
        }
        for (const auto& element : top_.required("measurements", Kind::array).elements) {
            LocatedObject one(file_, element, "a measurement");
            const bool regions = element.find("callpath_id") == nullptr;
            const auto& path =
                known(paths, one.required(regions ? "region_id" : "callpath_id", Kind::number),
                      "call path");
            const auto& metric = known(metrics, one.required("metric_id", Kind::number), "metric");
            const auto& at =
                known(places, one.required("coordinate_id", Kind::number), "coordinate");
            const auto& value = one.required("value", Kind::number);
            series_.series_of(path, metric, ordered, element.line)
                .add(at, value.number, value.line);
        }
    }

    std::vector<double> coordinates(const LocatedJson& pairs, const Names& parameters) const {
        std::map<double, double> values;
        for (const auto& element : pairs.elements) {
            LocatedObject pair(file_, element, "a coordinate of a parameter");
            const auto& parameter = pair.required("parameter_id", Kind::number);
            known(parameters, parameter, "parameter");
            values[parameter.number] = pair.required("parameter_value", Kind::number).number;
        }
        if (values.size() != parameters.size()) {
            top_.fail(pairs,
                      "a coordinate for each parameter is needed; add those that are missing");
        }
        std::vector<double> at;
        for (const auto& [parameter, value] : values) {
            at.push_back(value);
        }
        return at;
    }

    const std::filesystem::path& file_;
    LocatedObject top_;
    const LocatedJson& json_;
    ExtrapSeries& series_;
};

} // namespace

void read_extrap_json(const std::filesystem::path& file, std::string_view text,
                      ExtrapSeries& series) {
    const auto json = parse_located_json(file, text);
    JsonReader(file, json, series).read();
}

} // namespace proxima::model
