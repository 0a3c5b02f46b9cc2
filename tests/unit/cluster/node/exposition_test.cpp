// Checks what a master tells scrapers of a node whose sample took several datagrams.
#include "daemons/node_table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace proxima::node {
namespace {

Sample part(std::uint64_t time_ns) {
    Sample sample;
    sample.time_ns = time_ns;
    return sample;
}

TEST(Exposition, HasTheDevicesOfAllDatagramsOfAMomentInAnyOrder) {
    auto first = part(5);
    first.set(Metric::running, 3);
    first.disks.push_back({"sda", {}});
    auto second = part(5);
    second.links.push_back({"eth0", {}});
    for (const auto& order : {std::vector{first, second}, std::vector{second, first}}) {
        NodeTable nodes;
        auto& node = nodes[1];
        node.info.name = "alpha";
        auto other_moment = part(4);
        other_moment.disks.push_back({"gone", {}});
        node.keep(other_moment, 10);
        for (const auto& one : order) {
            node.keep(one, 11);
        }
        const auto text = exposition(nodes, {}, 12);
        for (const auto* wanted : {R"(proxima_node_running{node="alpha"} 3)",
                                   R"(reads_total{node="alpha",device="sda"} 0)",
                                   R"(sent_packets_total{node="alpha",device="eth0"} 0)"}) {
            EXPECT_NE(text.find(wanted), std::string::npos) << wanted << " in " << text;
        }
        EXPECT_EQ(text.find("gone"), std::string::npos);
    }
}

} // namespace
} // namespace proxima::node
