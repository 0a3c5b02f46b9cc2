// Objects that are written alike many times in a file.
#pragma once

#include "files/json_cursor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

/// What the texts of objects mean. The texts must stay where they are.
template <typename Meaning>
class KnownTexts {
public:
    /// Takes the next object if its text is known. Tried is the one text that was last met with the
    /// same beginning: most objects need only one comparison, and no look at their insides.
    const Meaning* take(JsonCursor& json) const {
        if (recent_.empty()) {
            return nullptr;
        }
        const auto& last = recent_[slot(json.rest())];
        return !last.text.empty() && json.take_again(last.text) ? &last.meaning : nullptr;
    }

    /// Of an object that has been taken otherwise.
    const Meaning* find(std::string_view text, std::string_view rest) {
        const auto known = meanings_.find(text);
        if (known == meanings_.end()) {
            return nullptr;
        }
        recent_.resize(slots);
        recent_[slot(rest)] = {known->first, known->second};
        return &known->second;
    }

    void add(std::string_view text, const Meaning& meaning) { meanings_.emplace(text, meaning); }

private:
    struct Recent {
        std::string_view text;
        Meaning meaning;
    };
    using Beginning = std::array<std::uint64_t, 6>;

    static constexpr std::size_t slots = std::size_t{1} << 13; ///< a few for each component

    static std::size_t slot(std::string_view rest) {
        Beginning beginning{};
        if (rest.size() >= sizeof beginning) {
            std::memcpy(beginning.data(), rest.data(), sizeof beginning);
        }
        std::uint64_t hash = 0;
        for (const auto word : beginning) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
            hash ^= hash >> 32;
        }
        return static_cast<std::size_t>(hash) % slots;
    }

    std::vector<Recent> recent_; ///< empty until a text comes again
    std::unordered_map<std::string_view, Meaning> meanings_;
};

} // namespace proxima::rundir
