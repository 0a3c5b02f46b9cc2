// OTF2: an enter and a leave event, stamped by the processor's counter, written to an archive.
//
//     proxima_compare_otf2 DIRECTORY
#include "components.hpp"
#include "region_loop.hpp"

#include <proxima/detail/ticks.hpp>

#include <cstdint>
#include <cstdlib>
#include <otf2/otf2.h>

namespace {

OTF2_FlushType flush_when_full(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
}

OTF2_TimeStamp time_after_flush(void*, OTF2_FileType, OTF2_LocationRef) {
    return proxima::detail::counter();
}

constexpr OTF2_FlushCallbacks flushing{flush_when_full, time_after_flush};

} // namespace

int main(int argc, char** argv) {
    constexpr std::uint64_t events_chunk = 1 << 20;
    constexpr std::uint64_t definitions_chunk = 1 << 22;
    OTF2_Archive* const archive =
        OTF2_Archive_Open(argc > 1 ? argv[1] : "trace", "traces", OTF2_FILEMODE_WRITE, events_chunk,
                          definitions_chunk, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive == nullptr) {
        return EXIT_FAILURE;
    }
    OTF2_Archive_SetFlushCallbacks(archive, &flushing, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive, 0);
    const auto bare = bench::make_bare();
    const int status = comparison::time_regions([&](int n) {
        OTF2_EvtWriter_Enter(writer, nullptr, proxima::detail::counter(), 0);
        const int result = bare->compute(n);
        OTF2_EvtWriter_Leave(writer, nullptr, proxima::detail::counter(), 0);
        return result;
    });
    OTF2_Archive_CloseEvtWriter(archive, writer);
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_Archive_Close(archive);
    return status;
}
