// calls: read 4
// calls: fail 1
// calls: retry 1
#include "exceptions.proxy.hpp"
#include "same_behaviour.hpp"

#include <exception>

using construct::note;

namespace {

class BrokenReader : public io::Reader {
public:
    BrokenReader() { current = this; }
    int read(int line) override {
        if (line % 2 != 0)
            throw io::ReadError("odd line", line);
        return line;
    }
    void fail() override { throw 42; }
    const std::string& retry(int attempts) override {
        try {
            current->read(1);
        } catch (const io::ReadError& error) {
            text_ = error.what() + std::to_string(attempts);
        }
        return text_;
    }
    static BrokenReader* current;

private:
    std::string text_;
};

BrokenReader* BrokenReader::current = nullptr;

void script(io::Reader& port) {
    note(port.read(2));
    for (int line : {3, 4, 5}) {
        try {
            note(port.read(line));
        } catch (const io::ReadError& error) {
            note(error.what(), error.line, std::uncaught_exceptions());
        }
    }
    try {
        port.fail();
    } catch (int number) {
        note("number", number);
    }
    note(port.retry(3));
}

} // namespace

int main() {
    return construct::same_behaviour<io::Reader, BrokenReader, proxima::Proxy<io::Reader>>(script);
}
