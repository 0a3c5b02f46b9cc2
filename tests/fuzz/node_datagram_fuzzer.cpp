// Reads the input as the content of a datagram with a valid authentication code: whoever has the
// key may send anything. Accepted content must stay the same when it is sent on.
#include "daemons/node_table.hpp"

#include <proxima/node/datagram.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace proxima::node;
    static const Seal seal(Key{});
    static SequenceWindow window;
    if (std::holds_alternative<Seal::Opened>(seal.open({data, size})) && size < code_size) {
        std::abort();
    }
    if (size > longest_datagram - code_size) {
        return 0; // open() refuses it
    }
    const auto opened = parse_datagram({data, size});
    if (!opened) {
        return 0;
    }
    if (const auto* sample = std::get_if<Sample>(&opened->message)) {
        window.see(sample->sequence);
    }
    const auto again = seal.close(opened->envelope, opened->message);
    if (again.size > longest_datagram ||
        std::holds_alternative<Seal::Failure>(seal.open(again.span()))) {
        std::abort();
    }
    return 0;
}
