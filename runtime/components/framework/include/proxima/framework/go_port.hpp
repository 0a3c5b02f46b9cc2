// The port that starts an assembly.
#pragma once

#include <proxima/framework/port.hpp>

namespace proxima::framework {

class PROXIMA_API GoPort : public virtual Port {
public:
    /// Runs the application. 0 if it went well; the program's exit status else.
    virtual int go() = 0;
};

} // namespace proxima::framework
