// A thread that does something again and again, and answers HTTP meanwhile. It takes none of the
// application's signals.
#pragma once

#include <proxima/base/http_server.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace proxima::online {

class PeriodicThread {
public:
    PeriodicThread() = default;
    PeriodicThread(const PeriodicThread&) = delete;
    PeriodicThread& operator=(const PeriodicThread&) = delete;
    ~PeriodicThread() { stop(); }

    // At once, then every so many seconds; nothing if it is busy already. An `action` that throws
    // is reported, and not run again.
    void run_every(double seconds, std::function<void()> action);
    // In place of what it answered before. Throws base::Error.
    void serve(const std::string& address, base::HttpServer::Answer answer);
    // Empty if it answers nothing.
    std::string address() const;

    // Waits until it has ended. For good.
    void stop() noexcept;

private:
    void start();
    void wake() const noexcept;
    void run();
    void act() noexcept;

    mutable std::mutex mutex_;
    std::function<void()> action_;
    double seconds_ = 1;
    std::shared_ptr<base::HttpServer> server_;
    int event_ = -1; // wakes the thread when something has changed
    bool ends_ = false;
    std::thread thread_;
};

} // namespace proxima::online
