// Three measured components of known kind, in turns of random length: one computes, one reads a
// file past the cache, one sleeps. Usage: loads FILE SECONDS
#include "port.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <random>
#include <thread>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t block = std::size_t{1} << 20;

bool before(Clock::time_point end) {
    return Clock::now() < end;
}

class Reader {
public:
    explicit Reader(const char* path)
        : file_(::open(path, O_RDONLY | O_DIRECT)),
          bytes_(std::aligned_alloc(4096, block), &std::free) {
        if (file_ < 0) {
            std::perror(path);
            std::exit(3);
        }
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { ::close(file_); }

    void read_until(Clock::time_point end) {
        while (before(end)) {
            const auto got = ::pread(file_, bytes_.get(), block, offset_);
            if (got < 0) {
                std::perror("read");
                std::exit(3);
            }
            offset_ = got == 0 ? 0 : offset_ + static_cast<off_t>(block);
        }
    }

private:
    int file_;
    off_t offset_ = 0;
    std::unique_ptr<void, void (*)(void*)> bytes_;
};

} // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        return 2;
    }
    const auto in_milliseconds = [](int n) { return Clock::now() + std::chrono::milliseconds(n); };
    scenario::Function computing([&](int n) {
        volatile double sum = 0;
        for (const auto end = in_milliseconds(n); before(end);) {
            for (int i = 0; i < 1000; ++i) {
                sum = sum + i;
            }
        }
        return n;
    });
    Reader file(arguments[1]);
    scenario::Function reading([&](int n) {
        file.read_until(in_milliseconds(n));
        return n;
    });
    scenario::Function sleeping([&](int n) {
        std::this_thread::sleep_until(in_milliseconds(n));
        return n;
    });
    proxima::Proxy<scenario::ScenarioPort> computer(computing, "computer");
    proxima::Proxy<scenario::ScenarioPort> reader(reading, "reader");
    proxima::Proxy<scenario::ScenarioPort> sleeper(sleeping, "sleeper");
    std::mt19937 random;
    std::exponential_distribution<double> length(1 / 200.0);
    const auto turn = [&] { return 20 + static_cast<int>(length(random)); };
    const auto all = [&](int) {
        const auto end = Clock::now() + std::chrono::seconds(std::atoi(arguments[2]));
        while (before(end)) {
            computer.call(turn());
            reader.call(turn());
            sleeper.call(turn());
        }
        return 0;
    };
    scenario::Function driving(all);
    proxima::Proxy<scenario::ScenarioPort> driver(driving, "driver");
    std::puts("ready");
    std::fflush(stdout);
    std::getchar(); // until somebody watches
    driver.call(0);
    return 0;
}
