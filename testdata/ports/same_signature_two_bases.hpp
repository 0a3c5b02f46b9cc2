/// Two bases declare the same method: naming it on the port is ambiguous, calling it through either
/// base is not. One of
/// them promises not to throw, so what overrides both must promise it too.
#pragma once

namespace device {

class Readable {
public:
    virtual ~Readable() = default;
    virtual int open(const char* path) = 0;
    virtual int read() = 0;
    virtual bool close() noexcept = 0;
    virtual int position() const { return -1; }
};

class Writable {
public:
    virtual ~Writable() = default;
    virtual int open(const char* path) = 0;
    virtual void write(int value) = 0;
    virtual bool close() = 0;
    virtual int position() const { return -2; }
};

class Stream : public Readable, public Writable {
public:
    virtual void rewind() = 0;
};

} // namespace device
