#include "calling_convention/calling_convention.proxy.hpp"
#include "completed_by_prelude/completed_by_prelude.proxy.hpp"
#include "completed_by_search/completed_by_search.proxy.hpp"
#include "hidden_visibility/hidden_visibility.proxy.hpp"
#include "incomplete_types/incomplete_types.proxy.hpp"
#include "inline_namespace/inline_namespace.proxy.hpp"
#include "linkage_specification/linkage_specification.proxy.hpp"
#include "macro_declared/macro_declared.proxy.hpp"
#include "name_clashes/name_clashes.proxy.hpp"
#include "not_self_contained/not_self_contained.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

class mesh::Mark {};
class opaque::Context {};
struct opaque::Handle {
    int number;
};
enum class opaque::Code : int { good, bad };
template <class T>
class opaque::Box {};

namespace {

using construct::note;

TEST(Names, NameClashes) {
    struct Tool : acme::Proxy {
        int call(int record, int invocation, int instance, int target, int site,
                 int arg1) override {
            return record + 10 * invocation + 100 * instance + 1000 * target + 10000 * site +
                   100000 * arg1;
        }
        int compute(acme::proxima::Record record, acme::Invocation invocation,
                    Target target) override {
            return record.value + invocation.value + target.value;
        }
        int text(acme::std::string text, const ::std::string& other) override {
            return text.length + static_cast<int>(other.size());
        }
        int acme(acme::Mode mode) override { return static_cast<int>(mode); }
        int record() const override { return 2; }
        int active(int active) const override { return active; }
        int unwrap() override { return 3; }
        int measured() override { return 4; }
    };

    struct Global : Proxy {
        int value() const override { return 5; }
    };
    construct::expect_same<Tool, Global>(
        +[](acme::Proxy& port, Proxy& global) {
            note(port.call(1, 2, 3, 4, 5, 6), port.compute({1}, {2}, {3}), port.text({4}, "text"));
            note(port.acme(acme::Mode::fast), port.record(), port.active(7), port.unwrap());
            note(port.measured(), global.value());
        },
        {{"call", 1}, {"compute", 1}, {"text", 1}, {"acme", 1}, {"record", 1}, {"value", 1}});
}

TEST(Names, InlineNamespace) {
    struct Tool : lib::Port {
        int configure(const lib::Options& options, lib::v1::Options previous,
                      lib::Hidden hidden) override {
            return 100 * options.level + 10 * previous.level + hidden.value;
        }
        std::string name(const std::string& prefix) const override { return prefix + "tool"; }
    };

    struct Deep : lib::deep::er::Nested {
        int level(lib::Options options) override { return options.level; }
    };
    construct::expect_same<Tool, Deep>(
        +[](lib::Port& port, lib::deep::er::Nested& nested) {
            note(port.configure({}, {}, {}), port.name("a "), nested.level({}));
        },
        {{"configure", 1}, {"name", 1}, {"level", 1}});
}

TEST(Names, MacroDeclared) {
    struct Blur : vtk::Filter {
        const char* class_name() const override { return "Blur"; }
        void SetRadius(double radius) override { radius_ = radius; }
        double GetRadius() const override { return radius_; }
        const int* GetBounds() override { return bounds_; }
        void GetBounds(int data[6]) override { data[5] = bounds_[5]; }
        double Update(int port) override { return radius_ * port; }

    private:
        double radius_ = 0;
        int bounds_[6] = {1, 2, 3, 4, 5, 6};
    };
    construct::expect_same<Blur>(
        +[](vtk::Filter& port) {
            port.SetRadius(1.5);
            int bounds[6] = {};
            port.GetBounds(bounds);
            note(port.class_name(), port.GetRadius(), port.GetBounds()[1], bounds[5],
                 port.Update(2));
        },
        {{"class_name", 1}, {"SetRadius", 1}, {"GetRadius", 1}, {"GetBounds", 2}, {"Update", 1}});
}

namespace linkage_specification {

extern "C" {
static int enter(const char* name, void* data) {
    return name[0] + static_cast<plugin_data*>(data)->version;
}
static void leave(plugin_data* data) {
    data->version = 0;
}
}

class Target : public Plugin::Plugin {
public:
    int load(plugin_entry entry, plugin_data* data) override {
        data_ = data;
        return entry("A", data);
    }
    void unload(::Plugin::plugin_exit exit) override { exit(data_); }

private:
    plugin_data* data_ = nullptr;
};

void script(Plugin::Plugin& port) {
    plugin_data data{3};
    note(port.load(enter, &data));
    port.unload(leave);
    note(data.version);
}

TEST(Names, LinkageSpecification) {
    construct::expect_same<Target>(script, {{"load", 1}, {"unload", 1}});
}

} // namespace linkage_specification

namespace calling_convention {

int ACME_CALL twice(int value) {
    return 2 * value;
}

class Filter : public acme::Plugin {
public:
    int ACME_CALL version(int major, double minor) override {
        return 10 * major + static_cast<int>(minor);
    }
    int ACME_CALL notify(int(ACME_CALL* callback)(int), int value) override {
        return callback(value);
    }
    int plain(int value) const override { return value; }
};

void script(acme::Plugin& port) {
    note(port.version(4, 2.5), port.notify(twice, 21), port.plain(3));
}

TEST(Names, CallingConvention) {
    construct::expect_same<Filter>(script, {{"version", 1}, {"notify", 1}, {"plain", 1}});
}

} // namespace calling_convention

TEST(Names, HiddenVisibility) {
    struct Target : HiddenPort {
        int run(inner::State& state) override { return ++state.value; }
        inner::State state(const inner::State* from) override { return *from; }
    };
    construct::expect_same<Target>(
        +[](HiddenPort& port) {
            inner::State state{4};
            note(port.run(state), port.state(&state).value);
        },
        {{"run", 1}, {"state", 1}});
}

TEST(Names, NotSelfContained) {
    struct Heat : bmi::Bmi {
        void Initialize(std::string config_file) override { note("initialize", config_file); }
        std::vector<std::string> GetInputVarNames() override { return {"temperature", "flux"}; }
        void GetValue(std::string name, void* dest) override {
            *static_cast<int*>(dest) = static_cast<int>(name.size());
        }
        int GetVarGrid(std::string) override { return 3; }
    };
    construct::expect_same<Heat>(
        +[](bmi::Bmi& port) {
            port.Initialize("heat.yaml");
            int value = 0;
            port.GetValue("flux", &value);
            note(port.GetInputVarNames().back(), value, port.GetVarGrid("flux"));
        },
        {{"Initialize", 1}, {"GetInputVarNames", 1}, {"GetValue", 1}, {"GetVarGrid", 1}});
}

TEST(Names, CompletedByPrelude) {
    struct Shelf : opaque::Store {
        opaque::Value get(int index) const override { return opaque::Value(2 * index); }
        int put(opaque::Value value, std::unique_ptr<opaque::Part> part) override {
            return value.number() + part->weight;
        }
    };
    construct::expect_same<Shelf>(
        +[](opaque::Store& port) {
            note(port.get(3).number(),
                 port.put(opaque::Value(4), std::make_unique<opaque::Part>()));
        },
        {{"get", 1}, {"put", 1}});
}

TEST(Names, CompletedBySearch) {
    struct Regular : mesh::Grid {
        mesh::Extent extent(int level) const override { return mesh::Extent(1 << level); }
        int keep(std::unique_ptr<mesh::Cell> cell) override { return cell->faces; }
        std::size_t count(const mesh::Row<mesh::Mark>& row) const override { return row.size(); }
    };
    construct::expect_same<Regular>(
        +[](mesh::Grid& port) {
            note(port.extent(3).width(), port.keep(std::make_unique<mesh::Cell>()));
            note(port.count(mesh::Row<mesh::Mark>(5)));
        },
        {{"extent", 1}, {"keep", 1}, {"count", 1}});
}

TEST(Names, IncompleteTypes) {
    struct Target : opaque::Port {
        opaque::Context* open(const opaque::Context& context, opaque::Handle*) override {
            return const_cast<opaque::Context*>(&context);
        }
        opaque::Handle& handle(opaque::Handle&& handle) override { return handle; }
        std::shared_ptr<opaque::Context> share(std::shared_ptr<opaque::Context> context,
                                               const opaque::Box<int>&) override {
            note("users", context.use_count());
            return context;
        }
        opaque::Code check(opaque::Code code) override { return code; }
    };
    construct::expect_same<Target>(
        +[](opaque::Port& port) {
            const opaque::Context context;
            opaque::Handle handle{4};
            note(port.open(context, &handle) == &context,
                 &port.handle(std::move(handle)) == &handle);
            const opaque::Box<int> box;
            note(port.share(std::make_shared<opaque::Context>(), box).use_count());
            note(port.check(opaque::Code::bad) == opaque::Code::bad);
        },
        {{"open", 1}, {"handle", 1}, {"share", 1}, {"check", 1}});
}

} // namespace

// Last: the macros of this port replace ordinary words.
#include "hostile_macros/hostile_macros.proxy.hpp"

namespace {

TEST(Names, HostileMacros) {
    struct Screen : hostile::Display {
        int draw(int on, int level) override { return on * level; }
        int poll() override { return True; }
    };
    construct::expect_same<Screen>(
        +[](hostile::Display& display) { note(display.draw(True, 5), display.poll()); },
        {{"draw", 1}, {"poll", 1}});
}

} // namespace
