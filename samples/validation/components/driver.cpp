#include "model_component.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/go_port.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace {

using proxima::framework::GoPort;
using proxima::framework::ParameterPort;
using proxima::framework::Services;
using validation::Duration;
using validation::Work;

// "0.8,1,1.2" as numbers.
std::vector<double> parse_inputs(const std::string& text) {
    std::vector<double> inputs;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) {
        const char* const end = word.data() + word.size();
        double x = 0.0;
        const auto [read_to, error] = std::from_chars(word.data(), end, x);
        if (error != std::errc() || read_to != end || !std::isfinite(x) || x <= 0.0) {
            throw proxima::framework::Error(
                proxima::framework::ErrorKind::nonstandard,
                "inputs: \"" + word + "\" is not a number above zero; give some as 0.8,1,1.2");
        }
        inputs.push_back(x);
    }
    return inputs;
}

struct Call {
    std::string who;
    double x;
    Duration duration;
};

// Hands each input to A, B and C, and prints what every call was to take and took.
class Driver final : public proxima::framework::Component, public GoPort {
public:
    void set_services(Services& services) override {
        services.use<validation::APort>("a");
        services.use<validation::BPort>("b");
        services.use<validation::CPort>("c");
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services_ = &services;
    }

    int go() override {
        const std::vector<double> inputs = parse_inputs(inputs_);
        std::vector<Call> calls;
        for (std::int64_t round = 0; round < rounds_; ++round) {
            for (const double x : inputs) {
                add(calls, "a", x,
                    validation::timed_compute<validation::APort>(*services_, "a", x));
                add(calls, "b", x,
                    validation::timed_compute<validation::BPort>(*services_, "b", x));
                add(calls, "c", x,
                    validation::timed_compute<validation::CPort>(*services_, "c", x));
            }
        }
        print(calls);
        return 0;
    }

private:
    static void add(std::vector<Call>& calls, const std::string& who, double x, const Work& work) {
        if (work.part.model > 0.0) {
            calls.push_back({"d", x, work.part});
        }
        calls.push_back({who, x, work.whole});
    }

    // Prints after all calls, so that printing takes no time from them.
    static void print(const std::vector<Call>& calls) {
        std::puts("call,x,model_us,inside_us,around_us");
        for (const Call& call : calls) {
            std::printf("%s,%.17g,%.17g,%.3f,%.3f\n", call.who.c_str(), call.x, call.duration.model,
                        call.duration.inside, call.duration.around);
        }
    }

    Services* services_ = nullptr;
    proxima::framework::Parameters parameters_;
    const std::string& inputs_ =
        parameters_.add_string("inputs", "x of the calls, separated by commas", "1,2,3");
    const std::int64_t& rounds_ =
        parameters_.add_int("rounds", "through all inputs", 10, 1, 1'000'000);
};

} // namespace

PROXIMA_COMPONENT(Driver, Driver)
