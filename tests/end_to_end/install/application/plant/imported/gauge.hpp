#pragma once
struct Gauge {
    virtual ~Gauge() = default;
    virtual int read() const = 0;
};
