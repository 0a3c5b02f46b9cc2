#include "library.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/mpi/program_mpi.hpp>

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <string_view>

namespace proxima::mpi {
namespace {

// MPIs of one family have one binary interface: what is built for one works with all. MVAPICH,
// Intel MPI and Cray MPICH follow the interface of MPICH (its ABI compatibility initiative).
struct Family {
    std::array<char, 40> name;
    const char* library;                 // the libproxima_mpi built for it
    std::array<const char*, 5> versions; // texts that only its versions contain
};

constexpr Family open_mpi{{"Open MPI"}, "libproxima_mpi_openmpi.so", {"Open MPI v"}};
constexpr Family mpich{{"MPICH, MVAPICH, Intel MPI or Cray MPICH"},
                       "libproxima_mpi_mpich.so",
                       {"MPICH Version:", "MVAPICH2 Version", "MVAPICH Version",
                        "Intel(R) MPI Library", "CRAY MPICH version"}};

#if defined(OPEN_MPI)
constexpr Family own_family = open_mpi;
#elif defined(MPICH_VERSION) || defined(MPICH_NAME) || defined(I_MPI_VERSION) ||                   \
    defined(MVAPICH2_VERSION)
constexpr Family own_family = mpich;
#else
constexpr Family own_family{"an unknown MPI", "", {}}; // takes any
#endif

#define PROXIMA_TEXT_OF(number) #number
#define PROXIMA_TEXT(number) PROXIMA_TEXT_OF(number)

// Returns null for an unknown family.
const Family* family_of(const std::string& version) {
    for (const Family* const family : {&open_mpi, &mpich}) {
        for (const char* const text : family->versions) {
            if (text != nullptr && version.find(text) != std::string::npos) {
                return family;
            }
        }
    }
    return nullptr;
}

} // namespace

// Tells another libproxima_mpi which MPIs this one is for.
extern "C" PROXIMA_API const std::array<char, 40> proxima_mpi_family;
const std::array<char, 40> proxima_mpi_family = own_family.name;

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

// The directory of this library, with a final slash.
std::string own_directory() {
    Dl_info own{};
    if (dladdr(reinterpret_cast<const void*>(&is_right_library), &own) == 0) {
        return {};
    }
    const std::string file(own.dli_fname);
    return file.substr(0, file.rfind('/') + 1);
}

// A library for the MPI that was found first is called libproxima_mpi.so, whatever that MPI is.
bool forward_to([[maybe_unused]] const Family& family, [[maybe_unused]] const std::string& file) {
#ifdef PROXIMA_MPI_ENTRY
    void* const other = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    const void* const its_family = other == nullptr ? nullptr : dlsym(other, "proxima_mpi_family");
    if (its_family == nullptr ||
        std::string_view(static_cast<const char*>(its_family)) != family.name.data()) {
        return false;
    }
    for (ForwardSlot& slot : forward_slots()) {
        if (void* const wrapper = dlsym(other, slot.name)) {
            slot.target = wrapper;
        }
    }
    return true;
#else
    return false;
#endif
}

} // namespace

bool hand_over() noexcept {
    static const bool handed_over = [] {
        const Family* const family = family_of(library_version());
        return family != nullptr && !is_right_library() &&
               (forward_to(*family, own_directory() + family->library) ||
                forward_to(*family, own_directory() + "libproxima_mpi.so"));
    }();
    return handed_over;
}

bool is_right_library() {
    const std::string version = library_version();
#if defined(OPEN_MPI)
    if (version.rfind("Open MPI v" PROXIMA_TEXT(OMPI_MAJOR_VERSION) ".", 0) != 0) {
        return false; // another major version has another interface
    }
#endif
    const Family* const family = family_of(version);
    const std::string_view own = own_family.library;
    return own.empty() || (family != nullptr && family->library == own);
}

void say_wrong_library() {
    if (!detail::may_speak()) {
        return;
    }
    detail::say("error: MPI is not measured: this libproxima_mpi was built for another MPI (" +
                std::string(own_family.name.data()) + ") than the application's (" +
                library_version() +
                "), and its folder has none for that; build one with proxima_add_mpi()");
}

} // namespace proxima::mpi
