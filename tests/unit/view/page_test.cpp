// Names from files of others are text in a page.
#include <proxima/base/text.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <view/document.hpp>
#include <view/page.hpp>

namespace {

using namespace proxima::view;

/// Ends elements, is no UTF-8, and has control characters.
const std::string hostile = "</script><!--\xff\xc3( \033]0;x\007 \xe2\x80\xa8\"'";

ViewedRun hostile_run() {
    ViewedRun run;
    run.name = hostile;
    run.whole_us = 1;
    run.facts = {{"command", hostile}};
    run.graph.components = {
        {hostile, hostile, hostile, hostile, hostile, {hostile, hostile, hostile}}};
    run.graph.nodes.emplace_back();
    run.graph.nodes[0].subtree_end = 1;
    run.classes[hostile] = hostile;
    run.mpi.emplace();
    run.mpi->routines.push_back({hostile});
    run.mpi_times.by_parameter[hostile][hostile][0] = {1};
    FittedMethod method;
    method.title = hostile;
    method.fits.emplace_back();
    method.fits[0].outcome.refusal = hostile;
    run.methods.push_back(method);
    return run;
}

TEST(Page, HoldsNamesAsTextOnly) {
    if (page_parts().before.empty()) {
        GTEST_SKIP() << "built without its page";
    }
    const auto run = hostile_run();
    const nlohmann::ordered_json selection{{hostile, {hostile}}};
    const auto text = page(document(run, &run, selection));
    EXPECT_TRUE(proxima::base::is_utf8(text));
    const std::string_view begin = R"(id="document">)";
    const auto first = text.find(begin) + begin.size();
    const auto last = text.find("</script>", first);
    ASSERT_NE(last, std::string::npos);
    const auto data = text.substr(first, last - first);
    EXPECT_EQ(data.find('<'), std::string::npos);
    for (const char c : data) {
        ASSERT_GE(static_cast<unsigned char>(c), 0x20);
    }
    const auto read = nlohmann::json::parse(data);
    EXPECT_EQ(read["name"].get<std::string>().rfind("</script><!--", 0), 0U);
    EXPECT_EQ(read["name"].get<std::string>().find('\033'), std::string::npos);
}

TEST(Page, WithoutItsPartsSaysWhatIsMissing) {
    if (!page_parts().before.empty()) {
        GTEST_SKIP() << "built with npm";
    }
    EXPECT_THROW(page({}), std::runtime_error);
}

} // namespace
