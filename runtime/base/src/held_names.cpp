#include "held_names.hpp"

#include <proxima/base/directory.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace proxima::base {
namespace {

constexpr std::string_view descriptors = "/proc/self/fd/";

struct HeldNames {
    std::mutex mutex;
    std::map<int, std::filesystem::path> names;
};

HeldNames& held() {
    static HeldNames& all = *new HeldNames; // directories may be closed until the very end
    return all;
}

} // namespace

void hold_name(int descriptor, const std::filesystem::path& name) {
    const std::lock_guard lock(held().mutex);
    held().names[descriptor] = name;
}

void forget_name(int descriptor) noexcept {
    const std::lock_guard lock(held().mutex);
    held().names.erase(descriptor);
}

std::filesystem::path place_of(int descriptor) {
    return std::string(descriptors) + std::to_string(descriptor);
}

std::filesystem::path shown(const std::filesystem::path& path) {
    std::string_view rest = path.native();
    if (!rest.starts_with(descriptors)) {
        return path;
    }
    rest.remove_prefix(descriptors.size());
    const auto end = std::min(rest.find('/'), rest.size());
    const auto descriptor = number_of<int>(rest.substr(0, end));
    const std::lock_guard lock(held().mutex);
    const auto found = descriptor ? held().names.find(*descriptor) : held().names.end();
    if (found == held().names.end()) {
        return path;
    }
    return end + 1 < rest.size() ? found->second / rest.substr(end + 1) : found->second;
}

} // namespace proxima::base
