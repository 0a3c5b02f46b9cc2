// A file descriptor that closes itself.
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
