// Ports that pass by value what their header only declares.
#include "analysis/header_analysis.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace proxima::gen;
using proxima::gen::test::TemporaryDirectory;

constexpr const char* port =
    "#pragma once\n#include <memory>\nnamespace n { class Size; class Part;\n"
    "struct Port { virtual ~Port() = default; virtual Size size() const = 0;\n"
    "virtual void take(std::unique_ptr<Part> part) = 0;\n"
    "virtual std::shared_ptr<class Never> share() = 0; }; }\n";
constexpr const char* size_header = "#pragma once\nnamespace n { class Size { int width; }; }\n";
constexpr const char* part_header = "#pragma once\nnamespace n { class Part { int weight; }; }\n";

HeaderAnalysis analyse(const std::string& header) {
    FlagSources sources;
    sources.flags = {"-std=c++17"};
    const CompileFlags flags(sources);
    const Configuration configuration;
    return analyse_header(header, {&configuration, &flags, {}});
}

TEST(TypeCompletion, IncludesTheHeadersThatDefineThem) {
    const TemporaryDirectory directory;
    const std::string header = directory.write("port.hpp", port);
    const std::string size = directory.write("size.hpp", size_header);
    const std::string part = directory.write("below/part.hpp", part_header);
    const HeaderAnalysis analysis = analyse(header);
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_EQ(analysis.ports.front().refusal, "");
    EXPECT_EQ(analysis.includes, (std::vector<std::string>{"\"" + header + "\"", "\"" + size + "\"",
                                                           "\"" + part + "\""}));
    EXPECT_NE(std::find(analysis.files_read.begin(), analysis.files_read.end(), part),
              analysis.files_read.end());
}

TEST(TypeCompletion, AnUndefinedTypeIsRefused) {
    const TemporaryDirectory directory;
    const std::string header = directory.write("port.hpp", port);
    directory.write("size.hpp", "namespace other { class Size {}; }\n");
    const HeaderAnalysis analysis = analyse(header);
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_NE(analysis.ports.front().refusal.find("incomplete"), std::string::npos);
}

TEST(TypeCompletion, AHeaderWithErrorsIsLeftOut) {
    const TemporaryDirectory directory;
    const std::string header = directory.write("port.hpp", port);
    const std::string size =
        directory.write("size.hpp", size_header + std::string("this does not parse\n"));
    directory.write("part.hpp", part_header);
    const HeaderAnalysis analysis = analyse(header);
    ASSERT_TRUE(analysis.parsed);
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_NE(analysis.ports.front().refusal.find("incomplete"), std::string::npos);
    EXPECT_EQ(std::count(analysis.includes.begin(), analysis.includes.end(), "\"" + size + "\""),
              0);
}

TEST(TypeCompletion, AHeaderWithErrorsDoesNotKeepOthersOut) {
    const TemporaryDirectory directory;
    const std::string header = directory.write("port.hpp", port);
    directory.write("size.hpp", size_header + std::string("this does not parse\n"));
    const std::string size = directory.write("parts/sizes.hpp", size_header);
    const std::string part = directory.write("part.hpp", part_header);
    const HeaderAnalysis analysis = analyse(header);
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_EQ(analysis.ports.front().refusal, "");
    EXPECT_EQ(analysis.includes, (std::vector<std::string>{"\"" + header + "\"", "\"" + size + "\"",
                                                           "\"" + part + "\""}));
}

TEST(TypeCompletion, AHeaderThatDefinesAnotherClassOfThatNameIsLeftOut) {
    const TemporaryDirectory directory;
    const std::string header = directory.write("port.hpp", port);
    const std::string other =
        directory.write("size.hpp", "#pragma once\nnamespace other { class Size {}; }\n");
    const std::string size = directory.write("parts/sizes.hpp", size_header);
    directory.write("part.hpp", part_header);
    const HeaderAnalysis analysis = analyse(header);
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_EQ(analysis.ports.front().refusal, "");
    EXPECT_EQ(std::count(analysis.includes.begin(), analysis.includes.end(), "\"" + other + "\""),
              0);
    EXPECT_EQ(std::count(analysis.includes.begin(), analysis.includes.end(), "\"" + size + "\""),
              1);
}

} // namespace
