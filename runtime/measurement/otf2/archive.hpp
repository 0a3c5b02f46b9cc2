// An OTF2 archive: one location per thread, definitions at the end.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <otf2/otf2.h>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace proxima::otf2 {

// What a timer is called in the trace.
struct RegionName {
    std::string name; // with the type
    std::string group;
    bool is_phase = false;

    bool operator<(const RegionName& other) const {
        return std::tie(name, group, is_phase) < std::tie(other.name, other.group, other.is_phase);
    }
};

// Events of one thread. Its thread writes to it, and ends it when it ends, as does whoever closes
// the archive.
class Location {
public:
    Location(OTF2_EvtWriter* writer, std::uint64_t number) : writer_(writer), number_(number) {}
    Location(const Location&) = delete;
    Location& operator=(const Location&) = delete;
    ~Location() = default;

    void enter(OTF2_RegionRef region) noexcept;
    // False if it is not the innermost; nothing happens then.
    bool leave(OTF2_RegionRef region) noexcept;
    void set_parameter(OTF2_ParameterRef parameter, std::int64_t value) noexcept;
    void trigger(OTF2_MetricRef metric, double value) noexcept;

    // From the outermost to the innermost.
    std::vector<OTF2_RegionRef> open_regions();

    // Leaves what is open; nothing is written afterwards.
    void end() noexcept;
    // How many were written. Only while the archive is open.
    std::uint64_t events() const noexcept;
    // Nothing is written any more.
    void abandon() noexcept { ended_ = true; }
    OTF2_EvtWriter* writer() const noexcept { return writer_; }
    std::uint64_t number() const noexcept { return number_; }

private:
    template <class Write>
    void write_event(Write write) noexcept;

    std::mutex mutex_;
    OTF2_EvtWriter* writer_;
    std::uint64_t number_;
    std::vector<OTF2_RegionRef> open_;
    bool ended_ = false;
};

// Numbers for what events refer to, in the order in which they were asked for.
template <class Key>
class Numbers {
public:
    std::uint32_t number_of(const Key& key) {
        const auto next = static_cast<std::uint32_t>(keys_.size());
        const auto [known, is_new] = numbers_.try_emplace(key, next);
        if (is_new) {
            keys_.push_back(&known->first);
        }
        return known->second;
    }
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(keys_.size()); }
    const Key& operator[](std::uint32_t number) const noexcept { return *keys_[number]; }

private:
    std::map<Key, std::uint32_t> numbers_;
    std::vector<const Key*> keys_;
};

class Archive {
public:
    // Opens an archive in a new directory: `path`, or path-2, path-3 and so on. Throws
    // std::runtime_error, whose text is one line.
    explicit Archive(const std::string& path);
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive() = default;

    // The calling thread's. Null after the end, and if it cannot be made.
    Location* location() noexcept;
    OTF2_RegionRef region(const RegionName& name);
    OTF2_MetricRef metric(std::string_view name);
    OTF2_ParameterRef parameter(std::string_view name);

    std::vector<std::string> region_names();
    std::vector<std::string> metric_names();
    std::string name_of(OTF2_RegionRef region);

    template <class Action>
    void for_each_location(Action action) {
        const std::lock_guard lock(mutex_);
        for (Location& location : locations_) {
            action(location);
        }
    }

    // Writes the definitions and closes the archive. Later events are dropped.
    void close() noexcept;
    void before_fork() { mutex_.lock(); }
    // In the child the archive is the parent's, and left alone.
    void after_fork(bool in_child) noexcept;

private:
    // Both by location.
    std::vector<std::uint64_t> write_locations();
    void write_definitions(const std::vector<std::uint64_t>& events);

    std::mutex mutex_;
    OTF2_Archive* archive_ = nullptr; // null when closed
    std::string path_;
    std::uint64_t begin_;
    std::deque<Location> locations_;
    Numbers<RegionName> regions_;
    Numbers<std::string> metrics_;
    Numbers<std::string> parameters_;
};

} // namespace proxima::otf2
