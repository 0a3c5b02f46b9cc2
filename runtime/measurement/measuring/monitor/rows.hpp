// The rows of a record: the latest in memory, those before them in a file, so that memory does not
// grow with the number of invocations.
#pragma once

#include "system/file.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace proxima::measuring {

// An invocation: ticks, and values for the first of the record's parameters.
struct Row {
    std::uint64_t execution = 0;
    std::uint64_t communication = 0;
    std::vector<double> parameters;
};

class Rows {
public:
    // Where a block cannot be written its rows are lost, which is said once.
    void append(const Row& row);
    std::size_t count() const noexcept { return count_; }
    void clear() noexcept;

    // Calls `action(const Row&)` for each from number `first` on. What cannot be read is left out.
    template <class Action>
    void for_each(std::size_t first, Action action) {
        std::size_t number = 0;
        for (std::size_t block = 0; block < blocks_in_file(); ++block) {
            const Mapping mapping(file_, block);
            visit(mapping.words(), number, first, action);
        }
        visit(block_.get(), number, first, action);
    }

private:
    // A block has rows one after another: the number of parameters and 1, execution,
    // communication, parameters. A zero, or the end of the block, follows the last one.
    static constexpr std::size_t block_words = 8192;
    static constexpr std::size_t block_size = block_words * sizeof(std::uint64_t);
    static constexpr std::size_t head_words = 3;

    class Mapping {
    public:
        Mapping(detail::File& file, std::size_t block) noexcept;
        Mapping(const Mapping&) = delete;
        Mapping& operator=(const Mapping&) = delete;
        ~Mapping();

        const std::uint64_t* words() const noexcept { return words_; }

    private:
        std::uint64_t* words_;
    };

    std::size_t blocks_in_file() const noexcept { return file_.size() / block_size; }

    template <class Action>
    static void visit(const std::uint64_t* words, std::size_t& number, std::size_t first,
                      Action& action) {
        if (words == nullptr) {
            return;
        }
        Row row;
        for (std::size_t at = 0; at + head_words <= block_words && words[at] != 0;) {
            const auto size = static_cast<std::size_t>(words[at] - 1);
            if (number++ >= first) {
                read(words + at, size, row);
                action(static_cast<const Row&>(row));
            }
            at += head_words + size;
        }
    }

    static void read(const std::uint64_t* words, std::size_t size, Row& row);
    void write_block();
    int append_to_file();

    std::unique_ptr<std::uint64_t[]> block_; // the latest rows; made with the first
    std::size_t used_ = 0;                   // words of it
    std::size_t block_rows_ = 0;             // in it
    std::size_t count_ = 0;
    detail::File file_; // without a name
};

} // namespace proxima::measuring
