#include "exchange/regions.hpp"
#include "exchange/timeline.hpp"
#include "exchange/writers.hpp"
#include "text/json_text.hpp"

#include <cmath>

namespace proxima::exchange {
namespace {

class SpeedscopeWriter final : public TimelineVisitor {
public:
    SpeedscopeWriter(const rundir::RunDirectory& run, text::Output& output)
        : output_(output), regions_(rundir::recorded_methods(run)) {
        output_.write("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
                      "\"exporter\":\"Proxima\",\"name\":");
        text::append_json_string(output_.buffer(), run.path().filename().string());
        output_.write(",\"activeProfileIndex\":0,\n\"profiles\":[");
    }

    void end() override {
        output_.write("],\n\"shared\":{\"frames\":[");
        const char* separator = "\n";
        for (const auto& region : regions_.all()) {
            const auto frame = frame_of(region);
            output_.write(separator + frame);
            separator = ",\n";
        }
        output_.write("]}}\n");
    }

    void begin(const TimelineSpan& span) override { span_ = span; }

    void begin_thread(const rundir::Thread& thread) override {
        regions_.begin_thread();
        output_.print("{}{{\"type\":\"evented\",\"name\":\"rank {}, thread {}\",\"unit\":"
                      "\"nanoseconds\",\"startValue\":{},\"endValue\":{},\"events\":[",
                      is_first_thread_ ? "\n" : ",\n", thread.rank, thread.number,
                      moment(span_.first_ns), moment(span_.last_ns));
        is_first_thread_ = false;
        is_first_ = true;
    }
    void end_thread(const rundir::Thread&) override { output_.write("]}"); }

    void enter(const rundir::Thread& thread, const rundir::Record& record, double at_ns) override {
        event('O', thread, record, at_ns);
    }
    void leave(const rundir::Thread& thread, const rundir::Record& record, double at_ns) override {
        event('C', thread, record, at_ns);
    }

private:
    void event(char type, const rundir::Thread& thread, const rundir::Record& record,
               double at_ns) {
        output_.print("{}{{\"type\":\"{}\",\"frame\":{},\"at\":{}}}", is_first_ ? "\n" : ",\n",
                      type, regions_.of(thread, record.call_path), moment(at_ns));
        is_first_ = false;
    }

    static std::string frame_of(const Region& region) {
        fmt::memory_buffer out;
        out.append(std::string_view("{\"name\":"));
        text::append_json_string(out, region.name);
        const auto colon = region.location.rfind(':');
        if (!region.location.empty()) {
            out.append(std::string_view(",\"file\":"));
            text::append_json_string(out, region.location.substr(0, colon));
        }
        out.push_back('}');
        return fmt::to_string(out);
    }

    long long moment(double at_ns) const { return std::llround(at_ns - span_.origin_ns()); }

    text::Output& output_;
    Regions regions_;
    TimelineSpan span_;
    bool is_first_thread_ = true;
    bool is_first_ = true;
};

} // namespace

rundir::ReadOutcome write_speedscope(const rundir::RunDirectory& run, text::Output& output,
                                     const rundir::ProgressListener& progress) {
    SpeedscopeWriter writer(run, output);
    return read_timeline(run, writer, progress);
}

} // namespace proxima::exchange
