// Several headers in one run: which of them a class belongs to, and what is said of it.
#include "error_of.hpp"
#include "generator.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace {

using namespace proxima::gen;
using proxima::gen::test::error_of;
using proxima::gen::test::TemporaryDirectory;

std::string port(const std::string& name) {
    return "struct " + name + " { virtual ~" + name + "() = default; virtual void f() = 0; };\n";
}

class Generator : public testing::Test {
protected:
    Generator() {
        options_.output = (directory_.path() / "out").string();
        options_.flags.flags = {"-std=c++17"};
    }

    void add_header(const std::string& name, const std::string& text) {
        options_.headers.push_back(directory_.write(name, text));
    }

    /// The exit status; what is said is in out_ and messages_.
    int run() {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int status = generate(options_);
        out_ = testing::internal::GetCapturedStdout();
        messages_ = testing::internal::GetCapturedStderr();
        return status;
    }

    bool wrote(const std::string& file, const std::string& text) const {
        return directory_.read("out/" + file).find(text) != std::string::npos;
    }
    bool left_nothing() const { return !std::filesystem::exists(options_.output); }

    TemporaryDirectory directory_;
    Options options_;
    std::string out_;
    std::string messages_;
};

TEST_F(Generator, GivesAClassToTheHeaderThatDefinesIt) {
    const std::string base = directory_.write("base.hpp", "#pragma once\n" + port("Base"));
    add_header("derived.hpp", "#include \"base.hpp\"\nstruct Derived : Base {};\n");
    options_.headers.push_back(base);
    options_.classes = {"Base", "Derived"};
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("base.proxy.hpp", "class Proxy<::Base>"));
    EXPECT_FALSE(wrote("derived.proxy.hpp", "class Proxy<::Base>"));
    EXPECT_TRUE(wrote("derived.proxy.hpp", "class Proxy<::Derived>"));
}

TEST_F(Generator, FindsANameInTheHeaderThatHasTheClass) {
    add_header("user.hpp", "namespace ns { class A; class B { public: virtual ~B() = default; "
                           "virtual void f(A&) = 0; }; }\n");
    add_header("class.hpp", "namespace ns { class A { public: virtual ~A() = default; virtual void "
                            "f() = 0; }; }\n");
    options_.classes = {"ns::A", "ns::B"};
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("class.proxy.hpp", "class Proxy<::ns::A>"));
    EXPECT_TRUE(wrote("user.proxy.hpp", "class Proxy<::ns::B>"));
}

TEST_F(Generator, ConfiguresAClassUnderAnyNameThatItMayBeSelectedBy) {
    add_header("port.hpp", "template <class T, class A = long> struct Q { virtual ~Q() = default; "
                           "virtual void f(T n) = 0; virtual void g() = 0; };\n"
                           "using Named = Q<char>;\n");
    options_.configuration = directory_.write("port.json", R"({
        "classes": [ {"include": "Q<int>"}, {"include": "Q<char, long>"} ],
        "ports": { "Q<int>": {"in_place": true}, "Named": {"in_place": true} },
        "methods": [ {"exclude": "Q<int>::g"} ],
        "parameters": { "Q<int>::f": {"twice": "2 * n"} } })");
    options_.explain = "-";
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_EQ(messages_, "");
    EXPECT_TRUE(wrote("port.proxy.hpp", "measure(::Q<int, long>&"));
    EXPECT_TRUE(wrote("port.proxy.hpp", "measure(::Q<char, long>&"));
    EXPECT_NE(out_.find("\"treatment\": \"forwarded\""), std::string::npos) << out_;
    EXPECT_NE(out_.find("2 * n"), std::string::npos) << out_;
}

TEST_F(Generator, RefusesANameThatNoHeaderHasAClassForOnce) {
    add_header("first.hpp", "class A;\n" + port("B"));
    add_header("second.hpp", "class A;\n" + port("C"));
    options_.classes = {"A", "B"};
    EXPECT_EQ(run(), 1);
    EXPECT_NE(messages_.find("error: A: it is declared but not defined"), std::string::npos);
    EXPECT_EQ(messages_.find("error: A:"), messages_.rfind("error: A:")) << messages_;
    EXPECT_TRUE(left_nothing());
}

TEST_F(Generator, KeepsEveryRefusedClassThatCannotBePrinted) {
    add_header("first.hpp", "class First { " + port("Hidden") + " };\n" + port("Seen"));
    add_header("second.hpp", "class Second { " + port("Hidden") + " };\n");
    options_.classes = {"Seen", "Second::Hidden"};
    EXPECT_EQ(run(), 1);
    EXPECT_NE(messages_.find("error: Second::Hidden:"), std::string::npos) << messages_;
    options_.classes = {"Seen", "First::Hidden", "Second::Hidden"};
    EXPECT_EQ(run(), 1);
    EXPECT_NE(messages_.find("error: First::Hidden:"), std::string::npos) << messages_;
    EXPECT_NE(messages_.find("error: Second::Hidden:"), std::string::npos) << messages_;
}

TEST_F(Generator, RefusesTwoPortsOfOneName) {
    add_header("first.hpp", "struct a_b final { virtual void f() = 0; };\n");
    add_header("second.hpp", "namespace a { " + port("b") + " }\n");
    add_header("third.hpp", "namespace a { namespace { } } " + port("a_b_"));
    const std::string error = error_of([&] { generate(options_); });
    EXPECT_NE(error.find("a_b_ and a::b would share the name mastermind::a_b"), std::string::npos)
        << error;
    EXPECT_TRUE(left_nothing());
}

TEST_F(Generator, RefusesTwoHeadersOfOneName) {
    add_header("first/port.hpp", port("A"));
    add_header("second/port.hpp", port("B"));
    const std::string error = error_of([&] { generate(options_); });
    EXPECT_NE(error.find("would both become port.proxy.hpp"), std::string::npos) << error;
    EXPECT_TRUE(left_nothing());
}

TEST_F(Generator, WritesTheSameHoweverManyHeadersAreReadAtOnce) {
    for (const char* name : {"A", "B", "C", "D", "E"}) {
        add_header(std::string(name) + ".hpp", port(name));
    }
    options_.jobs = 1;
    EXPECT_EQ(run(), 0) << messages_;
    const std::string records = directory_.read("out/mastermind.cpp");
    const std::string output = options_.output;
    options_.output = (directory_.path() / "again").string();
    options_.jobs = 4;
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_EQ(directory_.read("again/mastermind.cpp"), records);
    EXPECT_LT(records.find("\"A\""), records.find("\"E\""));
}

TEST_F(Generator, ExplainsAllHeadersOnStandardOutput) {
    add_header("first.hpp", port("A"));
    add_header("second.hpp", port("B"));
    options_.explain = "-";
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_NE(out_.find("\"name\": \"A\""), std::string::npos) << out_;
    EXPECT_NE(out_.find("\"name\": \"B\""), std::string::npos) << out_;
}

TEST_F(Generator, WritesNoExplanationWhenItWritesNothing) {
    add_header("port.hpp", port("A"));
    options_.classes = {"Nope"};
    options_.explain = options_.output + "/explanation.json";
    EXPECT_NE(error_of([&] { generate(options_); }).find("no class is named Nope"),
              std::string::npos);
    EXPECT_TRUE(left_nothing());
}

TEST_F(Generator, SaysWhatCannotBeWrittenBeforeAnyWork) {
    add_header("broken.hpp", "this does not parse\n");
    for (auto* file : {&options_.explain, &options_.depfile}) {
        *file = (directory_.path() / "missing/file").string();
        EXPECT_NE(error_of([&] { generate(options_); }).find("missing/file cannot be written"),
                  std::string::npos);
        file->reset();
    }
}

TEST_F(Generator, FollowsDeepRecursionOfTemplatesAndConstantExpressions) {
    add_header("deep.hpp",
               "template <int N> constexpr int deep() { if constexpr (N == 0) return 0; else "
               "return 1 + deep<N - 1>(); }\n"
               "struct Port { virtual ~Port() = default; virtual void f(int (&)[deep<850>()]) = 0; "
               "};\n");
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("deep.proxy.hpp", "[850]"));
}

TEST_F(Generator, SaysThatAnOrdinaryClassIsNoTemplate) {
    add_header("port.hpp", port("A"));
    options_.templates = {"A"};
    const std::string error = error_of([&] { generate(options_); });
    EXPECT_NE(error.find("no class template is named A; it is an ordinary class"),
              std::string::npos)
        << error;
}

TEST_F(Generator, ListsWhatItSkipsAndTheOptionThatTakesIt) {
    add_header("ports.hpp", port("A") + "template <class T> " + port("Many") +
                                "class Concrete { virtual void f(); };\n"
                                "struct Plain {};\n");
    options_.list = true;
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_NE(out_.find("skipped   Many: a class template; --template Many"), std::string::npos)
        << out_;
    EXPECT_NE(out_.find("skipped   Concrete: not abstract; --class Concrete"), std::string::npos)
        << out_;
    EXPECT_EQ(out_.find("Plain"), std::string::npos) << out_;
}

TEST_F(Generator, WarnsBeforeItReplacesTheRecordsOfOtherHeaders) {
    add_header("first.hpp", port("A"));
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(messages_, "");
    add_header("second.hpp", port("B"));
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(messages_, "");
    options_.headers.clear();
    add_header("third.hpp", port("C"));
    EXPECT_EQ(run(), 0);
    EXPECT_NE(messages_.find("the records of first.hpp, second.hpp are replaced"),
              std::string::npos)
        << messages_;
}

TEST_F(Generator, IsQuietOnRequest) {
    add_header("ports.hpp", port("A") + "struct Final final { virtual void f() = 0; };\n");
    EXPECT_EQ(run(), 0);
    EXPECT_NE(messages_.find("note: Final gets no proxy"), std::string::npos) << messages_;
    options_.quiet = true;
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(messages_, "");
}

} // namespace
