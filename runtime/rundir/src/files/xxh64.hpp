// The checksum of the record format.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::rundir {

/// XXH64 as its specification defines it (github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
std::uint64_t xxh64(const unsigned char* data, std::size_t size, std::uint64_t seed);

} // namespace proxima::rundir
