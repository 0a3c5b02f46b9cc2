#include "library.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <array>
#include <mpi.h>

namespace proxima::mpi {

namespace {

// What the version of an MPI with the same binary interface begins with.
#if defined(OPEN_MPI)
#define PROXIMA_TEXT_OF(number) #number
#define PROXIMA_TEXT(number) PROXIMA_TEXT_OF(number)
constexpr const char* expected = "Open MPI v" PROXIMA_TEXT(OMPI_MAJOR_VERSION) ".";
#elif defined(MPICH_VERSION)
constexpr const char* expected = "MPICH Version:";
#else
constexpr const char* expected = "";
#endif

} // namespace

std::string library_version() {
    std::array<char, 16384> text{}; // of whatever MPI: they differ in how much they write
    int length = 0;
    PMPI_Get_library_version(text.data(), &length);
    std::string version(text.data());
    version.resize(std::min(version.find_first_of("\r\n,"), version.size()));
    std::replace(version.begin(), version.end(), '\t', ' ');
    return version;
}

const char* thread_level() noexcept {
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    switch (level) {
    case MPI_THREAD_MULTIPLE:
        return "multiple";
    case MPI_THREAD_SERIALIZED:
        return "serialized";
    case MPI_THREAD_FUNNELED:
        return "funneled";
    default:
        return "single";
    }
}

bool is_right_library() {
    return library_version().rfind(expected, 0) == 0;
}

void say_wrong_library() {
    detail::say("error: this libproxima_mpi was built for another MPI (" + std::string(expected) +
                "...) than the application's (" + library_version() +
                "), so MPI is not measured; build one with proxima_add_mpi()");
}

} // namespace proxima::mpi
