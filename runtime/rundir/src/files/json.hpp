// Large JSON files, read by simdjson front to back.
#pragma once

#include <proxima/rundir/error.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>

namespace proxima::rundir {

/// The bytes of a file, mapped, and behind them those that simdjson may read.
class MappedText {
public:
    /// Throws Error.
    MappedText(const std::filesystem::path& file, std::uint64_t most_bytes);
    ~MappedText();
    MappedText(const MappedText&) = delete;
    MappedText& operator=(const MappedText&) = delete;

    simdjson::padded_string_view view() const {
        return simdjson::padded_string_view(bytes_, size_, mapped_);
    }

private:
    char* bytes_ = nullptr;
    std::size_t size_ = 0;
    std::size_t mapped_ = 0;
};

/// As it is written, without quotes.
inline std::string_view key_of(simdjson::ondemand::field& field) {
    const char* const begin = field.key().raw();
    const char* end = begin;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// Of a whole number from 0; of no other value.
inline std::optional<std::uint64_t> count_in(simdjson::ondemand::value value) {
    std::uint64_t count = 0;
    return value.get_uint64().get(count) == simdjson::SUCCESS ? std::optional(count) : std::nullopt;
}

/// Of a finite number.
inline std::optional<double> number_in(simdjson::ondemand::value value) {
    double number = 0;
    return value.get_double().get(number) == simdjson::SUCCESS && std::isfinite(number)
               ? std::optional(number)
               : std::nullopt;
}

/// Of a text; empty of any other value.
inline std::string text_in(simdjson::ondemand::value value) {
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

} // namespace proxima::rundir
