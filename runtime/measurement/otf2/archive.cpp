#include "archive.hpp"

#include "definitions.hpp"
#include "writing.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>
#include <otf2/OTF2_Pthread_Locks.h>
#include <set>
#include <stdexcept>
#include <utility>

namespace proxima::otf2 {

namespace {

OTF2_FlushType flush_when_full(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    begin_writing();
    return OTF2_FLUSH;
}

OTF2_TimeStamp time_after_flush(void*, OTF2_FileType, OTF2_LocationRef) {
    return now();
}

constexpr OTF2_FlushCallbacks flushing{flush_when_full, time_after_flush};

// Absolute, since the application may change its directory, and ending in a name, which "run/" and
// "run/.." do not.
std::string named(const std::filesystem::path& path) {
    std::error_code error;
    const auto whole = std::filesystem::absolute(path, error);
    const auto canonical = std::filesystem::weakly_canonical(whole, error);
    const auto& resolved = error ? whole : canonical;
    return resolved.has_filename() ? resolved : resolved.parent_path();
}

// Makes the first of path, path-2, path-3 and so on that does not exist.
std::string make_new_directory(const std::string& wanted) {
    std::error_code error;
    const std::string path = named(wanted);
    std::string made = path;
    for (int number = 2; !std::filesystem::create_directories(made, error); ++number) {
        if (error) {
            throw std::runtime_error("cannot make " + made + ": " + error.message());
        }
        made = path + "-" + std::to_string(number);
    }
    return made;
}

void check(OTF2_ErrorCode status, const std::string& what) {
    if (status != OTF2_SUCCESS) {
        throw std::runtime_error("cannot " + what + ": " + OTF2_Error_GetDescription(status));
    }
}

__thread Location* current = nullptr;

void end_location(void* location) {
    static_cast<Location*>(location)->end();
}

// Ends the location of a thread with it.
pthread_key_t key_of_location() {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, end_location);
        return made;
    }();
    return key;
}

} // namespace

std::uint64_t now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * ticks_per_second +
           static_cast<std::uint64_t>(time.tv_nsec);
}

// What is open is known for queries even where the trace has ended.
template <class Write>
void Location::write_event(Write write) noexcept {
    if (!trace_has_ended()) {
        after_event(write());
    }
}

void Location::enter(OTF2_RegionRef region) noexcept {
    const std::lock_guard lock(mutex_);
    if (ended_) {
        return;
    }
    try {
        open_.push_back(region);
    } catch (const std::exception&) { // no memory to remember it
        return;
    }
    write_event([&] { return OTF2_EvtWriter_Enter(writer_, nullptr, now(), region); });
}

bool Location::leave(OTF2_RegionRef region) noexcept {
    const std::lock_guard lock(mutex_);
    if (ended_) {
        return true;
    }
    if (open_.empty() || open_.back() != region) {
        return false;
    }
    open_.pop_back();
    write_event([&] { return OTF2_EvtWriter_Leave(writer_, nullptr, now(), region); });
    return true;
}

void Location::set_parameter(OTF2_ParameterRef parameter, std::int64_t value) noexcept {
    const std::lock_guard lock(mutex_);
    if (!ended_) {
        write_event(
            [&] { return OTF2_EvtWriter_ParameterInt(writer_, nullptr, now(), parameter, value); });
    }
}

void Location::trigger(OTF2_MetricRef metric, double value) noexcept {
    const std::lock_guard lock(mutex_);
    if (!ended_) {
        const OTF2_Type type = OTF2_TYPE_DOUBLE;
        OTF2_MetricValue written;
        written.floating_point = value;
        write_event([&] {
            return OTF2_EvtWriter_Metric(writer_, nullptr, now(), metric, 1, &type, &written);
        });
    }
}

std::vector<OTF2_RegionRef> Location::open_regions() {
    const std::lock_guard lock(mutex_);
    return open_;
}

std::uint64_t Location::events() const noexcept {
    std::uint64_t events = 0;
    OTF2_EvtWriter_GetNumberOfEvents(writer_, &events);
    return events;
}

void Location::end() noexcept {
    const std::lock_guard lock(mutex_);
    while (!ended_ && !open_.empty()) {
        write_event([&] { return OTF2_EvtWriter_Leave(writer_, nullptr, now(), open_.back()); });
        open_.pop_back();
    }
    ended_ = true;
}

Archive::Archive(const std::string& path) : path_(make_new_directory(path)), begin_(now()) {
    constexpr std::uint64_t events_chunk = 1 << 20;
    constexpr std::uint64_t definitions_chunk = 1 << 22;
    archive_ = OTF2_Archive_Open(path_.c_str(), "traces", OTF2_FILEMODE_WRITE, events_chunk,
                                 definitions_chunk, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive_ == nullptr) {
        throw std::runtime_error("cannot open an archive in " + path_);
    }
    check(OTF2_Archive_SetFlushCallbacks(archive_, &flushing, nullptr), "set up " + path_);
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_), "set up " + path_);
    check(OTF2_Pthread_Archive_SetLockingCallbacks(archive_, nullptr), "set up " + path_);
    check(OTF2_Archive_OpenEvtFiles(archive_), "write to " + path_);
    watch_writing(path_);
}

Location* Archive::location() noexcept {
    if (current != nullptr) {
        return current;
    }
    const std::lock_guard lock(mutex_);
    if (archive_ == nullptr || trace_has_ended()) {
        return nullptr;
    }
    begin_writing();
    try {
        const auto number = static_cast<std::uint64_t>(locations_.size());
        OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive_, number);
        if (writer != nullptr) {
            current = &locations_.emplace_back(writer, number);
            pthread_setspecific(key_of_location(), current);
        }
    } catch (const std::exception&) { // no memory: the thread is not traced
    }
    finish_writing();
    return current;
}

OTF2_RegionRef Archive::region(const RegionName& name) {
    const std::lock_guard lock(mutex_);
    return regions_.number_of(name);
}

OTF2_MetricRef Archive::metric(std::string_view name) {
    const std::lock_guard lock(mutex_);
    return metrics_.number_of(std::string(name));
}

OTF2_ParameterRef Archive::parameter(std::string_view name) {
    const std::lock_guard lock(mutex_);
    return parameters_.number_of(std::string(name));
}

std::vector<std::string> Archive::region_names() {
    const std::lock_guard lock(mutex_);
    std::set<std::string> names; // groups may have regions of one name
    for (std::uint32_t number = 0; number < regions_.size(); ++number) {
        names.insert(regions_[number].name);
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> Archive::metric_names() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    names.reserve(metrics_.size());
    for (std::uint32_t number = 0; number < metrics_.size(); ++number) {
        names.push_back(metrics_[number]);
    }
    return names;
}

std::string Archive::name_of(OTF2_RegionRef region) {
    const std::lock_guard lock(mutex_);
    return region < regions_.size() ? regions_[region].name : std::string();
}

// Readers expect a file of definitions for each location, even an empty one.
std::vector<std::uint64_t> Archive::write_locations() {
    std::vector<std::uint64_t> events;
    for (Location& location : locations_) {
        location.end();
    }
    for (const Location& location : locations_) {
        events.push_back(trace_has_ended() ? 0 : location.events());
        last_step([&] { return OTF2_Archive_CloseEvtWriter(archive_, location.writer()); });
    }
    last_step([&] { return OTF2_Archive_CloseEvtFiles(archive_); });
    last_step([&] { return OTF2_Archive_OpenDefFiles(archive_); });
    for (const Location& location : locations_) {
        last_step([&] {
            return OTF2_Archive_CloseDefWriter(
                archive_, OTF2_Archive_GetDefWriter(archive_, location.number()));
        });
    }
    last_step([&] { return OTF2_Archive_CloseDefFiles(archive_); });
    return events;
}

void Archive::write_definitions(const std::vector<std::uint64_t>& events) {
    OTF2_GlobalDefWriter* const writer = OTF2_Archive_GetGlobalDefWriter(archive_);
    if (writer == nullptr) {
        return;
    }
    Definitions definitions(writer);
    definitions.clock(begin_, now());
    definitions.process();
    for (std::size_t location = 0; location < events.size(); ++location) {
        definitions.location(location, events[location]);
    }
    for (std::uint32_t number = 0; number < regions_.size(); ++number) {
        definitions.region(number, regions_[number]);
    }
    for (std::uint32_t number = 0; number < metrics_.size(); ++number) {
        definitions.metric(number, metrics_[number]);
    }
    for (std::uint32_t number = 0; number < parameters_.size(); ++number) {
        definitions.parameter(number, parameters_[number]);
    }
    last_step([&] { return OTF2_Archive_CloseGlobalDefWriter(archive_, writer); });
}

void Archive::close() noexcept {
    const std::lock_guard lock(mutex_);
    if (archive_ == nullptr) {
        return;
    }
    begin_writing();
    try {
        const std::vector<std::uint64_t> events = write_locations();
        if (!trace_has_ended()) {
            write_definitions(events);
        }
    } catch (const std::exception&) { // without memory it stays incomplete
    }
    last_step([&] { return OTF2_Archive_Close(archive_); });
    finish_writing();
    archive_ = nullptr;
}

void Archive::after_fork(bool in_child) noexcept {
    if (in_child) {
        archive_ = nullptr;
        for (Location& location : locations_) {
            location.abandon();
        }
    }
    mutex_.unlock();
}

} // namespace proxima::otf2
