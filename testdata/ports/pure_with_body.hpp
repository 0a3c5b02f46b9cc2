/// The same pure method, with a body, in two bases; the port declares it once more.
#pragma once

namespace report {

class Summary {
public:
    virtual ~Summary() = default;
    virtual int lines() const = 0;
    virtual const char* title() const = 0;
};

class Chart {
public:
    virtual ~Chart() = default;
    virtual int lines() const = 0;
    virtual int pixels() const = 0;
};

class Report : public Summary, public Chart {
public:
    int pages() const { return Summary::lines() + Chart::lines(); }
    int lines() const override = 0;
};

inline int Summary::lines() const {
    return 1;
}
inline int Chart::lines() const {
    return 2;
}

} // namespace report
