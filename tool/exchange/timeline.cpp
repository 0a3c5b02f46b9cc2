#include "exchange/timeline.hpp"

#include "exchange/pending.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <vector>

namespace proxima::exchange {
namespace {

using rundir::Record;
using rundir::Thread;

// An invocation with too many others within it to wait for it.
struct Large {
    std::uint64_t ordinal = 0; // among the records of its thread
    Record record;
    std::vector<std::uint64_t> parameters;
};

// Large invocations of a thread in the order of their starts, callers first: each takes more than a
// step of the clock.
using LargeOnes = std::vector<Large>;

// The common part of both passes. They take the same decisions, so the second can use what the
// first found.
class Pass : public rundir::RecordVisitor {
public:
    Pass(const Containment& is_within, std::size_t most_pending,
         const rundir::ProgressListener& report)
        : is_within_(is_within), most_pending_(most_pending), report_(report) {}

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            if (!begun_ || thread.number != number_) {
                end_thread(thread);
                begun_ = true;
                number_ = thread.number;
                begin(thread);
            }
            add(thread, *record);
        }
    }

    void end_thread(const Thread& thread) override {
        if (begun_) {
            give(thread, pending_.size());
            end(thread);
        }
        begun_ = false;
        has_given_ = false;
        ordinal_ = 0;
    }

    void progress(std::uint64_t read, std::uint64_t total) override {
        if (report_) {
            report_(progress_before(total) + read, 2 * total);
        }
    }

protected:
    virtual void begin(const Thread& thread) = 0;
    virtual void tree(const Thread& thread, const Pending& pending, std::size_t root) = 0;
    virtual void large(const Thread& thread, const Record& record, std::uint64_t ordinal) = 0;
    virtual void end(const Thread& thread) = 0;
    virtual std::uint64_t progress_before(std::uint64_t total) const = 0;

    const Containment& is_within_;

private:
    void add(const Thread& thread, const Record& given) {
        auto record = given;
        record.end_ns = std::max(record.end_ns, record.start_ns);
        const auto within = pending_.count_within(thread, record, is_within_);
        if (within == pending_.size() && has_given_ && is_within_(thread, last_given_, record)) {
            give(thread, pending_.size());
            large(thread, record, ordinal_);
            last_given_ = record;
        } else {
            pending_.add(thread, record, within);
            if (pending_.size() > most_pending_) {
                give(thread, most_pending_ / 2);
            }
        }
        ++ordinal_;
    }

    // Gives at least `least` invocations: a caller that has not come by now is a large one.
    void give(const Thread& thread, std::size_t least) {
        if (pending_.empty()) {
            return;
        }
        const auto roots = pending_.first_trees(least);
        for (const auto root : roots) {
            tree(thread, pending_, root);
        }
        last_given_ = pending_[roots.back()].record;
        has_given_ = true;
        pending_.drop_first(roots.back() + 1);
    }

    std::size_t most_pending_;
    const rundir::ProgressListener& report_;
    Pending pending_;
    Record last_given_; // without parameters
    bool has_given_ = false;
    bool begun_ = false;
    std::uint64_t number_ = 0;
    std::uint64_t ordinal_ = 0;
};

class FirstPass final : public Pass {
public:
    using Pass::Pass;

    std::vector<LargeOnes> threads;
    TimelineSpan span{std::numeric_limits<double>::infinity(), 0, 0};

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            span.first_ns = std::min(span.first_ns, record->start_ns);
            span.last_ns = std::max(span.last_ns, record->end_ns);
        }
        span.records += count;
        Pass::records(thread, first, count);
    }

private:
    void begin(const Thread&) override { threads.emplace_back(); }
    void tree(const Thread&, const Pending&, std::size_t) override {}
    void large(const Thread& thread, const Record& record, std::uint64_t ordinal) override {
        const auto words = thread.method(record).parameter_words;
        threads.back().push_back({ordinal, record, {record.parameters, record.parameters + words}});
    }
    void end(const Thread&) override {
        std::sort(threads.back().begin(), threads.back().end(),
                  [](const Large& left, const Large& right) {
                      return left.record.start_ns != right.record.start_ns
                                 ? left.record.start_ns < right.record.start_ns
                                 : left.ordinal > right.ordinal;
                  });
    }
    std::uint64_t progress_before(std::uint64_t) const override { return 0; }
};

// Carries an Error of the output through the reader, which would note it as damage of the records
// and go on.
struct Stop {
    std::exception_ptr why;
};

template <typename Action>
void stopping(Action action) {
    try {
        action();
    } catch (const base::Error&) {
        throw Stop{std::current_exception()};
    }
}

class SecondPass final : public Pass {
public:
    void records(const Thread& thread, const Record* first, std::size_t count) override {
        stopping([&] { Pass::records(thread, first, count); });
    }
    void end_thread(const Thread& thread) override {
        stopping([&] { Pass::end_thread(thread); });
    }

    SecondPass(const FirstPass& first, TimelineVisitor& visitor, const rundir::RunDirectory& run,
               const Containment& is_within, std::size_t most_pending,
               const rundir::ProgressListener& report)
        : Pass(is_within, most_pending, report), first_(first), visitor_(visitor), run_(run) {}

private:
    void begin(const Thread& thread) override {
        if (thread_ == first_.threads.size()) {
            refuse();
        }
        next_large_ = 0;
        now_ns_ = -std::numeric_limits<double>::infinity();
        visitor_.begin_thread(thread);
    }

    void tree(const Thread& thread, const Pending& pending, std::size_t root) override {
        const auto& waiting = larges();
        const auto& record = pending[root].record;
        while (!is_caller_open(thread, record) && next_large_ < waiting.size() &&
               is_within_(thread, record, waiting[next_large_].record)) {
            enter_large(thread);
        }
        steps_.push_back({root, false});
        while (!steps_.empty()) {
            const auto step = steps_.back();
            steps_.pop_back();
            const auto stepped = pending.record(step.entry);
            if (step.is_end) {
                leave(thread, stepped);
            } else {
                enter(thread, stepped);
                push_steps(pending, step.entry);
            }
        }
    }

    // The next large one can begin within the same step of the clock.
    bool is_caller_open(const Thread& thread, const Record& record) const {
        return !open_.empty() && larges()[open_.back()].record.call_path ==
                                     thread.call_paths[record.call_path].parent;
    }

    void push_steps(const Pending& pending, std::size_t entry) {
        steps_.push_back({entry, true});
        const auto first = entry + 1 - pending[entry].size;
        for (auto end = entry; end > first; end -= pending[end - 1].size) {
            steps_.push_back({end - 1, false});
        }
    }

    void large(const Thread& thread, const Record&, std::uint64_t ordinal) override {
        const auto& waiting = larges();
        while (open_.empty() || waiting[open_.back()].ordinal != ordinal) {
            if (next_large_ == waiting.size()) {
                refuse();
            }
            enter_large(thread);
        }
        leave(thread, record_of(waiting[open_.back()]));
        open_.pop_back();
    }

    void end(const Thread& thread) override {
        if (!open_.empty() || next_large_ != larges().size()) {
            refuse();
        }
        visitor_.end_thread(thread);
        ++thread_;
    }

    std::uint64_t progress_before(std::uint64_t total) const override { return total; }

    void enter_large(const Thread& thread) {
        enter(thread, record_of(larges()[next_large_]));
        open_.push_back(next_large_++);
    }
    void enter(const Thread& thread, const Record& record) {
        now_ns_ = std::max(now_ns_, record.start_ns);
        visitor_.enter(thread, record, now_ns_);
    }
    void leave(const Thread& thread, const Record& record) {
        now_ns_ = std::max(now_ns_, record.end_ns);
        visitor_.leave(thread, record, now_ns_);
    }

    static Record record_of(const Large& large) {
        auto record = large.record;
        record.parameters = large.parameters.data();
        return record;
    }

    const LargeOnes& larges() const { return first_.threads[thread_]; }

    [[noreturn]] void refuse() const {
        throw base::Error(run_.records_directory(),
                          "the records changed while they were read, or invocations of a thread "
                          "do not nest; convert the run when it has ended");
    }

    struct Step {
        std::size_t entry;
        bool is_end;
    };

    const FirstPass& first_;
    TimelineVisitor& visitor_;
    const rundir::RunDirectory& run_;
    std::size_t thread_ = 0;
    std::size_t next_large_ = 0;
    std::vector<std::size_t> open_; // larges that were entered
    std::vector<Step> steps_;
    double now_ns_ = 0;
};

} // namespace

rundir::ReadOutcome read_timeline(const rundir::RunDirectory& run, TimelineVisitor& visitor,
                                  const rundir::ProgressListener& progress, std::size_t pending) {
    const Containment is_within(run);
    FirstPass first(is_within, pending, progress);
    rundir::read_records(run, first);
    first.span.first_ns = first.span.records == 0 ? 0 : first.span.first_ns;
    visitor.begin(first.span);
    SecondPass second(first, visitor, run, is_within, pending, progress);
    try {
        auto outcome = rundir::read_records(run, second);
        visitor.end();
        return outcome;
    } catch (const Stop& stop) {
        std::rethrow_exception(stop.why);
    }
}

} // namespace proxima::exchange
