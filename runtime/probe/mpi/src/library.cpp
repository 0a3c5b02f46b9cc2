#include "library.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <mpi.h>
#include <utility>

#ifdef PROXIMA_MPI_ENTRY
// The slots of all wrappers, as the linker has collected them.
[[gnu::visibility("hidden")]] extern proxima::mpi::ForwardSlot __start_proxima_mpi_forwards[];
[[gnu::visibility("hidden")]] extern proxima::mpi::ForwardSlot __stop_proxima_mpi_forwards[];
#endif

namespace proxima::mpi {
namespace {

// The beginning of the version of an MPI with the same binary interface.
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
    std::array<char, 16384> text{}; // enough for any MPI
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

namespace {

// The name of libproxima_mpi for the MPI of this version; empty if unknown.
std::string name_for(const std::string& version) {
    constexpr std::array<std::pair<const char*, const char*>, 2> known{
        {{"Open MPI v", "libproxima_mpi_openmpi.so"},
         {"MPICH Version:", "libproxima_mpi_mpich.so"}}};
    for (const auto& [beginning, name] : known) {
        if (version.rfind(beginning, 0) == 0) {
            return name;
        }
    }
    return {};
}

// The directory of this library, with a final slash.
std::string own_directory() {
    Dl_info own{};
    if (dladdr(reinterpret_cast<const void*>(&is_right_library), &own) == 0) {
        return {};
    }
    const std::string file(own.dli_fname);
    return file.substr(0, file.rfind('/') + 1);
}

bool forward_to(const std::string& file) {
#ifdef PROXIMA_MPI_ENTRY
    void* const other = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (other == nullptr) {
        return false;
    }
    for (ForwardSlot* slot = __start_proxima_mpi_forwards; slot != __stop_proxima_mpi_forwards;
         ++slot) {
        if (void* const wrapper = dlsym(other, slot->name)) {
            slot->target = wrapper;
        }
    }
    return true;
#else
    return file.empty();
#endif
}

} // namespace

bool hand_over() noexcept {
    static const bool handed_over = [] {
        const std::string name = is_right_library() ? std::string() : name_for(library_version());
        return !name.empty() && forward_to(own_directory() + name);
    }();
    return handed_over;
}

bool is_right_library() {
    return library_version().rfind(expected, 0) == 0;
}

void say_wrong_library() {
    detail::say("error: MPI is not measured: this libproxima_mpi was built for another MPI (" +
                std::string(expected) + "...) than the application's (" + library_version() +
                "), and its folder has none for that; build one with proxima_add_mpi()");
}

} // namespace proxima::mpi
