#include "recover/recovered_values.hpp"

#include "recover/replaced_file.hpp"
#include "text/output.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>
#include <utility>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

Json rows_of(const std::vector<rundir::LiveCounter>& counters) {
    Json rows = Json::array();
    for (const auto& counter : counters) {
        rows.push_back({{"name", counter.name}, {"unit", counter.is_time ? "us" : "count"}});
    }
    return rows;
}

Json rows_of(const std::vector<rundir::LiveTimer>& timers) {
    Json rows = Json::array();
    for (const auto& timer : timers) {
        rows.push_back({{"name", timer.name},
                        {"group", timer.group},
                        {"thread", timer.thread},
                        {"calls", timer.calls},
                        {"child_calls", timer.child_calls},
                        {"inclusive", timer.inclusive},
                        {"exclusive", timer.exclusive}});
    }
    return rows;
}

Json rows_of(const std::vector<rundir::LiveEvent>& events) {
    Json rows = Json::array();
    for (const auto& event : events) {
        Json quantiles;
        for (const auto& [name, level] :
             {std::pair{"0.05", 0.05}, std::pair{"0.25", 0.25}, std::pair{"0.5", 0.5},
              std::pair{"0.75", 0.75}, std::pair{"0.95", 0.95}}) {
            quantiles[name] = event.quantile(level);
        }
        rows.push_back({{"name", event.name},
                        {"samples", event.samples},
                        {"minimum", event.minimum},
                        {"maximum", event.maximum},
                        {"mean", event.mean()},
                        {"deviation", event.deviation},
                        {"sum", event.sum},
                        {"sum_squares", event.sum_squares},
                        {"quantiles", quantiles}});
    }
    return rows;
}

void write(const std::filesystem::path& file, const Json& json) {
    ReplacedFile replaced(file);
    Output output(replaced.descriptor(), file.string());
    output.write(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    output.flush();
    replaced.commit();
}

std::uint64_t ranks_of(const rundir::RunDirectory& run) {
    try {
        return rundir::load_run_info(run.run_file()).ranks;
    } catch (const rundir::Error&) { // the numbers of the files tell enough
        return 1;
    }
}

std::filesystem::path file_of(const rundir::RunDirectory& run, const std::string& name,
                              const rundir::LiveValues& values, bool has_ranks) {
    const auto suffix = has_ranks ? "-" + std::to_string(values.rank) : std::string();
    return run.path() / (name + suffix + ".json");
}

/// Nothing if it is there.
std::optional<std::filesystem::path> if_missing(std::filesystem::path file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored) ? std::nullopt : std::optional(std::move(file));
}

} // namespace

std::vector<MissingFiles> missing_files(const rundir::RunDirectory& run,
                                        std::vector<std::string>& problems) {
    auto all = rundir::read_live_values(run, problems);
    const bool has_ranks = ranks_of(run) > 1 || (!all.empty() && all.back().rank > 0);
    std::vector<MissingFiles> missing;
    for (auto& values : all) {
        auto profile = if_missing(file_of(run, "profile", values, has_ranks));
        auto events = values.events.empty() ? std::nullopt
                                            : if_missing(file_of(run, "events", values, has_ranks));
        missing.push_back({std::move(values), std::move(profile), std::move(events)});
    }
    return missing;
}

void write_recovered_values(const MissingFiles& missing) {
    const Json event_rows = rows_of(missing.values.events);
    if (missing.events) {
        write(*missing.events, {{"format", 1}, {"recovered", true}, {"events", event_rows}});
    }
    if (missing.profile) {
        write(*missing.profile, {{"format", 1},
                                 {"recovered", true},
                                 {"counters", rows_of(missing.values.counters)},
                                 {"timers", rows_of(missing.values.timers)},
                                 {"active", Json::array()},
                                 {"events", event_rows}});
    }
}

} // namespace proxima::cli
