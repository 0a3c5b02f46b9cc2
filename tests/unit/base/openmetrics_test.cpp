#include <proxima/base/openmetrics.hpp>

#include <gtest/gtest.h>

namespace {

using proxima::base::OpenMetrics;
using proxima::base::openmetrics_labels;

TEST(OpenMetrics, WritesFamiliesWithTheSuffixOfTheirType) {
    OpenMetrics page;
    page.family("calls", OpenMetrics::Type::counter, "", "invocations");
    page.sample(openmetrics_labels({{"method", "f"}, {"rank", "0"}}), 1e6, "12.500");
    page.family("run", OpenMetrics::Type::info);
    page.sample("", 1);
    EXPECT_EQ(page.take(), "# TYPE calls counter\n# HELP calls invocations\n"
                           "calls_total{method=\"f\",rank=\"0\"} 1000000 12.500\n"
                           "# TYPE run info\nrun_info 1\n");
    page.family("age_seconds", OpenMetrics::Type::gauge, "seconds");
    page.sample("", 0.1);
    EXPECT_EQ(page.end(), "# TYPE age_seconds gauge\n# UNIT age_seconds seconds\n"
                          "age_seconds 0.1\n# EOF\n");
}

TEST(OpenMetrics, EscapesLabels) {
    EXPECT_EQ(openmetrics_labels({{"a", "\"\\\n"}}), R"(a="\"\\?")");
    EXPECT_EQ(openmetrics_labels({{"a", "\xc3\xa4"}}), "a=\"\xc3\xa4\"");
    EXPECT_EQ(openmetrics_labels({{"a", "\xff\xc3\xa4 x"}}), "a=\"??? x\"");
}

} // namespace
