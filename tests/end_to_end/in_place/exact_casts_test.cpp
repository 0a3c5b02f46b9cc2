// Measuring in place is refused if the compiler turns dynamic_cast to a final class into a
// comparison of tables: an optimising clang++ from 17 on, without -fno-assume-unique-vtables.
#include "measured.hpp"
#include "ports.proxy.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

class Last final : public ports::Counter {
public:
    long add(long n) override { return n; }
};

TEST(Limits, ExactCastsAreRefusedAndStayRight) {
    Last last;
    const proxima::InPlace handle = proxima::measure(last, "cast");
    EXPECT_FALSE(handle);
    EXPECT_NE(std::string(handle.refusal()).find("-fno-assume-unique-vtables"), std::string::npos);
    EXPECT_EQ(dynamic_cast<Last*>(&opaque<ports::Counter>(last)), &last);
}

} // namespace
