// The invocations of a run in the order of time: entered, left.
//
// Records come in the order in which invocations ended; a timeline needs callers before callees.
// Two passes, in memory that grows with the depth of the calls and not with their number: the first
// finds the invocations that have too many others within them to wait for, the second gives all.
//
// Ownership: as rundir::RecordVisitor. Thread-safety: different calls may run in different threads.
#pragma once

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>

namespace proxima::exchange {

// Time that all recorded invocations span, since the start of the run.
struct TimelineSpan {
    double first_ns = 0;
    double last_ns = 0;
    std::uint64_t records = 0;

    // Subtracted from moments to keep them positive: processes can begin before rank 0 does.
    double origin_ns() const { return first_ns < 0 ? first_ns : 0; }
};

// Receives a thread at a time; enter() and leave() nest exactly, and time never goes back.
class TimelineVisitor {
public:
    TimelineVisitor() = default;
    TimelineVisitor(const TimelineVisitor&) = delete;
    TimelineVisitor& operator=(const TimelineVisitor&) = delete;
    virtual ~TimelineVisitor() = default;

    virtual void begin(const TimelineSpan& /*span*/) {}
    virtual void begin_thread(const rundir::Thread& thread) = 0;
    virtual void enter(const rundir::Thread& thread, const rundir::Record& record,
                       double at_ns) = 0;
    virtual void leave(const rundir::Thread& thread, const rundir::Record& record,
                       double at_ns) = 0;
    virtual void end_thread(const rundir::Thread& thread) = 0;
    virtual void end() {} // after the last thread
};

// Returns the outcome of the second pass. Throws Error if the records change between the passes or
// do not nest; passes through what `visitor` and `progress` throw. `pending` bounds how many
// invocations wait for their callers.
rundir::ReadOutcome read_timeline(const rundir::RunDirectory& run, TimelineVisitor& visitor,
                                  const rundir::ProgressListener& progress,
                                  std::size_t pending = 1 << 15);

} // namespace proxima::exchange
