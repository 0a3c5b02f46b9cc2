// The parameters of class templates, declared again. Clang is asked whether the new declaration is
// one of the same template.
#include "analysis/classes/template_parameters.hpp"
#include "parsed_header.hpp"

#include <clang/AST/ASTContext.h>
#include <gtest/gtest.h>

namespace {

using namespace proxima::gen;
using proxima::gen::test::ParsedHeader;

class Redeclared : public testing::TestWithParam<const char*> {};

TEST_P(Redeclared, IsTheSameTemplate) {
    ParsedHeader header(std::string("template <") + GetParam() + "> struct Port;", {"-std=c++20"});
    const auto& pattern = llvm::cast<clang::ClassTemplateDecl>(header.declaration("", "Port"));
    const TypePrinter printer(header.unit().context(), names_of_unnamed_parameters(&pattern));
    std::string declarations;
    std::string arguments;
    for (const TemplateParameter& parameter : template_parameters(pattern, printer)) {
        declarations += (declarations.empty() ? "" : ", ") + parameter.declaration;
        arguments += (arguments.empty() ? "" : ", ") + parameter.argument;
    }
    // The arguments name the parameters in the way of a partial specialisation.
    const auto errors = header.unit().parse(
        "test", "template <" + declarations + "> struct Port;\ntemplate <class> struct Other;\n" +
                    "template <" + declarations + "> struct Other<Port<" + arguments + ">> {};\n");
    EXPECT_TRUE(errors.empty()) << errors.front().message << ": " << declarations;
}

INSTANTIATE_TEST_SUITE_P(Every, Redeclared,
                         testing::Values("class T", "typename T, class U = T*", "class",
                                         "class T, class = void", "int N", "class T, T V",
                                         "class T, T", "class... T", "class...", "int (*F)(double)",
                                         "const char* const& R", "auto V", "decltype(auto) V",
                                         "auto... V", "template <class> class C",
                                         "template <class...> class C, class... T",
                                         "class T, template <class, class...> class C",
                                         "template <int, template <class> class> class C",
                                         "template <auto> class"));

TEST(TemplateParameters, RefuseConcepts) {
    ParsedHeader header("template <class T> concept Small = sizeof(T) < 8;\n"
                        "template <Small auto V> struct Port;",
                        {"-std=c++20"});
    const auto& pattern = llvm::cast<clang::ClassTemplateDecl>(header.declaration("", "Port"));
    EXPECT_THROW(template_parameters(pattern, TypePrinter(header.unit().context())),
                 UnprintableType);
}

} // namespace
