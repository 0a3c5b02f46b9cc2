#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/http_token.hpp>
#include <proxima/base/text.hpp>

#include <climits>

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace proxima::base {

std::filesystem::path http_token_file(std::string_view port) {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home != '/') {
        throw Error("HOME names no directory for the token of a port; set it, or use unix:FILE");
    }
    std::array<char, HOST_NAME_MAX + 1> host{};
    ::gethostname(host.data(), host.size() - 1);
    return std::filesystem::path(home) / ".config/proxima" /
           (file_name(host.data(), ".-") + "-" + std::string(port) + ".token");
}

std::string make_http_token(const std::filesystem::path& file) {
    constexpr char digits[] = "0123456789abcdef";
    constexpr int length = 32;
    std::random_device random;
    std::string token;
    for (int i = 0; i < length; ++i) {
        token += digits[random() % 16];
    }
    std::error_code ignored; // then the file cannot be written
    std::filesystem::create_directories(file.parent_path(), ignored);
    // A new file has the mode of the one that it replaces from the first moment on.
    ::unlink(file.c_str());
    Descriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    ReplacedFile replaced(file);
    ::fchmod(replaced.descriptor(), 0600);
    replaced.write(token + "\n");
    replaced.commit();
    return token;
}

std::string read_http_token(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored) ? split(read_whole_file(file), '\n').front()
                                                  : std::string();
}

bool is_http_token(std::string_view sent, std::string_view token) {
    unsigned difference = sent.size() == token.size() ? 0 : 1;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const char c = i < sent.size() ? sent[i] : '\0';
        difference |= static_cast<unsigned char>(c ^ token[i]);
    }
    return difference == 0;
}

} // namespace proxima::base
