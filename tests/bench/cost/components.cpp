#include "components.hpp"

#include <proxima/detail/ticks.hpp>

#include <ctime>

namespace bench {
namespace {

class Bare final : public ObjectPort {
public:
    int compute(int n) override { return n + 1; }
};

class Caller final : public FluxPort {
public:
    explicit Caller(FluxPort& target) : target_(target) {}
    int compute(int n) override { return target_.compute(n) + 1; }

private:
    FluxPort& target_;
};

std::uint64_t read_counter() {
    return proxima::detail::counter();
}

std::uint64_t read_clock() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(time.tv_nsec);
}

template <std::uint64_t read()>
class Reader final : public FluxPort {
public:
    explicit Reader(FluxPort& target) : target_(target) {}

    int compute(int n) override {
        const std::uint64_t begin = read();
        const int result = target_.compute(n);
        total_ += read() - begin;
        return result;
    }

private:
    FluxPort& target_;
    std::uint64_t total_ = 0;
};

} // namespace

std::unique_ptr<ObjectPort> make_bare() {
    return std::make_unique<Bare>();
}

std::unique_ptr<FluxPort> make_caller(FluxPort& target) {
    return std::make_unique<Caller>(target);
}

std::unique_ptr<FluxPort> make_counter_reader(FluxPort& target) {
    return std::make_unique<Reader<read_counter>>(target);
}

std::unique_ptr<FluxPort> make_clock_reader(FluxPort& target) {
    return std::make_unique<Reader<read_clock>>(target);
}

} // namespace bench
