#include "sampling/published_statistics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace proxima::detail;

// A process may be killed in the middle of a batch: the slot of the last one that was committed
// must be left alone.
TEST(PublishedStatistics, ABatchIsWrittenBesideTheLastOne) {
    const auto path = std::filesystem::temp_directory_path() /
                      ("proxima-test-published-" + std::to_string(getpid()));
    void* const memory =
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    BufferFile ring;
    ASSERT_EQ(ring.create(path.string(), memory, 4096), 0);
    RingStatistics head{};
    PublishedStatistics published;
    published.open(ring, 4096, head);

    MethodInfo method;
    const std::string instance = "i";
    const SiteInfo where{&method, &instance};
    const auto lane = std::make_unique<Lane>();
    Tree tree(lane.get());
    TreeNode& node = tree.make_child(tree.root(), 0, where, false);
    node.bins = std::make_unique<Bins>(Recording{RecordingKind::aggregate, 0});
    lane->end[1] = 30;
    lane->start[1] = 10;
    lane->node[1] = node.id;
    const auto sampler = std::make_unique<Sampler>(1);
    sampler->prepare(node);
    const std::array<std::array<std::uint64_t, 2>, 3> calls{{{0, 1}, {2, 1}, {2, 3}}};
    for (const auto& expected : calls) {
        sampler->take(*lane, tree, 1, false);
        published.publish(*sampler);
        std::array<std::uint64_t, 17> entry{};
        std::ifstream(path, std::ios::binary)
            .seekg(4096)
            .read(reinterpret_cast<char*>(entry.data()), sizeof entry);
        EXPECT_EQ(entry[0], node.id);
        EXPECT_EQ(entry[1], expected[0]); // the numbers of the batches
        EXPECT_EQ(entry[9], expected[1]);
        EXPECT_EQ(entry[2], expected[0]); // calls
        EXPECT_EQ(entry[10], expected[1]);
        EXPECT_EQ(entry[3], 20 * expected[0]);
    }
    EXPECT_EQ(head.batches, 3U);
    EXPECT_EQ(head.entries, 1U);
    ring.remove();
}

} // namespace
