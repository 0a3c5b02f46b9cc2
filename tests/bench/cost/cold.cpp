// Calls that stream through 512 MB, which no cache holds, as code outside of loops of a benchmark
// does: `cold bare|proxy LINES CALLS INSTANCES` prints the processor time of the calls in seconds.
#include "flux_port.hpp"
#include "flux_port.proxy.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace {

using bench::FluxPort;

std::vector<double>& memory() {
    static std::vector<double> words(std::size_t{64} << 20U);
    return words;
}

class Stream final : public FluxPort {
public:
    explicit Stream(std::size_t number) : at_(number * 1'000'003 % memory().size() / 8 * 8) {}
    int compute(int lines) override {
        double sum = 0;
        for (int line = 0; line < lines; ++line) {
            memory()[at_] = sum += memory()[at_];
            at_ = at_ + 8 < memory().size() ? at_ + 8 : 0;
        }
        return static_cast<int>(sum);
    }

private:
    std::size_t at_;
};

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace

int main(int count, char** arguments) {
    if (count != 5) {
        return 1;
    }
    const bool is_measured = arguments[1] == std::string("proxy");
    const int lines = std::atoi(arguments[2]);
    const auto calls = static_cast<unsigned>(std::atoi(arguments[3]));
    std::vector<std::unique_ptr<FluxPort>> ports(std::strtoul(arguments[4], nullptr, 10));
    for (std::size_t i = 0; i < ports.size(); ++i) {
        ports[i] = std::make_unique<Stream>(i);
        if (is_measured) {
            const std::string name = "stream" + std::to_string(i);
            ports[i] =
                std::make_unique<proxima::Proxy<FluxPort>>(std::move(ports[i]), name.c_str());
        }
        ports[i]->compute(1);
    }
    const double begin = processor_seconds();
    for (unsigned call = 0; call < calls; ++call) {
        asm volatile("" : : "r"(ports[call * 7919 % ports.size()]->compute(lines)));
    }
    std::printf("%.6f\n", processor_seconds() - begin);
}
