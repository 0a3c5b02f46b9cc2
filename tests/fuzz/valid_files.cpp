// Writes valid files for the fuzzers to start from, in the form in which each takes its input:
//   proxima_fuzz_corpus DIRECTORY
#include "record_file_builder.hpp"

#include <proxima/control.hpp>
#include <proxima/format/mpi_counts.hpp>
#include <proxima/invocation.hpp>
#include <proxima/method_info.hpp>
#include <proxima/node/datagram.hpp>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using proxima::rundir::test::Bytes;
using proxima::rundir::test::RecordFileBuilder;
using proxima::rundir::test::TestBin;
using proxima::rundir::test::TestInvocation;
using proxima::rundir::test::text_words;
using proxima::rundir::test::ThreadBufferBuilder;

void write(const fs::path& file, const std::string& bytes) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
}

/// Parameters of every type, nested nodes.
RecordFileBuilder definitions() {
    RecordFileBuilder file;
    file.thread(0)
        .method("P", "f", "void f(int, double, bool, Rule, std::string)",
                {{0, "n", "int"},
                 {1, "size", "unsigned"},
                 {2, "x", "double"},
                 {3, "last", "bool"},
                 {4, "rule", "Rule", {{0, "closed"}, {1, "open"}}},
                 {5, "label", "std::string"}})
        .method("P", "g", "void g()");
    return file.node(0, 0, "i").node(1, 1, "j").node(2, 1, "j");
}

std::vector<TestInvocation> invocations(std::uint64_t start, std::uint64_t count) {
    std::vector<TestInvocation> made;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto at = start + 100 * i;
        std::vector<std::uint64_t> words{i, 2 * i, 0x3ff0'0000'0000'0000, i % 2, i % 2};
        const auto text = text_words("label" + std::to_string(i), i % 3 == 0);
        words.insert(words.end(), text.begin(), text.end());
        made.push_back({2, at, at + 20, 0, {}});
        made.push_back({1, at, at + 50, i, words});
    }
    return made;
}

void write_record_files(const fs::path& directory) {
    const auto begun = definitions().block(invocations(1000, 70));
    auto ended = begun;
    ended.block(invocations(9000, 3)).end();
    const auto write_input = [&](const char* name, const std::string& record,
                                 const std::string& buffer) {
        const auto size = static_cast<std::uint32_t>(record.size());
        write(directory / name, Bytes().u32(size).raw(record).raw(buffer).bytes());
    };
    write_input("ended", ended.bytes(), "");
    write_input("without_invocations", definitions().end().bytes(), "");
    write_input("killed", begun.bytes(), ThreadBufferBuilder(1, invocations(9000, 5)).bytes());
    const std::vector<TestBin> bins{{1, 2, {50, 60}}, {2, 0, {20}}, {3, -128, {}, 7}};
    auto sampled = definitions().block(invocations(1000, 2));
    write_input("killed_sampled", sampled.bytes(),
                ThreadBufferBuilder(1, invocations(9000, 5))
                    .statistics({{{2, bins[0]}, {1, bins[0]}}, {{3, bins[1]}, {2, bins[1]}}}, 2, 3)
                    .bytes());
    write_input("ended_sampled", sampled.statistics(bins).end().bytes(), "");
    write_input("killed_at_once", RecordFileBuilder().bytes(), ThreadBufferBuilder(0).bytes());
}

/// A routine and a partner.
void write_mpi_counts(const fs::path& directory) {
    using proxima::format::SectionType;
    const proxima::format::MpiFacts facts{2e9, 0, 1, "multiple", "Some MPI 4.1"};
    const proxima::format::MpiRoutineCounts routine{20, 1,  5000, 0,   160,
                                                    20, 20, 9000, 300, "MPI_Irecv"};
    const proxima::format::MpiPartnerCounts partner{10, 10, 80, 80, 700, 0, 0, 1};
    ThreadBufferBuilder buffer(0);
    const auto add = [&](SectionType type, const auto& row) {
        buffer.section(type, sizeof row, {reinterpret_cast<const char*>(&row), sizeof row});
    };
    add(SectionType::mpi_facts, facts);
    add(SectionType::mpi_routines, routine);
    add(SectionType::mpi_partners, partner);
    write(directory / "mpi_of_one_thread", Bytes().u32(0).raw(buffer.bytes()).bytes());
}

constexpr proxima::Parameter parameters[] = {{"n", "int", proxima::ParameterType::integer}};
proxima::MethodInfo<std::int64_t> method{"f", "void f(int)", "valid_files.cpp:1", parameters};
proxima::Method* const methods[] = {&method};
proxima::PortInfo port{"P", methods, 1};

void call(const proxima::Instance& caller, const proxima::Instance& callee, int n) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(mark, method, caller.site(0),
                                         [&] { return std::int64_t{n}; });
    if (n > 0) {
        call(callee, caller, n - 1);
    }
}

/// The JSON files of a real run.
void write_json_files(const fs::path& directory, const fs::path& run) {
    proxima::configure("quiet=on,records=every:2,output=" + run.string());
    const proxima::Instance first(port, "first");
    const proxima::Instance second(port, "second");
    call(first, second, 3);
    call(second, first, 1);
    fs::create_directories(directory);
    fs::copy(run / "run.json", directory / "run_begun");
    proxima::finish();
    fs::copy(run / "run.json", directory / "run_ended");
    fs::copy(run / "callgraph.json", directory / "callgraph");
}

proxima::node::Sample node_sample(std::uint64_t sequence) {
    proxima::node::Sample sample;
    sample.node = sample.clock = 7;
    sample.sequence = sequence;
    sample.time_ns = 1'000'000'000 * sequence;
    sample.interval_ns = 1'000'000'000;
    sample.set(proxima::node::Metric::cpu_user, 300'000 * sequence * sequence);
    sample.set(proxima::node::Metric::memory_total, 5);
    sample.disks.count = sample.links.count = 1;
    sample.disks.all[0] = {{'s', 'd', 'a'}, {sequence, 2, 3, 4, 5, 6, 7, 8}};
    sample.links.all[0] = {{'l', 'o'}, {sequence, 2, 3, 4, 5}};
    return sample;
}

const proxima::node::NodeInfo node_info{7, "n", 2, "pid 3", "times only", "traced", false};

/// A sample is missing, one comes from a relay, and the clock is known.
void write_node_log(const fs::path& directory) {
    fs::create_directories(directory);
    proxima::node::LogWriter log(directory, {100, 200, "boot", "host"});
    log.node(node_info);
    log.exchange({7, 1'000'000, 1'100'000, 1'200'000, 1'400'000});
    log.exchange({7, 9'000'000'000, 9'000'100'000, 9'000'200'000, 9'000'400'000});
    for (const std::uint64_t sequence : {1, 2, 3, 5, 4, 8, 9, 10, 11}) {
        auto sample = node_sample(sequence);
        sample.clock = sequence == 8 ? 9 : 7;
        std::array<std::uint8_t, 400> bytes;
        log.sample(1'000'000'000 * sequence + 5, {bytes.data(), encode(sample, bytes)});
    }
    log.drops({});
    log.end(12'000'000'000);
    log.flush();
}

/// Without the code at their end.
void write_node_datagrams(const fs::path& directory) {
    using namespace proxima::node;
    const Seal seal(Key{});
    const auto write_one = [&](const char* name, const Message& message) {
        const auto bytes = seal.close({7, 8}, message);
        write(directory / name,
              {reinterpret_cast<const char*>(bytes.bytes.data()), bytes.size - code_size});
    };
    write_one("hello", Hello{node_info});
    write_one("sample", node_sample(4));
    write_one("echo", Echo{1, 2, 3});
    write_one("order", Order{1, true, {2, 10'000'000, 3}});
    write_one("change", Change{{6, 10'000'000, 3}, "rack*"});
    write_one("changed", Changed{6, 1});
}

} // namespace

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::fputs("usage: proxima_fuzz_corpus DIRECTORY\n", stderr);
        return 2;
    }
    const fs::path directory = fs::absolute(arguments[1]);
    for (const char* const all_in_testdata : {"configuration", "models", "selection"}) {
        fs::create_directories(directory / all_in_testdata);
    }
    write_record_files(directory / "record_file");
    write_json_files(directory / "json", directory / "run");
    fs::copy(directory / "json", directory / "recovered_run");
    write_mpi_counts(directory / "record_file");
    write_node_log(directory / "node_log");
    write_node_datagrams(directory / "node_datagram");
}
