// Runs proxima-gen on headers made of text.
#pragma once

#include "error_of.hpp"
#include "generator.hpp"
#include "temporary_directory.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::gen::test {

using proxima::unit::error_of;
using proxima::unit::TemporaryDirectory;

// The text of a class with one pure method.
inline std::string port(const std::string& name) {
    return "struct " + name + " { virtual ~" + name + "() = default; virtual void f() = 0; };\n";
}

class Generator : public testing::Test {
protected:
    Generator() {
        options_.output = (directory_.path() / "out").string();
        options_.flags.flags = {"-std=c++17"};
    }

    std::string add_header(const std::string& name, const std::string& text) {
        options_.headers.push_back(directory_.write(name, text));
        return options_.headers.back();
    }
    void configure(const std::string& text) {
        options_.configuration = directory_.write("proxies.json", text);
    }

    // The exit status; output and messages are in out_ and messages_.
    int run() {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int status = generate(options_);
        out_ = testing::internal::GetCapturedStdout();
        messages_ = testing::internal::GetCapturedStderr();
        return status;
    }

    // The classes in the output of --explain.
    nlohmann::json explain() {
        options_.explain = (directory_.path() / "explanation.json").string();
        options_.list = true;
        EXPECT_EQ(run(), 0) << messages_;
        options_.list = false;
        options_.explain.reset();
        return nlohmann::json::parse(directory_.read("explanation.json")).at("classes");
    }
    // Recorded parameters of each method of the first class: `expression kind`, separated by
    // commas.
    std::vector<std::string> recorded() {
        std::vector<std::string> methods;
        const nlohmann::json classes = explain();
        for (const auto& method : classes.at(0).at("methods")) {
            std::string& text = methods.emplace_back();
            for (const auto& parameter : method.at("parameters")) {
                text += (text.empty() ? "" : ", ") + parameter.at("expression").get<std::string>() +
                        " " + parameter.at("kind").get<std::string>();
            }
        }
        return methods;
    }

    bool wrote(const std::string& file, const std::string& text) const {
        return directory_.read("out/" + file).find(text) != std::string::npos;
    }
    bool left_nothing() const { return !std::filesystem::exists(options_.output); }

    TemporaryDirectory directory_;
    Options options_;
    std::string out_;
    std::string messages_;
};

} // namespace proxima::gen::test
