#include "file_contents.hpp"
#include "json_text.hpp"

#include <proxima/rundir/run_info.hpp>

#include <cmath>

namespace proxima::rundir {
namespace {

using Json = nlohmann::json;

constexpr int supported_format = 1;

/// Members of an object by name; what is missing or null keeps its default, what has another type
/// is refused.
class Members {
public:
    Members(const std::filesystem::path& file, const Json& object, std::string name)
        : file_(file), object_(object), name_(std::move(name)) {}

    Members object(const char* key) const {
        static const Json nothing = Json::object();
        const auto* found = find(key, &Json::is_object, "an object");
        return {file_, found != nullptr ? *found : nothing, name_ + key + "."};
    }

    const Json* array(const char* key) const { return find(key, &Json::is_array, "an array"); }

    void read(const char* key, std::string& value) const {
        if (const auto* found = find(key, &Json::is_string, "a text")) {
            value = found->get<std::string>();
        }
    }
    void read(const char* key, bool& value) const {
        if (const auto* found = find(key, &Json::is_boolean, "true or false")) {
            value = found->get<bool>();
        }
    }
    void read(const char* key, double& value) const {
        if (const auto* found = find(key, &Json::is_number, "a number")) {
            value = found->get<double>();
            require(std::isfinite(value) && value >= 0, key, "a number from 0");
        }
    }
    void read(const char* key, std::uint64_t& value) const {
        if (const auto* found = find(key, &Json::is_number_unsigned, "a whole number from 0")) {
            value = found->get<std::uint64_t>();
        }
    }
    void read(const char* key, std::int64_t& value) const {
        if (const auto* found = find(key, &Json::is_number_integer, "a whole number")) {
            value = found->get<std::int64_t>();
        }
    }
    void read(const char* key, std::vector<std::string>& values) const {
        const auto* found = array(key);
        for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) {
            require((*found)[i].is_string(), key, "an array of texts");
            values.push_back((*found)[i].get<std::string>());
        }
    }

    void require(bool condition, const char* key, const char* expected) const {
        if (!condition) {
            throw Error(file_, "`" + name_ + key + "` is not " + expected);
        }
    }

private:
    const Json* find(const char* key, bool (Json::*is_right)() const noexcept,
                     const char* expected) const {
        const auto found = object_.find(key);
        if (found == object_.end() || found->is_null()) {
            return nullptr;
        }
        require((*found.*is_right)(), key, expected);
        return &*found;
    }

    const std::filesystem::path& file_;
    const Json& object_;
    std::string name_;
};

ClockPair clock_pair(const Members& members) {
    ClockPair pair;
    members.read("ticks", pair.ticks);
    members.read("monotonic_ns", pair.monotonic_ns);
    members.read("realtime_ns", pair.realtime_ns);
    return pair;
}

ClockInfo clock_info(const Members& clock, bool complete) {
    ClockInfo info;
    clock.read("name", info.name);
    clock.read("ticks_per_second", info.ticks_per_second);
    clock.read("resolution_ns", info.resolution_ns);
    clock.read("error_ppm", info.error_ppm);
    info.start = clock_pair(clock.object("start"));
    if (complete) {
        info.end = clock_pair(clock.object("end"));
        clock.require(info.end->ticks > info.start.ticks &&
                          info.end->monotonic_ns > info.start.monotonic_ns,
                      "end", "later than `clock.start`");
    }
    return info;
}

void check_format(const std::filesystem::path& file, const Json& json) {
    if (!json.is_object() || !json.contains("format") || !json["format"].is_number_integer()) {
        throw Error(file, "is not the description of a run: it names no `format`");
    }
    const auto format = json["format"].get<std::int64_t>();
    if (format > supported_format) {
        throw Error(file, "has format " + std::to_string(format) + ", this proxima reads up to " +
                              std::to_string(supported_format) + "; use a newer one");
    }
}

RunInfo run_info(const std::filesystem::path& file, const Json& json) {
    check_format(file, json);
    const Members run(file, json, "");
    RunInfo info;
    run.read("complete", info.complete);
    run.read("recovered", info.recovered);
    run.read("proxima", info.proxima_version);
    run.read("command", info.command);
    run.read("directory", info.directory);
    run.read("host", info.host);
    run.read("pid", info.pid);
    run.read("start", info.start);
    run.read("duration_us", info.duration_us);
    run.object("machine").read("processor", info.processor);
    info.clock = clock_info(run.object("clock"), info.complete);
    std::uint64_t ranks = 1;
    run.object("mpi").read("size", ranks);
    info.ranks = static_cast<int>(ranks);
    run.object("configuration").read("text", info.configuration);
    run.read("threads", info.threads);
    run.read("lanes", info.lanes);
    const auto* methods = run.array("methods");
    info.methods = methods != nullptr ? methods->size() : 0;
    run.read("invocations", info.invocations);
    run.read("records", info.records);
    run.read("record_bytes", info.record_bytes);
    const auto losses = run.object("losses");
    losses.read("records", info.losses.records);
    losses.read("invocations", info.losses.invocations);
    losses.read("messages", info.losses.messages);
    run.object("cost_of_one_call_ns").read("recorded", info.recorded_call_ns);
    run.object("cost_of_one_call_ns").read("aggregated", info.aggregated_call_ns);
    run.object("cost_of_one_call_ns").read("inside", info.inside_call_ns);
    run.read("overhead_us", info.overhead_us);
    return info;
}

} // namespace

RunInfo load_run_info(const std::filesystem::path& file) {
    const std::string text = read_file(file);
    return parse_run_info(file, text.data(), text.data() + text.size());
}

RunInfo parse_run_info(const std::filesystem::path& file, const char* begin, const char* end) {
    return with_plain_errors(file, [&] { return run_info(file, Json::parse(begin, end)); });
}

} // namespace proxima::rundir
