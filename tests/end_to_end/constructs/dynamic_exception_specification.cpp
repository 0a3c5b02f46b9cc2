// calls: decode 2
// calls: size 1
#include "dynamic_exception_specification.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;

static_assert(noexcept(std::declval<const proxima::Proxy<antique::Codec>&>().size()),
              "throw() stays");
static_assert(!noexcept(std::declval<proxima::Proxy<antique::Codec>&>().decode(0)), "");

namespace {

class Morse : public antique::Codec {
public:
    ~Morse() throw() override {}
    int decode(int code) throw(std::runtime_error, int) override {
        if (code < 0)
            throw std::runtime_error("negative");
        return code;
    }
    int size() const throw() override { return 26; }
};

void script(antique::Codec& port) {
    note(port.decode(4), port.size());
    construct::note_exception<std::runtime_error>([&port] { port.decode(-1); });
}

} // namespace

int main() {
    return construct::same_behaviour<antique::Codec, Morse, proxima::Proxy<antique::Codec>>(script);
}
