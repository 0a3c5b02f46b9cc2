// Reads the input as a log of nodes with corrected checksums, and puts it on a grid.
#include "log/log_records.hpp"

#include <proxima/base/error.hpp>
#include <proxima/node/global_view.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace proxima::node;

std::string with_checksums(std::string bytes) {
    std::size_t at = log_magic.size();
    while (at + record_header <= bytes.size()) {
        std::uint32_t size = 0;
        std::memcpy(&size, bytes.data() + at, sizeof size);
        if (size > bytes.size() - at - record_header) {
            break;
        }
        const auto sum = checksum({bytes.data() + at + record_header, size});
        std::memcpy(bytes.data() + at + 4, &sum, sizeof sum);
        at += record_header + size;
    }
    return bytes;
}

void check(const IntervalEstimate& estimate) {
    const double slack = 1e-6 * std::fabs(estimate.value) + 1e-6;
    if (estimate.low > estimate.value + slack || estimate.high < estimate.value - slack) {
        std::abort();
    }
}

void look_at(const GlobalView& view) {
    constexpr std::size_t few = 16;
    const auto grid = grid_of(view, 0, few);
    for (const auto& node : view.nodes) {
        for (const auto& stretch : node.stretches) {
            for (const auto& [key, series] : stretch.series) {
                for (const auto& cell : on_grid(node, key, grid)) {
                    if (cell) {
                        check(*cell);
                    }
                }
            }
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const int file = ::memfd_create("log", 0);
    static const std::string name = "/proc/self/fd/" + std::to_string(file);
    const auto bytes = with_checksums({reinterpret_cast<const char*>(data), size});
    if (::ftruncate(file, 0) != 0 ||
        ::pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        std::abort();
    }
    try {
        look_at(read_view(name));
    } catch (const proxima::base::Error&) {
    }
    return 0;
}
