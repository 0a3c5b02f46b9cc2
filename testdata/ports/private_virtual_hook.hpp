/// A private hook with a body beside a public interface: the port can be implemented without it, so
/// it is no obstacle.
#pragma once

namespace logging {

class Writer {
public:
    virtual ~Writer() = default;
    virtual int write(int bytes) = 0;

private:
    virtual int flush_size() const { return 512; }
};

} // namespace logging
