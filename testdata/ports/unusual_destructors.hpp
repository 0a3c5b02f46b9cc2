/// Destructors that are protected, or public without being virtual: a proxy never deletes its
/// target through the port.
#pragma once

namespace lifetime {

class Listener {
public:
    virtual void notify(int event) = 0;

protected:
    ~Listener() = default;
};

class Session {
public:
    virtual int run(int steps) = 0;

protected:
    virtual ~Session() = default;
};

class Purged {
public:
    virtual ~Purged() = 0;
    virtual int value() const = 0;
};
inline Purged::~Purged() = default;

} // namespace lifetime
