// Finding the header that defines a class by its text.
#include "../temporary_directory.hpp"
#include "input/definition_search.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::unit::TemporaryDirectory;

TEST(SeemsToDefine, DefinitionsOnly) {
    EXPECT_TRUE(seems_to_define("class Size {", "Size"));
    EXPECT_TRUE(seems_to_define("namespace a {\nstruct EXPORT_MACRO Size final\n  : public Base {",
                                "Size"));
    EXPECT_TRUE(seems_to_define("template <class T> class [[nodiscard]] Size\n{", "Size"));
    EXPECT_FALSE(seems_to_define("class Size;", "Size"));
    EXPECT_FALSE(seems_to_define("class Sizes {", "Size"));
    EXPECT_FALSE(seems_to_define("class Other : Size {", "Size"));
    EXPECT_FALSE(seems_to_define("Size::Size() : a(0) {}", "Size"));
    EXPECT_FALSE(seems_to_define("class Size::Part {", "Size"));
    EXPECT_FALSE(seems_to_define("// the class of each\nSize {", "Size"));
    EXPECT_FALSE(seems_to_define("", "Size"));
}

TEST(DefinitionSearch, StaysOutOfTheSystemsDirectories) {
    const TemporaryDirectory directory;
    directory.write("system/stddef.h", "");
    directory.write("system/size.h", "struct Size {};");
    directory.write("system/other/size.h", "struct Size {};");
    const std::string own = directory.write("own/size.hpp", "struct Size {};");
    const std::string system = (directory.path() / "system").string();
    DefinitionSearch behind({(directory.path() / "own").string(), system});
    EXPECT_EQ(behind.headers_that_define("Size"), std::vector<std::string>{own});
    DefinitionSearch first({system});
    EXPECT_EQ(first.headers_that_define("Size"), std::vector<std::string>{system + "/size.h"});
}

} // namespace
