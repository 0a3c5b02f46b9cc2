#include "component/periodic_thread.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/framework/error.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace proxima::online {
namespace {

using Clock = std::chrono::steady_clock;

} // namespace

void PeriodicThread::run_every(double seconds, std::function<void()> action) {
    const std::lock_guard lock(mutex_);
    seconds_ = seconds;
    if (!action_) {
        action_ = std::move(action);
        start();
    }
}

void PeriodicThread::serve(const std::string& address, base::HttpServer::Answer answer) {
    const std::lock_guard lock(mutex_);
    server_ = std::make_shared<base::HttpServer>(address, std::move(answer));
    start();
}

std::string PeriodicThread::address() const {
    const std::lock_guard lock(mutex_);
    return server_ == nullptr ? std::string() : server_->address();
}

void PeriodicThread::stop() noexcept {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        wake();
    }
    if (thread_.joinable()) {
        thread_.join();
    }
    server_.reset();
    if (event_ >= 0) {
        ::close(std::exchange(event_, -1));
    }
}

void PeriodicThread::start() {
    if (ends_) {
        return;
    }
    if (thread_.joinable()) {
        wake();
        return;
    }
    event_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (...) {
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        throw;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void PeriodicThread::wake() const noexcept {
    ::eventfd_write(event_, 1);
}

void PeriodicThread::run() {
    auto next = Clock::now();
    for (;;) {
        std::shared_ptr<base::HttpServer> server;
        double seconds = 0;
        {
            const std::lock_guard lock(mutex_);
            if (ends_) {
                return;
            }
            server = server_;
            seconds = seconds_;
        }
        if (Clock::now() >= next) {
            act();
            next = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
        }
        std::array<pollfd, 2> descriptors{
            {{event_, POLLIN, 0}, {server == nullptr ? -1 : server->descriptor(), POLLIN, 0}}};
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now()).count();
        ::poll(descriptors.data(), descriptors.size(),
               static_cast<int>(std::clamp<std::int64_t>(wait, 0, 60'000)));
        eventfd_t ignored = 0;
        ::eventfd_read(event_, &ignored);
        if (server != nullptr) {
            server->work();
        }
    }
}

void PeriodicThread::act() noexcept {
    std::function<void()> action;
    {
        const std::lock_guard lock(mutex_);
        action = action_;
    }
    try {
        if (action) {
            action();
        }
    } catch (...) {
        detail::say("nothing more is observed: " + framework::message_of_current_exception());
        const std::lock_guard lock(mutex_);
        action_ = [] {};
    }
}

} // namespace proxima::online
