/// Methods that end by an exception, of a class, of a built-in type, or while another one is being
/// handled.
#pragma once

#include <stdexcept>
#include <string>

namespace io {

struct ReadError : std::runtime_error {
    ReadError(const std::string& what, int line) : std::runtime_error(what), line(line) {}
    int line;
};

class Reader {
public:
    virtual ~Reader() = default;
    virtual int read(int line) = 0;
    virtual void fail() = 0;
    virtual const std::string& retry(int attempts) = 0;
};

} // namespace io
