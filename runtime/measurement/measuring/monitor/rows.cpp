#include "rows.hpp"

#include <proxima/detail/message.hpp>

#include <proxima/run_facts.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace proxima::measuring {

namespace {

// Once, however many records there are.
void report_lost_rows(int error) {
    static std::atomic<bool> said{false};
    if (said.exchange(true)) {
        return;
    }
    const std::string message =
        "invocations of monitored methods are missing where components read them: cannot write "
        "rows to the run directory: " +
        detail::error_text(error);
    detail::say("error: " + message);
    detail::report_message(message);
}

} // namespace

// To append nothing tells whether the file can still be reached.
Rows::Mapping::Mapping(detail::File& file, std::size_t block) noexcept
    : words_(file.append("", 0) != 0
                 ? nullptr
                 : static_cast<std::uint64_t*>(file.map(nullptr, block_size, block * block_size))) {
}

Rows::Mapping::~Mapping() {
    if (words_ != nullptr) {
        munmap(words_, block_size);
    }
}

void Rows::append(const Row& row) {
    const std::size_t size = std::min(row.parameters.size(), block_words - head_words);
    if (block_ == nullptr) {
        block_ = std::make_unique<std::uint64_t[]>(block_words);
    } else if (used_ + head_words + size > block_words) {
        write_block();
    }
    std::uint64_t* const words = block_.get() + used_;
    words[0] = size + 1;
    words[1] = row.execution;
    words[2] = row.communication;
    if (size != 0) { // else the data may be null
        std::memcpy(words + head_words, row.parameters.data(), size * sizeof(double));
    }
    used_ += head_words + size;
    ++count_;
    ++block_rows_;
}

void Rows::clear() noexcept {
    block_.reset();
    used_ = count_ = block_rows_ = 0;
    file_ = detail::File();
}

void Rows::read(const std::uint64_t* words, std::size_t size, Row& row) {
    row.execution = words[1];
    row.communication = words[2];
    row.parameters.resize(size);
    if (size != 0) {
        std::memcpy(row.parameters.data(), words + head_words, size * sizeof(double));
    }
}

void Rows::write_block() {
    if (const int error = append_to_file(); error != 0) {
        report_lost_rows(error);
        count_ -= block_rows_;
    }
    std::memset(block_.get(), 0, block_size);
    used_ = block_rows_ = 0;
}

int Rows::append_to_file() {
    if (!file_.is_open()) {
        static std::atomic<unsigned> number{0};
        const std::string directory = detail::run_facts().directory;
        const int error = file_.create(directory + "/rows-" + std::to_string(getpid()) + "-" +
                                           std::to_string(number++),
                                       O_RDWR | O_APPEND);
        if (error != 0) {
            return error;
        }
        unlink(file_.path().c_str()); // nothing of it is left, however the process ends
    }
    return file_.append(block_.get(), block_size);
}

} // namespace proxima::measuring
