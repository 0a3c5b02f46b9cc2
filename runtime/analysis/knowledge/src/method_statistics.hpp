// Sums up the invocations of each method of a run by their parameters, in nanoseconds.
#pragma once

#include <proxima/knowledge/run.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace proxima::knowledge {

using Json = nlohmann::ordered_json;

// Keeps up to most_combinations combinations of a method's parameters apart; beyond that, only
// powers of two of the first parameter.
class MethodStatistics : public rundir::RecordVisitor {
public:
    static constexpr std::size_t most_combinations = 4096;

    MethodStatistics(const rundir::CallGraph& graph, const rundir::MethodNumbers& numbers,
                     const RunSettings& settings, std::uint64_t record_bytes);

    void begin_thread(const rundir::Thread&) override {
        nodes_.clear();
        methods_.clear();
    }
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override;

    // Returns an array with an object for each combination; empty unless the parameters of all
    // `calls` of the method are known.
    Json rows(std::size_t method, std::uint64_t calls) const;

    // True if the combinations of some methods had no room.
    bool has_left_out() const { return has_left_out_; }

private:
    using Words = std::vector<std::uint64_t>; // words of the parameters, or bin of the first one
    struct Sums {
        rundir::Durations durations;
        std::optional<double> communication_ns = 0.0;
    };
    struct Table {
        std::shared_ptr<const rundir::RecordedMethod> method; // set by the first record
        bool is_binned = false;
        bool is_left_out = false; // for want of memory
        std::uint64_t calls = 0;
        std::map<Words, Sums> sums;

        // Many parameters take more than one combination.
        std::uint64_t units() const {
            return sums.size() * (is_binned || !method ? 1 : 1 + method->parameters.size() / 4);
        }
    };

    void add(Table& table, const rundir::Thread& thread, const rundir::Record& record);
    static void take_together(Table& table);
    static Json row(const Table& table, const Words& words, const Sums& sums);

    const rundir::CallGraph& graph_;
    const rundir::MethodNumbers& numbers_;
    const RunSettings& settings_;
    rundir::CallGraphIndex index_;
    std::uint64_t most_;             // combinations of all methods
    std::uint64_t combinations_ = 0; // of all methods
    bool has_left_out_ = false;
    std::vector<std::unique_ptr<Table>> recorded_; // one for each method; null: no record
    std::vector<std::unique_ptr<Table>> binned_;   // the same, from the runtime's bins
    std::vector<std::size_t> nodes_; // nodes of the call paths of the thread being read
    std::vector<std::shared_ptr<const rundir::RecordedMethod>> methods_; // of that thread
};

} // namespace proxima::knowledge
