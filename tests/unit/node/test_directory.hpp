// A directory of a test's own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace proxima::node::test {

class TestDirectory {
public:
    TestDirectory() {
        std::string name = (std::filesystem::temp_directory_path() / "proxima-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TestDirectory(const TestDirectory&) = delete;
    TestDirectory& operator=(const TestDirectory&) = delete;
    ~TestDirectory() { std::filesystem::remove_all(path_); }

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace proxima::node::test
