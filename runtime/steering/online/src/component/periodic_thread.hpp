// A thread that repeats an action and answers HTTP in between. It blocks all signals.
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

    // Runs `action` at once, and then every `seconds`. If an action already runs, changes only the
    // interval. An action that throws is reported and not repeated.
    void run_every(double seconds, std::function<void()> action);
    // Answers at `address`, instead of any earlier one. Throws base::Error.
    void serve(const std::string& address, base::HttpServer::Answer answer);
    // Returns the address; empty if it answers nowhere.
    std::string address() const;

    // Ends the thread for good, and waits for its end.
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
    int event_ = -1; // wakes the thread after a change
    bool ends_ = false;
    std::thread thread_;
};

} // namespace proxima::online
