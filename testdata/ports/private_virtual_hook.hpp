/// Private hooks behind a public interface that is not virtual: nothing outside the class can call
/// them by name, with a body or without. One takes a type that only derived classes may name.
#pragma once

namespace logging {

class Writer {
public:
    virtual ~Writer() = default;
    virtual int write(int bytes) = 0;
    int flush() { return flush_size() + flush_size(2); }

protected:
    typedef int Factor;

private:
    virtual int flush_size() const { return 512; }
    virtual int flush_size(Factor factor) noexcept = 0;
};

class Journal : public Writer {
public:
    int position() { return where() + flush(); }

private:
    int flush_size() const override { return 256; }
    virtual int where() = 0;
};

} // namespace logging
