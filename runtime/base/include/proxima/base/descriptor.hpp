// Owns a file descriptor and closes it.
//
//     base::Descriptor input(::dup(0));
//     char first = 0;
//     if (input.is_open() && ::read(input.get(), &first, 1) == 1) {
//         std::printf("%c\n", first);
//     }
//
// Ownership: the object owns the descriptor; a negative one means none.
// Thread safety: one thread at a time uses an object.
#pragma once

#include <unistd.h>
#include <utility>

namespace proxima::base {

class Descriptor {
public:
    explicit Descriptor(int value = -1) noexcept : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (value_ >= 0) {
            ::close(value_);
        }
    }

    int get() const noexcept { return value_; }
    bool is_open() const noexcept { return value_ >= 0; }

private:
    int value_;
};

} // namespace proxima::base
