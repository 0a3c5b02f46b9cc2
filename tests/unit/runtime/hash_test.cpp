#include <proxima/format/hash.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using proxima::format::xxh64;

std::uint64_t hash_of(const std::string& text, std::uint64_t seed = 0) {
    return xxh64(text.data(), text.size(), seed);
}

// From the reference implementation's documentation and test values.
TEST(Hash, AgreesWithTheReferenceImplementation) {
    EXPECT_EQ(hash_of(""), 0xEF46DB3751D8E999U);
    EXPECT_EQ(hash_of("a"), 0xD24EC4F1A98C6E5BU);
    EXPECT_EQ(hash_of("abc"), 0x44BC2CF5AD770999U);
    EXPECT_EQ(hash_of("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1U);
}

TEST(Hash, ChangesWithTheSeed) {
    EXPECT_NE(hash_of("abc", 0), hash_of("abc", 1));
}

TEST(Hash, ChangesWithEveryBit) {
    const std::string text(77, 'x');
    for (std::size_t i = 0; i < text.size() * 8; ++i) {
        std::string other = text;
        other[i / 8] = static_cast<char>(other[i / 8] ^ (1 << i % 8));
        EXPECT_NE(hash_of(text), hash_of(other)) << "bit " << i;
    }
}

} // namespace
