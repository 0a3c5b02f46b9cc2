// Verdicts on classes whose state a proxy would have a second time.
#include "generator_fixture.hpp"

#include <algorithm>

namespace proxima::gen::test {
namespace {

struct Case {
    const char* name;
    const char* guilty; // in the reason; empty if a proxy does no harm
    const char* text;   // members of the class, public at the beginning
    const char* base = "";
};

// Every class gets a virtual destructor and a pure method run(int).
const Case cases[] = {
    {"ProtectedCounter", "valid()", "int valid() const { return n_; } protected: int n_ = 0;"},
    {"ProtectedSetter", "size()",
     "int size() const { return n_; } protected: void set(int n) { n_ = n; } private: int n_ = 0;"},
    {"VirtualSetterElsewhere", "time()",
     "virtual void set_time(double); double time() const { return t_; } private: double t_ = 0;"},
    {"VirtualSetter", "time()",
     "virtual void set_time(double t) { t_ = t; } double time() const { return t_; }"
     " private: double t_ = 0;"},
    {"GetterElsewhere", "time()",
     "virtual void set_time(double t) { t_ = t; } double time() const; private: double t_ = 0;"},
    {"BothElsewhere", "time()",
     "virtual void set_time(double); double time() const; private: double t_ = 0;"},
    {"PublicData", "x is a public data member", "double x = 0;"},
    {"PublicSetter", "name()",
     "void rename(const std::string& n) { n_ = n; } const std::string& name() const { return n_; }"
     " private: std::string n_;"},
    {"FriendOfProtected", "the friend Framework", "protected: int n_ = 0; friend class Framework;"},
    {"FriendAndVirtual", "the friend Framework",
     "virtual void next() { ++n_; } private: int n_ = 0; friend class Framework;"},
    {"Implementation", "count()",
     "Implementation(); int count() const; private: struct Impl; std::unique_ptr<Impl> d_;"},
    {"FinalUser", "order()",
     "virtual int order() const final { return n_; } protected: int n_ = 0;"},
    {"Reference", "mutable_sizes()",
     "std::vector<int>& mutable_sizes() { return v_; } private: std::vector<int> v_;"},
    {"MutableCache", "cached()",
     "int cached() const { return c_; } virtual void reset() const { c_ = 0; } private: mutable "
     "int c_ = 1;"},
    {"Locked", "lock()",
     "void lock() { m_.lock(); } virtual bool busy() { return !m_.try_lock(); }"
     " private: std::mutex m_;"},
    {"Identity", "id()",
     "Identity() : id_(next_++) {} int id() const { return id_; }"
     " private: static inline int next_ = 0; int id_;"},
    {"ConstantIdentity", "id()",
     "int id() const { return id_; } private: static inline int next_ = 0; const int id_ = "
     "next_++;"},
    {"OptionalArgument", "label()",
     "explicit OptionalArgument(std::string l = {}) : l_(std::move(l)) {}"
     " const std::string& label() const { return l_; } private: std::string l_;"},
    {"Alias", "total()",
     "int total() const { return n_; } virtual void add() { auto& self = *this;"
     " self.n_++; } private: int n_ = 0;"},
    {"Indirectly", "size()",
     "int size() const { return n_; } virtual void grow() { set(1); }"
     " private: void set(int n) { n_ = n; } int n_ = 0;"},
    {"StaticReset", "reset()",
     "static void reset(StaticReset& port) { port.n_ = 0; }"
     " virtual int next() { return ++n_; } private: int n_ = 0;"},
    {"MemberTemplate", "get()",
     "template <class T> T get() const { return T(n_); }"
     " virtual void set(int n) { n_ = n; } private: int n_ = 0;"},
    {"Union", "value()",
     "int value() const { return i_; } protected: union { int i_ = 0; float f_; };"},
    {"FriendFunction", "the friend operator<<",
     "friend std::ostream& operator<<(std::ostream&, const FriendFunction&);"
     " virtual void next() { ++n_; } private: int n_ = 0;"},
    {"Observed", "attach()",
     "void attach(int* o) { list_.push_back(o); }"
     " protected: void notify() { for (int* o : list_) ++*o; } private: std::vector<int*> list_;"},
    {"FriendTemplate", "the friend peek",
     "template <class T> friend int peek(const T&); protected: int n_ = 0;"},
    {"ObservedTemplate", "the friend read",
     "template <class T> friend int read(const T&); virtual void next() { ++n_; }"
     " private: int n_ = 0;"},
    {"InstanceOfTemplate", "width()", "", "public Sized<double>"},
    {"Registered", "Registered()",
     "Registered() { all().push_back(this); }"
     " static std::vector<Registered*>& all();"},
    {"Counted", "Counted()", "Counted() { ++alive; } static inline int alive = 0;"},
    {"LambdaMember", "fire()",
     "void fire() { cb_(); } int n() const { return n_; }"
     " private: int n_ = 0; std::function<void()> cb_ = [this] { ++n_; };"},
    {"SelfPointer", "self()",
     "const SelfPointer* self() const { return self_; }"
     " private: const SelfPointer* const self_ = this;"},
    {"OpenedData", "x is a public data member", "using Data::x; virtual int y() { return x; }",
     "private Data"},
    {"NestedEditor", "Editor::Editor()",
     "class Editor { public: explicit Editor(NestedEditor& port); };"
     " virtual int get() const { return n_; } private: int n_ = 0;"},

    {"Stateless", "", "int twice(int n) { return 2 * run(n); }"},
    {"StatelessElsewhere", "", "int twice(int n); void log() const;"},
    {"OnlyVirtual", "",
     "virtual void set(int n) { n_ = n; } virtual int get() const { return n_; }"
     " private: int n_ = 0;"},
    {"OnlyVirtualElsewhere", "",
     "virtual void set(int n); virtual int get() const; private: int n_ = 0;"},
    {"ProtectedUnused", "", "int twice(int n) { return 2 * run(n); } protected: int n_ = 0;"},
    {"ConstantMember", "", "const int version = 3; int next() const { return version + 1; }"},
    {"StaticMember", "", "static inline int calls = 0; static int count() { return calls; }"},
    {"NeverChanged", "", "int order() const { return n_; } private: int n_ = 2;"},
    {"NeverChangedElsewhere", "", "int order() const; private: int n_ = 2;"},
    {"SetByConstructor", "",
     "SetByConstructor() { n_ = 3; } int order() const { return n_; } private: int n_;"},
    {"Argument", "",
     "explicit Argument(std::string l) : l_(std::move(l)) {}"
     " const std::string& label() const { return l_; } private: std::string l_;"},
    {"SharedArgument", "",
     "explicit SharedArgument(std::vector<int>& m) : m_(m) {}"
     " std::vector<int>& mesh() const { return m_; } private: std::vector<int>& m_;"},
    {"FriendOfPrivate", "", "friend class Framework; private: int n_ = 0;"},
    {"FriendOfVirtual", "",
     "friend std::ostream& operator<<(std::ostream& s, const FriendOfVirtual& p)"
     " { p.print(s); return s; } virtual void print(std::ostream&) const; private: int n_ = 0;"},
    {"Create", "",
     "static std::unique_ptr<Create> create(int); virtual int get(); private: int n_ = 0;"},
    {"VirtualOnly", "",
     "virtual std::string name() const { return name_; } private: std::string name_ = \"x\";"},
    {"LambdaUnused", "",
     "virtual int count() { f_(); return n_; }"
     " private: int n_ = 0; std::function<void()> f_ = [this] { ++n_; };"},
    {"Entries", "",
     "struct Entry { int k = 0; bool operator<(const Entry& other) const; };"
     " virtual Entry last() const { return e_; } private: Entry e_;"},
    {"Types", "",
     "enum Mode { fast, exact }; using Value = double; struct Options { int n = 0; };"
     " Mode mode() const { return exact; }"},
    {"Lambda", "", "int all(int n) { auto f = [this](int i) { return run(i); }; return f(n); }"},
    {"PrivateHelper", "",
     "virtual void step() { advance(); } private: void advance() { ++n_; } int n_ = 0;"},
    {"Overload", "",
     "int run(const std::string& s) { return run(int(s.size())); } virtual void reset() { n_ = 0; }"
     " private: int n_ = 0;"},
    {"Comparison", "", "bool operator==(const Comparison& other) const { return &other == this; }"},
};

constexpr const char* before = R"(
#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <vector>
struct Data { int x = 0; };
template <class T> struct Sized { int width() const { return w_; } protected: int w_ = 1; };
template <class T> int read(const T& port) { return port.n_; }
)";

std::string header() {
    std::string text = before;
    for (const Case& one : cases) {
        const std::string name = one.name;
        const std::string base = *one.base == 0 ? "" : " : " + std::string(one.base);
        text += "class " + name + base + " { public: virtual ~" + name +
                "() = default; virtual int run(int) = 0;\n" + one.text + "\n};\n";
    }
    return text;
}

class State : public Generator {};

TEST_F(State, IsJudgedByWhoCanTouchIt) {
    add_header("state.hpp", header());
    const nlohmann::json classes = explain();
    ASSERT_EQ(classes.size(), std::size(cases));
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        const nlohmann::json& judged = classes.at(i);
        const std::string guilty = cases[i].guilty;
        EXPECT_EQ(judged.at("name"), cases[i].name);
        EXPECT_EQ(judged.at("verdict"), guilty.empty() ? "proxy" : "in place") << judged;
        if (!guilty.empty()) {
            EXPECT_EQ(judged.value("reason", "").rfind(guilty, 0), 0U) << judged;
        }
    }
}

TEST_F(State, IsSolvedByInitializeAndAccept) {
    options_.classes = {"ProtectedSetter", "Reference", "PublicData", "VirtualSetterElsewhere"};
    add_header("state.hpp", header());
    configure(R"json({"ports": {
        "ProtectedSetter": {"initialize": ["set(target.size())"]},
        "Reference": {"initialize": ["mutable_sizes() = target.mutable_sizes()"]},
        "PublicData": {"copy_members": true},
        "VirtualSetterElsewhere": {"accept": ["t_"]}}})json");
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(messages_, "");
}

} // namespace
} // namespace proxima::gen::test
