// Parameters recorded by default, for each type of argument.
#include "generator_fixture.hpp"

namespace {

using proxima::gen::test::Generator;
using Strings = std::vector<std::string>;

class DefaultParameters : public Generator {};

TEST_F(DefaultParameters, FollowFromTheType) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        // Scalars by value, by reference to const, and by rvalue.
        {"int", "v integer"},
        {"unsigned", "v unsigned_integer"},
        {"std::size_t", "v unsigned_integer"},
        {"std::int8_t", "v integer"},
        {"char", "v integer"},
        {"wchar_t", "v integer"},
        {"char16_t", "v unsigned_integer"},
        {"bool", "v boolean"},
        {"float", "v real"},
        {"double", "v real"},
        {"long double", "v real"},
        {"const int&", "v integer"},
        {"int&&", "v integer"},
        {"const double", "v real"},
        {"Plain", "v enumeration"},
        {"Wide", "v enumeration"},
        {"Opaque", "v enumeration"},
        {"const Plain&", "v enumeration"},
        // Not recorded: results, types without a number, numbers that do not fit.
        {"int&", ""},
        {"volatile int", ""},
        {"const volatile int&", ""},
        {"__int128", ""},
        {"int*", ""},
        {"const char*", ""},
        {"std::nullptr_t", ""},
        {"void (*)(int)", ""},
        {"int Matrix::*", ""},
        {"Matrix", ""},
        {"const Matrix&", ""},
        {"Incomplete&", ""},
        {"std::shared_ptr<Matrix>", ""},
        {"SecretSize", ""},
        // Containers.
        {"const std::vector<double>&", "v.size() unsigned_integer"},
        {"std::vector<double>&", "v.size() unsigned_integer"},
        {"std::vector<bool>", "v.size() unsigned_integer"},
        {"std::map<int, int>&&", "v.size() unsigned_integer"},
        {"const std::array<int, 3>&", "v.size() unsigned_integer"},
        {"const std::string&", ""},
        {"Sized", "v.size() unsigned_integer"},
        {"const std::vector<std::unique_ptr<Incomplete>>&", "v.size() unsigned_integer"},
        {"const std::vector<Incomplete>&", ""},
        {"const std::vector<std::pair<int, Incomplete>>&", ""},
        {"const std::vector<Broken<int>>&", ""},
        // A size() whose body does not compile; Clang reports it only once.
        {"const Bag<Bad>&", ""},
        {"const Bag<Bad>&", ""},
        {"const Bag<Good>&", "v.size() unsigned_integer"},
        // A base whose elements are unknown.
        {"const Fields&", ""},
    };
    std::string text = R"(
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>
enum Plain { minus = -1, zero, big = 7 };
enum class Wide : std::uint64_t { low = 1, high = 0xffffffffffffffffu };
enum class Opaque : int;
struct Incomplete;
template <class T> struct Broken { typename T::missing member; };
struct Matrix { int rows() const; };
struct Sized { std::size_t size() const; int* begin(); int* end(); };
class SecretSize { std::size_t size() const; public: int* begin(); int* end(); };
template <class T> struct Bag { constexpr unsigned size() const { return T::bad; } int* begin() const; };
struct Bad {}; struct Good { static constexpr unsigned bad = 1; };
struct Fields : std::vector<Incomplete> { Fields(); ~Fields(); };
template <class T> using Same = T;
struct Port {
)";
    for (std::size_t i = 0; i < cases.size(); ++i) {
        text += "virtual void f" + std::to_string(i) + "(Same<" + cases[i].first + "> v) = 0;\n";
    }
    add_header("port.hpp", text + "};\n");
    for (const char* standard : {"-std=c++17", "-std=c++20"}) {
        options_.flags.flags = {standard};
        const Strings found = recorded();
        ASSERT_EQ(found.size(), cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            EXPECT_EQ(found[i], cases[i].second) << cases[i].first << " " << standard;
        }
    }
}

TEST_F(DefaultParameters, OfContainersThatAreOnlyFilledAreReadAfterTheCall) {
    add_header("filled.hpp", R"(
#include <vector>
using Values = std::vector<double>;
struct Port {
    virtual ~Port() = default;
    virtual void sort(Values& values) = 0;
    virtual void split(const Values& dst, Values& left_out, Values& result) = 0;
    /// @param[in] rest  what is left
    /// @param[out] found  what is found
    virtual void find(Values& found, Values& rest) = 0;
};)");
    std::string late;
    const nlohmann::json classes = explain();
    for (const auto& method : classes.at(0).at("methods")) {
        for (const auto& parameter : method.at("parameters")) {
            late += parameter.at("after") ? parameter.at("name").get<std::string>() + " " : "";
        }
    }
    EXPECT_EQ(late, "left_out.size result.size found.size ");
}

TEST_F(DefaultParameters, LeaveOutWhatOnlyNames) {
    add_header("port.hpp",
               "#include <cstdint>\n#include <string>\nstruct Port {"
               "virtual void f(int id, int userId, int tree_id, int grid, int width) = 0;"
               "virtual void g(std::uintptr_t at, int file_handle, int handles) = 0;"
               "virtual void h(const std::string& name, int paid_) = 0; };\n");
    EXPECT_EQ(recorded(),
              (Strings{"grid integer, width integer", "handles integer", "paid_ integer"}));
}

TEST_F(DefaultParameters, StandBesideArgumentsOfPrivateAndUnnamedTypes) {
    add_header("port.hpp", "class Port { struct Secret { int v; }; public: struct { int x; } p;\n"
                           "virtual ~Port() = default; virtual int run(int n, const Secret& s) = 0;"
                           " virtual int move(int n, decltype(Port::p) q) = 0; };\n");
    configure(R"({"parameters": {"Port::run": {"twice": "n * 2", "v": "s.v"},
                                 "Port::move": {"x": "q.x"}},
                  "ports": {"Port": {"accept": ["p"]}}})");
    EXPECT_EQ(recorded(), (Strings{"n * 2 integer, s.v integer", "q.x integer"}));
}

} // namespace
