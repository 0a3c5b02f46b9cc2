#include "http_listening.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace proxima::base {
namespace {

[[noreturn]] void fail(const std::string& address) {
    throw Error("cannot listen on " + address + ": " + std::strerror(errno));
}

void listen_on(const Descriptor& socket, const std::string& address) {
    if (::listen(socket.get(), SOMAXCONN) != 0) {
        fail(address);
    }
}

// Removes a socket that a killed server of this user left, and nothing else.
void remove_abandoned(const std::string& file, const sockaddr_un& name) {
    struct stat facts{};
    if (::lstat(file.c_str(), &facts) != 0 || !S_ISSOCK(facts.st_mode)) {
        return;
    }
    const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const bool is_abandoned =
        probe.is_open() &&
        ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 &&
        errno == ECONNREFUSED;
    if (!is_abandoned || facts.st_uid != ::geteuid()) {
        throw Error(file, "is the socket of another program; choose another name");
    }
    ::unlink(file.c_str());
}

} // namespace

Descriptor listen_on_file(const std::string& file) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    if (file.empty() || file.size() >= sizeof name.sun_path) {
        throw Error(file, "cannot be the name of a socket; choose one of 1 to 107 characters");
    }
    std::copy(file.begin(), file.end(), name.sun_path);
    remove_abandoned(file, name);
    Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    // Linux gives the file the mode of the socket. Changing the umask would change the files that
    // other threads of the program create at this moment.
    if (!listening.is_open() || ::fchmod(listening.get(), 0600) != 0 ||
        ::bind(listening.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
        fail(file);
    }
    listen_on(listening, file);
    return listening;
}

std::optional<sockaddr_in> loopback(const std::string& address) {
    const auto colon = address.rfind(':');
    const bool has_host = colon != std::string::npos;
    const auto host = has_host ? address.substr(0, colon) : "localhost";
    const auto port = number_of<std::uint16_t>(address.substr(has_host ? colon + 1 : 0));
    const char* const numeric = host == "localhost" ? "127.0.0.1" : host.c_str();
    sockaddr_in name{};
    name.sin_family = AF_INET;
    if (!port || ::inet_pton(AF_INET, numeric, &name.sin_addr) != 1 ||
        ntohl(name.sin_addr.s_addr) >> 24 != 127) {
        return std::nullopt;
    }
    name.sin_port = htons(*port);
    return name;
}

Descriptor listen_on_port(const std::string& address, std::string& actual) {
    auto name = loopback(address);
    if (!name) {
        throw Error("`" + address +
                    "` is not an address to listen on; write PORT, 127.0.0.1:PORT or "
                    "unix:FILE (others than this machine are not answered)");
    }
    Descriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int yes = 1;
    ::setsockopt(listening.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    auto* const generic = reinterpret_cast<sockaddr*>(&*name);
    socklen_t size = sizeof *name;
    if (::bind(listening.get(), generic, size) != 0 ||
        ::getsockname(listening.get(), generic, &size) != 0) {
        fail(address);
    }
    listen_on(listening, address);
    std::array<char, INET_ADDRSTRLEN> host{};
    ::inet_ntop(AF_INET, &name->sin_addr, host.data(), host.size());
    actual = host.data() + (":" + std::to_string(ntohs(name->sin_port)));
    return listening;
}

} // namespace proxima::base
