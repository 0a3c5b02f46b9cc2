#include "top/events.hpp"

#include <proxima/base/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_events = 5; // of each file

std::string text_of(const Json& value) {
    return value.is_string()         ? value.get<std::string>()
           : value.is_number_float() ? fmt::format("{:.4g}", value.get<double>())
                                     : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// `12.3 s flux: EFMFlux -> GodunovFlux (trial)`
std::string swap_line(const Json& swap) {
    return fmt::format("{:.1f} s {}: {} -> {} ({})", swap.at("seconds").get<double>(),
                       swap.at("instance").get<std::string>(), swap.at("from").get<std::string>(),
                       swap.at("to").get<std::string>(), swap.at("why").get<std::string>());
}

/// All that an event says, in its order.
std::string event_line(const Json& event) {
    std::string line = "attention:";
    for (const auto& [key, value] : event.items()) {
        if (!value.is_structured()) {
            line += " " + key + " " + text_of(value) + ",";
        }
    }
    line.pop_back();
    return line;
}

void add_newest(const std::filesystem::path& file, const char* list,
                std::string (*line_of)(const Json&), std::vector<std::string>& lines,
                std::vector<std::string>& problems) {
    std::ifstream in(file);
    if (!in) {
        return;
    }
    try {
        const auto events = Json::parse(in).at(list);
        const auto first = events.size() - std::min(events.size(), most_events);
        for (auto i = first; i < events.size(); ++i) {
            lines.push_back(line_of(events.at(i)));
        }
    } catch (const Json::exception& error) {
        problems.emplace_back(base::Error(file, error.what()).what());
    }
}

} // namespace

std::vector<std::string> newest_events(const std::filesystem::path& run,
                                       std::vector<std::string>& problems) {
    std::vector<std::string> lines;
    add_newest(run / "attention.json", "events", event_line, lines, problems);
    add_newest(run / "decisions.json", "swaps", swap_line, lines, problems);
    return lines;
}

} // namespace proxima::cli
