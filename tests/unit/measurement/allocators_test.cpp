// Allocators that are measured themselves do not wait for what the runtime holds when it calls
// them.
#include "implementations.hpp"

namespace {

class Allocators : public Implementations, public testing::WithParamInterface<const char*> {};

TEST_P(Allocators, MayBeMeasured) {
    const Outcome outcome = run(
        "env -u PROXIMA PROXIMA_MEASUREMENT=proxima:quiet=on,output=run " PROXIMA_ALLOCATOR " " +
        std::string(GetParam()));
    EXPECT_EQ(outcome.status, 0) << said();
    EXPECT_TRUE(fs::exists(file("run/callgraph.json")));
}

INSTANTIATE_TEST_SUITE_P(While, Allocators, testing::Values("buffer", "events", "timers"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
