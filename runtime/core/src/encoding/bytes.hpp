// Puts numbers and strings into the byte order of the record format.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace proxima::detail {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "the format is written as it is in memory");

class Bytes {
public:
    template <class Number>
    Bytes& put(Number number) {
        bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
        return *this;
    }

    Bytes& put_string(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        bytes_.append(text);
        return *this;
    }

    const char* data() const noexcept { return bytes_.data(); }
    std::size_t size() const noexcept { return bytes_.size(); }

private:
    std::string bytes_;
};

// Writes a number to `to` and returns the byte after it.
template <class Number>
unsigned char* put_number(unsigned char* to, Number number) noexcept {
    std::memcpy(to, &number, sizeof number);
    return to + sizeof number;
}

} // namespace proxima::detail
