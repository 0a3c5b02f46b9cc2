#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace heat {

using namespace proxima::framework;

struct Failure {};

/// Ends in the way that its parameter says.
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
        if (way_ == "exit") {
            std::exit(static_cast<int>(status_));
        }
        if (way_ == "abort") {
            std::abort();
        }
        if (way_ == "segmentation fault") {
            std::raise(SIGSEGV);
        }
        if (way_ == "stack overflow") {
            return static_cast<int>(overflow(1));
        }
        if (way_ == "number") {
            throw 42;
        }
        if (way_ == "type") {
            throw Failure();
        }
        if (way_ == "child") {
            return status_of_child();
        }
        return 0;
    }

private:
    static double overflow(double depth) {
        volatile double room[1000];
        room[0] = depth;
        return depth > 1e12 ? room[0] : overflow(depth + 1) + room[0];
    }
    /// Children end as they like.
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
