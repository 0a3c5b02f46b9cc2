// Words that an operator must repeat: each is good for one change, and not for long.
#pragma once

#include <proxima/node/datagram.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace proxima::node {

class Challenges {
public:
    std::uint64_t issue(std::uint64_t now_ns) {
        constexpr std::uint64_t lives_ns = 10'000'000'000;
        auto& word = words_[next_++ % words_.size()];
        word = {random_id(), now_ns + lives_ns};
        return word.word;
    }

    bool redeem(std::uint64_t said, std::uint64_t now_ns) {
        for (auto& word : words_) {
            if (said != 0 && word.word == said) {
                const bool is_good = now_ns < word.until_ns;
                word = {};
                return is_good;
            }
        }
        return false;
    }

private:
    struct Word {
        std::uint64_t word = 0, until_ns = 0;
    };
    std::array<Word, 16> words_{};
    std::size_t next_ = 0;
};

} // namespace proxima::node
