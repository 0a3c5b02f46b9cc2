// A tiny HTTP server that answers GET, for what lets itself be scraped or looked at. It waits for
// nothing: the caller's loop polls its descriptor.
//
//     HttpServer server("127.0.0.1:9100", [](std::string_view path) {
//         return path == "/metrics" ? HttpAnswer{200, "text/plain", text()} : HttpAnswer{};
//     });
//     poll(server.descriptor()), then server.work(), again and again
//
// Thread-safety: one thread uses an object.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace proxima::base {

struct HttpAnswer {
    int status = 404;
    std::string type = "text/plain; charset=utf-8";
    std::string body = "not found\n";
};

class HttpServer {
public:
    using Answer = std::function<HttpAnswer(std::string_view path)>;

    /// `PORT` or `HOST:PORT` with a loopback address for a host (any other would be readable for
    /// all; port 0: a free one), or `unix:FILE`, which only the owner can open and which is removed
    /// at the end. Throws Error.
    HttpServer(const std::string& address, Answer answer);
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
    ~HttpServer();

    /// Readable when there is something to do.
    int descriptor() const;

    /// Does what can be done now.
    void work();

    /// With the port that it has: `127.0.0.1:9100`.
    const std::string& address() const;

private:
    class Connections;
    std::unique_ptr<Connections> connections_;
};

} // namespace proxima::base
