#include "encoding/encoder.hpp"
#include "encoding/format.hpp"
#include "record_decoder.hpp"
#include "run/registry.hpp"

#include <proxima/format/hash.hpp>

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

namespace {

using namespace proxima::detail;

// The bytes of the example at the end of FORMAT.md.
std::string documented_example() {
    std::ifstream file(PROXIMA_FORMAT_DOCUMENT);
    std::string bytes;
    bool reached = false;
    for (std::string line; std::getline(file, line);) {
        reached |= line == "## Example";
        std::istringstream words(line);
        std::string word;
        const bool dumped =
            line.size() > 10 && line.compare(0, 4, "    ") == 0 && line.compare(8, 2, "  ") == 0;
        if (!reached || !dumped || !(words >> word) ||
            std::stoul(word, nullptr, 16) != bytes.size()) {
            continue;
        }
        while (words >> word) {
            bytes += static_cast<char>(std::stoul(word, nullptr, 16));
        }
    }
    return bytes;
}

std::string chunk(ChunkType type, const Bytes& payload) {
    std::string result(proxima::format::ChunkHeader::size, '\0');
    result.append(payload.data(), payload.size());
    put_chunk_header(reinterpret_cast<unsigned char*>(result.data()), type, payload.size());
    return result;
}

MethodInfo documented_method() {
    MethodInfo method;
    method.port = "ns::FluxPort";
    method.name = "compute";
    method.signature = "double compute(int)";
    method.location = "flux_port.hpp:12";
    method.columns = {{"n", "int", proxima::format::ColumnType::integer, {}}};
    method.words = {proxima::format::ColumnType::integer};
    return method;
}

TEST(Chunks, AreWrittenAsDocumented) {
    const ClockPair pair{1000, 500000, 1700000000000000000, 0};
    const Bytes header = write(proxima::format::FileHeader{0, 0, 2.6e9, written(pair)});
    const std::string file =
        std::string(header.data(), header.size()) +
        chunk(ChunkType::thread, write(proxima::format::ThreadStart{0, 4711, written(pair)})) +
        chunk(ChunkType::method, proxima::format::write_method(0, documented_method())) +
        chunk(ChunkType::node, proxima::format::write_node(1, 0, 0, false, "fine"));
    const std::string example = documented_example();
    ASSERT_EQ(example.size(), 0x184U);
    EXPECT_EQ(file, example.substr(0, file.size()));
    const std::string end = chunk(ChunkType::end, write(proxima::format::FileEnd{3, 0}));
    EXPECT_EQ(end, example.substr(example.size() - end.size()));
}

// So that the definition of a method always has room in a ring file, whatever its enumerations.
TEST(Chunks, ConstantsBeyondTheRoomForThemAreLeftOut) {
    MethodInfo method = documented_method();
    auto& mode = method.columns.emplace_back(
        ColumnInfo{"mode", "Mode", proxima::format::ColumnType::enumeration, {}});
    constexpr std::size_t name_size = 88; // with its length and its value: 100 bytes
    for (int i = 0; i < 10'000; ++i) {
        mode.constants.emplace_back(i, std::string(name_size, 'x'));
    }
    method.columns.push_back({"last", "int", proxima::format::ColumnType::integer, {}});
    const Bytes payload = proxima::format::write_method(0, method);
    EXPECT_LE(payload.size(), proxima::format::most_constant_bytes + 200);
    EXPECT_GT(payload.size(), proxima::format::most_constant_bytes - 100);
    const ClockPair pair{};
    const Bytes header = write(proxima::format::FileHeader{0, 0, 1e9, written(pair)});
    const auto content = decoder::decode(std::string(header.data(), header.size()) +
                                         chunk(ChunkType::method, payload));
    EXPECT_EQ(content.methods.at(0).columns, (std::vector<std::string>{"n", "mode", "last"}));
}

// Definitions come out of the registry, which knows how long each of their texts may be.
TEST(Chunks, DefinitionsHaveRoomWhateverTheirTexts) {
    const std::string text(100'000, 'x');
    const std::vector<proxima::EnumConstant> constants(10'000, {"constant", 1});
    std::vector<proxima::Column> columns(
        Encoder::most_words, {text.c_str(), text.c_str(), proxima::ColumnType::enumeration});
    columns[0].constants = constants.data();
    columns[0].constant_count = constants.size();
    proxima::Method method(text.c_str(), text.c_str(), text.c_str(), columns.data(),
                           columns.size());
    const std::array<proxima::Method*, 1> methods{&method};
    proxima::PortRecord port(text.c_str(), methods.data(), methods.size());
    const proxima::Binding binding{text, text, text};
    Registry registry;
    const auto site = registry.add_instance(port, proxima::InstanceName(text, binding));
    const SiteInfo& where = *registry.site(site);
    EXPECT_EQ(where.method->columns.size(), Encoder::most_words);
    EXPECT_LE(proxima::format::write_method(0, *where.method).size(),
              proxima::format::most_definition_bytes);
    EXPECT_LE(proxima::format::write_node(1, 0, 0, false, *where.instance, *where.binding).size(),
              proxima::format::most_definition_bytes);
}

// The streams of the example's block, from the same invocations. The clock reading in between is
// today's.
TEST(Chunks, BlocksAreWrittenAsDocumented) {
    const auto lane = std::make_unique<Lane>();
    Tree tree(lane.get());
    const MethodInfo method = documented_method();
    const std::string instance = "fine";
    const SiteInfo where{&method, &instance};
    tree.make_child(tree.root(), 0, where, false);
    const std::uint64_t ends[] = {2000, 2300, 2600};
    const std::uint64_t durations[] = {100, 100, 520};
    const std::uint64_t parameters[] = {10, 12, 10};
    for (std::size_t i = 0; i < 3; ++i) {
        lane->end[i + 1] = ends[i];
        lane->start[i + 1] = ends[i] - durations[i];
        lane->node[i + 1] = 1;
        lane->first_word[i + 1] = parameters[i];
    }
    lane->head.count = 3;
    Encoder encoder;
    encoder.begin(1000);
    std::vector<unsigned char> payload(Encoder::most_block_bytes);
    const Clock clock(ClockChoice::monotonic);
    const unsigned char* const end =
        encoder.encode(*lane, tree, clock, {3, 0, false, false}, payload.data());
    const std::string written(payload.data(), payload.data() + (end - payload.data()));
    const std::string expected = documented_example().substr(0x11F, 0x45);
    EXPECT_EQ(written.substr(0, 32), expected.substr(0, 32));
    EXPECT_EQ(written.substr(48), expected.substr(48));
}

TEST(Chunks, TheExampleSaysWhatItIsSaidToSay) {
    const decoder::Content content = decoder::decode(documented_example());
    ASSERT_EQ(content.invocations.size(), 3U);
    EXPECT_EQ(content.path(1), "fine.compute");
    EXPECT_EQ(content.invocations[2].end, 2600U);
    EXPECT_EQ(content.invocations[2].duration, 520U);
    EXPECT_EQ(content.invocations[1].words, std::vector<std::uint64_t>{12});
    EXPECT_TRUE(content.ended);
}

TEST(Chunks, HashesCoverTypeAndPayload) {
    const std::string one = chunk(ChunkType::end, write(proxima::format::FileEnd{3, 0}));
    const std::string other = chunk(ChunkType::thread, write(proxima::format::FileEnd{3, 0}));
    EXPECT_NE(one.substr(8, 8), other.substr(8, 8));
    std::uint64_t hash = 0;
    std::memcpy(&hash, one.data() + 8, sizeof hash);
    EXPECT_EQ(hash, proxima::format::xxh64(one.data() + 16, 16, 5));
}

} // namespace
