// Reads the input as a configuration of proxima-gen, which may only be accepted or refused with an
// error that points into the file.
#include "input/configuration.hpp"

#include <proxima/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        proxima::gen::parse_configuration("c.json", text);
    } catch (const proxima::base::Error& error) {
        if (std::string(error.what()).rfind("c.json:", 0) != 0) {
            std::abort();
        }
    }
    return 0;
}
