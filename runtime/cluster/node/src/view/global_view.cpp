#include <proxima/base/error.hpp>
#include <proxima/node/global_view.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace proxima::node {
namespace {

constexpr double ns_per_second = 1e9;

// Older nodes have sent another, small number.
bool knows_real_time(const Sample& sample) {
    constexpr std::uint64_t year_2001 = 1'000'000'000'000'000'000;
    return sample.real_ns > year_2001;
}

// Masters of one boot of a machine share a clock, so their exchanges belong together.
struct Era {
    std::string boot, host;
    std::uint64_t raw_ns = 0, real_ns = 0; // read at the same moment
    std::unordered_map<std::uint64_t, ClockModel> clocks;
};

// First pass over the logs: clocks, names and losses.
class FactsReader {
public:
    void take(const MasterStart& start) {
        const auto known = std::find_if(eras.begin(), eras.end(), [&](const Era& era) {
            return era.boot == start.boot && !start.boot.empty();
        });
        current = static_cast<std::size_t>(known - eras.begin());
        if (known == eras.end()) {
            eras.push_back({start.boot, start.host, start.raw_ns, start.real_ns, {}});
        }
        ++masters;
        has_ended = false;
    }
    void take(const NodeInfo& info) { infos[info.id] = info; }
    void take(const ClockExchange& exchange) {
        if (current < eras.size()) {
            eras[current].clocks[exchange.clock].add(exchange);
        }
    }
    // A clock that moves otherwise than another of its machine has stepped, as after a suspend.
    void take(const LoggedSample& logged) {
        const auto& sample = logged.sample;
        auto& [time_ns, real_ns] = moments[sample.node];
        if (current < eras.size() && knows_real_time(sample) && real_ns != 0 &&
            sample.time_ns > time_ns && sample.clock == sample.node) {
            const auto passed = static_cast<double>(sample.time_ns - time_ns);
            const double gained =
                passed - static_cast<double>(static_cast<std::int64_t>(sample.real_ns - real_ns));
            const double error = 50e3 + 1e-3 * passed; // time to read both, and adjustments
            if (std::fabs(gained) > error) {
                eras[current].clocks[sample.node].step(static_cast<double>(sample.time_ns), gained,
                                                       error,
                                                       static_cast<double>(logged.received_ns));
            }
        }
        time_ns = sample.time_ns;
        real_ns = knows_real_time(sample) ? sample.real_ns : 0;
    }
    void take(const Drops& more) { now[more.node] = more; }
    void take(const MasterEnd& /*end*/) { has_ended = true; }

    // Adds up the counts of masters: each begins at 0.
    void finish_file() {
        for (const auto& [node, counts] : now) {
            auto& sum = all_drops[node];
            for (std::size_t i = 0; i < drop_count; ++i) {
                sum.counts[i] += counts.counts[i];
            }
        }
        now.clear();
    }

    std::vector<Era> eras;
    std::size_t current = 0;
    std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> moments; // raw, real
    std::unordered_map<std::uint64_t, NodeInfo> infos;
    std::unordered_map<std::uint64_t, Drops> all_drops, now;
    std::uint64_t masters = 0;
    bool has_ended = false;
};

// Second pass over the logs: samples. Their times need all exchanges.
class SampleReader {
public:
    explicit SampleReader(const FactsReader& facts) : facts_(facts) {}

    void take(const MasterStart& start) {
        for (era_ = 0; era_ + 1 < facts_.eras.size(); ++era_) {
            if (facts_.eras[era_].boot == start.boot) {
                break;
            }
        }
    }

    void take(const LoggedSample& logged) {
        const auto& [received_ns, sample] = logged;
        auto& track = tracks_[sample.node];
        track.reordered += sample.sequence < track.newest ? 1 : 0;
        track.newest = std::max(track.newest, sample.sequence);
        const auto time = time_of(received_ns, sample, track);
        track.moments.push_back({sample.sequence, time.ns / ns_per_second,
                                 time.bound_ns / ns_per_second,
                                 knows_real_time(sample) ? real_of(sample) : std::nan("")});
        track.interval_ns = sample.interval_ns;
        for (std::size_t i = 0; i < metric_count; ++i) {
            if (sample.has(static_cast<Metric>(i))) {
                track.values[static_cast<Metric>(i)].push_back({sample.sequence, sample.values[i]});
            }
        }
        take_devices<DiskField>(track, sample.sequence, sample.disks);
        take_devices<LinkField>(track, sample.sequence, sample.links);
    }

    template <class Other>
    void take(const Other& /*record*/) {}

    std::vector<Stretch> stretches() {
        std::vector<Stretch> made;
        for (auto& [id, track] : tracks_) {
            made.push_back(stretch(id, track));
        }
        return made;
    }

private:
    struct MomentOf {
        std::uint64_t sequence;
        double seconds, bound;
        double real; // node's real time since the start of the first master
    };
    struct Value {
        std::uint64_t sequence;
        std::uint64_t value;
    };
    struct Track {
        std::vector<MomentOf> moments;
        std::map<SeriesKey, std::vector<Value>> values;
        std::uint64_t newest = 0, reordered = 0, interval_ns = 0;
        const ClockModel* clock = nullptr;
        bool has_masters_clock = true; // clocks of other machines count from their boot
    };

    template <class Field, class Several>
    static void take_devices(Track& track, std::uint64_t sequence, const Several& devices) {
        for (const auto& device : devices) {
            for (std::size_t i = 0; i < device.values.size(); ++i) {
                const SeriesKey key(static_cast<Field>(i), device.name);
                track.values[key].push_back({sequence, device.values[i]});
            }
        }
    }

    // Returns the time on the axis of the run. Without an exchange, it is the time of arrival.
    MasterTime time_of(std::uint64_t received_ns, const Sample& sample, Track& track) const {
        const auto& era = facts_.eras[era_];
        const auto known = era.clocks.find(sample.clock);
        const auto received = static_cast<double>(received_ns);
        std::optional<MasterTime> time;
        if (known != era.clocks.end()) {
            track.clock = &known->second;
            time = known->second.at(static_cast<double>(sample.time_ns), received);
        }
        if (!time) {
            time = MasterTime{received, static_cast<double>(sample.interval_ns) / 2};
        }
        constexpr double close_ns = 1e6;
        track.has_masters_clock =
            track.has_masters_clock && known != era.clocks.end() &&
            std::fabs(time->ns - static_cast<double>(sample.time_ns)) < close_ns + time->bound_ns;
        const auto& first = facts_.eras.front();
        const auto later =
            static_cast<double>(static_cast<std::int64_t>(era.real_ns - first.real_ns));
        return {time->ns - static_cast<double>(era.raw_ns) + later,
                time->bound_ns + static_cast<double>(sample.bound_ns)};
    }

    double real_of(const Sample& sample) const {
        const auto later = sample.real_ns - facts_.eras.front().real_ns;
        return static_cast<double>(static_cast<std::int64_t>(later)) / ns_per_second;
    }

    Stretch stretch(std::uint64_t id, Track& track) const;
    static void describe_times(Stretch& stretch, const Track& track);

    const FactsReader& facts_;
    std::size_t era_ = 0;
    std::unordered_map<std::uint64_t, Track> tracks_;
};

Stretch SampleReader::stretch(std::uint64_t id, Track& track) const {
    Stretch made;
    if (const auto info = facts_.infos.find(id); info != facts_.infos.end()) {
        made.info = info->second;
    } else {
        made.info.id = id;
        made.info.name = "unknown";
    }
    const auto by_sequence = [](const auto& a, const auto& b) { return a.sequence < b.sequence; };
    std::sort(track.moments.begin(), track.moments.end(), by_sequence);
    describe_times(made, track);
    made.reordered = track.reordered;
    made.is_on_masters_host = track.has_masters_clock;
    if (const auto drops = facts_.all_drops.find(id); drops != facts_.all_drops.end()) {
        made.duplicates = drops->second[Drop::duplicate];
        made.late = drops->second[Drop::late];
    }
    made.interval = static_cast<double>(track.interval_ns) / ns_per_second;
    for (auto& [key, values] : track.values) {
        std::sort(values.begin(), values.end(), by_sequence);
        Series series(key.info().kind, key.info().scale);
        auto moment = track.moments.begin();
        for (const auto& value : values) {
            while (moment->sequence < value.sequence) {
                ++moment;
            }
            series.add(moment->seconds, moment->bound, value.value);
        }
        series.finish();
        made.series.emplace(key, std::move(series));
        values.clear();
        values.shrink_to_fit();
    }
    return made;
}

void SampleReader::describe_times(Stretch& stretch, const Track& track) {
    const auto& moments = track.moments;
    // Those before the first that arrived count, as far as a master was there.
    const double seconds = moments.back().seconds - moments.front().seconds;
    const auto sequences = moments.back().sequence - moments.front().sequence;
    const double rate = seconds > 0 ? static_cast<double>(sequences) / seconds
                                    : ns_per_second / static_cast<double>(track.interval_ns + 1);
    const auto since_start =
        static_cast<std::uint64_t>(std::clamp(moments.front().seconds * rate, 0.0, 1e15));
    const auto before =
        moments.front().sequence == 0 ? 0 : std::min(moments.front().sequence - 1, since_start);
    const auto sent = moments.back().sequence - moments.front().sequence + 1 + before;
    stretch.samples = moments.size();
    stretch.lost = sent > moments.size() ? sent - moments.size() : 0;
    stretch.first = moments.front().seconds;
    stretch.last = std::max(stretch.first, moments.back().seconds);
    std::vector<double> bounds;
    double latest = stretch.first;
    for (const auto& moment : moments) {
        bounds.push_back(moment.bound);
        stretch.longest_gap = std::max(stretch.longest_gap, moment.seconds - latest);
        if (stretch.moments.empty() || moment.seconds > latest) { // others are of the same moment
            latest = moment.seconds;
            stretch.moments.push_back(latest);
            stretch.real_moments.push_back(moment.real);
        }
    }
    std::sort(bounds.begin(), bounds.end());
    stretch.clock_bound = bounds.back();
    stretch.typical_bound = bounds[bounds.size() / 2];
    if (track.clock != nullptr) {
        stretch.drift = track.clock->drift();
        stretch.drift_bound = track.clock->drift_bound();
        stretch.clock_steps = track.clock->steps();
        if (const auto trip = track.clock->best_round_trip_ns()) {
            stretch.round_trip = *trip / ns_per_second;
        }
    }
}

// Groups stretches by name. Stretches that overlap belong to different nodes.
std::vector<NodeView> nodes_of(std::vector<Stretch> stretches) {
    std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
        return std::tie(a.info.name, a.first, a.info.id) <
               std::tie(b.info.name, b.first, b.info.id);
    });
    std::vector<NodeView> nodes;
    std::map<std::string, std::vector<std::size_t>> by_name;
    for (auto& stretch : stretches) {
        auto& same = by_name[stretch.info.name];
        const auto place = std::find_if(same.begin(), same.end(), [&](std::size_t i) {
            return nodes[i].last() <= stretch.first;
        });
        if (place == same.end()) {
            auto name = stretch.info.name;
            name += same.empty() ? "" : " (" + std::to_string(same.size() + 1) + ")";
            same.push_back(nodes.size());
            nodes.push_back({std::move(name), {}});
            nodes.back().stretches.push_back(std::move(stretch));
        } else {
            nodes[*place].stretches.push_back(std::move(stretch));
        }
    }
    return nodes;
}

void note_end(GlobalView& view, const std::filesystem::path& file, const LogEnd& end) {
    if (end.is_torn) {
        view.torn_bytes += end.unread_bytes;
    } else if (end.unread_bytes > 0) {
        view.problems.push_back(base::Error(file, "is damaged at byte " +
                                                      std::to_string(end.unread_from) + "; the " +
                                                      std::to_string(end.unread_bytes) +
                                                      " bytes from there on are left out")
                                    .what());
    }
}

} // namespace

GlobalView read_view(const std::filesystem::path& run) {
    const auto read = [](const std::filesystem::path& file, auto& reader) {
        return read_log(file, [&](const LogRecord& record) {
            std::visit([&](const auto& one) { reader.take(one); }, record);
        });
    };
    const auto files = log_files(run);
    GlobalView view;
    FactsReader facts;
    for (const auto& file : files) {
        note_end(view, file, read(file, facts));
        facts.finish_file();
    }
    if (facts.eras.empty()) {
        throw base::Error(files.front(), "has no beginning: its master was killed at its start");
    }
    SampleReader reader(facts);
    for (const auto& file : files) {
        read(file, reader);
    }
    view.nodes = nodes_of(reader.stretches());
    view.start_real_ns = facts.eras.front().real_ns;
    view.host = facts.eras.front().host;
    view.masters = facts.masters;
    view.has_ended = facts.has_ended;
    view.drops = facts.all_drops[0];
    for (const auto& [id, info] : facts.infos) {
        if (info.is_relay) {
            view.relays.push_back(info.name);
        }
    }
    std::sort(view.relays.begin(), view.relays.end());
    for (std::size_t i = 0; i < view.nodes.size(); ++i) {
        const auto& node = view.nodes[i];
        view.first = i == 0 ? node.first() : std::min(view.first, node.first());
        view.last = i == 0 ? node.last() : std::max(view.last, node.last());
    }
    return view;
}

} // namespace proxima::node
