#include "damaged_lane.hpp"

#include <filesystem>

namespace proxima::rundir::test {
namespace {

struct Counter : RecordVisitor {
    void records(const Lane& lane, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            const auto& method = lane.method(*record);
            for (const auto& parameter : method.parameters) {
                sum += parameter.type == ParameterType::text ? record->text(parameter).text.size()
                                                             : record->word(parameter);
            }
        }
    }
    std::uint64_t sum = 0;
};

} // namespace

ReadOutcome read(const TemporaryDirectory& directory) {
    Counter counter;
    return read_records(RunDirectory::open(directory.path()), counter);
}

RecordFileBuilder definitions() {
    RecordFileBuilder file;
    file.thread(0).method("P", "f", "void f(int, std::string)",
                          {{0, "n", "int"}, {5, "label", "std::string"}});
    return file.node(0, 0, "i").node(1, 0, "i");
}

std::vector<TestInvocation> some_invocations() {
    std::vector<TestInvocation> invocations;
    for (std::uint64_t i = 0; i < 5; ++i) {
        auto words = text_words("label" + std::to_string(i));
        words.insert(words.begin(), i);
        invocations.push_back(
            {static_cast<std::uint32_t>(1 + i % 2), 1000 + 100 * i, 1050 + 100 * i, i, words});
    }
    return invocations;
}

std::string small_file() {
    return definitions().block(some_invocations()).block(some_invocations()).end().bytes();
}

void HollowLane::enlarge(const std::string& name) const {
    std::filesystem::resize_file(directory_.path() / "records" / name, std::uint64_t{1} << 40);
}

} // namespace proxima::rundir::test
