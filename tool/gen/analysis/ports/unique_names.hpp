// Makes identifiers unique.
#pragma once

#include <set>
#include <string>
#include <utility>

namespace proxima::gen {

class UniqueNames {
public:
    UniqueNames() = default;
    // Starts with names that are taken already.
    explicit UniqueNames(std::set<std::string> taken) : made_(std::move(taken)) {}

    // `name`, with a number if it was made before: `f`, `f_2`, `f_3`.
    std::string make(const std::string& name) {
        std::string made = name;
        for (unsigned number = 2; !made_.insert(made).second; ++number) {
            made = name + "_" + std::to_string(number);
        }
        return made;
    }

private:
    std::set<std::string> made_;
};

} // namespace proxima::gen
