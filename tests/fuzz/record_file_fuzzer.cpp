// Reads the input as a record file, and as the thread buffer beside it, with its counts of MPI.
// Input: u32 size of the record file, both files.
//
// Checksums would stop almost every input at its first byte, so they are corrected first. The
// fuzzer tries what a hostile file can contain; tests/unit/analysis/rundir/corruption_test.cpp
// tests whether damage is noticed.
#include "run_in_memory.hpp"

#include <proxima/format/bytes.hpp>
#include <proxima/format/chunks.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace proxima::rundir;
using proxima::format::xxh64;
using proxima::fuzz::write;

std::uint32_t load_u32(const void* bytes) {
    return proxima::format::load<std::uint32_t>(bytes);
}

constexpr std::size_t file_header = 64;
constexpr std::size_t hashed_file_header = 56;
constexpr std::size_t chunk_header = 16;
constexpr std::size_t chunk_hash = 8; // within the chunk's header

void store_hash(unsigned char* bytes, std::uint64_t hash) {
    std::memcpy(bytes, &hash, sizeof hash);
}

void correct_checksums(unsigned char* bytes, std::size_t size) {
    if (size < file_header) {
        return;
    }
    store_hash(bytes + hashed_file_header, xxh64(bytes, hashed_file_header, 0));
    for (std::size_t chunk = file_header; size - chunk >= chunk_header;) {
        const std::size_t payload = load_u32(bytes + chunk + 4);
        if (payload > size - chunk - chunk_header) {
            return;
        }
        store_hash(bytes + chunk + chunk_hash,
                   xxh64(bytes + chunk + chunk_header, payload, load_u32(bytes + chunk)));
        chunk += chunk_header + payload;
    }
}

// Reads every parameter, so that the sanitizers see each byte used.
struct Reader : RecordVisitor {
    std::uint64_t sum = 0;

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            for (const auto& parameter : thread.method(*record).parameters) {
                sum += parameter.type == ParameterType::text ? record->text(parameter).text.size()
                                                             : record->word(parameter);
            }
        }
    }

    void statistics(const Thread& thread, const BinStatistics* first, std::size_t count) override {
        for (const auto* bin = first; bin != first + count; ++bin) {
            const auto& parameters = thread.method(thread.call_paths[bin->call_path]).parameters;
            sum += bin_text(parameters.empty() ? nullptr : &parameters.front(), bin->bin).size();
        }
    }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t header = 4;
    if (size < header) {
        return 0;
    }
    static const auto run = proxima::fuzz::make_run();
    std::string bytes(reinterpret_cast<const char*>(data) + header, size - header);
    const auto split = std::min<std::size_t>(load_u32(data), bytes.size());
    correct_checksums(reinterpret_cast<unsigned char*>(bytes.data()), split);
    write(run / "records" / "0-0.rec", bytes.substr(0, split));
    write(run / "records" / "0-0.buffer", bytes.substr(split));
    Reader reader;
    read_records(RunDirectory::open(run), reader);
    recorded_methods(RunDirectory::open(run));
    std::vector<std::string> problems;
    rebuild_mpi_use(RunDirectory::open(run), problems);
    return 0;
}
