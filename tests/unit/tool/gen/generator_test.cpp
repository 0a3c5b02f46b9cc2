// One run: the header that owns a class, includes, messages.
#include "generator_fixture.hpp"

namespace {

using proxima::gen::test::Generator;
using proxima::gen::test::port;
using proxima::unit::error_of;

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

TEST_F(Generator, RefusesAConfiguredClassThatNothingCanName) {
    add_header("port.hpp", "class Outer { struct Inner { virtual void f() = 0; }; };\n");
    configure(R"({"ports": {"*": {"in_place": true}}})");
    EXPECT_NE(error_of([&] { generate(options_); }), "");
    EXPECT_TRUE(left_nothing());
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
    options_.output = (directory_.path() / "again").string();
    options_.jobs = 4;
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_EQ(directory_.read("again/mastermind.cpp"), records);
    EXPECT_LT(records.find("\"A\""), records.find("\"E\""));
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

TEST_F(Generator, LeavesNothingWhenAnotherOutputCannotBeWritten) {
    add_header("port.hpp", port("Port"));
    options_.depfile = (directory_.path() / "missing" / "port.d").string();
    EXPECT_NE(error_of([&] { generate(options_); }).find("port.d"), std::string::npos);
    EXPECT_TRUE(left_nothing());
}

TEST_F(Generator, WritesConstantArgumentsOfTemplatesOnce) {
    add_header("port.hpp", "template <class T> struct Base {\n"
                           "  virtual ~Base() = default; virtual void put(const T& value) = 0; };\n"
                           "template <class T> struct Constants : Base<const T> {};\n"
                           "template <class T> struct Pointers : Base<T*> {};\n");
    options_.templates = {"Constants", "Pointers"};
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("port.proxy.hpp", "void put(const T &proxima_arg_value) override"));
    EXPECT_TRUE(wrote("port.proxy.hpp", "void put(T * const &proxima_arg_value) override"));
}

TEST_F(Generator, KeepsTheOrderOfOperationsInArgumentsOfBases) {
    add_header("port.hpp", "template <int M> struct Array {};\n"
                           "template <int M> struct Base {\n"
                           "  virtual ~Base() = default; virtual void f(Array<2 * M>& a) = 0; };\n"
                           "template <int N> struct Port : Base<N - 1> {};\n");
    options_.templates = {"Port"};
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("port.proxy.hpp", "Array<2 * (N - 1)>"));
}

TEST_F(Generator, ReadsTemplatesThatAreTheirOwnBases) {
    add_header("port.hpp",
               "template <int N> struct rank : rank<N - 1> {};\n"
               "template <> struct rank<0> {};\n"
               "struct Port { virtual void f(const rank<3>& r) = 0; };\n"
               "template <int N> struct Chain : Chain<N - 1> { virtual void f() = 0; };\n"
               "template <> struct Chain<0> { virtual void g() = 0; };\n");
    EXPECT_EQ(explain().at(0).at("verdict"), "proxy");
    options_.templates = {"Chain"};
    EXPECT_NE(run(), 0);
    EXPECT_NE(messages_.find("depends on itself"), std::string::npos) << messages_;
}

TEST_F(Generator, ForwardsVariadicMethodsToTheSiblingOfTheirNameOnly) {
    const std::string text =
        "struct Log { virtual ~Log() = default; virtual void print(int, ...) = 0;\n"
        "  virtual void vprint_error(int, va_list) = 0;";
    add_header("port.hpp",
               "#include <cstdarg>\n" + text + "virtual void vprint(int, va_list) = 0; };\n");
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("port.proxy.cpp", "vprint(proxima_arg_arg1, proxima_list)"));
    for (const char* others : {"", "virtual void vprint(int, va_list) = 0;"
                                   "virtual void print_v(int, va_list) = 0;"}) {
        add_header("port.hpp", "#include <cstdarg>\n" + text + others + " };\n");
        options_.headers.pop_back();
        EXPECT_EQ(explain().at(0).at("verdict"), "in place");
    }
}

TEST_F(Generator, GivesAllItsNamesToOnePort) {
    add_header("port.hpp",
               "struct A { virtual ~A() = default; private: virtual void b_c() = 0; };\n"
               "struct A_b { virtual ~A_b() = default; private: virtual void c() = 0; };\n"
               "struct PortInfo { explicit PortInfo(int); virtual ~PortInfo() = default;\n"
               "  virtual void f() = 0; };\n");
    EXPECT_EQ(run(), 0) << messages_;
    for (const char* name : {"A", "A_b", "PortInfo"}) {
        EXPECT_TRUE(wrote("port.proxy.hpp", "class Proxy<::" + std::string(name) + ">"))
            << messages_;
    }
}

TEST_F(Generator, SearchesNeitherHiddenDirectoriesNorLargeFiles) {
    directory_.write(".cache/part.hpp", "struct Part { int n; };\n");
    directory_.write("part", "struct Part { int n; };\n" + std::string(5 << 20, ' '));
    add_header("port.hpp", "struct Part; struct Port { virtual ~Port() = default;\n"
                           "  virtual void f(Part part) = 0; };\n");
    EXPECT_NE(error_of([&] { generate(options_); }), "");
}

TEST_F(Generator, ShowsTypesInMessagesAsTheyAreWritten) {
    add_header("port.hpp", "struct Mesh { int n; };\n"
                           "struct Port { virtual void f(const Mesh& mesh) = 0; };\n");
    configure(R"({"parameters": {"Port::f": {"p": "-mesh"}}})");
    EXPECT_NE(error_of([&] { generate(options_); }).find("type 'const Mesh'"), std::string::npos);
    configure(R"({"parameters": {"Port::f": {"p": "mesh"}}})");
    EXPECT_NE(error_of([&] { generate(options_); }).find("type 'Mesh'"), std::string::npos);
}

TEST_F(Generator, SpellsPathsAsTheUserDid) {
    const std::string absolute = add_header("port.hpp", port("Port"));
    options_.headers = {std::filesystem::relative(absolute)};
    EXPECT_EQ(explain().at(0).at("file"), options_.headers.front());
}

TEST_F(Generator, SpellsAnIncludeThatFindsTheHeaderItself) {
    const std::string root = directory_.path().string();
    const std::string header = add_header("second/port.hpp", port("Port"));
    directory_.write("first/port.hpp", "#error the other port\n");
    options_.flags.flags = {"-I" + root + "/first", "-I" + root + "/second"};
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("port.proxy.hpp", "#include \"" + header + "\""));
    options_.flags.flags = {"-I" + root};
    EXPECT_EQ(run(), 0) << messages_;
    EXPECT_TRUE(wrote("port.proxy.hpp", "#include <second/port.hpp>"));
}

} // namespace
