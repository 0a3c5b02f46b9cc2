#include "trial/recorded_events.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace proxima::knowledge {
namespace {

class Events : public rundir::RecordVisitor {
public:
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        for (const rundir::Record* record = first; record != first + count; ++record) {
            const rundir::Method& method = thread.method(*record);
            if (method.port == event_port && !method.parameters.empty() &&
                method.parameters.front().type == rundir::ParameterType::real) {
                add(events_[{method.name, thread.rank}], record->real(method.parameters.front()));
            }
        }
    }

    std::vector<CounterStatistics> give() {
        std::vector<CounterStatistics> all;
        for (auto& [key, event] : events_) {
            event.name = key.first;
            event.rank = key.second;
            event.stddev = std::sqrt(event.stddev / static_cast<double>(event.samples));
            all.push_back(std::move(event));
        }
        return all;
    }

private:
    // Until they are given, `stddev` is the sum of squares around the mean.
    static void add(CounterStatistics& event, double value) {
        event.min = event.samples == 0 ? value : std::min(event.min, value);
        event.max = event.samples == 0 ? value : std::max(event.max, value);
        const double difference = value - event.mean;
        event.mean += difference / static_cast<double>(++event.samples);
        event.stddev += difference * (value - event.mean);
    }

    std::map<std::pair<std::string, std::int64_t>, CounterStatistics> events_;
};

} // namespace

std::vector<CounterStatistics> recorded_events(const rundir::RunDirectory& run) {
    Events events;
    rundir::read_records(run, events);
    return events.give();
}

} // namespace proxima::knowledge
