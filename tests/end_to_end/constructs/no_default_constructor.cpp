// calls: get 2
// calls: store 1
#include "no_default_constructor.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Line : public storage::Array {
public:
    explicit Line(int size) : Array(size) {}
    double get(int index) const override { return 2.0 * index; }
};

class Tape : public storage::Archive {
public:
    Tape() : Archive("/dev/tape") {}
    int store(int value) override { return value; }
};

void script(storage::Array& array, storage::Archive& archive) {
    note(array.get(3), array.size(), archive.store(4), archive.path());
}

} // namespace

int main() {
    Line line(5);
    proxima::Proxy<storage::Array> labelled{line, "labelled", std::string("label"),
                                            std::make_unique<int>(7)};
    CHECK(labelled.label() == "label" && labelled.size() == 7 && labelled.get(2) == 4);
    return construct::compare(
        [] {
            Line array(5);
            Tape archive;
            script(array, archive);
        },
        [] {
            Line array(5);
            Tape archive;
            proxima::Proxy<storage::Array> measured_array{array, "array", 5};
            auto measured_archive =
                proxima::measured<storage::Archive>(archive, "archive", "/dev/tape");
            script(measured_array, measured_archive);
        });
}
