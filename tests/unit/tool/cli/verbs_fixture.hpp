// Verbs of the tool on a run directory of their own.
#pragma once

#include "convert/convert_command.hpp"
#include "records/records_command.hpp"
#include "recover/recover_command.hpp"
#include "report/report_command.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace proxima::cli::test {

using rundir::test::TemporaryDirectory;

struct Answer {
    int status;
    std::string text;
    std::string messages;
};

// Runs `verb` with a file in memory as its output.
template <typename Verb>
Answer answer_of(Verb verb) {
    const int file = memfd_create("answer", 0);
    Answer answer{};
    std::exception_ptr error;
    testing::internal::CaptureStderr();
    try {
        text::Output output(file);
        answer.status = verb(output);
        output.flush();
    } catch (...) {
        error = std::current_exception();
    }
    answer.messages = testing::internal::GetCapturedStderr();
    answer.text.resize(static_cast<std::size_t>(lseek(file, 0, SEEK_END)));
    EXPECT_EQ(pread(file, answer.text.data(), answer.text.size(), 0),
              static_cast<ssize_t>(answer.text.size()));
    close(file);
    if (error) {
        std::rethrow_exception(error);
    }
    return answer;
}

class Verbs : public testing::Test {
protected:
    void SetUp() override { setenv("LC_ALL", "C.UTF-8", 1); }

    void write_run(bool ended) { test::write_sample_run(directory_, ended); }

    Answer report(const ReportOptions& changes) {
        auto options = changes;
        options.run = directory_.path();
        return answer_of([&](text::Output& output) { return run_report(options, output); });
    }
    Answer records(const RecordsOptions& changes) {
        auto options = changes;
        options.run = directory_.path();
        return answer_of([&](text::Output& output) { return run_records(options, output); });
    }
    Answer call_graph(const std::string& format, const text::TreeFilter& filter = {}) {
        const ConvertOptions options{.run = directory_.path(), .to = format, .filter = filter};
        return answer_of([&](text::Output& output) { return run_convert(options, output); });
    }

    Answer recover() {
        return answer_of(
            [&](text::Output& output) { return run_recover({directory_.path()}, output); });
    }
    std::string contents_of(const std::string& name) const { return directory_.read(name); }

    TemporaryDirectory directory_;
};

} // namespace proxima::cli::test
