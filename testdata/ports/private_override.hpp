/// A class that implements a public method of its base in private: callers still reach it through
/// the base.
#pragma once

namespace sources {

class Source {
public:
    virtual ~Source() = default;
    virtual int read() = 0;
    virtual int size() const = 0;
    virtual Source* self() = 0;
};

class Buffered : public Source {
public:
    virtual int flush() = 0;

private:
    int read() override { return 1; }
    int size() const noexcept override = 0;
    Buffered* self() override = 0;
};

} // namespace sources
