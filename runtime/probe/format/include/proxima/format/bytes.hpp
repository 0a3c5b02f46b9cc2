// Numbers and strings in the byte order of the format, written and read.
//
//     format::Bytes bytes;
//     bytes.put(std::uint32_t{7}).put_string("flux");
//     format::ByteReader reader(std::string_view(bytes.data(), bytes.size()));
//     const auto number = reader.get<std::uint32_t>();
//     std::cout << number << reader.get_string() << '\n';
//
// Ownership: a ByteReader reads bytes that stay with their owner.
// Thread safety: threads may share const objects, as with plain values.
// Errors: a ByteReader throws Malformed instead of reading beyond the end; Bytes throws only
// std::bad_alloc.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace proxima::format {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "the format is written as it is in memory");

/// The error for bytes that violate the format. what() is the problem without the file's name.
class Malformed : public std::runtime_error {
public:
    Malformed(std::uint64_t where, const std::string& problem)
        : std::runtime_error(problem), offset(where) {}

    std::uint64_t offset; ///< offset in the file
};

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

/// Writes a number to `to` and returns the byte after it.
template <class Number>
unsigned char* put_number(unsigned char* to, Number number) noexcept {
    std::memcpy(to, &number, sizeof number);
    return to + sizeof number;
}

/// Loads a number from an address of any alignment.
template <class Number>
Number load(const void* from) noexcept {
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
}

/// Takes fields one after another.
class ByteReader {
public:
    /// Begins with bytes at `offset` of their file.
    explicit ByteReader(std::string_view bytes, std::uint64_t offset = 0) noexcept
        : bytes_(bytes), offset_(offset) {}

    template <class Number>
    void get(Number& number) {
        number = load<Number>(take(sizeof number).data());
    }

    template <class Number>
    Number get() {
        return load<Number>(take(sizeof(Number)).data());
    }

    std::string get_string() {
        const auto size = get<std::uint32_t>();
        return std::string(take(size));
    }

    /// Takes the number of elements that follow, of at least `least` bytes each.
    std::uint64_t get_count(std::size_t least) {
        const auto count = get<std::uint64_t>();
        if (count > bytes_.size() / least) {
            refuse("has no room for " + std::to_string(count) + " elements");
        }
        return count;
    }

    bool at_end() const noexcept { return bytes_.empty(); }
    std::uint64_t offset() const noexcept { return offset_; }

    [[noreturn]] void refuse(const std::string& problem) const {
        throw Malformed(offset_, problem);
    }

    std::string_view take(std::size_t size) {
        if (size > bytes_.size()) {
            refuse("ends within a field of " + std::to_string(size) + " bytes");
        }
        const std::string_view taken = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        offset_ += size;
        return taken;
    }

private:
    std::string_view bytes_;
    std::uint64_t offset_;
};

} // namespace proxima::format
