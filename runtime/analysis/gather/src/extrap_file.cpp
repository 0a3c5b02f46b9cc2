#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>
#include <proxima/gather/extrap_file.hpp>
#include <proxima/gather/point_table.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <system_error>
#include <utility>

namespace proxima::gather {
namespace {

using Kind = base::LocatedJson::Kind;

// Collects measurements by call path and metric.
class ExtrapReader {
public:
    ExtrapReader(const std::filesystem::path& file, std::uint64_t bytes)
        : file_(file), budget_(bytes) {}

    void read_line(std::string_view line, std::size_t number) {
        const auto json =
            base::parse_located_json(file_, std::string(line), {.first_line = number});
        base::LocatedObject object(file_, json, "a line of measurements");
        const auto parameters = object.required("params", Kind::object);
        const auto path = object.text("callpath", "main");
        const auto metric = object.text("metric", "time");
        auto& series = series_of(path, metric, parameters, number);
        const auto count = parameters.members().size();
        std::vector<double> at;
        for (const auto& name : series.parameters) {
            const auto value = parameters.find(name);
            if (!value || count != series.parameters.size()) {
                object.fail(parameters, "other parameters than in line " +
                                            std::to_string(series.first_line) +
                                            "; give all lines of a call path the same");
            }
            object.require_kind(*value, Kind::number, "the parameter \"" + name + "\"");
            at.push_back(value->number());
        }
        const auto value = json.find("value");
        if (!value) {
            object.fail(json,
                        "a line of measurements needs \"value\"; add a number or an array of them");
        }
        if (value->kind() != Kind::array) {
            add_value(object, *value, metric, at, series.table);
        }
        for (const auto& element : value->elements()) {
            add_value(object, element, metric, at, series.table);
        }
    }

    // Splits paths: the last name is the method, the path before it the component.
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
            made.unit = key.second == "time" ? "us" : "";
            made.parameters = series.parameters;
            made.runs = {file_.string()};
            series.table.write(0, made, {statistic});
            all.push_back(std::move(made));
        }
        return all;
    }

private:
    // The measurements of one call path and metric.
    struct Series {
        std::vector<std::string> parameters;
        std::size_t first_line;
        PointTable table;
    };

    static void add_value(const base::LocatedObject& object, const base::LocatedJson& element,
                          const std::string& metric, const std::vector<double>& at,
                          PointTable& table) {
        constexpr double most = 1e100; // the square of a sum of so large values is finite
        object.require_kind(element, Kind::number, "\"value\"");
        const double value = element.number();
        if (value > most) {
            object.fail(element, "the metric \"" + metric + "\" is above 1e100 (" + element.text() +
                                     "); no measured cost is so large: correct it");
        }
        if (value < 0) { // no measured cost is negative
            object.fail(element, "the metric \"" + metric + "\" is negative (" + element.text() +
                                     "); correct the measurement or leave it out");
        }
        table.add(at, {}, std::span(&value, 1));
    }

    // Finds or makes a series; the first line defines its parameters.
    Series& series_of(const std::string& path, const std::string& metric,
                      const base::LocatedJson& parameters, std::size_t line) {
        auto found = series_.find({path, metric});
        if (found == series_.end()) {
            std::vector<std::string> names;
            for (const auto& [key, value] : parameters.members()) {
                names.push_back(key.text());
            }
            constexpr std::uint64_t plain = 2048;
            budget_.take(plain + 4 * (path.size() + metric.size()));
            PointTable table(names.size(), 0, 1, &budget_);
            found = series_
                        .emplace(std::pair(path, metric),
                                 Series{std::move(names), line, std::move(table)})
                        .first;
        }
        return found->second;
    }

    const std::filesystem::path& file_;
    PointBudget budget_;
    std::map<std::pair<std::string, std::string>, Series> series_; // key: call path and metric
};

bool is_text(std::string_view text) {
    constexpr std::size_t looked_at = 4096;
    return std::none_of(text.begin(), text.begin() + std::min(text.size(), looked_at),
                        [](unsigned char c) { return c < ' ' && std::isspace(c) == 0; });
}

} // namespace

std::vector<Measurements> parse_extrap(const std::filesystem::path& file, std::string_view text,
                                       Statistic statistic) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
        text.remove_prefix(byte_order_mark.size());
    }
    if (!is_text(text)) {
        throw base::Error(file,
                          "is no text; name a run directory, or a file of Extra-P's JSON lines");
    }
    ExtrapReader reader(file, text.size());
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            try {
                reader.read_line(line, number);
            } catch (const PointBudget::Exceeded& exceeded) {
                throw base::Error(file, exceeded.what());
            }
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    auto all = reader.measurements(statistic);
    if (all.empty()) {
        throw base::Error(file, "holds no measurements; write one JSON object a line");
    }
    return all;
}

std::vector<Measurements> read_extrap(const std::filesystem::path& file, Statistic statistic) {
    return parse_extrap(file, base::read_whole_file(file), statistic);
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
        throw base::Error(directory, error.message() + "; name a directory that can be written");
    }
    const auto held = base::Directory().inside(directory.string()).require_own();
    std::set<std::string> written;
    for (const auto& measurements : all) {
        if (measurements.parameters.empty()) {
            continue; // Extra-P has no models without parameters
        }
        auto name = base::file_name(
            measurements.component + "." + measurements.method + "." + measurements.metric, ".-");
        while (!written.insert(name).second) {
            name += "_";
        }
        base::replace_file(held.place() / (name + ".jsonl"), extrap_text(measurements));
    }
}

} // namespace proxima::gather
