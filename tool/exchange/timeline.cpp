#include "exchange/timeline.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <vector>

namespace proxima::cli {
namespace {

using rundir::CallPath;
using rundir::Record;
using rundir::Thread;

bool is_caller(const Thread& thread, std::size_t caller, std::size_t call_path) {
    if (thread.call_paths[caller].parent == thread.call_paths[call_path].parent) {
        return false; // the usual case
    }
    auto path = call_path;
    do {
        path = thread.call_paths[path].parent;
    } while (path != CallPath::no_parent && path != caller);
    return path == caller;
}

/// Tells whether one invocation was made within another.
class Containment {
public:
    explicit Containment(const rundir::RunDirectory& run) : all_are_recorded_(records_all(run)) {}

    /// `inner` ended first. Times decide, but a step of the clock can be longer than a call. Then
    /// the call paths decide, provided that every caller is recorded.
    bool operator()(const Thread& thread, const Record& inner, const Record& outer) const {
        return inner.start_ns > outer.start_ns ||
               ((all_are_recorded_ || inner.start_ns == outer.start_ns) &&
                is_caller(thread, outer.call_path, inner.call_path));
    }

private:
    static bool records_all(const rundir::RunDirectory& run) {
        try {
            const auto recording = rundir::load_run_info(run.run_file()).recording;
            return recording.empty() || recording == "all";
        } catch (const rundir::Error&) {
            return true;
        }
    }

    bool all_are_recorded_;
};

/// The records of one thread: trees in postorder, which is the order in which invocations end.
class ThreadRecords {
public:
    void add(const Thread& thread, Record record, const Containment& is_within) {
        record.end_ns = std::max(record.end_ns, record.start_ns);
        auto first = entries_.size();
        while (first > 0 && is_within(thread, entries_[first - 1].record, record)) {
            first -= entries_[first - 1].size;
        }
        entries_.push_back({record, words_.size(), entries_.size() - first + 1});
        words_.insert(words_.end(), record.parameters,
                      record.parameters + thread.method(record).parameter_words);
    }

    /// Callers before callees.
    void visit(const Thread& thread, TimelineVisitor& visitor) const {
        double now_ns = -std::numeric_limits<double>::infinity();
        std::vector<Step> steps;
        push_trees(steps, 0, entries_.size());
        while (!steps.empty()) {
            const auto step = steps.back();
            steps.pop_back();
            const auto record = this->record(step.entry);
            if (step.is_end) {
                now_ns = std::max(now_ns, record.end_ns);
                visitor.leave(thread, record, now_ns);
            } else {
                now_ns = std::max(now_ns, record.start_ns);
                visitor.enter(thread, record, now_ns);
                steps.push_back({step.entry, true});
                push_trees(steps, step.entry + 1 - entries_[step.entry].size, step.entry);
            }
        }
    }

private:
    struct Entry {
        Record record;
        std::size_t first_word; ///< of its parameters
        std::size_t size;       ///< with all invocations within it
    };

    struct Step {
        std::size_t entry;
        bool is_end;
    };

    Record record(std::size_t index) const {
        auto record = entries_[index].record;
        record.parameters = words_.data() + entries_[index].first_word;
        return record;
    }

    /// The trees among the entries from `first` to `end`; the earliest is on top of the stack.
    void push_trees(std::vector<Step>& steps, std::size_t first, std::size_t end) const {
        for (; end > first; end -= entries_[end - 1].size) {
            steps.push_back({end - 1, false});
        }
    }

    std::vector<Entry> entries_;
    std::vector<std::uint64_t> words_;
};

class SpanReader final : public rundir::RecordVisitor {
public:
    explicit SpanReader(const ProgressCallback& progress) : progress_(progress) {}

    void records(const Thread&, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            span_.first_ns = std::min(span_.first_ns, record->start_ns);
            span_.last_ns = std::max(span_.last_ns, record->end_ns);
        }
        span_.records += count;
    }
    void progress(std::uint64_t read, std::uint64_t total) override {
        if (progress_) {
            progress_(read, 2 * total);
        }
    }

    TimelineSpan span() const { return span_.records == 0 ? TimelineSpan() : span_; }

private:
    const ProgressCallback& progress_;
    TimelineSpan span_{std::numeric_limits<double>::infinity(), 0, 0};
};

/// An error of the visitor: the reader would take an Error for damage, and go on.
struct Stop {
    std::exception_ptr why;
};

class TimelineReader final : public rundir::RecordVisitor {
public:
    TimelineReader(const Containment& is_within, TimelineVisitor& visitor,
                   const ProgressCallback& progress)
        : is_within_(is_within), visitor_(visitor), progress_(progress) {}

    /// Threads that follow one another may share a record file.
    void records(const Thread& thread, const Record* first, std::size_t count) override {
        stopping([&] {
            for (const auto* record = first; record != first + count; ++record) {
                if (number_ != thread.number) {
                    finish(thread);
                    number_ = thread.number;
                    visitor_.begin_thread(thread);
                }
                records_.add(thread, *record, is_within_);
            }
        });
    }
    void end_thread(const Thread& thread) override {
        stopping([&] { finish(thread); });
    }
    void progress(std::uint64_t read, std::uint64_t total) override {
        if (progress_) {
            progress_(total + read, 2 * total);
        }
    }

private:
    template <typename Action>
    static void stopping(Action action) {
        try {
            action();
        } catch (const rundir::Error&) {
            throw Stop{std::current_exception()};
        }
    }

    void finish(const Thread& thread) {
        if (number_) {
            records_.visit(thread, visitor_);
            visitor_.end_thread(thread);
        }
        records_ = {};
        number_.reset();
    }

    const Containment& is_within_;
    TimelineVisitor& visitor_;
    const ProgressCallback& progress_;
    ThreadRecords records_;
    std::optional<std::uint64_t> number_; ///< of the thread that is being read
};

} // namespace

rundir::ReadOutcome read_timeline(const rundir::RunDirectory& run, TimelineVisitor& visitor,
                                  const ProgressCallback& progress) {
    SpanReader span(progress);
    rundir::read_records(run, span);
    visitor.begin(span.span());
    const Containment is_within(run);
    TimelineReader reader(is_within, visitor, progress);
    try {
        return rundir::read_records(run, reader);
    } catch (const Stop& stop) {
        std::rethrow_exception(stop.why);
    }
}

} // namespace proxima::cli
