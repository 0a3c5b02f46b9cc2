#include "recorded.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <set>

namespace recorded {

namespace {

using namespace proxima;

class Reader : public rundir::RecordVisitor {
public:
    void begin_thread(const rundir::Thread&) override { buffers_.emplace_back(); }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        for (std::size_t i = 0; i < count; ++i) {
            const rundir::Record& record = first[i];
            const std::size_t words = thread.method(record).parameter_words;
            buffers_.back().invocations.push_back({thread.number,
                                                   number(record.call_path),
                                                   record.start_ns + record.duration_ns,
                                                   record.duration_ns,
                                                   record.communication_ns,
                                                   {record.parameters, record.parameters + words}});
        }
    }

    void statistics(const rundir::Thread&, const rundir::BinStatistics* first,
                    std::size_t count) override {
        for (std::size_t i = 0; i < count; ++i) {
            const rundir::Durations& of = first[i].durations;
            buffers_.back().statistics[{number(first[i].call_path), first[i].bin}] = {
                of.calls(), of.total_ns(), of.sum_of_squares_ns2(), of.min_ns(), of.max_ns()};
        }
    }

    void mpi_calls(const rundir::Thread&,
                   const std::vector<std::uint64_t>& of_call_paths) override {
        buffers_.back().tells_mpi_calls = true;
        for (std::size_t path = 0; path < of_call_paths.size(); ++path) {
            if (of_call_paths[path] != 0) {
                buffers_.back().mpi_calls[number(path)] = of_call_paths[path];
            }
        }
    }

    void end_thread(const rundir::Thread& thread) override {
        Buffer& buffer = buffers_.back();
        for (std::size_t i = 0; i < thread.methods.size(); ++i) {
            Method& method = buffer.methods[static_cast<std::uint32_t>(i)];
            method = {
                thread.methods[i].port, thread.methods[i].name, thread.methods[i].location, {}};
            for (const rundir::Parameter& parameter : thread.methods[i].parameters) {
                method.columns.push_back(parameter.name);
            }
        }
        for (std::size_t i = 0; i < thread.call_paths.size(); ++i) {
            const rundir::CallPath& path = thread.call_paths[i];
            buffer.nodes[number(i)] = {
                path.parent == rundir::CallPath::no_parent ? 0 : number(path.parent),
                static_cast<std::uint32_t>(path.method), path.instance};
        }
    }

    std::vector<Buffer> take() { return std::move(buffers_); }

private:
    static std::uint32_t number(std::size_t call_path) {
        return static_cast<std::uint32_t>(call_path) + 1;
    }

    std::vector<Buffer> buffers_;
};

} // namespace

std::string Buffer::path(std::uint32_t node) const {
    const Node& here = nodes.at(node);
    const std::string name = here.instance + "." + methods.at(here.method).name;
    return here.parent == 0 ? name : path(here.parent) + "/" + name;
}

std::size_t Buffer::threads() const {
    std::set<std::uint64_t> threads;
    for (const Invocation& invocation : invocations) {
        threads.insert(invocation.thread);
    }
    return threads.size();
}

std::vector<Buffer> buffers_of(const std::filesystem::path& run, Expect expect) {
    Reader reader;
    const auto outcome = rundir::read_records(rundir::RunDirectory::open(run), reader);
    for (const std::string& problem : outcome.problems) {
        const bool is_loss = problem.find("no end mark") != std::string::npos ||
                             problem.find("invocations are missing") != std::string::npos;
        EXPECT_TRUE(is_loss && expect == Expect::losses) << problem;
    }
    return reader.take();
}

} // namespace recorded
