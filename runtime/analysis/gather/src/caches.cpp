#include "caches.hpp"

#include <array>
#include <fstream>
#include <unistd.h>

namespace proxima::gather {

std::vector<double> data_caches(const std::string& host) {
    std::array<char, 256> name{};
    std::vector<double> sizes;
    if (gethostname(name.data(), name.size() - 1) != 0 || host != name.data()) {
        return sizes;
    }
    for (int i = 0;; ++i) {
        const auto cache = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i);
        std::string type;
        double kilobytes = 0;
        if (!(std::ifstream(cache + "/type") >> type) ||
            !(std::ifstream(cache + "/size") >> kilobytes)) {
            return sizes;
        }
        if (type != "Instruction") {
            constexpr double bytes = 1024;
            sizes.push_back(kilobytes * bytes);
        }
    }
}

} // namespace proxima::gather
