/// Bases and methods chosen by the preprocessor (as in Ccaffeine): the consumer's definitions
/// decide.
#pragma once

namespace ccafe {

class Port {
public:
    virtual ~Port() = default;
};

#ifdef CCAFE_STATISTICS
class Statistics {
public:
    virtual ~Statistics() = default;
    virtual int count() const = 0;
};
#define CCAFE_BASES                                                                                \
public                                                                                             \
    Port, public Statistics
#else
#define CCAFE_BASES                                                                                \
public                                                                                             \
    Port
#endif

class GoPort : CCAFE_BASES {
public:
    virtual int go() = 0;
#if CCAFE_VERSION >= 2
    virtual int stop(int reason) = 0;
#endif
};

} // namespace ccafe
