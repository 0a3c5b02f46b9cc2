#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/node/datagram.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

namespace proxima::node {
namespace {

constexpr std::size_t hex_size = 2 * std::tuple_size_v<Key>;

void start_sodium() {
    if (sodium_init() < 0) {
        throw base::Error("libsodium cannot start: no random numbers from the system");
    }
}

} // namespace

std::uint64_t random_id() {
    start_sodium();
    std::uint64_t id = 0;
    while (id == 0) {
        randombytes_buf(&id, sizeof id);
    }
    return id;
}

std::filesystem::path standard_key_file() {
    if (const char* named = std::getenv("PROXIMA_NODE_KEY"); named != nullptr && *named != '\0') {
        return named;
    }
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : "/") / ".config/proxima/node.key";
}

void make_key(const std::filesystem::path& file) {
    start_sodium();
    Key key;
    randombytes_buf(key.data(), key.size());
    std::array<char, hex_size + 1> text{};
    sodium_bin2hex(text.data(), text.size(), key.data(), key.size());
    text.back() = '\n';
    std::error_code failure;
    if (file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), failure);
    }
    const base::Descriptor made(
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!made.is_open() && errno == EEXIST) {
        throw base::Error(file, "exists already; remove it if no node uses it");
    }
    if (!made.is_open() ||
        ::write(made.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        throw base::Error(file, std::string("cannot be written: ") + std::strerror(errno));
    }
}

Key read_key(const std::filesystem::path& file) {
    start_sodium();
    std::error_code failure;
    const auto status = std::filesystem::status(file, failure);
    if (!std::filesystem::exists(status)) {
        throw base::Error(file, "no key there; make one with `proxima nodes key`, and copy it to "
                                "all nodes");
    }
    constexpr auto others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
    if (std::filesystem::is_regular_file(status) &&
        (status.permissions() & others) != std::filesystem::perms::none) {
        throw base::Error(file, "can be read by others than its owner; run `chmod 600` on it");
    }
    const auto text = base::read_whole_file(file);
    Key key;
    std::size_t bytes = 0;
    const char* end = nullptr;
    if (sodium_hex2bin(key.data(), key.size(), text.data(), text.size(), nullptr, &bytes, &end) !=
            0 ||
        bytes != key.size() || std::string_view(end, text.data() + text.size()) != "\n") {
        throw base::Error(file, "is not a key; make one with `proxima nodes key`");
    }
    return key;
}

} // namespace proxima::node
