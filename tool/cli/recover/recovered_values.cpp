#include "recover/recovered_values.hpp"

#include "recover/replaced_file.hpp"
#include "text/output.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/live_values.hpp>
#include <proxima/rundir/run_info.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <system_error>

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

/// Calls `missing(values, profile, events)` for each rank, with the paths of files that are not
/// there; the other is empty. Returns how many ranks there are.
template <class Missing>
std::size_t for_each_rank(const rundir::RunDirectory& run, std::vector<std::string>& problems,
                          Missing missing) {
    const auto all = rundir::read_live_values(run, problems);
    const bool has_ranks = ranks_of(run) > 1 || (!all.empty() && all.back().rank > 0);
    std::error_code ignored;
    for (const auto& values : all) {
        auto profile = file_of(run, "profile", values, has_ranks);
        auto events = file_of(run, "events", values, has_ranks);
        profile = std::filesystem::exists(profile, ignored) ? "" : profile;
        const bool has_events = values.events.empty() || std::filesystem::exists(events, ignored);
        events = has_events ? "" : events;
        if (!profile.empty() || !events.empty()) {
            missing(values, profile, events);
        }
    }
    return all.size();
}

} // namespace

bool lacks_values(const rundir::RunDirectory& run) {
    bool lacks = false;
    std::vector<std::string> ignored;
    for_each_rank(run, ignored, [&](const auto&, const auto&, const auto&) { lacks = true; });
    return lacks;
}

bool write_recovered_values(const rundir::RunDirectory& run, std::vector<std::string>& problems) {
    const auto write_both = [](const rundir::LiveValues& values,
                               const std::filesystem::path& profile,
                               const std::filesystem::path& events) {
        const Json event_rows = rows_of(values.events);
        if (!events.empty()) {
            write(events, {{"format", 1}, {"recovered", true}, {"events", event_rows}});
        }
        if (!profile.empty()) {
            write(profile, {{"format", 1},
                            {"recovered", true},
                            {"counters", rows_of(values.counters)},
                            {"timers", rows_of(values.timers)},
                            {"active", Json::array()},
                            {"events", event_rows}});
        }
    };
    return for_each_rank(run, problems, write_both) > 0;
}

} // namespace proxima::cli
