#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace heat {

using namespace proxima::framework;

struct Failure {};

// Ends the process in the way that its parameter says.
class Culprit : public Component, public GoPort {
public:
    ~Culprit() override {
        if (way_ == "destructor") {
            std::abort();
        }
    }
    void set_services(Services& services) override {
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        if (std::getenv("CULPRIT") != nullptr) {
            throw Failure();
        }
    }
    int go() override {
        const std::map<std::string, std::function<int()>> ways = {
            {"exit", [this]() -> int { std::exit(static_cast<int>(status_)); }},
            {"abort", []() -> int { std::abort(); }},
            {"segmentation fault", [] { return std::raise(SIGSEGV); }},
            {"stack overflow", [] { return static_cast<int>(overflow(1)); }},
            {"number", []() -> int { throw 42; }},
            {"type", []() -> int { throw Failure(); }},
            {"child", status_of_child}};
        const auto way = ways.find(way_);
        return way == ways.end() ? 0 : way->second();
    }

private:
    static double overflow(double depth) {
        volatile double room[1000];
        room[0] = depth;
        return depth > 1e12 ? room[0] : overflow(depth + 1) + room[0];
    }
    // Child processes may end in any way.
    static int status_of_child() {
        const pid_t child = fork();
        if (child == 0) {
            std::exit(0);
        }
        int status = 1;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }

    Parameters parameters_;
    const std::string& way_ = parameters_.add_string("way", "", "");
    const std::int64_t& status_ = parameters_.add_int("status", "of exit", 0, 0, 255);
};

} // namespace heat

PROXIMA_COMPONENT(Culprit, heat::Culprit)
