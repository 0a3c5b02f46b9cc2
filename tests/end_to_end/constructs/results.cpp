#include "covariant_return/covariant_return.proxy.hpp"
#include "exceptions/exceptions.proxy.hpp"
#include "handed_over/handed_over.proxy.hpp"
#include "return_values/return_values.proxy.hpp"
#include "same_behaviour.hpp"

#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>

// The targets may use what is deprecated or useless: the generated headers above may not.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wignored-qualifiers"

namespace {

using construct::note;

TEST(Results, ReturnValues) {
    using results::Counted;

    using Proxy = proxima::Proxy<results::Store>;
    static_assert(std::is_same<decltype(std::declval<Proxy&>().reference()), Counted&>::value, "");
    static_assert(
        std::is_same<decltype(std::declval<Proxy&>().constant_value()), const Counted>::value, "");

    struct Shelf : results::Store {
        void nothing() override { note("nothing"); }
        Counted value() override { return Counted(1); }
        const Counted constant_value() override { return Counted(2); }
        Counted& reference() override { return counted; }
        const Counted& constant_reference() const override { return counted; }
        Counted&& rvalue_reference() override { return std::move(counted); }
        const Counted&& constant_rvalue_reference() const override { return std::move(counted); }
        std::unique_ptr<int> move_only() override { return std::make_unique<int>(5); }
        results::Pinned pinned() override { return results::Pinned(6); }
        const char* pointer() const override { return text.c_str(); }
        std::vector<bool>::reference bit(int index) override {
            return bits[static_cast<std::size_t>(index)];
        }
        auto trailing() const -> const std::string& override { return text; }
        void* address() override { return this; }

        Counted counted{3};
        std::string text = "shelf";
        std::vector<bool> bits = {false, false};
    };
    construct::expect_same<Shelf>(
        +[](results::Store& port) {
            const auto& shelf = static_cast<const Shelf&>(proxima::unwrap(port));
            Counted::copies() = Counted::moves() = 0;
            port.nothing();
            note(port.value().value(), port.constant_value().value());
            note(&port.reference() == &shelf.counted, &port.constant_reference() == &shelf.counted);
            Counted&& rvalue = port.rvalue_reference();
            const Counted&& constant_rvalue = port.constant_rvalue_reference();
            note(&rvalue == &shelf.counted, &constant_rvalue == &shelf.counted);
            note("copies", Counted::copies(), "moves", Counted::moves());
            note(*port.move_only());
            const results::Pinned pinned = port.pinned();
            note(pinned.number, pinned.self == &pinned);
            note(port.pointer() == shelf.text.c_str(), &port.trailing() == &shelf.text);
            port.bit(1) = true;
            note(shelf.bits[0], shelf.bits[1], static_cast<bool>(port.bit(1)));
            note(port.address() == static_cast<const void*>(&shelf));
        },
        {{"nothing", 1}, {"value", 1}, {"reference", 1}, {"move_only", 1}, {"bit", 2}});
}

TEST(Results, CovariantReturn) {
    struct Cube : geometry::Solid {
        Cube* parent() override { return has_parent ? this : nullptr; }
        const Cube& reference() const override { return *this; }
        double area() const override { return 6; }
        double volume() const override { return 1; }
        bool has_parent = true;
    };
    construct::expect_same<Cube>(
        +[](geometry::Solid& port) {
            auto& cube = static_cast<Cube&>(proxima::unwrap(port));
            geometry::Shape& shape = port;
            note(port.parent() == &cube, shape.parent() == static_cast<geometry::Shape*>(&cube));
            note(&port.reference() == &cube,
                 &shape.reference() == static_cast<geometry::Shape*>(&cube));
            cube.has_parent = false;
            note(shape.parent() == nullptr);
            note(shape.area(), port.volume());
        },
        {{"parent", 3}, {"reference", 2}, {"area", 1}, {"volume", 1}});
}

TEST(Results, HandedOver) {
    using store::File;

    struct Log : File {
        explicit Log(int factor = 1) : factor(factor) {}
        int append(int bytes) override { return factor * bytes; }
        int factor;
    };
    struct Disk : store::Store {
        store::Status open(const std::string& name, File** result) override {
            *result = name.empty() ? reinterpret_cast<File*>(this) : &opened; // unset if it fails
            return {!name.empty()};
        }
        store::Status create(const std::string& name, std::unique_ptr<File>* file) override {
            *file = name.empty() ? nullptr : std::make_unique<Log>(2);
            return {!name.empty()};
        }
        std::unique_ptr<File> make(int bytes) override { return std::make_unique<Log>(bytes); }
        const std::shared_ptr<File>& share() const override { return shared; }
        store::Own<File> own() override { return store::Own<File>(&opened_as_own); }
        std::vector<std::unique_ptr<File>> all() override {
            std::vector<std::unique_ptr<File>> files;
            files.push_back(std::make_unique<Log>(3));
            files.push_back(nullptr);
            files.push_back(std::make_unique<Log>(4));
            return files;
        }
        const std::map<std::string, File*>& names() const override { return by_name; }
        const File& root() const override { return constant(); }
        File* find(int number) override { return number == 0 ? nullptr : &found; }
        std::unique_ptr<File> unseen() override { return std::make_unique<Log>(5); }
        int fill(File& file, int bytes) override { return file.append(bytes); }

        // The compiler may put it into memory that nobody can write.
        static const File& constant() {
            static const Log log(6);
            return log;
        }

        Log opened, opened_as_own, named, found;
        std::shared_ptr<File> shared = std::make_shared<Log>(7);
        std::map<std::string, File*> by_name{{"named", &named}, {"none", nullptr}};
    };
    const construct::Calls before = construct::count_calls("append");
    construct::expect_same<Disk>(
        +[](store::Store& port) {
            File* opened = nullptr;
            note(port.open("name", &opened).is_ok);
            note(opened->append(1));
            note(port.open("", &opened).is_ok);
            std::unique_ptr<File> created;
            note(port.create("", &created).is_ok);
            note(created == nullptr, port.create("name", &created).is_ok);
            note(created->append(2), created->append(3));
            note(port.make(4)->append(5), port.share()->append(6), port.share()->append(7));
            note(port.own().get()->append(8));
            for (const std::unique_ptr<File>& file : port.all()) {
                note(file == nullptr ? -1 : file->append(9));
            }
            note(port.names().at("named")->append(10), port.find(0) == nullptr);
            note(port.find(1)->append(11), port.unseen()->append(12));
            note(&port.root() == &Disk::constant());
            Log log(13);
            note(port.fill(log, 14), log.append(15), port.fill(log, 16));
        },
        {{"open", 2}, {"create", 2}, {"make", 1}, {"own", 0}, {"all", 1}, {"append", 13}});
    construct::Calls calls = construct::count_calls("append");
    for (const auto& [instance, count] : before) {
        if ((calls[instance] -= count) == 0) {
            calls.erase(instance);
        }
    }
    EXPECT_EQ(calls, (construct::Calls{{"target.open", 1},
                                       {"target.create", 2},
                                       {"target.make", 1},
                                       {"target.share", 2},
                                       {"target.own", 1},
                                       {"target.all", 2},
                                       {"target.names", 1},
                                       {"target.find", 1},
                                       {"target.fill.file", 2}}));
}

TEST(Results, Exceptions) {
    struct BrokenReader : io::Reader {
        int read(int line) override {
            return line % 2 == 0 ? line : throw io::ReadError("odd line", line);
        }
        void fail() override { throw 42; }
        const std::string& retry(int attempts) override {
            try {
                read(1);
            } catch (const io::ReadError& error) {
                text = error.what() + std::to_string(attempts);
            }
            return text;
        }
        std::string text;
    };
    construct::expect_same<BrokenReader>(
        +[](io::Reader& port) {
            for (int line : {2, 3, 4, 5}) {
                try {
                    note(port.read(line));
                } catch (const io::ReadError& error) {
                    note(error.what(), error.line, std::uncaught_exceptions());
                }
            }
            try {
                port.fail();
            } catch (int number) {
                note("number", number);
            }
            note(port.retry(3));
        },
        {{"read", 4}, {"fail", 1}, {"retry", 1}});
}

} // namespace
