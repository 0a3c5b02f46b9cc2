// Invocations that ended and wait for their callers.
#pragma once

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proxima::exchange {

// Tells whether an invocation that ended without its caller was made within a later one.
class Containment {
public:
    explicit Containment(const rundir::RunDirectory& run);

    // Returns true if `inner`, which ended first, was made within `outer`: it began later, or its
    // call path says so. Times alone do not decide, because the step of the clock can be longer
    // than a call. Where some calls have no record, call paths decide only between equal starts.
    bool operator()(const rundir::Thread& thread, const rundir::Record& inner,
                    const rundir::Record& outer) const;

private:
    bool all_are_recorded_;
};

// Ended invocations whose callers may still come: trees in postorder, as they ended.
class Pending {
public:
    struct Entry {
        rundir::Record record;
        std::uint64_t first_word = 0; // index of its first parameter word in the thread
        std::size_t size = 1;         // entries of its tree
    };

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    const Entry& operator[](std::size_t index) const { return entries_[index]; }
    // The record with its parameters.
    rundir::Record record(std::size_t index) const;

    // Number of the last entries that lie within `record`.
    std::size_t count_within(const rundir::Thread& thread, const rundir::Record& record,
                             const Containment& is_within) const;
    void add(const rundir::Thread& thread, const rundir::Record& record, std::size_t within);
    // The roots of the trees that have at least `count` entries together, from the front.
    std::vector<std::size_t> first_trees(std::size_t count) const;
    void drop_first(std::size_t count);

private:
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> words_;
    std::uint64_t words_gone_ = 0;
};

} // namespace proxima::exchange
