// What a lane needs besides where not all of its invocations may be recorded.
#pragma once

#include "encoding/format.hpp"
#include "sampling/published_statistics.hpp"
#include "sampling/sampler.hpp"

#include <memory>
#include <vector>

namespace proxima::detail {

class SampledLane {
public:
    explicit SampledLane(const Recordings& recordings);

    Sampler& sampler() noexcept { return sampler_; }
    PublishedStatistics& published() noexcept { return published_; }

    // The columns that hold only what the sampler has chosen.
    Lane& copy_chosen(const Lane& lane, Tree& tree) noexcept;
    // The header of `lane` is that of the file `ring`, which has `size` bytes.
    void publish_in(File ring, std::size_t size, Lane& lane) noexcept;

private:
    Sampler sampler_;
    PublishedStatistics published_;
    std::unique_ptr<Lane> chosen_; // null: all are
};

// The payloads of the chunks that hold the statistics of all bins.
std::vector<Bytes> statistics_payloads(Tree& tree);

} // namespace proxima::detail
