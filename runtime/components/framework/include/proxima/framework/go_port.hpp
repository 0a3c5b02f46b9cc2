// The port that starts an assembly.
//
//     class Driver : public framework::GoPort {
//         int go() override { return 0; }
//     };
//     Driver driver;
//     framework::GoPort& port = driver;
//     std::cout << port.go() << '\n';
//
// Thread safety: the framework calls go() on the thread that starts the assembly.
// Errors: exceptions of go() reach that thread.
#pragma once

#include <proxima/framework/port.hpp>

namespace proxima::framework {

class PROXIMA_API GoPort : public virtual Port {
public:
    /// Runs the application. Returns the exit status of the program: 0 for success.
    virtual int go() = 0;
};

} // namespace proxima::framework
