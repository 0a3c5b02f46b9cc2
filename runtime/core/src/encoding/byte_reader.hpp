// Takes apart what Bytes has put together. What comes from another process is not trusted.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace proxima::detail {

class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) noexcept : bytes_(bytes) {}

    // All throw std::runtime_error where the bytes end too early.
    template <class Number>
    void get(Number& number) {
        take(sizeof number).copy(reinterpret_cast<char*>(&number), sizeof number);
    }

    template <class Number>
    Number get() {
        Number number{};
        get(number);
        return number;
    }

    std::string get_string() {
        const auto size = get<std::uint32_t>();
        return std::string(take(size));
    }

    // The number of elements that follow, of `least` bytes each or more.
    std::uint64_t get_count(std::size_t least) {
        const auto count = get<std::uint64_t>();
        if (count > bytes_.size() / least) {
            throw std::runtime_error("a summary of ranks is cut short");
        }
        return count;
    }

private:
    std::string_view take(std::size_t size) {
        if (size > bytes_.size()) {
            throw std::runtime_error("a summary of ranks is cut short");
        }
        const std::string_view taken = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return taken;
    }

    std::string_view bytes_;
};

} // namespace proxima::detail
