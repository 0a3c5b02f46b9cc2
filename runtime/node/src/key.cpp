#include <proxima/base/error.hpp>
#include <proxima/node/datagram.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

namespace proxima::node {
namespace {

constexpr std::size_t hex_size = 2 * std::tuple_size_v<Key>;

void start_sodium() {
    if (sodium_init() < 0) {
        throw base::Error("libsodium cannot start: no random numbers from the system");
    }
}

class OpenFile {
public:
    OpenFile(const std::filesystem::path& file, int flags)
        : descriptor(::open(file.c_str(), flags | O_CLOEXEC, 0600)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (descriptor >= 0) {
            ::close(descriptor);
        }
    }
    const int descriptor;
};

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
    const OpenFile made(file, O_WRONLY | O_CREAT | O_EXCL);
    if (made.descriptor < 0 && errno == EEXIST) {
        throw base::Error(file, "exists already; remove it if no node uses it");
    }
    if (made.descriptor < 0 ||
        ::write(made.descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        throw base::Error(file, std::string("cannot be written: ") + std::strerror(errno));
    }
}

Key read_key(const std::filesystem::path& file) {
    start_sodium();
    const OpenFile opened(file, O_RDONLY | O_NONBLOCK);
    if (opened.descriptor < 0 && errno == ENOENT) {
        throw base::Error(file, "no key there; make one with `proxima node key`, and copy it to "
                                "all nodes");
    }
    std::array<char, hex_size + 2> text{};
    struct stat facts{};
    const auto size =
        opened.descriptor < 0 ? -1 : ::read(opened.descriptor, text.data(), text.size());
    if (size < 0 || ::fstat(opened.descriptor, &facts) != 0) {
        throw base::Error(file, std::string("cannot be read: ") + std::strerror(errno));
    }
    if (S_ISREG(facts.st_mode) && (facts.st_mode & 077) != 0) {
        throw base::Error(file, "is readable for others than its owner; run `chmod 600` on it");
    }
    Key key;
    std::size_t bytes = 0;
    const char* end = nullptr;
    if (sodium_hex2bin(key.data(), key.size(), text.data(), static_cast<std::size_t>(size), nullptr,
                       &bytes, &end) != 0 ||
        bytes != key.size() || std::string_view(end, text.data() + size) != "\n") {
        throw base::Error(file, "is not a key; make one with `proxima node key`");
    }
    return key;
}

} // namespace proxima::node
