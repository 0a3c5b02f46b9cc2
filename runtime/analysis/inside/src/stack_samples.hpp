// Reads files of stack samples, which are untrusted.
#pragma once

#include <proxima/format/stack_samples.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace proxima::inside {

struct SampledStacks {
    format::StackSamplesHeader header{};
    std::vector<format::SampledStack> stacks;
    std::vector<std::uint64_t> addresses;
    std::vector<format::SampledMoment> moments;

    std::span<const std::uint64_t> frames(const format::SampledStack& stack) const {
        return std::span(addresses).subspan(stack.first, stack.frames);
    }
};

// Throws base::Error.
SampledStacks read_stack_samples(const std::filesystem::path& file);

} // namespace proxima::inside
