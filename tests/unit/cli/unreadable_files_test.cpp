// Names that lead to no file: each reader fails at once, and waits for nobody.
#include "../error_of.hpp"
#include "assembly/assembly.hpp"
#include "assembly/measure_rules.hpp"
#include "kb/kb_verbs.hpp"
#include "sample_run.hpp"

#include <proxima/knowledge/knowledge_base.hpp>
#include <proxima/model/model_file.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/rundir/run_info.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace {

using namespace proxima;

struct Reader {
    const char* name;
    std::function<void(const std::string&)> read;
};

std::vector<Reader> readers() {
    return {{"assembly", [](const auto& file) { assembly::read_assembly(file); }},
            {"rules",
             [](const auto& file) {
                 assembly::MeasureRules rules;
                 assembly::read_rules(file, rules);
             }},
            {"models", [](const auto& file) { model::read_models(file); }},
            {"selection", [](const auto& file) { model::read_selection(file, {}); }},
            {"source",
             [](const auto& file) {
                 if (cli::kind_of_source(file) == cli::SourceKind::run) {
                     rundir::RunDirectory::open(file);
                 }
             }},
            {"base", [](const auto& file) { knowledge::KnowledgeBase::open(file); }},
            {"run.json", [](const auto& file) { rundir::load_run_info(file); }},
            {"run", [](const auto& file) { rundir::RunDirectory::open(file); }}};
}

TEST(UnreadableFiles, ArePassedOverAtOnceByEveryReader) {
    const rundir::test::TemporaryDirectory directory;
    const auto pipe = (directory.path() / "pipe.json").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0); // into which nobody writes
    const auto device = (directory.path() / "zeros.json").string();
    std::filesystem::create_symlink("/dev/zero", device);
    for (const auto& reader : readers()) {
        for (const auto& name : {pipe, device}) {
            const auto message = proxima::unit::error_of([&] { reader.read(name); });
            EXPECT_EQ(message.find(name), 0U) << reader.name << ": " << message;
            EXPECT_EQ(message.find("256 MiB"), std::string::npos) << reader.name << ": " << message;
        }
        const auto message = proxima::unit::error_of([&] { reader.read(directory.path()); });
        EXPECT_NE(message.find("directory"), std::string::npos) << reader.name << ": " << message;
    }
}

} // namespace
