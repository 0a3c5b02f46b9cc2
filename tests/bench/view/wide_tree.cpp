// Leaves a run with 111 110 nodes in its call graph and a million records: ten instances that call
// each other five levels deep, over and over.
#include <proxima/invocation.hpp>
#include <proxima/record.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace {

constexpr int instances = 10;
constexpr int levels = 5;
constexpr std::int64_t rounds = 9;

constexpr proxima::Column columns[] = {{"n", "long", proxima::ColumnType::integer},
                                       {"level", "int", proxima::ColumnType::integer}};
proxima::Record<std::int64_t, std::int64_t> record{"compute", "void compute(long, int)",
                                                   "wide_tree.cpp:1", columns};
proxima::Method* const methods[] = {&record};
proxima::PortRecord port{"bench::Port", methods, 1};

void compute(const std::vector<proxima::Instance>& all, const proxima::Instance& self,
             std::int64_t n, std::int64_t level) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, record, self.site(0), [&] { return n; }, [&] { return level; });
    for (volatile std::int64_t i = 0; i < n; ++i) {
    }
    if (level < levels) {
        for (const auto& instance : all) {
            compute(all, instance, n * 13 % 997, level + 1);
        }
    }
}

} // namespace

int main() {
    std::vector<proxima::Instance> all;
    for (int i = 0; i < instances; ++i) {
        all.emplace_back(port, ("part" + std::to_string(i)).c_str());
    }
    for (std::int64_t round = 1; round <= rounds; ++round) {
        for (const auto& instance : all) {
            compute(all, instance, 97 * round, 1);
        }
    }
}
