// Sockets on which an HttpServer listens: reachable from this machine only.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <netinet/in.h>
#include <optional>
#include <string>

namespace proxima::base {

// Makes a socket of mode 0600. Replaces one that a killed server of this user has left.
Descriptor listen_on_file(const std::string& file);

// Listens on `PORT` or `HOST:PORT`, and sets `actual` to `127.0.0.1:9100`.
Descriptor listen_on_port(const std::string& address, std::string& actual);

// Accepts only 127.0.0.0/8, so that no name server decides who may read.
std::optional<sockaddr_in> loopback(const std::string& address);

} // namespace proxima::base
