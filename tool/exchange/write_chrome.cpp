#include "exchange/record_writer.hpp"
#include "exchange/regions.hpp"
#include "exchange/timeline.hpp"
#include "exchange/writers.hpp"
#include "text/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::exchange {
namespace {

// Microseconds, from whole nanoseconds, so that moments stay in order. Perfetto cuts 1000 times the
// number to whole nanoseconds again, so it is the next double that is not less.
void append_us(fmt::memory_buffer& out, double ns) {
    const double whole = std::round(ns);
    double us = whole / 1000;
    while (us * 1000 < whole) {
        us = std::nextafter(us, HUGE_VAL);
    }
    fmt::format_to(fmt::appender(out), "{}", us);
}

class ChromeWriter final : public TimelineVisitor {
public:
    ChromeWriter(const rundir::RunDirectory& run, text::Output& output)
        : output_(output), regions_(rundir::recorded_methods(run)) {
        output_.write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"producer\":\"Proxima\"},\n"
                      "\"traceEvents\":[");
    }

    void end() override { output_.write("\n]}\n"); }

    void begin(const TimelineSpan& span) override { origin_ns_ = span.origin_ns(); }

    void begin_thread(const rundir::Thread& thread) override {
        regions_.begin_thread();
        if (ranks_.insert(thread.rank).second) {
            name("process_name", thread, fmt::format("rank {}", thread.rank));
        }
        name("thread_name", thread, fmt::format("thread {}", thread.number));
        of_thread_ =
            fmt::format(",\"pid\":{},\"tid\":{},\"ts\":", process_of(thread), thread_of(thread));
        open_.clear();
    }
    void end_thread(const rundir::Thread&) override {}

    void enter(const rundir::Thread&, const rundir::Record&, double at_ns) override {
        const double begin = std::round(at_ns - origin_ns_);
        open_.push_back({begin, begin, 0});
    }

    // An invocation is one event, because readers pair separate ends by different rules.
    void leave(const rundir::Thread& thread, const rundir::Record& record, double at_ns) override {
        const auto& texts = texts_of(thread, record.call_path);
        auto& out = output_.buffer();
        const double end = std::round(at_ns - origin_ns_);
        const auto open = open_.back();
        open_.pop_back();
        if (!open_.empty()) {
            open_.back().last_end_ns = end;
            open_.back().communication_ns += record.communication_ns;
        }
        append_span(open.begin_ns, end, 0);
        out.append(texts.what);
        append_us(out, record.communication_ns);
        for (std::size_t i = 0; i < texts.keys.size(); ++i) {
            out.append(texts.keys[i]);
            append_value(RecordsFormat::json_lines, out, record,
                         thread.method(record).parameters[i]);
        }
        out.append(std::string_view("}}"));
        const double in_mpi = std::min(std::floor(record.communication_ns - open.communication_ns),
                                       end - open.last_end_ns);
        if (in_mpi >= 1 && thread.method(record).port != "MPI") {
            // Calls that are only counted have no moment.
            append_span(end - in_mpi, end, 1);
            out.append(std::string_view(
                ",\"name\":\"MPI (sum)\",\"cat\":\"MPI\",\"args\":{\"moment\":\"unknown: all MPI "
                "calls of this invocation, drawn at its end\"}}"));
        }
        output_.flush_if_full();
    }

private:
    struct Texts {
        std::string what;              // name, category, and the beginning of the arguments
        std::vector<std::string> keys; // by parameter: `,"n":`
    };

    struct Open {
        double begin_ns;         // whole nanoseconds, as the next
        double last_end_ns;      // of what it called
        double communication_ns; // in what it called
    };

    // Ends tenths of a nanosecond early, the deeper the earlier: readers that add begin and
    // duration as floating point would otherwise close the outer event first, or open the next too
    // soon.
    void append_span(double begin_ns, double end_ns, std::size_t deeper) {
        auto& out = output_.buffer();
        fmt::format_to(fmt::appender(out), "{}{{\"ph\":\"X\"", separator());
        out.append(of_thread_);
        append_us(out, begin_ns);
        const auto level = static_cast<double>(open_.size() + deeper + 1);
        const double early_ns = std::min(0.1 * level, 0.9);
        fmt::format_to(fmt::appender(out), ",\"dur\":{:.4f}",
                       std::max(end_ns - begin_ns - early_ns, 0.0) / 1000);
    }

    // Numbers from 1: some readers take 0 for no process or thread.
    static std::uint64_t process_of(const rundir::Thread& thread) { return thread.rank + 1; }
    static std::uint64_t thread_of(const rundir::Thread& thread) { return thread.number + 1; }

    void name(const char* what, const rundir::Thread& thread, const std::string& text) {
        output_.print("{}{{\"ph\":\"M\",\"pid\":{},\"tid\":{},\"name\":\"{}\",\"args\":{{\"name\":"
                      "\"{}\"}}}}",
                      separator(), process_of(thread), thread_of(thread), what, text);
    }

    const char* separator() { return std::exchange(is_first_, false) ? "\n" : ",\n"; }

    const Texts& texts_of(const rundir::Thread& thread, std::size_t call_path) {
        const auto region = regions_.of(thread, call_path);
        for (auto next = texts_.size(); next < regions_.all().size(); ++next) {
            const auto& added = regions_.all()[next];
            fmt::memory_buffer what;
            what.append(std::string_view(",\"name\":"));
            text::append_json_string(what, added.name);
            what.append(std::string_view(",\"cat\":"));
            text::append_json_string(what, added.port);
            what.append(std::string_view(",\"args\":{\"communication_us\":"));
            Texts texts{fmt::to_string(what), {}};
            for (const auto& parameter : added.parameters) {
                texts.keys.push_back(before_value(RecordsFormat::json_lines, parameter.name));
            }
            texts_.push_back(std::move(texts));
        }
        return texts_[region];
    }

    text::Output& output_;
    Regions regions_;
    std::vector<Texts> texts_; // by region
    std::set<std::uint32_t> ranks_;
    std::string of_thread_;
    std::vector<Open> open_;
    double origin_ns_ = 0;
    bool is_first_ = true;
};

} // namespace

rundir::ReadOutcome write_chrome(const rundir::RunDirectory& run, text::Output& output,
                                 const rundir::ProgressListener& progress) {
    ChromeWriter writer(run, output);
    return read_timeline(run, writer, progress);
}

} // namespace proxima::exchange
