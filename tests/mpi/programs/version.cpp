// Preloaded before an MPI: answers MPI_Get_library_version with FAKE_MPI, as the MPI of another
// vendor would.
#include <cstdlib>
#include <cstring>

extern "C" int PMPI_Get_library_version(char* version, int* length) {
    const char* const text = std::getenv("FAKE_MPI");
    std::strcpy(version, text == nullptr ? "" : text);
    *length = static_cast<int>(std::strlen(version));
    return 0;
}
