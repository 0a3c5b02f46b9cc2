// Places in an order that are to be looked at again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace proxima::model {

class PlaceSet {
public:
    explicit PlaceSet(std::size_t places) : words_((places + 63) / 64, 0) {}

    void insert(std::size_t place) {
        const auto bit = std::uint64_t{1} << (place % 64);
        auto& word = words_[place / 64];
        size_ += (word & bit) == 0 ? 1 : 0;
        word |= bit;
    }

    bool empty() const { return size_ == 0; }

    std::size_t take_first() {
        std::size_t i = 0;
        while (words_[i] == 0) {
            ++i;
        }
        return take(i, static_cast<std::size_t>(std::countr_zero(words_[i])));
    }

    std::size_t take_last() {
        auto i = words_.size() - 1;
        while (words_[i] == 0) {
            --i;
        }
        return take(i, 63 - static_cast<std::size_t>(std::countl_zero(words_[i])));
    }

    void clear() {
        words_.assign(words_.size(), 0);
        size_ = 0;
    }

private:
    std::size_t take(std::size_t word, std::size_t bit) {
        words_[word] &= ~(std::uint64_t{1} << bit);
        --size_;
        return word * 64 + bit;
    }

    std::vector<std::uint64_t> words_;
    std::size_t size_ = 0;
};

} // namespace proxima::model
