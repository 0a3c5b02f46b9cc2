// A small HTTP server that answers GET, for metrics and pages on this machine. It never blocks: the
// caller's loop polls its descriptor.
//
//     base::HttpServer server("127.0.0.1:9100", [](std::string_view path) {
//         return path == "/metrics" ? base::HttpAnswer{200, "text/plain", "up 1\n"}
//                                   : base::HttpAnswer{};
//     });
//     for (int round = 0; round < 100; ++round) {
//         server.work(); // once poll() reports server.descriptor() as readable
//     }
//
// Thread safety: one thread at a time uses an object.
// Errors: the constructor throws Error; damaged requests get an answer or are closed.
#pragma once

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

    /// Listens on `PORT`, `HOST:PORT` or `unix:FILE`. HOST must be a loopback address, because any
    /// other would be readable from elsewhere; port 0 takes a free one, and is answered only to
    /// those who send the token of http_token.hpp. Only the owner can open the socket FILE. The
    /// destructor removes both files.
    HttpServer(const std::string& address, Answer answer);
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
    ~HttpServer();

    /// A descriptor that is readable when work() has something to do.
    int descriptor() const;

    /// Accepts, reads and answers as far as possible without waiting.
    void work();

    /// The address with the actual port: `127.0.0.1:9100`.
    const std::string& address() const;

private:
    class Connections;
    std::unique_ptr<Connections> connections_;
};

} // namespace proxima::base
