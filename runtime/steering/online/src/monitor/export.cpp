#include "monitor/export.hpp"

#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

#include <sstream>
#include <string_view>

namespace proxima::online {
namespace {

using Json = nlohmann::ordered_json;

using base::openmetrics_label;

std::string labels_of(const MeasuredMethod& method) {
    return "{instance=" + openmetrics_label(method.instance) +
           ",port=" + openmetrics_label(method.port) +
           ",method=" + openmetrics_label(method.method) +
           ",user=" + openmetrics_label(method.user) +
           ",uses_port=" + openmetrics_label(method.uses_port) + "}";
}

std::string labels_of(const std::string& routine) {
    return "{routine=" + openmetrics_label(routine) + "}";
}

class Metrics {
public:
    Metrics() { text_.precision(17); }

    template <typename Key>
    void counter(const std::string& name, const char* unit, const char* help,
                 const std::map<Key, Totals>& rows, double (*value)(const Totals&)) {
        head(name, "counter", unit, help);
        for (const auto& [key, totals] : rows) {
            text_ << name << "_total" << labels_of(key) << ' ' << value(totals) << '\n';
        }
    }

    void gauge(const std::string& name, const char* unit, const char* help, double value) {
        head(name, "gauge", unit, help);
        text_ << name << ' ' << value << '\n';
    }

    std::string end() const { return text_.str() + "# EOF\n"; }

private:
    void head(const std::string& name, const char* type, const char* unit, const char* help) {
        text_ << "# TYPE " << name << ' ' << type << '\n';
        if (*unit != '\0') {
            text_ << "# UNIT " << name << ' ' << unit << '\n';
        }
        text_ << "# HELP " << name << ' ' << help << '\n';
    }

    std::ostringstream text_;
};

Json json_of(const Totals& totals) {
    return {{"calls", totals.calls},
            {"inclusive_us", totals.inclusive_us},
            {"exclusive_us", totals.exclusive_us},
            {"communication_us", totals.communication_us},
            {"sum_us", totals.sum_us},
            {"sum_of_squares_us2", totals.squares_us2},
            {"min_us", totals.calls == 0 ? 0 : totals.min_us},
            {"max_us", totals.max_us}};
}

template <typename Key>
Json json_of(const std::map<Key, Totals>& rows, const char* key_name) {
    Json json = Json::array();
    for (const auto& [key, totals] : rows) {
        json.push_back({{key_name, key}});
        json.back().update(json_of(totals));
    }
    return json;
}

Json json_of(const Observation& observation) {
    Json methods = Json::array();
    for (const auto& [method, totals] : observation.methods) {
        methods.push_back({{"instance", method.instance},
                           {"method", method.method},
                           {"port", method.port},
                           {"user", method.user},
                           {"uses_port", method.uses_port}});
        methods.back().update(json_of(totals));
        if (const auto bins = observation.bins.find(method); bins != observation.bins.end()) {
            methods.back()["bins"] = json_of(bins->second, "bin");
        }
    }
    return {{"duration_us", observation.duration_us},
            {"threads", observation.threads},
            {"methods", std::move(methods)},
            {"instances", json_of(observation.instances, "name")},
            {"routines", json_of(observation.routines, "name")}};
}

} // namespace

std::string to_openmetrics(const Observation& observation) {
    Metrics metrics;
    metrics.gauge("proxima_run_duration_seconds", "seconds", "duration of the run",
                  observation.duration_us * 1e-6);
    const auto& methods = observation.methods;
    metrics.counter("proxima_calls", "", "invocations", methods,
                    [](const Totals& t) { return static_cast<double>(t.calls); });
    metrics.counter("proxima_inclusive_seconds", "seconds", "time with all that was called",
                    methods, [](const Totals& t) { return t.inclusive_us * 1e-6; });
    metrics.counter("proxima_exclusive_seconds", "seconds", "time without what was called", methods,
                    [](const Totals& t) { return t.exclusive_us * 1e-6; });
    metrics.counter("proxima_communication_seconds", "seconds",
                    "time in MPI, in all that was called", methods,
                    [](const Totals& t) { return t.communication_us * 1e-6; });
    metrics.counter("proxima_mpi_calls", "", "calls of routines of MPI", observation.routines,
                    [](const Totals& t) { return static_cast<double>(t.calls); });
    metrics.counter("proxima_mpi_seconds", "seconds", "time in routines of MPI",
                    observation.routines, [](const Totals& t) { return t.sum_us * 1e-6; });
    return metrics.end();
}

std::string to_json(const Observation& observation, const Observation& window,
                    const std::map<std::string, double>& of_expected) {
    Json json{{"format", 1}};
    json.update(json_of(observation));
    for (Json& method : json["methods"]) {
        const auto known = of_expected.find(method["instance"].get<std::string>() + "." +
                                            method["method"].get<std::string>());
        if (known != of_expected.end()) {
            method["of_expected"] = known->second;
        }
    }
    json["window"] = json_of(window);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace proxima::online
