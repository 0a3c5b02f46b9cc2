#include "one_sided.hpp"

#include <array>
#include <mpi.h>

namespace programs {

namespace {

using expectation::Bytes;
using expectation::Uses;

constexpr int length = 8;
constexpr Bytes whole = length * sizeof(long);

void windows(Uses& uses, int neighbour) {
    std::array<long, length> own{};
    std::array<long, length> there{};
    MPI_Win window = MPI_WIN_NULL;
    uses.count("MPI_Win_create");
    MPI_Win_create(there.data(), whole, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    const auto fence = [&] {
        uses.count("MPI_Win_fence");
        MPI_Win_fence(0, window);
    };
    fence();
    uses.count("MPI_Put", whole);
    MPI_Put(own.data(), length, MPI_LONG, neighbour, 0, length, MPI_LONG, window);
    fence();
    uses.count("MPI_Get", 0, whole);
    MPI_Get(own.data(), length, MPI_LONG, neighbour, 0, length, MPI_LONG, window);
    fence();
    uses.count("MPI_Accumulate", whole);
    MPI_Accumulate(own.data(), length, MPI_LONG, neighbour, 0, length, MPI_LONG, MPI_SUM, window);
    fence();
    std::array<long, length> result{};
    uses.count("MPI_Get_accumulate", whole, whole);
    MPI_Get_accumulate(own.data(), length, MPI_LONG, result.data(), length, MPI_LONG, neighbour, 0,
                       length, MPI_LONG, MPI_SUM, window);
    fence();
    // Then what would be sent is ignored.
    uses.count("MPI_Get_accumulate", 0, whole);
    MPI_Get_accumulate(own.data(), length, MPI_LONG, result.data(), length, MPI_LONG, neighbour, 0,
                       length, MPI_LONG, MPI_NO_OP, window);
    fence();
    uses.count("MPI_Win_free");
    MPI_Win_free(&window);
}

void files(Uses& uses, int rank) {
    std::array<long, length> data{};
    MPI_File file = MPI_FILE_NULL;
    uses.count("MPI_File_open");
    MPI_File_open(MPI_COMM_WORLD, "counting.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    const MPI_Offset place = rank * static_cast<MPI_Offset>(whole);
    uses.count("MPI_File_write_at", whole);
    MPI_File_write_at(file, place, data.data(), length, MPI_LONG, MPI_STATUS_IGNORE);
    uses.count("MPI_File_read_at", 0, whole);
    MPI_File_read_at(file, place, data.data(), length, MPI_LONG, MPI_STATUS_IGNORE);
    uses.count("MPI_File_close");
    MPI_File_close(&file);
}

} // namespace

void reach_over(Uses& uses, int rank, int size) {
    if (size > 1) { // Open MPI 4.1 makes no window for one rank on machines without a network
        windows(uses, (rank + 1) % size);
    }
    files(uses, rank);
}

} // namespace programs
