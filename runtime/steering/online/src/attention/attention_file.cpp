#include "attention/attention_file.hpp"

#include <proxima/base/file.hpp>

#include <nlohmann/json.hpp>

#include <sstream>

namespace proxima::online {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const files::SensorFinding& event) {
    Json json{{"sensor", event.sensor}, {"method", event.method}};
    if (event.rank >= 0) {
        json["rank"] = event.rank;
    }
    json["since"] = event.since;
    json["at"] = event.at;
    json["value"] = event.value;
    if (event.before > 0) {
        json["before"] = event.before;
    }
    json["windows"] = event.windows;
    return json;
}

} // namespace

std::string to_json(const files::AttentionFile& file) {
    Json events = Json::array();
    for (const files::SensorFinding& event : file.events) {
        events.push_back(json_of(event));
    }
    const Json json{{"format", 1},
                    {"false_alarms", file.false_alarms},
                    {"sensors", file.sensors},
                    {"events", std::move(events)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::vector<Sensor> read_sensors(const std::filesystem::path& file) {
    constexpr const char* blanks = " \t\r";
    std::istringstream text(base::read_whole_file(file));
    std::vector<Sensor> sensors;
    std::string line;
    for (std::size_t number = 1; std::getline(text, line); ++number) {
        line.resize(std::min(line.find('#'), line.size()));
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin != std::string::npos) {
            line = line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
            sensors.push_back(parse_sensor(line, {file.string(), number}));
        }
    }
    return sensors;
}

} // namespace proxima::online
