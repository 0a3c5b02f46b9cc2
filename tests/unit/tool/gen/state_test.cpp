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
    {"NestedChange", "version()",
     "virtual void refine() { Change change{this}; change.done(); } int version() const { return "
     "v_; }"
     " private: struct Change { NestedChange* of; void done() { ++of->v_; } }; int v_ = 0;"},
    {"NestedElsewhere", "version()",
     "virtual void refine(); int version() const { return v_; }"
     " private: struct Change { NestedElsewhere* of; void done(); }; int v_ = 0;"},
    {"Binding", "total()",
     "int total() const { return n_; } virtual void add() { auto& [n] = *this; ++n; }"
     " private: int n_ = 0;"},
    {"AfterAnotherObject", "get()", "", "public Touching<double>"},
    {"StaticTable", "level()",
     "int level() const { return t_.at(this); } protected: void set(int n) { t_[this] = n; }"
     " static inline std::map<const StaticTable*, int> t_;"},
    {"GlobalTable", "level()", "int level() const { return levels[this]; }"},
    {"StateOf", "level()",
     "int level() const { return state_of(this).x; } virtual void set(int n) { state_of(this).x = "
     "n; }"},
    {"StateOfElsewhere", "level()",
     "int level() const { return state_of(this).x; } protected: void set(int n);"},
    {"StateByReference", "set()",
     "void set(int n) { state_of(*this)->x = n; } virtual int level() const { return "
     "state_of(*this)->x; }"},
    {"LocalTable", "level()",
     "int level() const { return table().at(this); } virtual void set(int n) { table()[this] = n; }"
     " private: static std::map<const LocalTable*, int>& table()"
     " { static std::map<const LocalTable*, int> t; return t; }"},
    {"InRegistry", "level()",
     "int level() const { return Registry::instance().get(this); }"
     " virtual void set(int n) { Registry::instance().set(this, n); }"},
    {"SetsInRegistry", "set()",
     "void set(int n) { Registry::instance().set(this, n); }"
     " virtual int level() const { return Registry::instance().get(this); }"},
    {"SharedState", "level()",
     "int level() const { return shared_state(this)->x; } protected: void set(int n) {"
     " shared_state(this)->x = n; }"},
    {"KeyInVariable", "level()",
     "int level() const { const void* key = this; return levels.at(key); } protected: void set(int "
     "n) { levels[this] = n; }"},
    {"TableOfTemplate", "level()", "", "public Tabled<double>"},

    {"Logged", "",
     "void a() { Registry::instance().log(this); log(this); Registry::instance().count(this); }"
     " virtual void b() { Registry::instance().log(this); log(this); out() << this; }"
     " void c() { out() << *this; }"},
    {"Compared", "",
     "bool same(const Compared& o) const { return order(*this, o) == 0; }"
     " virtual bool before(const Compared& o) const { return order(*this, o) < 0; }"},
    {"Cast", "",
     "Data* data() { return cast<Data>(this); } virtual int x() { return cast<Data>(this)->x; }"},
    {"Visited", "",
     "void accept(Registry& r) { r.set(this, 1); } virtual int get(Registry& r) { return "
     "r.get(this); }"},
    {"View", "", "Data* view() { return view_of(this); } virtual void redraw();"},
    {"Hash", "",
     "std::size_t hash() const { return std::hash<const void*>()(this); } virtual void f();"},
    {"VariableInItsOwnInitializer", "",
     "bool is_alone() const { struct Node { const void* next; } head{&head}; return seen(&head); }"
     " static bool seen(const void*); virtual void f();"},
    {"ConstantBinding", "",
     "virtual int get() const { const auto& [n] = *this; return n; }"
     " int total() const { return n_; } private: int n_ = 0;"},
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
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <vector>
struct Data { int x = 0; };
struct Registry {
    static Registry& instance();
    int get(const void*) const; void set(const void*, int); void log(const void*);
    bool count(const void*);
};
inline std::map<const void*, int> levels;
Data& state_of(const void*);
std::shared_ptr<Data> shared_state(const void*);
struct StateByReference;
Data* state_of(const StateByReference&);
void log(const void*);
std::ostream& out();
std::ostream& operator<<(std::ostream&, const struct Logged&);
template <class T> int order(const T&, const T&);
struct Compared;
int order(const Compared&, const Compared&);
template <class To, class From> To* cast(From*);
Data* view_of(const void*);
template <class T> struct Tabled {
    virtual ~Tabled() = default;
    int level() const { return t_.at(this); }
protected:
    void set(int n) { t_[this] = n; }
    static inline std::map<const Tabled*, int> t_;
};
template <class T> struct Sized { int width() const { return w_; } protected: int w_ = 1; };
struct Helper { void touch() { ++touched; } int touched = 0; };
Helper& helper();
template <class T> struct Holding { protected: int w_ = 1; };
template <class T> struct Touching : Holding<T> {
    virtual void step() { this->w_ += 2; }
    int get() { helper().touch(); return this->w_; }
};
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

TEST_F(State, OfManyMembersIsNotListedToAccept) {
    add_header("state.hpp", "struct Many { virtual ~Many() = default; virtual int run(int) = 0;\n"
                            "  int a = 0, b = 0, c = 0, d = 0, e = 0; };\n");
    const std::string reason = explain().at(0).at("reason");
    EXPECT_NE(reason.find("4 more members"), std::string::npos) << reason;
    EXPECT_EQ(reason.find("accept"), std::string::npos) << reason;
}

TEST_F(State, IsSolvedByInitializeAndAccept) {
    options_.classes = {"ProtectedSetter", "Reference", "PublicData", "VirtualSetterElsewhere"};
    add_header("state.hpp", header());
    configure(R"json({"ports": {
        "ProtectedSetter": {"initialize": ["set(target.size())"]},
        "Reference": {"initialize": ["mutable_sizes() = target.mutable_sizes()"]},
        "PublicData": {"initialize": ["x = target.x"]},
        "VirtualSetterElsewhere": {"accept": ["t_"]}}})json");
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(messages_, "");
}

} // namespace
} // namespace proxima::gen::test
