#include "trial/event_file.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <system_error>

namespace proxima::knowledge {
namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t largest_file = std::uintmax_t{64} << 20;

/// `events.json` is of rank 0, `events-3.json` of rank 3.
std::optional<std::int64_t> rank_of(const std::string& name) {
    if (name == "events.json") {
        return 0;
    }
    const std::string begin = "events-";
    const std::string end = ".json";
    if (name.size() <= begin.size() + end.size() || name.rfind(begin, 0) != 0 ||
        name.compare(name.size() - end.size(), end.size(), end) != 0) {
        return std::nullopt;
    }
    std::int64_t rank = 0;
    const auto* last = name.data() + name.size() - end.size();
    const auto read = std::from_chars(name.data() + begin.size(), last, rank);
    return read.ec == std::errc() && read.ptr == last && rank >= 0 ? std::optional(rank)
                                                                   : std::nullopt;
}

double number(const Json& event, const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_number() ? found->get<double>() : 0;
}

void read_file(const std::filesystem::path& file, std::int64_t rank,
               std::vector<CounterStatistics>& all) {
    std::ifstream stream(file, std::ios::binary);
    const auto json = Json::parse(stream);
    for (const auto& event : json.at("events")) {
        CounterStatistics one;
        one.name = event.at("name").get<std::string>();
        one.rank = rank;
        one.samples = event.at("samples").get<std::uint64_t>();
        one.min = number(event, "minimum");
        one.max = number(event, "maximum");
        one.mean = number(event, "mean");
        one.stddev = number(event, "deviation");
        if (one.samples > 0) {
            all.push_back(std::move(one));
        }
    }
}

} // namespace

std::vector<CounterStatistics> read_events(const rundir::RunDirectory& run,
                                           std::vector<std::string>& problems) {
    std::vector<CounterStatistics> all;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(run.path(), error)) {
        const auto rank = rank_of(entry.path().filename().string());
        if (!rank || entry.file_size(error) > largest_file) {
            continue;
        }
        try {
            read_file(entry.path(), *rank, all);
        } catch (const Json::exception&) {
            problems.push_back(entry.path().string() + ": is no file of events; it is left out");
        }
    }
    return all;
}

} // namespace proxima::knowledge
