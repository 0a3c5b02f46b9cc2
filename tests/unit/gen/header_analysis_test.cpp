// One header from parsing to checked text, alone and beside others.
#include "analysis/header_analysis.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

namespace {

using namespace proxima::gen;
using proxima::gen::test::TemporaryDirectory;

std::string everything(const HeaderAnalysis& analysis) {
    std::string text = std::to_string(analysis.parsed) + analysis.diagnostics;
    for (const Port& port : analysis.ports) {
        text += port.name + port.refusal;
    }
    for (const RenderedPort& port : analysis.rendered) {
        text += port.class_definition + port.records_definition + port.constructor_definition;
        for (const MethodDefinition& definition : port.method_definitions) {
            text += definition.text;
        }
    }
    return text;
}

class Analysis : public testing::Test {
protected:
    Analysis() : flags_(standard()) {}

    HeaderAnalysis analyse(const std::string& header) const {
        return analyse_header(header, {&configuration_, &flags_, {}});
    }

    static FlagSources standard() {
        FlagSources sources;
        sources.flags = {"-std=c++17"};
        return sources;
    }

    TemporaryDirectory directory_;
    Configuration configuration_;
    CompileFlags flags_;
};

TEST_F(Analysis, IsTheSameAloneAndBesideOthers) {
    constexpr int count = 12;
    std::vector<std::string> headers;
    for (int i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        headers.push_back(directory_.write(
            "port_" + n + ".hpp",
            "#include <vector>\nnamespace n" + n + " { enum class Mode { a, b" + n +
                " }; struct Port { virtual ~Port() = default; virtual double f" + n +
                "(int n, Mode, const std::vector<double>&) = 0; virtual void g(double) const = 0; "
                "}; struct Refused final { virtual void f() = 0; }; }\n" +
                (i % 5 == 4 ? "this does not parse" : "")));
    }
    std::vector<std::string> alone;
    for (const std::string& header : headers) {
        alone.push_back(everything(analyse(header)));
    }
    std::vector<std::string> together(headers.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < headers.size(); ++i) {
            threads.emplace_back([&, i] { together[i] = everything(analyse(headers[i])); });
        }
    }
    EXPECT_EQ(alone, together);
}

TEST_F(Analysis, FindsARelativeHeaderWhereverADatabaseWorks) {
    const std::string absolute = directory_.write("include/port.hpp", "#include <value.hpp>\n"
                                                                      "struct Port { virtual void "
                                                                      "f(Value) = 0; };\n");
    directory_.write("elsewhere/values/value.hpp", "struct Value {};\n");
    const std::string build = directory_.path() / "elsewhere";
    directory_.write("elsewhere/compile_commands.json",
                     R"([{"directory": ")" + build +
                         R"(", "file": "port.cpp", "command": "g++ -Ivalues -c port.cpp"}])");
    FlagSources sources;
    sources.build_dir = build;
    const CompileFlags flags(sources);
    const std::filesystem::path before = std::filesystem::current_path();
    const std::string relative = std::filesystem::relative(absolute);
    const HeaderAnalysis analysis = analyse_header(relative, {&configuration_, &flags, {}});
    EXPECT_EQ(std::filesystem::current_path(), before);
    ASSERT_EQ(analysis.ports.size(), 1U) << analysis.diagnostics;
    EXPECT_EQ(to_string(analysis.ports[0].position), relative + ":2");
}

TEST_F(Analysis, GivesClangsDiagnosticsForAHeaderThatDoesNotParse) {
    const std::string header = directory_.write("broken.hpp", "struct A {\n  int x\n};\n");
    const HeaderAnalysis analysis = analyse(header);
    EXPECT_FALSE(analysis.parsed);
    EXPECT_NE(analysis.diagnostics.find(header + ":2:8: error: expected ';'"), std::string::npos)
        << analysis.diagnostics;
}

TEST_F(Analysis, RefusesAPortThatDoesNotCompileAndKeepsTheOthers) {
    const HeaderAnalysis analysis = analyse(directory_.write(
        "ports.hpp", "struct Incomplete;\nstruct Bad { virtual Incomplete f() = 0; };\n"
                     "struct Good { virtual void f() = 0; };\n"));
    ASSERT_EQ(analysis.ports.size(), 2U);
    EXPECT_NE(analysis.ports[0].refusal.find("f() cannot be forwarded"), std::string::npos)
        << analysis.ports[0].refusal;
    EXPECT_TRUE(analysis.ports[1].eligible());
}

TEST_F(Analysis, MeasuresMethodsOfProtectedTypesInPlaceWhereNothingCanDerive) {
    PortOptions in_place;
    in_place.port = "*";
    in_place.in_place = true;
    configuration_.ports = {in_place};
    configuration_.classes = {{Rule::Effect::include, "Hook", {}},
                              {Rule::Effect::include, "Last", {}}};
    const HeaderAnalysis analysis = analyse(directory_.write(
        "ports.hpp", "class Hook { protected: typedef int Size; private: virtual Size f(Size); };\n"
                     "class Last final : public Hook { public: virtual Size g(); };\n"));
    ASSERT_EQ(analysis.ports.size(), 2U);
    for (const Port& port : analysis.ports) {
        EXPECT_EQ(port.refusal, "");
        for (const Method& method : port.methods) {
            EXPECT_EQ(method.treatment, Treatment::measured) << port.name << method.signature;
        }
    }
}

TEST_F(Analysis, GivesEveryMethodARecordOfItsOwn) {
    const HeaderAnalysis analysis = analyse(directory_.write(
        "names.hpp",
        "struct Port { virtual void f(int) = 0; virtual void f(double) = 0;\n"
        "virtual void f_2() = 0; virtual void f_2(int) = 0; virtual void f_2_2() = 0;\n"
        "virtual void operator+() = 0; virtual void operator_plus() = 0;\n"
        "virtual void g(int) = 0; virtual void g_columns(int) = 0;\n"
        "virtual void proxima_port() = 0; virtual void proxima_methods() = 0; };"));
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_EQ(analysis.ports[0].refusal, "");
    std::set<std::string> identifiers;
    for (const Method& method : analysis.ports[0].methods) {
        EXPECT_TRUE(identifiers.insert(method.identifier).second) << method.identifier;
    }
    EXPECT_EQ(identifiers.size(), 11U);
}

TEST_F(Analysis, GivesEveryPortANameOfItsOwn) {
    const HeaderAnalysis analysis = analyse(directory_.write(
        "names.hpp",
        "namespace a { struct b { virtual void f() = 0; }; }\n"
        "struct a_b { virtual void f() = 0; }; struct a_b_2 { virtual void f() = 0; };"));
    std::set<std::string> identifiers;
    for (const Port& port : analysis.ports) {
        EXPECT_EQ(port.refusal, "");
        EXPECT_TRUE(identifiers.insert(port.identifier).second) << port.identifier;
    }
    EXPECT_EQ(identifiers.size(), 3U);
}

TEST_F(Analysis, DropsADefaultColumnWhoseErrorLiesInAHeader) {
    const HeaderAnalysis analysis = analyse(directory_.write(
        "size.hpp", "template <class T> struct Bag { constexpr unsigned size() const { return "
                    "T::bad; } int* begin() const; };\n"
                    "struct Bad {}; struct Good { static constexpr unsigned bad = 1; };\n"
                    "struct Port { virtual void f(const Bag<Bad>& a) = 0;\n"
                    "virtual void g(const Bag<Bad>& a) = 0; virtual void h(const Bag<Good>& a) = "
                    "0; };\n"));
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_EQ(analysis.ports[0].refusal, "");
    ASSERT_EQ(analysis.ports[0].methods.size(), 3U);
    EXPECT_TRUE(analysis.ports[0].methods[0].columns.empty());
    EXPECT_TRUE(analysis.ports[0].methods[1].columns.empty()); // Clang says it once only
    EXPECT_EQ(analysis.ports[0].methods[2].columns.size(), 1U);
}

TEST_F(Analysis, RecordsNoSizeOfElementsThatABaseDoesNotKnow) {
    for (const char* standard : {"-std=c++17", "-std=c++20"}) {
        FlagSources sources;
        sources.flags = {standard};
        const CompileFlags flags(sources);
        const std::string header = directory_.write(
            "fields.hpp", "#include <vector>\nstruct Unknown;\n"
                          "struct Fields : std::vector<Unknown> { Fields(); ~Fields(); };\n"
                          "struct Port { virtual void f(const Fields& fields) = 0; };\n");
        const HeaderAnalysis analysis = analyse_header(header, {&configuration_, &flags, {}});
        ASSERT_EQ(analysis.ports.size(), 1U);
        EXPECT_EQ(analysis.ports[0].refusal, "");
        EXPECT_TRUE(analysis.ports[0].methods.at(0).columns.empty()) << standard;
    }
}

TEST_F(Analysis, GivesPortsNamesThatAreNoKeywordsOrMacros) {
    const HeaderAnalysis analysis = analyse(directory_.write(
        "names.hpp", "#define extent 3\nstruct default_ { virtual void f() = 0; };\n"
                     "struct _delete { virtual void f() = 0; };\n"
                     "struct extent_ { virtual void f() = 0; };\n"));
    ASSERT_EQ(analysis.ports.size(), 3U);
    for (const Port& port : analysis.ports) {
        EXPECT_EQ(port.refusal, "") << port.name;
    }
    EXPECT_EQ(analysis.ports[0].identifier, "port_default");
    EXPECT_EQ(analysis.ports[1].identifier, "port_delete");
    EXPECT_EQ(analysis.ports[2].identifier, "port_extent");
}

TEST_F(Analysis, GivesAnAwaitOperatorARecord) {
    FlagSources sources;
    sources.flags = {"-std=c++20"};
    const CompileFlags flags(sources);
    const std::string header =
        directory_.write("await.hpp", "struct Port { virtual int operator co_await() = 0; };\n");
    const HeaderAnalysis analysis = analyse_header(header, {&configuration_, &flags, {}});
    ASSERT_EQ(analysis.ports.size(), 1U);
    EXPECT_EQ(analysis.ports[0].refusal, "");
    EXPECT_EQ(analysis.ports[0].methods.at(0).identifier, "operator_co_await");
}

TEST_F(Analysis, ListsWhatActsOnTheProxysOwnState) {
    const HeaderAnalysis analysis =
        analyse(directory_.write("state.hpp", "struct Base { int in_base() { return 1; } };\n"
                                              "struct Port : Base { virtual void f() = 0;\n"
                                              "template <class T> T generic() { return whole; }\n"
                                              "int operator[](int i) { return i + whole; }\n"
                                              "int harmless() { f(); return 1; }\n"
                                              "union { int whole; float real; }; };\n"));
    ASSERT_EQ(analysis.ports.size(), 1U);
    std::string notes;
    for (const Note& note : analysis.ports[0].notes) {
        notes += note.text.substr(0, note.text.find(':')) + " ";
    }
    EXPECT_EQ(notes, "generic() operator[]() in_base() whole real ");
}

TEST_F(Analysis, SpellsAnIncludeThatFindsTheHeaderItself) {
    const std::string root = directory_.path().string();
    const std::string text = "struct Port { virtual ~Port() = default; virtual void f() = 0; };\n";
    const std::string header = directory_.write("second/port.hpp", text);
    directory_.write("first/port.hpp", "#error the other port\n");
    FlagSources sources = standard();
    sources.flags.insert(sources.flags.end(), {"-I" + root + "/first", "-I" + root + "/second"});
    const CompileFlags shadowed(sources);
    EXPECT_EQ(analyse_header(header, {&configuration_, &shadowed, {}}).includes,
              std::vector<std::string>{"\"" + header + "\""});
    sources.flags.push_back("-I" + root);
    const CompileFlags reachable(sources);
    EXPECT_EQ(analyse_header(header, {&configuration_, &reachable, {}}).includes,
              std::vector<std::string>{"<second/port.hpp>"});
}

} // namespace
