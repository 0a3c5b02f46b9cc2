#include "stack_samples.hpp"

#include <proxima/base/error.hpp>
#include <proxima/format/chunks.hpp>
#include <proxima/format/files.hpp>

#include <algorithm>
#include <string>

namespace proxima::inside {
namespace {

template <class Row>
std::vector<Row> read_table(const format::InputFile& file, std::uint64_t offset,
                            std::uint64_t rows) {
    std::vector<Row> table(rows);
    const std::size_t bytes = table.size() * sizeof(Row);
    table.resize(file.read(offset, table.data(), bytes) / sizeof(Row));
    return table;
}

} // namespace

SampledStacks read_stack_samples(const std::filesystem::path& path) {
    try {
        const format::InputFile file(path);
        SampledStacks samples;
        auto& header = samples.header;
        if (file.read(0, &header, sizeof header) < sizeof header || !header.has_magic()) {
            throw base::Error(path, "is no file of stack samples");
        }
        if (header.version != format::StackSamplesHeader::supported) {
            throw base::Error(path, "has version " + std::to_string(header.version) +
                                        " of stack samples, this proxima reads version " +
                                        std::to_string(format::StackSamplesHeader::supported));
        }
        if (header.stacks > format::most_stacks || header.addresses > format::most_addresses ||
            header.moments > format::most_moments || header.halvings > 63) {
            throw base::Error(path, "has larger tables of stack samples than there can be");
        }
        samples.stacks =
            read_table<format::SampledStack>(file, format::stack_samples_page, header.stacks);
        samples.addresses =
            read_table<std::uint64_t>(file, format::addresses_offset, header.addresses);
        samples.moments =
            read_table<format::SampledMoment>(file, format::moments_offset, header.moments);
        const auto is_wrong = [&](const format::SampledStack& stack) {
            return stack.first > samples.addresses.size() ||
                   stack.frames > samples.addresses.size() - stack.first;
        };
        if (std::ranges::any_of(samples.stacks, is_wrong)) {
            throw base::Error(path, "has a stack of addresses that are not there");
        }
        return samples;
    } catch (const format::Malformed& problem) {
        throw base::Error(path, problem.what());
    }
}

} // namespace proxima::inside
