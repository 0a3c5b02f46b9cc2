#include "monitor/export.hpp"

#include <proxima/base/openmetrics.hpp>

#include <nlohmann/json.hpp>

namespace proxima::online {
namespace {

using Json = nlohmann::ordered_json;

std::string labels_of(const MeasuredMethod& method) {
    return base::openmetrics_labels({{"instance", method.instance},
                                     {"port", method.port},
                                     {"method", method.method},
                                     {"user", method.user},
                                     {"uses_port", method.uses_port}});
}

std::string labels_of(const std::string& routine) {
    return base::openmetrics_labels({{"routine", routine}});
}

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
    using Type = base::OpenMetrics::Type;
    base::OpenMetrics page;
    page.family("proxima_run_duration_seconds", Type::gauge, "seconds", "duration of the run");
    page.sample("", observation.duration_us * 1e-6);
    const auto counter = [&](const char* name, const char* unit, const char* help, const auto& rows,
                             double (*value)(const Totals&)) {
        page.family(name, Type::counter, unit, help);
        for (const auto& [key, totals] : rows) {
            page.sample(labels_of(key), value(totals));
        }
    };
    const auto calls = [](const Totals& t) { return static_cast<double>(t.calls); };
    const auto& methods = observation.methods;
    counter("proxima_calls", "", "invocations", methods, calls);
    counter("proxima_inclusive_seconds", "seconds", "time with all that was called", methods,
            [](const Totals& t) { return t.inclusive_us * 1e-6; });
    counter("proxima_exclusive_seconds", "seconds", "time without what was called", methods,
            [](const Totals& t) { return t.exclusive_us * 1e-6; });
    counter("proxima_communication_seconds", "seconds", "time in MPI, in all that was called",
            methods, [](const Totals& t) { return t.communication_us * 1e-6; });
    counter("proxima_mpi_calls", "", "calls of routines of MPI", observation.routines, calls);
    counter("proxima_mpi_seconds", "seconds", "time in routines of MPI", observation.routines,
            [](const Totals& t) { return t.sum_us * 1e-6; });
    return page.end();
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
