// Objects of a JSON file that have the same keys, mostly in the same order.
#pragma once

#include "files/json_cursor.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

/// Numbers keys, and expects those of an object as they were written in the last one: then a key
/// is compared once, and neither decoded nor looked up. The text must stay where it is.
class KeyOrder {
public:
    /// `known` get the numbers 0, 1, 2 ...
    explicit KeyOrder(std::initializer_list<std::string_view> known) {
        for (const auto key : known) {
            number(key);
        }
    }

    /// Calls `member(number)` for each member of an object; it must take the value. Not for objects
    /// in each other.
    template <typename Member>
    void object(JsonCursor& json, Member member) {
        std::size_t place = 0;
        json.members([&] { member(take(json, place++)); });
    }

    /// Stays where it is.
    std::string_view name(std::size_t number) const { return names_[number]; }

private:
    struct Key {
        std::string_view written; ///< with quotes and colon
        std::size_t number = 0;
    };

    std::size_t take(JsonCursor& json, std::size_t place) {
        json.peek();
        if (place < order_.size() && json.take_again(order_[place].written)) {
            return order_[place].number;
        }
        if (place == order_.size()) {
            order_.emplace_back();
        }
        const auto* const first = json.position();
        order_[place].number = number(json.key());
        order_[place].written = {first, static_cast<std::size_t>(json.position() - first)};
        return order_[place].number;
    }

    std::size_t number(std::string_view key) {
        const auto [entry, is_new] = numbers_.emplace(key, numbers_.size());
        if (is_new) {
            names_.push_back(entry->first);
        }
        return entry->second;
    }

    std::vector<Key> order_; ///< of the last object, or of longer ones before it
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<std::string_view> names_; ///< by number
};

} // namespace proxima::rundir
