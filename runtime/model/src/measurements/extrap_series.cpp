#include "measurements/extrap_series.hpp"

#include <cstdio>

namespace proxima::model {

void ExtrapSeries::Series::add(const std::vector<double>& at, double value, std::size_t line) {
    if (value < 0) {
        char number[32];
        std::snprintf(number, sizeof number, "%.6g", value);
        throw Error(file, line,
                    "the metric \"" + metric + "\" is negative (" + number +
                        "); correct the measurement or leave it out");
    }
    const double values[] = {value};
    table->add(at, {}, values);
}

ExtrapSeries::Series& ExtrapSeries::series_of(const std::string& path, const std::string& metric,
                                              const std::vector<std::string>& parameters,
                                              std::size_t line) {
    auto& series = series_[{path, metric}];
    if (!series.table) {
        series.file = file_;
        series.metric = metric;
        series.first_line = line;
        series.parameters = parameters;
        series.table = std::make_unique<PointTable>(parameters.size(), 0, 1);
    }
    return series;
}

std::vector<Measurements> ExtrapSeries::measurements(Statistic statistic) const {
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
        series.table->write(0, made, {statistic, Delays::scattered});
        all.push_back(std::move(made));
    }
    return all;
}

} // namespace proxima::model
